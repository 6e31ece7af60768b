/**
 * What the exchanges of a generated market quote at each moment, around a price for each symbol.
 */
package io.daisychain.datagen.quote;
