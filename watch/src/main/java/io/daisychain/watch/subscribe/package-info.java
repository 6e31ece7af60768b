/** Rows for subscribers: who asked for which, and what waits for whom. */
package io.daisychain.watch.subscribe;
