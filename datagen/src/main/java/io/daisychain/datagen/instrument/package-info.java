/**
 * What is traded besides shares: contracts of options, and how chains of them lie around a price.
 */
package io.daisychain.datagen.instrument;
