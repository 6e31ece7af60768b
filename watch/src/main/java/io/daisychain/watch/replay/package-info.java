/** Sends submissions and quotes that were recorded, on a schedule that waits for nobody. */
package io.daisychain.watch.replay;
