/**
 * Readers of quotes and trades: CSV, ours and of others, NASDAQ's ITCH 5.0 and Databento's DBN.
 *
 * <p>Start at {@link io.daisychain.marketdata.feed.Feed}. A reader hands every record to a {@link
 * io.daisychain.marketdata.feed.RecordSink}, which it tells of each whether it was stored, skipped
 * or rejected. Prices are whole numbers of a ten thousandth in quotes and of a millionth in trades,
 * sizes are shares, and what is not there is {@code ColumnSpec.NULL}.
 */
package io.daisychain.marketdata.feed;
