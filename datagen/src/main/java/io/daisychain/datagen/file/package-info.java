/** The files of a workload: messages, truth, reference data. */
package io.daisychain.datagen.file;
