/** Last values of symbols, taken and handed on as records of 57 bytes. */
package io.daisychain.watch.ticks;
