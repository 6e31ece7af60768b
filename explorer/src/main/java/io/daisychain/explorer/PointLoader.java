package io.daisychain.explorer;

import io.daisychain.warehouse.DuckDbReader;
import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/** Reads the points of a publication from its warehouse. */
final class PointLoader {
  private static final String ROWS =
      """
      SELECT e.timestampNanos,
        CAST(CASE WHEN e.lastPx <> 0 THEN e.lastPx ELSE e.price END AS FLOAT),
        CAST(e.quantity AS FLOAT),
        COALESCE(enum_code(CAST(e.symbol AS explorer_symbol)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.ReporterId AS explorer_reporter)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.CustomerId AS explorer_customer)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.eventType AS explorer_type)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.side AS explorer_side)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.errorStatus AS explorer_status)), -1)::INTEGER,
        $HIGH(e.id), $LOW(e.id),
        $HIGH(e.LifecycleId), $LOW(e.LifecycleId),
        COALESCE($HIGH(e.Parent), 0), COALESCE($LOW(e.Parent), 0),
        $HASH(e.EventId), $HASH(e.clOrdId), $HASH(e.orderId)
      FROM events AS e
      WHERE $DATES AND e.timestampNanos IS NOT NULL
      """;

  private final DuckDbReader warehouse;
  private final ShownDates dates;
  private final IntConsumer progress;

  /**
   * A loader.
   *
   * @param progress is told how many of a hundred parts are done
   */
  PointLoader(DuckDbReader warehouse, ShownDates dates, IntConsumer progress) {
    this.warehouse = warehouse;
    this.dates = dates;
    this.progress = progress;
  }

  /** What is read of a row before it is sorted by time. */
  private static final class Rows {
    final long[] time;
    final float[] price;
    final float[] quantity;
    final int[] symbol;
    final int[] reporter;
    final int[] customer;
    final int[] kind;
    final long[] high;
    final long[] low;
    final long[] lifecycleHigh;
    final long[] lifecycleLow;
    final long[] parentHigh;
    final long[] parentLow;
    final int[] eventId;
    final int[] clOrdId;
    final int[] orderId;
    int size;

    Rows(int size) {
      time = new long[size];
      price = new float[size];
      quantity = new float[size];
      symbol = new int[size];
      reporter = new int[size];
      customer = new int[size];
      kind = new int[size];
      high = new long[size];
      low = new long[size];
      lifecycleHigh = new long[size];
      lifecycleLow = new long[size];
      parentHigh = new long[size];
      parentLow = new long[size];
      eventId = new int[size];
      clOrdId = new int[size];
      orderId = new int[size];
    }
  }

  /** Everything that is shown, by time. */
  Points load() throws IOException {
    return warehouse.work(this::read);
  }

  private Points read(Connection connection) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      String[] symbols = dictionary(statement, "symbol", "symbol");
      String[] reporters = dictionary(statement, "reporter", "ReporterId");
      String[] customers = dictionary(statement, "customer", "CustomerId");
      String[] types = dictionary(statement, "type", "eventType");
      String[] sides = dictionary(statement, "side", "side");
      String[] statuses = dictionary(statement, "status", "errorStatus");
      Rows rows = new Rows(dates.events());
      KindCodes codes = new KindCodes(types, sides, statuses);
      fill(connection, rows, codes);
      progress.accept(60);
      int[] order = TimeOrder.of(rows.time, rows.size);
      Kinds kinds = codes.kinds();
      Points.Texts symbol = texts(rows.symbol, symbols, order);
      Points.Texts reporter = texts(rows.reporter, reporters, order);
      Points.Texts customer = texts(rows.customer, customers, order);
      Codes kind = Codes.of(order.length, kinds.size());
      for (int i = 0; i < order.length; i++) {
        kind.set(i, rows.kind[order[i]]);
      }
      long[] time = sorted(rows.time, order);
      float[] price = sorted(rows.price, order);
      progress.accept(70);
      long[] high = sorted(rows.high, order);
      long[] low = sorted(rows.low, order);
      IdIndex index = new IdIndex(high, low);
      float[] latency =
          latencies(time, index, sorted(rows.parentHigh, order), sorted(rows.parentLow, order));
      progress.accept(80);
      Points.Lifecycles lifecycles =
          Lifecycling.of(sorted(rows.lifecycleHigh, order), sorted(rows.lifecycleLow, order));
      progress.accept(90);
      float[] place = places(connection, index, time, price);
      return new Points(
          time,
          price,
          sorted(rows.quantity, order),
          symbol,
          reporter,
          customer,
          kind,
          kinds,
          new Points.Ids(
              LongBuffer.wrap(high),
              LongBuffer.wrap(low),
              IntBuffer.wrap(sorted(rows.eventId, order)),
              IntBuffer.wrap(sorted(rows.clOrdId, order)),
              IntBuffer.wrap(sorted(rows.orderId, order))),
          lifecycles,
          latency,
          place);
    }
  }

  /** All values of a column, sorted, and an enumeration of them. */
  private String[] dictionary(Statement statement, String name, String column) throws SQLException {
    String from = " FROM events AS e WHERE " + dates.condition("e");
    List<String> values = new ArrayList<>();
    try (ResultSet row =
        statement.executeQuery(
            "SELECT DISTINCT "
                + column
                + " AS v"
                + from
                + " AND "
                + column
                + " IS NOT NULL ORDER BY v")) {
      while (row.next()) {
        values.add(row.getString(1));
      }
    }
    statement.execute("DROP TYPE IF EXISTS explorer_" + name);
    statement.execute(
        "CREATE TEMP TYPE explorer_"
            + name
            + " AS ENUM (SELECT DISTINCT "
            + column
            + " AS v"
            + from
            + " AND v IS NOT NULL UNION SELECT '' ORDER BY v)");
    // The enumeration begins with the empty text, so that it is never empty itself.
    String[] texts = new String[values.size() + (values.contains("") ? 0 : 1)];
    int next = texts.length - values.size();
    for (String value : values) {
      texts[next++] = value;
    }
    texts[0] = null;
    return texts;
  }

  private void fill(Connection connection, Rows rows, KindCodes codes)
      throws SQLException, IOException {
    String sql =
        ROWS.replace("$DATES", dates.condition("e"))
            .replaceAll(
                "\\$HIGH\\(([^)]*)\\)",
                "(($1::UHUGEINT >> 64)::HUGEINT - 9223372036854775808)::BIGINT")
            .replaceAll(
                "\\$LOW\\(([^)]*)\\)",
                "(($1::UHUGEINT & 18446744073709551615)::HUGEINT - 9223372036854775808)::BIGINT")
            .replaceAll("\\$HASH\\(([^)]*)\\)", hash("$1"));
    try (DuckDBPreparedStatement statement =
            connection.prepareStatement(sql).unwrap(DuckDBPreparedStatement.class);
        DuckDBChunkedResult result = statement.query()) {
      while (result.nextChunk()) {
        add(result.chunk(), rows, codes);
        progress.accept((int) (60L * rows.size / Math.max(1, rows.time.length)));
      }
    }
    if (rows.size != rows.time.length) { // a failure while it streams ends it without a word
      throw new IOException("the warehouse gave " + rows.size + " events of " + rows.time.length);
    }
  }

  /** A hash of a text as a number of 32 bits; 0 for none. */
  static String hash(String text) {
    return "COALESCE(((hash(" + text + ") >> 33)::INTEGER), 0)";
  }

  private static void add(DuckDBDataChunkReader chunk, Rows rows, KindCodes codes) {
    int count = (int) chunk.rowCount();
    DuckDBReadableVector[] columns = new DuckDBReadableVector[(int) chunk.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = chunk.vector(i);
    }
    int at = rows.size;
    longs(columns[0], rows.time, at, count);
    for (int i = 0; i < count; i++) {
      rows.price[at + i] = columns[1].isNull(i) ? Float.NaN : columns[1].getFloat(i);
      rows.quantity[at + i] = columns[2].isNull(i) ? Float.NaN : columns[2].getFloat(i);
    }
    texts(columns[3], rows.symbol, at, count);
    texts(columns[4], rows.reporter, at, count);
    texts(columns[5], rows.customer, at, count);
    for (int i = 0; i < count; i++) {
      rows.kind[at + i] =
          codes.of(columns[6].getInt(i), columns[7].getInt(i), columns[8].getInt(i));
    }
    halves(columns[9], rows.high, at, count);
    halves(columns[10], rows.low, at, count);
    halves(columns[11], rows.lifecycleHigh, at, count);
    halves(columns[12], rows.lifecycleLow, at, count);
    halves(columns[13], rows.parentHigh, at, count);
    halves(columns[14], rows.parentLow, at, count);
    ints(columns[15], rows.eventId, at, count);
    ints(columns[16], rows.clOrdId, at, count);
    ints(columns[17], rows.orderId, at, count);
    rows.size = at + count;
  }

  private static void longs(DuckDBReadableVector column, long[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = column.getLong(i);
    }
  }

  /** Halves of ids came less 2^63, since DuckDB's numbers have signs. */
  private static void halves(DuckDBReadableVector column, long[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = column.isNull(i) ? 0 : column.getLong(i) ^ Long.MIN_VALUE;
    }
  }

  private static void ints(DuckDBReadableVector column, int[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = column.getInt(i);
    }
  }

  /** Codes of an enumeration, of which 0 and none are no value. */
  private static void texts(DuckDBReadableVector column, int[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = Math.max(0, column.getInt(i));
    }
  }

  private static Points.Texts texts(int[] codes, String[] values, int[] order) {
    Codes column = Codes.of(order.length, values.length);
    for (int i = 0; i < order.length; i++) {
      column.set(i, codes[order[i]]);
    }
    return new Points.Texts(column, values);
  }

  private static long[] sorted(long[] values, int[] order) {
    long[] sorted = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = values[order[i]];
    }
    return sorted;
  }

  private static int[] sorted(int[] values, int[] order) {
    int[] sorted = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = values[order[i]];
    }
    return sorted;
  }

  private static float[] sorted(float[] values, int[] order) {
    float[] sorted = new float[order.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = values[order[i]];
    }
    return sorted;
  }

  private static float[] latencies(long[] time, IdIndex index, long[] high, long[] low) {
    float[] latency = new float[time.length];
    Workers.ranges(
        time.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int parent = (high[i] | low[i]) == 0 ? -1 : index.find(high[i], low[i], time, time[i]);
            latency[i] = parent < 0 ? Float.NaN : (float) ((double) (time[i] - time[parent]) / 1e9);
          }
        });
    return latency;
  }

  /** Places between bid and ask, which the warehouse has where there were quotes. */
  private float[] places(Connection connection, IdIndex index, long[] time, float[] price)
      throws SQLException {
    float[] place = new float[price.length];
    Arrays.fill(place, Float.NaN);
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT 1 FROM duckdb_views() WHERE view_name = 'event_market'")) {
      if (!found.next()) {
        return place;
      }
    }
    String sql =
        "SELECT $HIGH, $LOW, CAST(m.bid AS DOUBLE), CAST(m.ask AS DOUBLE),"
                .replace("$HIGH", "((m.id::UHUGEINT >> 64)::HUGEINT - 9223372036854775808)::BIGINT")
                .replace(
                    "$LOW",
                    "((m.id::UHUGEINT & 18446744073709551615)::HUGEINT -"
                        + " 9223372036854775808)::BIGINT")
            + " epoch_us(m.tradeDate::TIMESTAMP) * 1000 FROM event_market AS m WHERE m.bid < m.ask"
            + " AND "
            + dates.condition("m");
    try (DuckDBPreparedStatement statement =
            connection.prepareStatement(sql).unwrap(DuckDBPreparedStatement.class);
        DuckDBChunkedResult result = statement.query()) {
      while (result.nextChunk()) {
        DuckDBDataChunkReader chunk = result.chunk();
        DuckDBReadableVector high = chunk.vector(0);
        DuckDBReadableVector low = chunk.vector(1);
        DuckDBReadableVector bid = chunk.vector(2);
        DuckDBReadableVector ask = chunk.vector(3);
        DuckDBReadableVector date = chunk.vector(4);
        for (int i = 0; i < chunk.rowCount(); i++) {
          int event =
              index.nearest(
                  high.getLong(i) ^ Long.MIN_VALUE,
                  low.getLong(i) ^ Long.MIN_VALUE,
                  time,
                  date.getLong(i));
          if (event >= 0) {
            place[event] =
                (float) ((price[event] - bid.getDouble(i)) / (ask.getDouble(i) - bid.getDouble(i)));
          }
        }
      }
    }
    return place;
  }
}
