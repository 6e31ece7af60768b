package io.daisychain.jmh;

import io.daisychain.explorer.Explorer;
import io.daisychain.explorer.QuestionLog;
import io.daisychain.explorer.ShownWarehouse;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The explorer's server over a large publication: how long it takes to be ready, and how long each
 * kind of request takes, over HTTP on one kept connection, as the page's are.
 *
 * <p>The publication is a small one many times over, with ids, times and prices of its own each
 * time, made in SQL.
 */
public final class ExploreBench {
  private static final int ROUNDS = 30;
  private static final long SEED = 20_261_122;
  private static final Pattern SECRET = Pattern.compile("name=\"secret\" content=\"([^\"]+)\"");
  private static final Pattern TIMES = Pattern.compile("\"(from|to)Nanos\":\"([0-9]+)\"");

  private final HttpClient client = HttpClient.newHttpClient();
  private final Consumer<String> out;
  private final Random random = new Random(SEED);
  private String host;
  private String cookie;
  private String secret;

  private ExploreBench(Consumer<String> out) {
    this.out = out;
  }

  /**
   * Runs without the command line: folder, a published warehouse, number of events, and {@code
   * browser} to measure the page.
   */
  public static void main(String[] args) throws IOException {
    run(
        Path.of(args[0]),
        Path.of(args[1]),
        Long.parseLong(args[2]),
        args.length > 3 && args[3].equals("browser"),
        System.out::println);
  }

  /** Measures the server, or the page in a browser, and prints lines. */
  static void run(Path folder, Path source, long events, boolean browser, Consumer<String> out)
      throws IOException {
    if (!Files.exists(source)) {
      throw new IOException("no warehouse at " + source + ": run './daisychain demo' first");
    }
    Files.createDirectories(folder);
    Path warehouse = folder.resolve("explore-" + events + ".duckdb");
    try {
      if (!Files.exists(warehouse)) {
        multiply(source.toAbsolutePath().normalize(), warehouse.toAbsolutePath(), events);
      }
      if (browser) {
        try (Explorer explorer =
            Explorer.start(
                ShownWarehouse.whole(warehouse, Optional.of(folder.resolve("side"))),
                0,
                Optional.empty(),
                QuestionLog.NONE)) {
          explorer.awaitReady();
          BrowserBench.run(explorer.address(), out);
        }
      } else {
        new ExploreBench(out).measure(warehouse, folder.resolve("side"));
      }
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Copies a warehouse, its events and what was quoted at them many times over. */
  private static void multiply(Path source, Path warehouse, long events)
      throws IOException, SQLException {
    Path days = Path.of(source + ".days");
    Path copied = Path.of(warehouse + ".days");
    long own;
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        Stream<Path> files = Files.walk(days)) {
      statement.execute("SET temp_directory = '" + copied + ".tmp'");
      own =
          FirstColumn.number(connection, "SELECT count(*) FROM '" + days + "/events/*/*.parquet'");
      long times = Math.max(1, Math.round((double) events / own));
      for (Path file : files.toList()) {
        Path target = copied.resolve(days.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (file.toString().endsWith(".parquet")
            && days.relativize(file).getName(0).toString().matches("events|event_market")) {
          boolean isEvents = days.relativize(file).startsWith("events");
          statement.execute(
              ("COPY (SELECT * REPLACE (%s) FROM read_parquet('%s', hive_partitioning = "
                      + "false), range(%s) AS r(i)%s) TO '%s' (FORMAT parquet, COMPRESSION snappy)")
                  .formatted(
                      isEvents ? changed() : id("id") + " AS id",
                      file,
                      times,
                      isEvents ? " ORDER BY symbol, timestamp, id" : "",
                      target));
        } else {
          Files.copy(file, target);
        }
      }
    }
    Files.copy(source, warehouse);
    place(warehouse, copied);
  }

  /** Has a copied warehouse name its own files, as one that was published there does. */
  private static void place(Path warehouse, Path copied) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + warehouse);
        Statement statement = connection.createStatement()) {
      String noted = FirstColumn.of(connection, "SELECT folder FROM daisychain.publication").get(0);
      String views = "SELECT sql FROM duckdb_views() WHERE NOT internal ORDER BY view_oid";
      for (String view : FirstColumn.of(connection, views)) {
        statement.execute(
            view.replaceFirst("^CREATE VIEW ", "CREATE OR REPLACE VIEW ")
                .replace(noted + "/", copied + "/"));
      }
      statement.execute("UPDATE daisychain.publication SET folder = '" + copied + "'");
    }
  }

  private static String id(String column) {
    return "(CASE WHEN i = 0 THEN " + column + " ELSE md5(" + column + "::VARCHAR || i)::UUID END)";
  }

  private static String changed() {
    List<String> columns = new ArrayList<>();
    for (String column : List.of("id", "Parent", "GrandParent", "LifecycleId", "Child")) {
      columns.add(id(column) + " AS " + column);
    }
    for (String column : List.of("EventId", "clOrdId", "orderId")) {
      columns.add(
          "CASE WHEN i = 0 THEN " + column + " ELSE " + column + " || '-' || i END AS " + column);
    }
    String later = "i * 7_919_000_003 % 1_200_000_000_000";
    columns.add("timestampNanos + " + later + " AS timestampNanos");
    columns.add("make_timestamp_ns(timestampNanos + " + later + ") AS timestamp");
    columns.add("lastPx * (1 + (i % 41 - 20) * 0.0005) AS lastPx");
    columns.add("price * (1 + (i % 41 - 20) * 0.0005) AS price");
    return String.join(", ", columns);
  }

  private void measure(Path warehouse, Path side)
      throws IOException, InterruptedException, SQLException {
    if (Files.exists(side)) {
      try (Stream<Path> files = Files.list(side)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
    out.accept(String.format(Locale.ROOT, "%-34s %9s %9s", "", "seconds", "CPU s"));
    ready("ready, from the warehouse", warehouse, side);
    try (Stream<Path> files = Files.list(side)) {
      for (Path file : files.toList()) {
        out.accept(String.format(Locale.ROOT, "%-34s %,d bytes", "side file", Files.size(file)));
      }
    }
    ready("ready, from the side file", warehouse, side);
    try (Explorer explorer =
        Explorer.start(
            ShownWarehouse.whole(warehouse, Optional.of(side)),
            0,
            Optional.empty(),
            QuestionLog.NONE)) {
      explorer.awaitReady();
      enter(explorer.address());
      requests();
    }
  }

  private void ready(String name, Path warehouse, Path side)
      throws IOException, InterruptedException {
    CpuClock clock = new CpuClock();
    try (Explorer explorer =
        Explorer.start(
            ShownWarehouse.whole(warehouse, Optional.of(side)),
            0,
            Optional.empty(),
            QuestionLog.NONE)) {
      explorer.awaitReady();
      clock.stop();
      out.accept(
          String.format(
              Locale.ROOT, "%-34s %9.2f %9.2f", name, clock.seconds(), clock.ownSeconds()));
      while (Files.notExists(side) || isEmpty(side)) { // it is written aside
        Thread.onSpinWait();
      }
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.noneMatch(file -> file.toString().endsWith(".points"));
    }
  }

  private void enter(String address) throws IOException, InterruptedException {
    host = address.replaceFirst("/\\?.*", "");
    HttpResponse<String> entered =
        client.send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString());
    cookie = entered.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    Matcher given = SECRET.matcher(entered.body());
    if (!given.find()) {
      throw new IOException("no secret at " + host);
    }
    secret = given.group(1);
  }

  private byte[] ask(String request) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(host + request))
                .header("Cookie", cookie)
                .header("X-Daisychain", secret)
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new IOException(
          request
              + ": "
              + answer.statusCode()
              + " "
              + new String(answer.body(), StandardCharsets.UTF_8));
    }
    return answer.body();
  }

  private String text(String request) throws IOException, InterruptedException {
    return new String(ask(request), StandardCharsets.ISO_8859_1);
  }

  /** What a request asks for, drawn anew each time. */
  private interface Draw {
    String request() throws IOException, InterruptedException;
  }

  private void requests() throws IOException, InterruptedException {
    String size = "&w=1000&h=400";
    String about = text("/api/about");
    List<String> symbols = all(text("/api/symbols"), "\\[\"([A-Z.]+)\",");
    long from = 0;
    long to = 0;
    Matcher times = TIMES.matcher(text("/api/picture?y=return" + size));
    while (times.find()) {
      if (times.group(1).equals("from")) {
        from = Long.parseLong(times.group(2));
      } else {
        to = Long.parseLong(times.group(2));
      }
    }
    to = Math.min(to, from + 24_000_000_000_000L); // the day that has nearly all of them
    long first = from;
    long span = to - from;
    out.accept(
        all(about, "^\\{\"publication\":\"[0-9a-f]+\",\"events\":([0-9]+)").get(0) + " events");
    out.accept(
        String.format(
            Locale.ROOT,
            "%-34s %9s %9s %9s %9s %9s",
            "milliseconds",
            "median",
            "p95",
            "most",
            "CPU",
            "kB"));
    row("picture of all", () -> "/api/picture?y=return" + size);
    row("picture, by price", () -> "/api/picture?y=price" + size);
    row(
        "picture of a part of the day",
        () -> "/api/picture?y=return" + part("", first, span) + size);
    row("picture of a symbol", () -> "/api/picture?y=price&symbol=" + one(symbols) + size);
    row("picture of a type", () -> "/api/picture?y=return&type=FILL" + size);
    row("counts of all", () -> "/api/summary?y=return");
    row("counts of a mark", () -> "/api/summary?y=return" + part("b", first, span));
    row(
        "counts of a mark, with values",
        () -> "/api/summary?y=return&blow=-0.01&bhigh=0.02" + part("b", first, span));
    row("timeline of a symbol", () -> "/api/timeline?symbol=" + one(symbols));
    List<String> ids =
        all(text("/api/rows?limit=500&from=" + (from + span / 2)), "\"id\":\"([0-9a-f-]{36})\"");
    row(
        "place of the picture",
        () -> "/api/near?y=return&across=0." + (100 + random.nextInt(800)) + "&up=0.3" + size);
    row("lifecycle of an event", () -> "/api/lifecycle?market=later&id=" + one(ids));
    row("bid and ask of its events", () -> "/api/lifecycle?id=" + one(ids));
    row("search of an id", () -> "/api/search?q=" + one(ids));
    row(
        "search of a ClOrdID",
        () ->
            "/api/search?q=%s-%s-1"
                .formatted(random.nextInt(4), Integer.toString(random.nextInt(1300), 36)));
  }

  private String part(String prefix, long from, long span) {
    long begin = from + (long) (random.nextDouble() * 0.8 * span);
    return "&" + prefix + "from=" + begin + "&" + prefix + "to=" + (begin + span / 8);
  }

  private String one(List<String> values) {
    return URLEncoder.encode(values.get(random.nextInt(values.size())), StandardCharsets.UTF_8);
  }

  private static List<String> all(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }

  private void row(String name, Draw draw) throws IOException, InterruptedException {
    Histogram histogram = new Histogram(3);
    long bytes = 0;
    CpuClock clock = new CpuClock();
    for (int i = -10; i < ROUNDS; i++) { // the first few find code and files cold
      if (i == 0) {
        clock = new CpuClock();
      }
      String request = draw.request();
      long began = System.nanoTime();
      bytes = ask(request).length;
      if (i >= 0) {
        histogram.recordValue((System.nanoTime() - began) / 1_000);
      }
    }
    clock.stop();
    out.accept(
        String.format(
            Locale.ROOT,
            "%-34s %9.1f %9.1f %9.1f %9.1f %9.1f",
            name,
            histogram.getValueAtPercentile(50) / 1e3,
            histogram.getValueAtPercentile(95) / 1e3,
            histogram.getMaxValue() / 1e3,
            clock.ownSeconds() * 1e3 / ROUNDS,
            bytes / 1e3));
  }
}
