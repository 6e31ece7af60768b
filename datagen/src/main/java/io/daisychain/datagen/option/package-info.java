/** Lifecycles of shares as lifecycles of the options on them. */
package io.daisychain.datagen.option;
