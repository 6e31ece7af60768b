package io.daisychain.explorer.point;

import io.daisychain.warehouse.duckdb.DuckDbReader;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/** Reads the points of a publication from its warehouse. */
public final class PointLoader {
  private static final String ROWS =
      """
      SELECT e.timestampNanos, $PRICE, $QUANTITY,
        COALESCE(enum_code(CAST(e.symbol AS explorer_symbol)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.ReporterId AS explorer_ReporterId)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.CustomerId AS explorer_CustomerId)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.eventType AS explorer_eventType)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.side AS explorer_side)), -1)::INTEGER,
        COALESCE(enum_code(CAST(e.errorStatus AS explorer_errorStatus)), -1)::INTEGER
      FROM events AS e
      WHERE $DATES AND e.timestampNanos IS NOT NULL
      """
          .replace("$PRICE", DecimalReader.columns(Measure.price("e")))
          .replace("$QUANTITY", DecimalReader.columns("e.quantity"));

  /** Columns that are read as codes of all their values. */
  private static final List<String> TEXTS =
      List.of("symbol", "ReporterId", "CustomerId", "eventType", "side", "errorStatus");

  private final DuckDbReader warehouse;
  private final ShownDates dates;
  private final IntConsumer progress;

  /**
   * A loader.
   *
   * @param progress is told how many of a hundred parts are done
   */
  public PointLoader(DuckDbReader warehouse, ShownDates dates, IntConsumer progress) {
    this.warehouse = warehouse;
    this.dates = dates;
    this.progress = progress;
  }

  /** What is read of a row before it is sorted by time. */
  private static final class Rows {
    final long[] time;
    final long[] price;
    final long[] quantity;
    final Map<Integer, BigDecimal> largePrices = new HashMap<>();
    final Map<Integer, BigDecimal> largeQuantities = new HashMap<>();
    final int[] symbol;
    final int[] reporter;
    final int[] customer;
    final int[] kind;
    int size;

    Rows(int size) {
      time = new long[size];
      price = new long[size];
      quantity = new long[size];
      symbol = new int[size];
      reporter = new int[size];
      customer = new int[size];
      kind = new int[size];
    }
  }

  /** Everything that is shown, by time. */
  public Points load() throws IOException {
    return warehouse.work(this::read);
  }

  private Points read(Connection connection) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      values(statement);
      String[] symbols = dictionary(statement, "symbol");
      String[] reporters = dictionary(statement, "ReporterId");
      String[] customers = dictionary(statement, "CustomerId");
      String[] types = dictionary(statement, "eventType");
      String[] sides = dictionary(statement, "side");
      String[] statuses = dictionary(statement, "errorStatus");
      Rows rows = new Rows(dates.events());
      KindCodes codes = new KindCodes(types, sides, statuses);
      fill(connection, rows, codes);
      progress.accept(80);
      int[] order = TimeOrder.of(rows.time, rows.size);
      Sorter sorter = new Sorter(order);
      Kinds kinds = codes.kinds();
      Points.Texts symbol = texts(sorter, rows.symbol, symbols);
      Points.Texts reporter = texts(sorter, rows.reporter, reporters);
      Points.Texts customer = texts(sorter, rows.customer, customers);
      Codes kind = sorter.codes(rows.kind, kinds.size());
      long[] time = sorter.sort(rows.time);
      int[] placeOf = placeOf(order);
      Decimals price = Decimals.of(sorter.sort(rows.price), at(placeOf, rows.largePrices));
      var quantity = Decimals.of(sorter.sort(rows.quantity), at(placeOf, rows.largeQuantities));
      LaterReading later = new LaterReading(warehouse, dates, time, price, placeOf);
      return new Points(
          time,
          price,
          quantity,
          symbol,
          reporter,
          customer,
          kind,
          kinds,
          later.details,
          later.hashes);
    }
  }

  /** The place that each row has in an order. */
  private static int[] placeOf(int[] order) {
    int[] places = new int[order.length];
    Workers.ranges(
        order.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            places[order[i]] = i;
          }
        });
    return places;
  }

  private static Map<Integer, BigDecimal> at(int[] placeOf, Map<Integer, BigDecimal> byRow) {
    Map<Integer, BigDecimal> byEvent = new HashMap<>();
    byRow.forEach((row, value) -> byEvent.put(placeOf[row], value));
    return byEvent;
  }

  /** The texts of all dictionaries, by one look at the events. */
  private void values(Statement statement) throws SQLException {
    statement.execute(
        TEXTS.stream()
            .map(
                column ->
                    "list(DISTINCT $) FILTER ($ IS NOT NULL) AS $"
                        .replace("$", "e." + column)
                        .replace("AS e.", "AS "))
            .collect(
                Collectors.joining(
                    ", ",
                    "CREATE OR REPLACE TEMP TABLE explorer_values AS SELECT ",
                    " FROM events AS e WHERE " + dates.condition("e"))));
  }

  /** All values of a column, sorted, and an enumeration of them. */
  private static String[] dictionary(Statement statement, String column) throws SQLException {
    String type = "explorer_" + column;
    // It begins with the empty text, so that it is never empty itself.
    statement.execute("DROP TYPE IF EXISTS " + type);
    statement.execute(
        ("CREATE TEMP TYPE %s AS ENUM (SELECT unnest(%s) AS v FROM explorer_values UNION "
                + "SELECT '' ORDER BY v)")
            .formatted(type, column));
    List<String> texts =
        FirstColumn.of(
            statement.getConnection(), "SELECT unnest(enum_range(NULL::" + type + "))::VARCHAR");
    texts.set(0, null);
    return texts.toArray(String[]::new);
  }

  private void fill(Connection connection, Rows rows, KindCodes codes)
      throws SQLException, IOException {
    String sql = ROWS.replace("$DATES", dates.condition("e"));
    try (DuckDBPreparedStatement statement =
            connection.prepareStatement(sql).unwrap(DuckDBPreparedStatement.class);
        DuckDBChunkedResult result = statement.query()) {
      while (result.nextChunk()) {
        add(result.chunk(), rows, codes);
        progress.accept((int) (80L * rows.size / Math.max(1, rows.time.length)));
      }
    }
    if (rows.size != rows.time.length) { // a failure while it streams ends it without a word
      throw new IOException("the warehouse gave " + rows.size + " events of " + rows.time.length);
    }
  }

  private static void add(DuckDBDataChunkReader chunk, Rows rows, KindCodes codes) {
    int count = (int) chunk.rowCount();
    DuckDBReadableVector[] columns = new DuckDBReadableVector[(int) chunk.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = chunk.vector(i);
    }
    int at = rows.size;
    longs(columns[0], rows.time, at, count);
    decimals(columns[1], columns[2], rows.price, rows.largePrices, at, count);
    decimals(columns[3], columns[4], rows.quantity, rows.largeQuantities, at, count);
    texts(columns[5], rows.symbol, at, count);
    texts(columns[6], rows.reporter, at, count);
    texts(columns[7], rows.customer, at, count);
    for (int i = 0; i < count; i++) {
      rows.kind[at + i] =
          codes.of(columns[8].getInt(i), columns[9].getInt(i), columns[10].getInt(i));
    }
    rows.size = at + count;
  }

  private static void decimals(
      DuckDBReadableVector number,
      DuckDBReadableVector text,
      long[] to,
      Map<Integer, BigDecimal> large,
      int at,
      int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = DecimalReader.value(number, text, i);
      if (to[at + i] == Decimals.LARGE) {
        large.put(at + i, DecimalReader.large(text, i));
      }
    }
  }

  private static void longs(DuckDBReadableVector column, long[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = column.getLong(i);
    }
  }

  /** Codes of an enumeration, of which 0 and none are no value. */
  private static void texts(DuckDBReadableVector column, int[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = Math.max(0, column.getInt(i));
    }
  }

  private static Points.Texts texts(Sorter sorter, int[] codes, String[] values) {
    return new Points.Texts(sorter.codes(codes, values.length), values);
  }
}
