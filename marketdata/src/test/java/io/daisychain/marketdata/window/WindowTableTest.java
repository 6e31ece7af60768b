package io.daisychain.marketdata.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.LoadedMarket;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowTableTest {
  private static final long SEED = Long.getLong("test.seed", 1);
  private static final Set<String> SYMBOLS = Set.of("A", "B,");

  @TempDir private Path folder;

  private LoadedMarket market(Random random) throws IOException {
    List<WindowStreamTest.Quote> quotes = WindowStreamTest.quotes(random);
    LoadedMarket market = new LoadedMarket(folder);
    market.write("q.csv", WindowStreamTest.csv(quotes)).load("q.csv");
    market.write("t.csv", WindowStreamTest.tradesCsv(quotes)).load("t.csv");
    return market;
  }

  private static WindowRequest random(Random random) {
    WindowShape shape =
        random.nextBoolean()
            ? new WindowShape(false, 2 + random.nextInt(60), 1 + random.nextInt(40))
            : new WindowShape(
                true,
                (1 + random.nextInt(90)) * 500_000_000L,
                (1 + random.nextInt(60)) * 1_000_000_000L);
    WindowValue[] values = WindowValue.values();
    OutlierRule rule = random.nextBoolean() ? null : OutlierRule.parse("3/20/0.05");
    return new WindowRequest(
        SYMBOLS, values[random.nextInt(values.length)], shape, random.nextInt(6), rule, true);
  }

  private static WindowTable.Stored store(LoadedMarket market, WindowRequest request)
      throws IOException {
    return WindowTable.store(request, market.folder(), day -> true, 2);
  }

  /** The lines of {@code marketdata windows}, each as the fields that the table has too. */
  private static List<String> printed(LoadedMarket market, WindowRequest request)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request.write(market.folder(), out, 2);
    List<String> lines = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().skip(1).toList()) {
      String symbol = line.startsWith("\"B,\"") ? "B," : "A";
      List<String> fields = new ArrayList<>(List.of(symbol));
      fields.addAll(List.of(line.substring(line.indexOf(",2026-") + 1).split(",", -1)));
      for (int i = 4; i < 8; i++) {
        fields.set(i, plain(new BigDecimal(fields.get(i))));
      }
      for (int i = 8; i < fields.size(); i++) {
        fields.set(i, fields.get(i).isEmpty() ? "" : "" + Double.parseDouble(fields.get(i)));
      }
      lines.add(String.join(",", fields));
    }
    return lines;
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  private List<String> stored(WindowRequest request, String outliers) throws SQLException {
    List<String> lines = new ArrayList<>();
    String where =
        "value = '%s' AND length = '%s' AND slide = '%s' AND fit = %d AND outliers %s"
            .formatted(
                request.value(),
                request.shape().windowText(),
                request.shape().slideText(),
                request.fit(),
                outliers);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet rows = connection.createStatement().executeQuery(sql(where))) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> fields = new ArrayList<>(List.of(rows.getString(1)));
        fields.add(time(rows.getLong(2)));
        fields.add(time(rows.getLong(3)));
        fields.add(rows.getString(4));
        for (int i = 5; i < 9; i++) {
          fields.add(plain(rows.getBigDecimal(i)));
        }
        fields.add(number(rows, 9));
        for (int i = 10; request.fit() > 0 && i <= 10 + request.fit(); i++) {
          fields.add(number(rows, i));
        }
        if (request.fit() > 0) {
          fields.add(number(rows, columns));
        }
        lines.add(String.join(",", fields));
      }
    }
    return lines;
  }

  private String sql(String where) {
    return ("SELECT symbol, epoch_ns(fromTime), epoch_ns(toTime), count, open, high, low, close,"
            + " vwap, c0, c1, c2, c3, c4, c5, forecast FROM '%s/date=*/windows-*.parquet' WHERE %s"
            + " ORDER BY symbol, date, number")
        .formatted(folder.resolve("marketdata"), where);
  }

  private static String time(long nanos) {
    MarketText text = new MarketText();
    text.putTime(nanos);
    return new String(text.buffer(), 0, text.length(), StandardCharsets.US_ASCII);
  }

  private static String number(ResultSet rows, int column) throws SQLException {
    Object found = rows.getObject(column);
    return found == null ? "" : "" + (0.0 + (Double) found);
  }

  @Test
  void theTableHasWhatIsPrinted() throws Exception {
    Random random = new Random(SEED);
    LoadedMarket market = market(random);
    int found = 0;
    for (int run = 0; run < 40; run++) {
      WindowRequest request = random(random);
      String which = "seed " + SEED + " run " + run + " " + request;

      WindowTable.Stored stored = store(market, request);

      String outliers =
          request.outliers() == null
              ? "IS NULL"
              : "= '" + request.outliers().text(request.value()) + "'";
      List<String> expected = printed(market, request);
      assertEquals(expected, stored(request, outliers), which);
      assertEquals(
          expected.size(), stored.rows().values().stream().mapToLong(Long::longValue).sum());
      found += expected.size();
    }
    assertTrue(found > 2_000, "seed " + SEED + ": " + found + " windows");
  }

  private long count(String where) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet row =
            connection
                .createStatement()
                .executeQuery("SELECT count(*) FROM (" + sql(where) + ")")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static WindowRequest mid(Set<String> symbols, String window, String slide) {
    return new WindowRequest(
        symbols, WindowValue.MID, WindowShape.parse(window, slide), 1, null, true);
  }

  @Test
  void aSetReplacesItselfAndNoOther() throws Exception {
    LoadedMarket market = market(new Random(SEED));
    store(market, mid(Set.of("A"), "1m", "30s"));
    store(market, mid(Set.of("A", "C"), "10", "5"));
    long others = count("length = '10'");
    assertTrue(count("symbol = 'A' AND length = '1m'") > 0);

    // The same set in other words, of other symbols.
    WindowTable.Stored stored = store(market, mid(Set.of("C", "NONE"), "60s", "30000ms"));

    assertEquals(List.of("NONE"), stored.missing());
    assertEquals(0, count("symbol = 'A' AND length = '1m'"));
    assertTrue(count("symbol = 'C' AND length = '1m'") > 0);
    assertEquals(others, count("length = '10'"));
  }

  @Test
  void oneDateAlone() throws Exception {
    LoadedMarket market = market(new Random(SEED));
    int first = market.folder().days().firstKey();
    store(market, mid(SYMBOLS, "10", "5"));
    long all = count("true");

    WindowTable.store(mid(Set.of("NONE"), "10", "5"), market.folder(), day -> day == first, 2);

    assertEquals(0, count("date = DATE '1970-01-01' + " + first));
    assertTrue(count("true") > 0 && count("true") < all);
  }

  @Test
  void whatIsLoadedAnewHasNoWindowsUntilTheyAreMadeAgain() throws Exception {
    LoadedMarket market = market(new Random(SEED));
    store(market, mid(SYMBOLS, "10", "5"));
    long before = count("true");

    market.load("t.csv");

    assertEquals(0, count("true"));
    store(market, mid(SYMBOLS, "10", "5"));
    assertEquals(before, count("true"));
  }

  @Test
  void aStoreThatFailsChangesNothing() throws Exception {
    LoadedMarket market = market(new Random(SEED));
    store(market, mid(SYMBOLS, "10", "5"));
    long before = count("true");
    MarketFolder folder = market.folder();
    int last = folder.days().lastKey();

    assertThrows(
        IllegalStateException.class,
        () ->
            WindowTable.store(
                mid(Set.of("NONE"), "10", "5"),
                folder,
                day -> {
                  if (day == last) {
                    throw new IllegalStateException("after the first date was written");
                  }
                  return true;
                },
                2));

    assertEquals(before, count("true"));
  }
}
