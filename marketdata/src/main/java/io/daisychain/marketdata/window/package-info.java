/** Windows of time or of a count over quotes and trades, and the job that makes them. */
package io.daisychain.marketdata.window;
