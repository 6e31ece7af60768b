/**
 * Files of market data to Parquet files by trade date: sorted quotes and trades, and their NBBO.
 */
package io.daisychain.marketdata.load;
