/** Quotes and trades beside the orders, with the truth about them. */
package io.daisychain.datagen.market;
