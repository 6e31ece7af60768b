package io.daisychain.explorer.point;

import io.daisychain.warehouse.duckdb.DuckDbReader;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.io.IOException;
import java.nio.LongBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/** Reads ids, lifecycles, latencies and places of events whose times and prices are known. */
final class DetailLoader {
  private static final String ROWS =
      """
      SELECT e.timestampNanos,
        $HIGH(e.id), $LOW(e.id),
        $HIGH(e.LifecycleId), $LOW(e.LifecycleId),
        COALESCE($HIGH(e.Parent), 0), COALESCE($LOW(e.Parent), 0)
      FROM events AS e
      WHERE $DATES AND e.timestampNanos IS NOT NULL
      """;

  private static final String QUOTES =
      """
      SELECT $HIGH(m.id), $LOW(m.id), $BID, $ASK,
        epoch_us(m.tradeDate::TIMESTAMP) * 1000
      FROM event_market AS m
      WHERE m.bid < m.ask AND $DATES
      """
          .replace("$BID", DecimalReader.columns("m.bid"))
          .replace("$ASK", DecimalReader.columns("m.ask"));

  private final ShownDates dates;
  private final long[] time;
  private final Decimals price;
  private final int[] placeOf;
  private final long[] high;
  private final long[] low;
  private final long[] lifecycleHigh;
  private final long[] lifecycleLow;
  private final long[] parentHigh;
  private final long[] parentLow;

  private DetailLoader(ShownDates dates, long[] time, Decimals price, int[] placeOf) {
    this.dates = dates;
    this.time = time;
    this.price = price;
    this.placeOf = placeOf;
    high = new long[time.length];
    low = new long[time.length];
    lifecycleHigh = new long[time.length];
    lifecycleLow = new long[time.length];
    parentHigh = new long[time.length];
    parentLow = new long[time.length];
  }

  /**
   * Reads them.
   *
   * @param time of events, ascending
   * @param price of events
   * @param placeOf the event of each row, in the order in which the warehouse gives them
   */
  static Points.Details read(
      DuckDbReader warehouse, ShownDates dates, long[] time, Decimals price, int[] placeOf)
      throws IOException {
    return warehouse.work(new DetailLoader(dates, time, price, placeOf)::read);
  }

  private Points.Details read(Connection connection) throws SQLException, IOException {
    int rows = 0;
    try (DuckDBPreparedStatement statement = prepared(connection, ROWS, "e");
        DuckDBChunkedResult result = statement.query()) {
      while (result.nextChunk()) {
        rows = add(result.chunk(), rows);
      }
    }
    if (rows != time.length) { // a failure while it streams ends it without a word
      throw new IOException("the warehouse gave ids of " + rows + " events of " + time.length);
    }
    IdIndex index = new IdIndex(high, low);
    return new Points.Details(
        LongBuffer.wrap(high),
        LongBuffer.wrap(low),
        LifecycleNumbers.of(index, lifecycleHigh, lifecycleLow),
        latencies(index),
        places(connection, index));
  }

  /** DuckDB has ids as numbers of 128 bits; their halves come less 2^63, since longs have signs. */
  private DuckDBPreparedStatement prepared(Connection connection, String sql, String row)
      throws SQLException {
    return connection
        .prepareStatement(
            sql.replace("$DATES", dates.condition(row))
                .replaceAll(
                    "\\$HIGH\\(([^)]*)\\)",
                    "(($1::UHUGEINT >> 64)::HUGEINT - 9223372036854775808)::BIGINT")
                .replaceAll(
                    "\\$LOW\\(([^)]*)\\)",
                    "(($1::UHUGEINT & 18446744073709551615)::HUGEINT -"
                        + " 9223372036854775808)::BIGINT"))
        .unwrap(DuckDBPreparedStatement.class);
  }

  private int add(DuckDBDataChunkReader chunk, int begin) throws IOException {
    int count = (int) chunk.rowCount();
    if (begin + count > time.length) {
      throw new IOException("the warehouse gave ids of more than " + time.length + " events");
    }
    DuckDBReadableVector times = chunk.vector(0);
    for (int i = 0; i < count; i++) {
      if (times.getLong(i) != time[placeOf[begin + i]]) {
        throw new IOException("the warehouse gave its rows in another order than before");
      }
    }
    halves(chunk.vector(1), high, begin, count);
    halves(chunk.vector(2), low, begin, count);
    halves(chunk.vector(3), lifecycleHigh, begin, count);
    halves(chunk.vector(4), lifecycleLow, begin, count);
    halves(chunk.vector(5), parentHigh, begin, count);
    halves(chunk.vector(6), parentLow, begin, count);
    return begin + count;
  }

  private void halves(DuckDBReadableVector column, long[] to, int begin, int count) {
    for (int i = 0; i < count; i++) {
      to[placeOf[begin + i]] = column.getLong(i, Long.MIN_VALUE) ^ Long.MIN_VALUE;
    }
  }

  private float[] latencies(IdIndex index) {
    float[] latency = new float[time.length];
    Workers.ranges(
        time.length,
        (from, to) ->
            index.latest(
                parentHigh,
                parentLow,
                from,
                to,
                time,
                time,
                (i, parent) ->
                    latency[i] =
                        parent < 0 || (parentHigh[i] | parentLow[i]) == 0
                            ? Float.NaN
                            : (float) ((double) (time[i] - time[parent]) / 1e9)));
    return latency;
  }

  /** Places between bid and ask, which the warehouse has where there were quotes. */
  private double[] places(Connection connection, IdIndex index) throws SQLException {
    MarketPlaces places = new MarketPlaces(index, time, price);
    String quoted = "SELECT 1 FROM duckdb_views() WHERE view_name = 'event_market'";
    if (FirstColumn.of(connection, quoted).isEmpty()) {
      return places.places();
    }
    try (DuckDBPreparedStatement statement = prepared(connection, QUOTES, "m");
        DuckDBChunkedResult result = statement.query()) {
      while (result.nextChunk()) {
        places.add(result.chunk());
      }
    }
    return places.places();
  }
}
