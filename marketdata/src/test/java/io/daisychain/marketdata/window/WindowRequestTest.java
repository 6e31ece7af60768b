package io.daisychain.marketdata.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.LoadedMarket;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.RowReader;
import io.daisychain.warehouse.column.ColumnFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowRequestTest {
  private static final long SEED = Long.getLong("test.seed", 1);
  private static final long MIDNIGHT = 1_773_619_200_000_000_000L; // 2026-03-16
  private static final long DAY = 86_400_000_000_000L;

  @TempDir private Path folder;

  private static final class Records {
    final List<Long> times = new ArrayList<>();
    final List<Double> prices = new ArrayList<>();
    final List<Double> sizes = new ArrayList<>();
  }

  private Records trades(LoadedMarket market, int count, Random random) throws IOException {
    Records records = new Records();
    StringBuilder text = new StringBuilder("symbol,time,exchange,price,size,condition\n");
    long time = MIDNIGHT + DAY / 2;
    long price = 1_000_000;
    for (int i = 0; i < count; i++) {
      time += random.nextInt(4) == 0 ? 0 : random.nextInt(2_000_000_000);
      price += random.nextInt(2_001) - 1_000;
      int size = random.nextInt(5) * 100;
      boolean counts = random.nextInt(50) > 0;
      text.append("A,").append(time).append(",X,").append(price / 10_000).append('.');
      text.append("%04d".formatted(price % 10_000)).append(',').append(size);
      text.append(counts ? ",\n" : ",BROKEN\n");
      if (counts) {
        records.times.add(time);
        records.prices.add(price / 10_000.0);
        records.sizes.add((double) size);
      }
    }
    Files.writeString(market.input.resolve("t.csv"), text);
    market.load("t.csv");
    return records;
  }

  private static List<String[]> run(LoadedMarket market, String window, String slide, int fit)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new WindowRequest(Set.of("A"), MarketKind.TRADE, WindowShape.parse(window, slide), fit)
        .write(market.folder(), out, 2);
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .toList();
  }

  /** One window, computed as plainly as can be. */
  private static void check(
      Records records, int from, int to, double[] x, double ahead, int fit, String[] line) {
    String which = "seed " + SEED + " window of records " + from + " to " + to;
    double high = Double.NEGATIVE_INFINITY;
    double low = Double.POSITIVE_INFINITY;
    double shares = 0;
    double paid = 0;
    for (int i = from; i < to; i++) {
      high = Math.max(high, records.prices.get(i));
      low = Math.min(low, records.prices.get(i));
      shares += records.sizes.get(i);
      paid += records.sizes.get(i) * records.prices.get(i);
    }
    assertEquals(to - from, Integer.parseInt(line[3]), which);
    assertEquals(records.prices.get(from), Double.parseDouble(line[4]), which);
    assertEquals(high, Double.parseDouble(line[5]), which);
    assertEquals(low, Double.parseDouble(line[6]), which);
    assertEquals(records.prices.get(to - 1), Double.parseDouble(line[7]), which);
    if (shares == 0) {
      assertEquals("", line[8], which);
    } else {
      assertEquals(paid / shares, Double.parseDouble(line[8]), 1e-9, which);
    }
    if (fit > 0) {
      double[] y = new double[to - from];
      for (int i = from; i < to; i++) {
        y[i - from] = records.prices.get(i);
      }
      double[] c = normalEquations(x, y, fit);
      if (c == null) {
        assertEquals("", line[9], which);
        assertEquals("", line[line.length - 1], which);
        return;
      }
      double forecast = 0;
      for (int power = fit; power >= 0; power--) {
        forecast = forecast * ahead + c[power];
      }
      for (int power = 0; power <= fit; power++) {
        double scale = Math.max(1, Math.abs(c[power]));
        assertEquals(c[power], Double.parseDouble(line[9 + power]), 1e-6 * scale, which);
      }
      assertEquals(
          forecast, Double.parseDouble(line[10 + fit]), 1e-6 * Math.max(1, Math.abs(forecast)));
    }
  }

  /** Gauss's way, in numbers of fifty digits; null where the points do not determine them. */
  private static double[] normalEquations(double[] x, double[] y, int fit) {
    if (java.util.Arrays.stream(x).distinct().count() <= fit) {
      return null;
    }
    java.math.MathContext digits = new java.math.MathContext(50);
    int n = fit + 1;
    java.math.BigDecimal[][] a = new java.math.BigDecimal[n][n + 1];
    for (java.math.BigDecimal[] row : a) {
      java.util.Arrays.fill(row, java.math.BigDecimal.ZERO);
    }
    for (int i = 0; i < x.length; i++) {
      java.math.BigDecimal[] powers = new java.math.BigDecimal[2 * n];
      powers[0] = java.math.BigDecimal.ONE;
      for (int p = 1; p < powers.length; p++) {
        powers[p] = powers[p - 1].multiply(new java.math.BigDecimal(x[i]), digits);
      }
      for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
          a[r][c] = a[r][c].add(powers[r + c], digits);
        }
        a[r][n] = a[r][n].add(powers[r].multiply(new java.math.BigDecimal(y[i]), digits), digits);
      }
    }
    for (int r = 0; r < n; r++) {
      for (int other = 0; other < n; other++) {
        if (other != r) {
          java.math.BigDecimal factor = a[other][r].divide(a[r][r], digits);
          for (int c = r; c <= n; c++) {
            a[other][c] = a[other][c].subtract(factor.multiply(a[r][c], digits), digits);
          }
        }
      }
    }
    double[] c = new double[n];
    for (int r = 0; r < n; r++) {
      c[r] = a[r][n].divide(a[r][r], digits).doubleValue();
    }
    return c;
  }

  @Test
  void windowsOfCountsAreThoseOfBruteForce() throws IOException {
    int[][] shapes = {{100, 25, 3}, {64, 64, 2}, {30, 7, 5}, {10, 40, 1}, {3, 1, 0}, {4, 2, 4}};
    LoadedMarket market = new LoadedMarket(folder);
    Records records = trades(market, 700, new Random(SEED));
    for (int[] shape : shapes) {
      int window = shape[0];
      int slide = shape[1];
      List<String[]> lines = run(market, "" + window, "" + slide, shape[2]);
      int count = (records.times.size() - window) / slide + 1;
      assertEquals(count, lines.size());
      double[] x = new double[window];
      for (int i = 0; i < window; i++) {
        x[i] = (double) i / (window - 1);
      }
      for (int k = 0; k < count; k++) {
        double ahead = 1 + (double) slide / (window - 1);
        check(records, k * slide, k * slide + window, x, ahead, shape[2], lines.get(k));
      }
    }
  }

  @Test
  void windowsOfTimeAreThoseOfBruteForce() throws IOException {
    String[][] shapes = {
      {"60s", "10s", "3"},
      {"10s", "10s", "1"},
      {"7s", "3s", "5"},
      {"1s", "5s", "2"},
      {"2m", "45s", "2"}
    };
    LoadedMarket market = new LoadedMarket(folder);
    Records records = trades(market, 400, new Random(SEED));
    for (String[] names : shapes) {
      WindowShape shape = WindowShape.parse(names[0], names[1]);
      int fit = Integer.parseInt(names[2]);
      List<String[]> lines = run(market, names[0], names[1], fit);
      int found = 0;
      for (long start = MIDNIGHT;
          start + shape.window() <= MIDNIGHT + DAY;
          start += shape.slide()) {
        int from = 0;
        while (from < records.times.size() && records.times.get(from) < start) {
          from++;
        }
        int to = from;
        while (to < records.times.size() && records.times.get(to) < start + shape.window()) {
          to++;
        }
        if (from == to) {
          continue;
        }
        double[] x = new double[to - from];
        for (int i = from; i < to; i++) {
          x[i - from] = (double) (records.times.get(i) - start) / shape.window();
        }
        double ahead = 1 + (double) shape.slide() / shape.window();
        check(records, from, to, x, ahead, fit, lines.get(found));
        found++;
      }
      assertEquals(found, lines.size());
    }
  }

  @Test
  void windowsOfQuotesHaveTheAveragePriceOfTheTradesInTheirTime() throws IOException {
    LoadedMarket market = new LoadedMarket(folder);
    Random random = new Random(SEED);
    Records trades = trades(market, 400, random);
    StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
    for (int i = 0; i < 1_000; i++) {
      // Some at the very time of a trade.
      long time =
          trades.times.get(random.nextInt(trades.times.size()))
              + (i % 3 == 0 ? 0 : random.nextInt(999));
      text.append("A,%d,X,10.%02d,%d,20,9%n".formatted(time, random.nextInt(100), 1 + i % 9));
    }
    Files.writeString(market.input.resolve("q.csv"), text);
    market.load("q.csv");
    for (String[] shape : new String[][] {{"50", "20"}, {"2", "1"}, {"60s", "10s"}}) {
      for (WindowValue value : List.of(WindowValue.MID, WindowValue.BID_SIZE)) {
        WindowShape of = WindowShape.parse(shape[0], shape[1]);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new WindowRequest(Set.of("A"), value, of, 0, null, true).write(market.folder(), out, 2);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().skip(1).toList();
        assertTrue(lines.size() > 20, () -> lines.size() + " windows");
        for (String line : lines) {
          String[] fields = line.split(",", -1);
          long from = MarketRequest.moment(fields[1]);
          long end = MarketRequest.moment(fields[2]) + (of.isOfTime() ? 0 : 1);
          double shares = 0;
          double paid = 0;
          for (int i = 0; i < trades.times.size(); i++) {
            if (trades.times.get(i) >= from && trades.times.get(i) < end) {
              shares += trades.sizes.get(i);
              paid += trades.sizes.get(i) * trades.prices.get(i);
            }
          }
          if (shares == 0) {
            assertEquals("", fields[8], line);
          } else {
            assertEquals(paid / shares, Double.parseDouble(fields[8]), 1e-9, line);
          }
        }
      }
    }
  }

  @Test
  void aBusySymbolIsCutIntoPiecesThatGiveTheSame() throws IOException {
    LoadedMarket market = new LoadedMarket(folder);
    Random random = new Random(SEED);
    StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
    for (int i = 0; i < 600_000; i++) {
      text.append("A,").append(MIDNIGHT + i * 100_000L).append(",X,");
      text.append(10 + random.nextInt(9)).append(",1,20,").append(random.nextInt(9)).append('\n');
    }
    Files.writeString(market.input.resolve("q.csv"), text);
    market.load("q.csv");
    text = new StringBuilder("symbol,time,exchange,price,size,condition\n");
    for (int i = 0; i < 150_000; i++) {
      text.append("A,").append(MIDNIGHT + i * 400_000L).append(",X,");
      text.append(10 + random.nextInt(9)).append(',').append(random.nextInt(9)).append(",\n");
    }
    Files.writeString(market.input.resolve("t.csv"), text);
    market.load("t.csv");
    String[][] shapes = {
      {"1000", "25"}, {"2s", "500ms"}, {"1000", "25", "1.2/40/0"}, {"2s", "500ms", "1.2/40/0"}
    };
    for (String[] shape : shapes) {
      OutlierRule rule = shape.length > 2 ? OutlierRule.parse(shape[2]) : null;
      WindowRequest request =
          new WindowRequest(
              Set.of("A"), WindowValue.BID, WindowShape.parse(shape[0], shape[1]), 3, rule, true);
      LongAdder outliers = new LongAdder();
      List<WindowPiece> pieces = request.pieces(market.folder().days().values(), outliers);
      assertTrue(pieces.size() > 1, () -> pieces.size() + " pieces");
      WindowPiece first = pieces.get(0);
      OutlierPlaces places = OutlierPlaces.of(rule, WindowValue.BID);
      long end = pieces.get(pieces.size() - 1).toRow();
      try (ColumnFile file = ColumnFile.open(Path.of(first.file()))) {
        RowReader rows = Series.reader(file, WindowValue.BID);
        new Series().count(rows, WindowValue.BID, places, first.fromRow(), end);
      }
      WindowPiece whole =
          new WindowPiece(
              first.file(),
              first.value(),
              "A",
              first.fromRow(),
              end,
              0,
              Integer.MAX_VALUE,
              first.fromWindow(),
              pieces.get(pieces.size() - 1).toWindow(),
              first.shape(),
              3,
              first.outliers(),
              OutlierPlaces.from(places, 0, Integer.MAX_VALUE),
              first.trades(),
              first.tradeRows());
      WindowReader reader = new WindowReader();
      WindowRows expected = whole.windows(reader);
      int at = 0;
      for (WindowPiece piece : pieces) {
        WindowRows rows = piece.windows(reader);
        for (int i = 0; i < rows.count; i++, at++) {
          assertEquals(expected.from[at], rows.from[i]);
          assertEquals(expected.high[at], rows.high[i]);
          assertEquals(expected.records[at], rows.records[i]);
          assertEquals(expected.forecast[at], rows.forecast[i]);
          assertEquals(expected.vwap[at], rows.vwap[i]);
          assertTrue(rows.vwap[i] > 0, "some trades in each");
        }
      }
      reader.close();
      assertEquals(expected.count, at);
      assertEquals(rule != null, outliers.sum() > 10_000, outliers + " outliers");
    }
  }
}
