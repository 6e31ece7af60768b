/** Which firms report in CAT, what CAT can say of their events, and how it names them. */
package io.daisychain.datagen.cat;
