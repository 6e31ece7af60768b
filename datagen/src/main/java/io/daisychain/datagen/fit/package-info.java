/** Models that are fitted to what firms reported. */
package io.daisychain.datagen.fit;
