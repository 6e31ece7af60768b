package io.daisychain.jmh;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.MarketLoad;
import io.daisychain.marketdata.window.MarketScan;
import io.daisychain.marketdata.window.OutlierRule;
import io.daisychain.marketdata.window.WindowPiece;
import io.daisychain.marketdata.window.WindowRequest;
import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.marketdata.window.WindowValue;
import io.daisychain.model.TradeDates;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/**
 * Market data beside DuckDB on the same rows, in one process, in turns: loading, reading, the best
 * bid and offer as of events, and windows. Rates are by CPU second of the process.
 */
public final class MarketBench {
  private static final long MIDNIGHT = 1_773_619_200_000_000_000L; // 2026-03-16
  private static final long NANOS_A_DAY = 86_400_000_000_000L;
  private static final int SYMBOLS = 500;
  private static final int ROUNDS = 3;

  private final Path folder;
  private final long quotes;
  private final Consumer<String> out;

  private MarketBench(Path folder, long quotes, Consumer<String> out) {
    this.folder = folder;
    this.quotes = quotes;
    this.out = out;
  }

  /** Runs without the command line: folder and number of quotes. */
  public static void main(String[] args) throws IOException {
    run(Path.of(args[0]), Long.parseLong(args[1]), System.out::println);
  }

  /** Measures everything, and prints lines. */
  static void run(Path folder, long quotes, Consumer<String> out) throws IOException {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    // What an earlier run of so many quotes made is used again.
    Path ofSize = Files.createDirectories(folder.resolve(quotes + "-quotes"));
    MarketBench bench = new MarketBench(ofSize, quotes, out);
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      statement.execute("SET temp_directory = '" + ofSize + "/duckdb'");
      statement.execute("SET preserve_insertion_order = true");
      bench.run(statement);
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Market data of some trade dates, of which an earlier run's are used again. */
  static MarketFolder market(Path folder, long quotes, int dates) throws IOException {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    Path ofSize = Files.createDirectories(folder.resolve(quotes + "-quotes-" + dates + "-dates"));
    MarketBench bench = new MarketBench(ofSize, quotes / dates, line -> {});
    Path stored = ofSize.resolve("marketdata");
    for (int date = 0; date < dates; date++) {
      long shift = date * NANOS_A_DAY;
      int epochDay = (int) ((MIDNIGHT + shift) / NANOS_A_DAY);
      if (MarketFolder.of(stored).day(epochDay).isEmpty()) {
        Path input = ofSize.resolve("quotes.csv");
        generate(input, Stream.REAL_LIKE, quotes / dates, MIDNIGHT + shift);
        bench.load(MarketFile.list(input.toString()), stored);
        Files.delete(input);
      }
    }
    return MarketFolder.of(stored);
  }

  /** How quotes are spread over symbols. */
  private enum Stream {
    UNIFORM,
    /** As one over the symbol's number. */
    REAL_LIKE,
    /** Half of all in one symbol, the others as real. */
    SKEWED;

    int symbol(Random random) {
      return switch (this) {
        case UNIFORM -> random.nextInt(SYMBOLS);
        case REAL_LIKE -> byNumber(random);
        case SKEWED -> random.nextInt(2) == 0 ? byNumber(random) : 0;
      };
    }

    private static final double[] CUMULATIVE = new double[SYMBOLS];

    static {
      double sum = 0;
      for (int i = 0; i < SYMBOLS; i++) {
        sum += i == 0 ? 0 : 1.0 / i;
        CUMULATIVE[i] = sum;
      }
    }

    private static int byNumber(Random random) {
      int found = Arrays.binarySearch(CUMULATIVE, random.nextDouble() * CUMULATIVE[SYMBOLS - 1]);
      return found < 0 ? Math.min(SYMBOLS - 1, -found - 1) : found;
    }
  }

  private void run(Statement duckDb) throws IOException, SQLException {
    Path input = folder.resolve("quotes.csv");
    if (!Files.exists(input)) {
      generate(input, Stream.SKEWED, quotes);
    }
    load(input, duckDb);
    DayFiles day = MarketFolder.of(folder.resolve("marketdata")).days().values().iterator().next();
    read(day, duckDb);
    requests();
    asOf(day, duckDb);
    windows();
    for (Stream stream : Stream.values()) {
      speedUp(stream);
    }
  }

  private static void generate(Path input, Stream stream, long quotes) throws IOException {
    generate(input, stream, quotes, MIDNIGHT);
  }

  private static void generate(Path input, Stream stream, long quotes, long midnight)
      throws IOException {
    Random random = new Random(1);
    int[] cents = new int[SYMBOLS];
    Arrays.setAll(cents, i -> 1_000 + random.nextInt(40_000));
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(input), 1 << 20)) {
      StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
      for (long i = 0; i < quotes; i++) {
        int symbol = stream.symbol(random);
        if (random.nextInt(4) == 0) {
          cents[symbol] = Math.max(100, cents[symbol] + random.nextInt(3) - 1);
        }
        int bid = cents[symbol] - random.nextInt(3);
        int ask = cents[symbol] + 1 + random.nextInt(3);
        long time = midnight + 48_600_000_000_000L + i * (23_400_000_000_000L / quotes);
        text.append("S").append(symbol).append(',').append(time + random.nextInt(1_000));
        text.append(",X").append(random.nextInt(12)).append(',').append(bid / 100).append('.');
        text.append((char) ('0' + bid / 10 % 10)).append((char) ('0' + bid % 10)).append(',');
        text.append(100 * (1 + random.nextInt(6))).append(',').append(ask / 100).append('.');
        text.append((char) ('0' + ask / 10 % 10)).append((char) ('0' + ask % 10)).append(',');
        text.append(100 * (1 + random.nextInt(6))).append('\n');
        if (text.length() > 1 << 16) {
          file.write(text.toString().getBytes(StandardCharsets.US_ASCII));
          text.setLength(0);
        }
      }
      file.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Something that is measured. */
  private interface Work {
    void run() throws IOException, SQLException;
  }

  private void measure(String what, long count, Work work) throws IOException, SQLException {
    double best = 0;
    CpuClock fastest = null;
    for (int round = 0; round < ROUNDS; round++) {
      CpuClock clock = new CpuClock();
      work.run();
      clock.stop();
      double rate = count / clock.ownSeconds();
      if (rate > best) {
        best = rate;
        fastest = clock;
      }
    }
    out.accept(
        "%-44s %,14d  %7.2f CPU s  %7.2f s  %,14.0f a CPU second"
            .formatted(what, count, fastest.ownSeconds(), fastest.seconds(), best));
  }

  private void load(List<MarketFile> files, Path market) throws IOException {
    MarketLoad.run(
        new MarketLoad.Settings(
            files,
            Feed.CSV,
            TradeDates.UTC,
            market,
            folder.resolve("rejects-" + System.nanoTime() + ".csv"),
            MarketLoad.Settings.rowsForThisHeap()),
        new AtomicLong());
  }

  private void load(Path input, Statement duckDb) throws IOException, SQLException {
    Path market = folder.resolve("marketdata");
    List<MarketFile> files = MarketFile.list(input.toString());
    measure("load CSV, sort, NBBO, Parquet", quotes, () -> load(files, market));
    Path duck = folder.resolve("duck.parquet");
    String csv =
        "read_csv('"
            + input
            + "', header = true, auto_detect = false, columns = {'symbol': 'VARCHAR', 'time':"
            + " 'BIGINT', 'exchange': 'VARCHAR', 'bid': 'DECIMAL(18,4)', 'bidSize': 'BIGINT',"
            + " 'ask': 'DECIMAL(18,4)', 'askSize': 'BIGINT'})";
    measure(
        "  DuckDB: CSV, sort, Parquet v2 zstd",
        quotes,
        () ->
            duckDb.execute(
                "COPY (SELECT symbol, make_timestamp_ns(time) AS time, exchange, bid, bidSize, ask,"
                    + " askSize, NULL::VARCHAR AS condition FROM "
                    + csv
                    + " ORDER BY symbol, time) TO '"
                    + duck
                    + "' (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2)"));
    Path ours = MarketFolder.of(market).days().values().iterator().next().path(MarketKind.QUOTE);
    out.accept(
        "bytes a quote: %.3f; DuckDB %.3f"
            .formatted((double) Files.size(ours) / quotes, (double) Files.size(duck) / quotes));
    try (ResultSet same =
        duckDb.executeQuery(
            "SELECT (SELECT count(*) FROM (FROM '%1$s' EXCEPT ALL FROM '%2$s')), (SELECT count(*)"
                    .formatted(ours, duck)
                + " FROM '%1$s')".formatted(ours))) {
      same.next();
      out.accept("rows that differ: %,d of %,d".formatted(same.getLong(1), same.getLong(2)));
    }
  }

  private void read(DayFiles day, Statement duckDb) throws IOException, SQLException {
    measure("read 7 columns into arrays", quotes, () -> MarketScan.quotes(day));
    readByDuckDb("'" + day.path(MarketKind.QUOTE) + "'", duckDb);
  }

  /** What DuckDB takes to read quotes of Parquet files. */
  static void readByDuckDb(Path folder, String files, long quotes, Consumer<String> out)
      throws IOException {
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      new MarketBench(folder, quotes, out).readByDuckDb(files, statement);
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void readByDuckDb(String files, Statement duckDb) throws IOException, SQLException {
    org.duckdb.DuckDBConnection connection =
        duckDb.getConnection().unwrap(org.duckdb.DuckDBConnection.class);
    measure(
        "  DuckDB: 7 columns, chunks into arrays",
        quotes,
        () -> {
          long rows = 0;
          long[] into = new long[2_048];
          int[] codes = new int[2_048];
          TextCodes texts = new TextCodes();
          try (var statement =
                  (org.duckdb.DuckDBPreparedStatement)
                      connection.prepareStatement(
                          "SELECT symbol, epoch_ns(time), exchange, bid::DOUBLE, bidSize,"
                              + " ask::DOUBLE, askSize FROM "
                              + files);
              var result = statement.query()) {
            while (result.nextChunk()) {
              var chunk = result.chunk();
              int count = (int) chunk.rowCount();
              for (int column : new int[] {0, 2}) {
                var vector = chunk.vector(column);
                for (int i = 0; i < count; i++) {
                  codes[i] = texts.code(vector.getString(i));
                }
              }
              for (int column : new int[] {1, 4, 6}) {
                var vector = chunk.vector(column);
                for (int i = 0; i < count; i++) {
                  into[i] = vector.getLong(i);
                }
              }
              for (int column : new int[] {3, 5}) {
                var vector = chunk.vector(column);
                for (int i = 0; i < count; i++) {
                  into[i] = (long) vector.getDouble(i);
                }
              }
              rows += count;
            }
          }
          // The chunks of a query that failed end like those of one that did not.
          if (rows != quotes) {
            throw new IOException(rows + " rows of " + quotes);
          }
        });
  }

  private void requests() throws IOException {
    for (int atOnce : new int[] {1, 1, 2, 8}) { // the first is cold
      ExecutorService executor = Executors.newFixedThreadPool(atOnce);
      List<Callable<Double>> requests = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        // Stretches of the busiest symbol, of the same number of quotes.
        long length = 23_400_000_000_000L / 64;
        long from = MIDNIGHT + 48_600_000_000_000L + i * length;
        requests.add(
            () -> {
              long began = System.nanoTime();
              new MarketRequest(Set.of("S0"), from, from + length, EnumSet.of(MarketKind.QUOTE))
                  .fetch(MarketFolder.of(folder.resolve("marketdata")), 1);
              return (System.nanoTime() - began) / 1e6;
            });
      }
      double sum = 0;
      double squares = 0;
      try {
        for (Future<Double> done : executor.invokeAll(requests)) {
          sum += done.get();
          squares += done.get() * done.get();
        }
      } catch (InterruptedException | ExecutionException e) {
        throw new IOException(e.getMessage(), e);
      } finally {
        executor.shutdownNow();
      }
      double mean = sum / requests.size();
      double deviation = Math.sqrt(Math.max(0, squares / requests.size() - mean * mean));
      out.accept(
          "%d requests at once: mean %.2f ms, deviation %.2f ms, %.0f %%"
              .formatted(atOnce, mean, deviation, 100 * deviation / mean));
    }
  }

  private void asOf(DayFiles day, Statement duckDb) throws IOException, SQLException {
    long events = quotes / 5;
    Path file = folder.resolve("events.parquet");
    Files.deleteIfExists(file);
    List<ColumnSpec> columns = List.of(ColumnSpec.text("symbol"), ColumnSpec.time("time"));
    TextCodes texts = new TextCodes();
    try (ColumnFileWriter writer = new ColumnFileWriter(file, columns, texts, Map.of());
        ResultSet rows =
            duckDb.executeQuery(
                "SELECT symbol, epoch_ns(time) + 777 AS t FROM '"
                    + day.path(MarketKind.QUOTE)
                    + "' WHERE hash(epoch_ns(time), symbol) % 5 = 0 ORDER BY symbol, t")) {
      while (rows.next()) {
        writer.set(0, texts.code(rows.getString(1)));
        writer.set(1, rows.getLong(2));
        writer.endRow();
      }
      writer.finish();
      events = writer.rows();
    }
    long[][] sums = new long[2][];
    measure(
        "as of %,d quotes".formatted(quotes),
        events,
        () -> {
          try (ColumnFile open = ColumnFile.open(file)) {
            sums[0] = MarketScan.asOf(open, day);
          }
        });
    measure(
        "  DuckDB: ASOF LEFT JOIN",
        events,
        () -> {
          try (ResultSet row =
              duckDb.executeQuery(
                  "SELECT count(n.bid + n.ask), sum((CASE WHEN n.ask IS NOT NULL THEN n.bid END) *"
                      + " 10000)::BIGINT, sum((CASE WHEN n.bid IS NOT NULL THEN n.ask END) *"
                      + " 10000)::BIGINT FROM '"
                      + file
                      + "' AS e ASOF LEFT JOIN '"
                      + day.path(MarketKind.NBBO)
                      + "' AS n ON n.symbol = e.symbol AND e.time >= n.time")) {
            row.next();
            sums[1] = new long[] {row.getLong(1), row.getLong(2), row.getLong(3)};
          }
        });
    out.accept(
        "sums "
            + (Arrays.equals(sums[0], sums[1]) ? "agree: " : "DIFFER: ")
            + Arrays.toString(sums[0])
            + " and "
            + Arrays.toString(sums[1]));
  }

  private void windows() throws IOException, SQLException {
    MarketFolder market = MarketFolder.of(folder.resolve("marketdata"));
    var request = new WindowRequest(Set.of(), MarketKind.NBBO, WindowShape.parse("1000", "25"), 3);
    List<WindowPiece> pieces = request.pieces(market);
    long records = MarketScan.windows(pieces)[0];
    measure("windows 1000/25, cubic, with reading", records, () -> MarketScan.windows(pieces));
    var filtered =
        new WindowRequest(
            Set.of(),
            WindowValue.MID,
            WindowShape.parse("1000", "25"),
            3,
            OutlierRule.parse("5/100"),
            false);
    measure(
        "  the same without outliers, 5/100, and cutting",
        records,
        () -> MarketScan.windows(filtered.pieces(market)));
    WindowPiece first = pieces.get(0);
    int times = (int) Math.max(40, 60_000_000 / Math.max(1, first.records()));
    long computed = MarketScan.computeWindows(first, times);
    measure(
        "windows 1000/25, cubic, computing alone",
        computed,
        () -> MarketScan.computeWindows(first, times));
  }

  /** Windows of a stream by one thread and by two, and how even the pieces are for 24 workers. */
  private void speedUp(Stream stream) throws IOException {
    Path input = folder.resolve(stream + ".csv");
    Path stored = folder.resolve("marketdata-" + stream);
    if (!Files.exists(stored)) {
      generate(input, stream, quotes / 5);
      load(MarketFile.list(input.toString()), stored);
      Files.delete(input);
    }
    var request = new WindowRequest(Set.of(), MarketKind.NBBO, WindowShape.parse("1000", "25"), 3);
    List<WindowPiece> pieces = request.pieces(MarketFolder.of(stored));
    pieces.sort((one, other) -> Long.compare(other.records(), one.records()));
    double[] seconds = {Double.MAX_VALUE, Double.MAX_VALUE};
    for (int round = 0; round < 2 * ROUNDS; round++) {
      int threads = 1 + round % 2;
      ExecutorService executor = Executors.newFixedThreadPool(threads);
      long began = System.nanoTime();
      try {
        List<Callable<long[]>> tasks = new ArrayList<>();
        for (WindowPiece piece : pieces) {
          tasks.add(() -> MarketScan.windows(List.of(piece)));
        }
        for (Future<long[]> done : executor.invokeAll(tasks)) {
          done.get();
        }
      } catch (InterruptedException | ExecutionException e) {
        throw new IOException(e.getMessage(), e);
      } finally {
        executor.shutdownNow();
      }
      seconds[threads - 1] = Math.min(seconds[threads - 1], (System.nanoTime() - began) / 1e9);
    }
    long[] shares = new long[24];
    for (WindowPiece piece : pieces) {
      int least = 0;
      for (int i = 1; i < shares.length; i++) {
        least = shares[i] < shares[least] ? i : least;
      }
      shares[least] += piece.records();
    }
    double mean = Arrays.stream(shares).average().orElseThrow();
    out.accept(
        "windows of a stream that is %-9s by one thread %.2f s, by two %.2f s: %.2f times; of 24"
                .formatted(stream, seconds[0], seconds[1], seconds[0] / seconds[1])
            + " workers the largest share is %.3f of the mean"
                .formatted(Arrays.stream(shares).max().orElseThrow() / mean));
  }
}
