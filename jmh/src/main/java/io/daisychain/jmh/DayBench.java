package io.daisychain.jmh;

import io.daisychain.cli.job.Stages;
import io.daisychain.cli.plan.PaperRun;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.model.Family;
import io.daisychain.store.KeyRanges;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * One trade date from files to SQL in one process, stage by stage, with what it takes of CPU, disk
 * and heap. Beside it: the same rows scanned and written by plain threads, DuckDB by itself from a
 * CSV file of the same edges to a CSV file with the oldest ancestor of each event, and the rate of
 * the paper's 1 % run.
 */
final class DayBench {
  /** The stages whose sum is the way from files to SQL. */
  private static final List<String> DAY = List.of("ingest", "link", "publish");

  private static final int MEGA = 1_000_000;

  private final BenchSetting setting;
  private final BenchTable results;
  private final Path folder;
  private final boolean hasFiles;
  private final Map<String, ResourceClock> clocks = new LinkedHashMap<>();
  private long rooted;

  /**
   * A bench that keeps everything in a folder.
   *
   * @param hasFiles whether publish writes CSV files beside the warehouse
   */
  DayBench(BenchSetting setting, Path folder, boolean hasFiles) {
    this.setting = setting;
    this.results = setting.results();
    this.folder = folder;
    this.hasFiles = hasFiles;
  }

  /** Measures and prints. */
  void run() throws IOException {
    Stages stages = setting.stages();
    String table = setting.table();
    KeyRanges ranges = BenchTables.make(setting.connector(), table, BenchSetting.SPLITS);
    measure("ingest", () -> stages.ingest(table, true));
    measure("link", () -> stages.link(table));
    measure("publish", () -> stages.publish(hasFiles, () -> {}));
    results.addSum("files to SQL", setting.events(), DAY);

    CpuClock clock = new CpuClock();
    setting.rawStore().scan(table, ranges);
    results.add("raw scan of linked rows", setting.events(), clock);
    clock = new CpuClock();
    setting.rawStore().scan(table, ranges, Family.LINK);
    results.add("raw scan, Link alone", setting.events(), clock);
    String peer;
    try {
      linkInDuckDb();
      peer = "DuckDB gives %,d events their oldest ancestor, by first parents alone.";
    } catch (SQLException e) {
      // It holds all edges in memory: what was measured before is no worse for that.
      peer = "DuckDB failed from CSV to CSV: " + e.getMessage().lines().findFirst().orElse("");
      peer = peer.replace("%", "%%");
    }
    results.print();
    line(peer, rooted);
    printResources();
    printPlaces();
    printPaper();
  }

  /** Something that is measured. */
  private interface Work {
    void run() throws IOException;
  }

  private void measure(String name, Work work) throws IOException {
    ResourceClock clock = new ResourceClock();
    work.run();
    clock.stop();
    clocks.put(name, clock);
    results.addStopped(name, setting.events(), clock.cpu());
    results.addResources(name, clock);
  }

  private void linkInDuckDb() throws IOException, SQLException {
    Path edges = folder.resolve("edges.csv").toAbsolutePath();
    Path linked = folder.resolve("linked.csv").toAbsolutePath();
    DuckDbWarehouse.Limits limits = DuckDbWarehouse.Limits.ofThisMachine();
    Properties settings = new Properties();
    settings.setProperty("memory_limit", limits.memoryMegabytes() + "MB");
    settings.setProperty("threads", Integer.toString(limits.threads()));
    settings.setProperty("temp_directory", folder.resolve("duckdb").toAbsolutePath().toString());
    try (Connection warehouse =
            DriverManager.getConnection("jdbc:duckdb:" + setting.stages().warehouse(), settings);
        Statement statement = warehouse.createStatement()) {
      statement.execute(
          "COPY (SELECT id, Parent, timestamp, symbol, eventType, quantity, price FROM events) TO '"
              + edges
              + "'");
    }
    try (Connection memory = DriverManager.getConnection("jdbc:duckdb:", settings);
        Statement statement = memory.createStatement()) {
      CpuClock clock = new CpuClock();
      statement.execute(linkQuery(edges, linked));
      results.add("DuckDB: CSV, link, CSV", setting.events(), clock);
      rooted =
          FirstColumn.number(
              statement.getConnection(),
              "SELECT count(GrandParent) FROM read_csv('" + linked + "')");
    } finally {
      Files.deleteIfExists(edges);
      Files.deleteIfExists(linked);
    }
  }

  /** From edges to each event's oldest ancestor, level by level. */
  private static String linkQuery(Path edges, Path linked) {
    return """
    COPY (
      WITH RECURSIVE
      event AS MATERIALIZED (SELECT * FROM read_csv('%s')),
      linked AS (
        SELECT id, id AS GrandParent FROM event WHERE Parent IS NULL
        UNION ALL
        SELECT event.id, linked.GrandParent FROM linked JOIN event ON event.Parent = linked.id)
      SELECT event.*, linked.GrandParent FROM event LEFT JOIN linked USING (id)
    ) TO '%s'
    """
        .formatted(edges, linked);
  }

  private void printResources() {
    line("");
    line("%-28s %12s %12s %12s", "", "MB written", "MB read", "MB peak heap");
    clocks.forEach(
        (name, clock) ->
            line(
                "%-28s %12s %12s %,12d",
                name,
                megabytes(clock.written()),
                megabytes(clock.read()),
                clock.peakHeap() / MEGA));
  }

  private void printPlaces() throws IOException {
    line("");
    line("%-28s %12s %12s", "", "MB on disk", "bytes/event");
    Path warehouse = setting.stages().warehouse();
    Map<String, List<Path>> places = new LinkedHashMap<>();
    places.put("workload", List.of(folder.resolve("workload")));
    places.put("store", List.of(folder.resolve("store")));
    places.put("published files", List.of(setting.stages().published()));
    places.put(
        "warehouse",
        List.of(warehouse, warehouse.resolveSibling(warehouse.getFileName() + ".days")));
    for (Map.Entry<String, List<Path>> place : places.entrySet()) {
      long bytes = 0;
      for (Path path : place.getValue()) {
        bytes += bytes(path);
      }
      results.addPlace(place.getKey(), bytes);
      line("%-28s %,12d %,12d", place.getKey(), bytes / MEGA, bytes / setting.events());
    }
  }

  /** Bytes of a file, or of all files in a folder; files may go while they are counted. */
  private static long bytes(Path path) throws IOException {
    if (!Files.exists(path)) {
      return 0;
    }
    long sum = 0;
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.toList()) {
        try {
          // Links lead to files that lie here too.
          sum += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
        } catch (NoSuchFileException e) {
          // The store has just replaced it.
        }
      }
    }
    return sum;
  }

  private void printPaper() {
    PaperRun paper = PaperRun.ALL.get(0);
    double minutes = paper.ingestMinutes() + paper.linkMinutes();
    double rate = setting.events() / results.seconds("files to SQL");
    line("");
    line(
        "The paper's %d %% run: %,.0f events in %.0f minutes, %,.0f/s with %d worker cores and %d"
            + " nodes, import not counted.",
        paper.percent(),
        paper.events(),
        minutes,
        paper.events() / minutes / 60,
        paper.cores(),
        paper.nodes());
    line(
        "At the rate above, import counted, they would take %.0f minutes here.",
        paper.events() / rate / 60);
  }

  private static String megabytes(Optional<Long> bytes) {
    return bytes.map(number -> String.format(Locale.ROOT, "%,d", number / MEGA)).orElse("-");
  }

  private static void line(String format, Object... values) {
    Terminal.result(String.format(Locale.ROOT, format, values));
  }
}
