package io.daisychain.cli;

import io.daisychain.publish.PublishedTables;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RawStore;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.TableAdmin;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Publish beside its limits, in turns, as often as asked: a scan of the same rows that does nothing
 * with them, and what DuckDB by itself needs to write the same tables as CSV and to load them.
 */
final class PublishBench {
  private final StoreConnector connector;
  private final String table;
  private final PipelineOptions options;
  private final Path output;
  private final BenchTable results;
  private long events;
  private CpuClock sinceFiles;

  PublishBench(
      StoreConnector connector,
      String table,
      PipelineOptions options,
      Path output,
      BenchTable results) {
    this.connector = connector;
    this.table = table;
    this.options = options;
    this.output = output;
    this.results = results;
  }

  /** Measures, prints all lines, and how the last round's compare. */
  void run(int rounds, int threads) throws IOException {
    for (int round = 1; round <= rounds; round++) {
      measure(round == 1 ? " (cold)" : ", round " + round, threads);
    }
    results.print();
    String last = rounds == 1 ? " (cold)" : ", round " + rounds;
    Terminal.result("");
    compare("files", "raw scan", last, "the rate of the scan");
    compare("files", "DuckDB: COPY to CSV", last, "the rate of DuckDB's COPY");
    compare("load", "DuckDB: load of CSV", last, "the rate of DuckDB's own load");
  }

  private void measure(String round, int threads) throws IOException {
    PublishStage stage =
        PublishStage.of(
            output.resolve("published").toString(), WarehouseOption.of("duckdb:" + warehouse()));
    CpuClock files = new CpuClock();
    events =
        stage
            .run(
                connector,
                table,
                options,
                pipeline -> {
                  Runs.run(pipeline, "publish");
                  sinceFiles = new CpuClock();
                  files.stop();
                })
            .get("events")
            .asLong();
    results.add("load" + round, events, sinceFiles);
    results.addStopped("files" + round, events, files);
    KeyRanges ranges;
    try (TableAdmin tables = TableAdmin.open(connector)) {
      ranges = tables.ranges(table);
    }
    CpuClock clock = new CpuClock();
    new RawStore(connector, threads).scan(table, ranges);
    results.add("raw scan" + round, events, clock);
    try {
      copy(round);
      load(round);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  private void copy(String round) throws SQLException {
    Path folder = output.resolve("copied");
    try (Connection connection = open(warehouse());
        Statement statement = connection.createStatement()) {
      Files.createDirectories(folder);
      CpuClock clock = new CpuClock();
      for (WarehouseTable copied : PublishedTables.schema().tables()) {
        statement.execute(
            "COPY " + copied.name() + " TO '" + folder.resolve(copied.name() + ".csv") + "'");
      }
      results.add("DuckDB: COPY to CSV" + round, events, clock);
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }

  private void load(String round) throws IOException, SQLException {
    Path file = output.resolve("loaded.duckdb");
    Files.deleteIfExists(file);
    try (Connection connection = open(file);
        Statement statement = connection.createStatement()) {
      CpuClock clock = new CpuClock();
      for (WarehouseTable loaded : PublishedTables.schema().tables()) {
        statement.execute(plainLoad(loaded));
      }
      statement.execute("CHECKPOINT");
      results.add("DuckDB: load of CSV" + round, events, clock);
    }
  }

  /** The way that DuckDB's documentation shows. */
  private String plainLoad(WarehouseTable loaded) {
    String columns =
        loaded.columns().stream()
            .map(column -> "'" + column.name() + "': '" + column.type().duckDb() + "'")
            .collect(Collectors.joining(", ", "{", "}"));
    return String.format(
        Locale.ROOT,
        "CREATE TABLE %s AS SELECT * FROM read_csv('%s/%s-*.csv', columns = %s, header = true)"
            + " ORDER BY %s",
        loaded.name(),
        output.resolve("published"),
        loaded.name(),
        columns,
        String.join(", ", loaded.sortedBy()));
  }

  private Path warehouse() {
    return output.resolve("warehouse.duckdb");
  }

  /** With what the stage allows itself. */
  private static Connection open(Path file) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("memory_limit", PublishStage.DEFAULT_LIMITS.memoryMegabytes() + "MB");
    settings.setProperty("threads", Integer.toString(PublishStage.DEFAULT_LIMITS.threads()));
    return DriverManager.getConnection("jdbc:duckdb:" + file, settings);
  }

  private void compare(String ours, String other, String round, String words) {
    double share = results.cpuMicros(other + round) / results.cpuMicros(ours + round);
    Terminal.result(
        String.format(
            Locale.ROOT, "%-12s %4.0f %% of %s, per CPU second", ours, 100 * share, words));
  }
}
