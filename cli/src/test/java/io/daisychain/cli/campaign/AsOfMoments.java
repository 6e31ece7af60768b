package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Publishes a market of several trade dates as it is handed in, message by message in any order,
 * corrections and deletions among them; whole dates too, other market data, and after a date was
 * dropped; and kills publications. After each the digests of all tables and views are written down.
 * At random moments {@code sql --asOf} then tells those that were written down.
 */
final class AsOfMoments {
  /** All that is published and has the same value however often it is added up. */
  private static final String COLUMNS =
      "SELECT table_name, string_agg('\"' || column_name || '\"', ', ' ORDER BY column_index) FROM"
          + " duckdb_columns() WHERE schema_name = 'main' AND NOT internal AND data_type <> 'DOUBLE'"
          + " AND column_name NOT IN ('vwap', 'minuteVwap', 'deviationBps') GROUP BY 1 ORDER BY 1";

  private static final String DROPPED = "20260317";

  /**
   * What was published for a while.
   *
   * @param sql asks for the digests
   * @param digests as they were
   */
  private record Span(Instant from, Instant to, String sql, String digests) {}

  private final Program calm;
  private final Program killed;
  private final List<String> store;
  private final Random random;
  private final List<Span> spans = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private long longest = 1;
  private int kills;
  private Instant since;
  private String sql;
  private String digests;

  AsOfMoments(Path folder, String store, Random random) {
    this.calm = Program.inProcess(folder);
    this.killed = new Program(folder);
    this.store = List.of("--store=" + store, "--table=asof");
    this.random = random;
  }

  /**
   * Publishes {@code args[0]} hand-ins of {@code args[1]} events and asks at {@code args[2]}
   * moments, drawn from the seed {@code args[3]}, in the folder {@code args[4]}.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[4])).toAbsolutePath();
    try (RunningStore store = RunningStore.start(folder)) {
      AsOfMoments moments =
          new AsOfMoments(folder, store.address(), new Random(Long.parseLong(args[3])));
      moments.prepare(Integer.parseInt(args[1]));
      moments.publish(Integer.parseInt(args[0]), 0.4);
      System.out.println(moments.ask(Integer.parseInt(args[2])));
    }
    System.exit(0); // threads of clients
  }

  /** Makes a market of so many events. */
  void prepare(int events) throws Exception {
    calm.succeed(
        "generate",
        "--output=w",
        "--events=" + events,
        "--days=3",
        "--gtc=0.2",
        "--late=0.05",
        "--lineage=native",
        "--model=mixed",
        "--errors=0.05",
        "--repairs=0.2",
        "--market",
        "--seed=" + random.nextInt(1_000));
    try (Stream<Path> files = Files.list(calm.folder().resolve("w"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".fix")).sorted().toList()) {
        lines.addAll(Files.readAllLines(file, ISO_8859_1));
      }
    }
    Collections.shuffle(lines, random);
  }

  /**
   * Hands in, links and publishes: at first half of all, then little.
   *
   * @param rate how probable a kill of a publication is
   */
  void publish(int handIns, double rate) throws Exception {
    int begin = 0;
    for (int i = 0; i < handIns; i++) {
      int few = 1 + random.nextInt(60);
      int end = i == 0 ? lines.size() / 2 : Math.min(lines.size(), begin + few);
      end = i == handIns / 2 ? Math.min(lines.size(), begin + lines.size() / 4) : end;
      Files.write(calm.folder().resolve("part.fix"), lines.subList(begin, end), ISO_8859_1);
      begin = end;
      if (i == handIns - 2) {
        succeed("drop", "--days=" + DROPPED, "--yes");
      }
      succeed("ingest", "--input=part.fix", "--reference=w");
      succeed("link", "--gtcDays=7");
      if (i == 1 || i == handIns - 3) {
        market(i == 1 ? "quotes" : "trades");
      }
      publish(rate);
    }
    end();
  }

  private void market(String kind) throws Exception {
    end();
    calm.succeed("marketdata", "load", "--input=w/" + kind + "-*.csv", "--format=csv");
    begin();
  }

  /** Publishes until nobody kills it; what is published after a kill is written down too. */
  private void publish(double rate) throws Exception {
    String[] line =
        stored(
            "publish",
            random.nextInt(3) == 0 ? "--files=csv" : "--files=none",
            random.nextInt(6) == 0 ? "--days=all" : "--days=changed");
    while (!spans.isEmpty() && random.nextDouble() < rate) {
      end();
      Program.Command started = killed.start(line);
      if (!started.process().waitFor(random.nextLong(longest), TimeUnit.MILLISECONDS)) {
        kills++;
      }
      started.process().destroyForcibly().onExit().join();
      begin();
    }
    end();
    long start = System.nanoTime();
    killed.succeed(line);
    longest = Math.max(longest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    begin();
  }

  private void succeed(String... command) throws Exception {
    calm.succeed(stored(command));
  }

  private String[] stored(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(store);
    return all.toArray(String[]::new);
  }

  /** What is published now stays until {@link #end}. */
  private void begin() throws IOException {
    since = Instant.now();
    DuckDbQuery query = new DuckDbQuery(calm.folder().resolve("daisychain-data/warehouse.duckdb"));
    List<String> parts = new ArrayList<>();
    for (String[] table : query.rows(COLUMNS)) {
      parts.add(
          "SELECT '%s' AS t, count(*) AS n, coalesce(sum(hash(%s)), 0) AS h FROM %s"
              .formatted(table[0], table[1], table[0]));
    }
    sql = String.join(" UNION ALL ", parts) + " ORDER BY ALL";
    digests = text(query.rows(sql));
  }

  private void end() {
    if (since != null) {
      spans.add(new Span(since, Instant.now(), sql, digests));
      since = null;
    }
  }

  private static String text(List<String[]> rows) {
    StringBuilder text = new StringBuilder("t,n,h\n");
    rows.forEach(row -> text.append(String.join(",", row)).append('\n'));
    return text.toString();
  }

  /**
   * Asks at so many random moments.
   *
   * @return what was asked
   */
  String ask(int moments) throws Exception {
    Instant begin = spans.get(0).from();
    long nanos = Duration.between(begin, spans.get(spans.size() - 1).to()).toNanos();
    int during = 0;
    for (int i = 0; i < moments; i++) {
      // Half of them anywhere, half in a stretch that is drawn, be it ever so short.
      Span drawn = spans.get(random.nextInt(spans.size()));
      long own = Duration.between(drawn.from(), drawn.to()).toNanos();
      Instant moment =
          i % 2 == 0
              ? begin.plusNanos(random.nextLong(nanos))
              : drawn.from().plusNanos(random.nextLong(own));
      Span before = null;
      Span after = null;
      for (Span span : spans) {
        before = span.from().isAfter(moment) ? before : span;
        after = after == null && !span.to().isBefore(moment) ? span : after;
      }
      String found = asOf(moment, before.sql());
      if (before.equals(after)) {
        assertEquals(before.digests(), found, () -> "as of " + moment);
      } else { // while it was published
        during++;
        String later = asOf(moment, after.sql());
        assertTrue(
            found.equals(before.digests()) || later.equals(after.digests()),
            () -> "as of " + moment);
      }
    }
    return "%d moments, %d of them during a publication; %d publications told apart, %d killed"
        .formatted(moments, during, spans.stream().map(Span::digests).distinct().count(), kills);
  }

  private String asOf(Instant moment, String query) throws Exception {
    Program.Ended ended = calm.run("sql", "--asOf=" + moment, "--format=csv", query);
    return ended.exitCode() == 0 ? ended.out() : ended.err();
  }
}
