package io.daisychain.jmh;

import io.daisychain.cli.job.Stages;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.TableAdmin;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
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

/**
 * Publish beside its limits, in turns, as often as asked: a scan of the same rows that does nothing
 * with them, and what DuckDB by itself needs to write the same tables as CSV and to load them.
 */
final class PublishBench {
  private final BenchSetting setting;
  private final Stages stages;
  private final BenchTable results;
  private long events;
  private CpuClock sinceFiles;

  PublishBench(BenchSetting setting) {
    this.setting = setting;
    this.stages = setting.stages();
    this.results = setting.results();
  }

  /** Measures, prints all lines, and how the last round's compare. */
  void run(int rounds) throws IOException {
    for (int round = 1; round <= rounds; round++) {
      measure(round == 1 ? " (cold)" : ", round " + round);
    }
    results.print();
    String last = rounds == 1 ? " (cold)" : ", round " + rounds;
    Terminal.result("");
    compare("files", "raw scan", last, "the rate of the scan");
    compare("files", "DuckDB: COPY to CSV", last, "the rate of DuckDB's COPY");
    compare("load", "DuckDB: load of CSV", last, "the rate of DuckDB's own load");
  }

  private void measure(String round) throws IOException {
    CpuClock files = new CpuClock();
    events =
        stages.publish(
            () -> {
              sinceFiles = new CpuClock();
              files.stop();
            });
    results.add("load" + round, events, sinceFiles);
    results.addStopped("files" + round, events, files);
    KeyRanges ranges;
    try (TableAdmin tables = TableAdmin.open(setting.connector())) {
      ranges = tables.ranges(setting.table(), BenchTables.DATE);
    }
    CpuClock clock = new CpuClock();
    setting.rawStore().scan(setting.table(), ranges);
    results.add("raw scan" + round, events, clock);
    try {
      copy(round);
      load(round);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  private void copy(String round) throws SQLException {
    Path folder = stages.published().resolveSibling("copied");
    try (Connection connection = open(stages.warehouse());
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
    Path file = stages.warehouse().resolveSibling("loaded.duckdb");
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
        stages.published(),
        loaded.name(),
        columns,
        String.join(", ", loaded.sortedBy()));
  }

  /** With what the stage allows itself. */
  private static Connection open(Path file) throws SQLException {
    Properties settings = new Properties();
    DuckDbWarehouse.Limits limits = DuckDbWarehouse.Limits.ofThisMachine();
    settings.setProperty("memory_limit", limits.memoryMegabytes() + "MB");
    settings.setProperty("threads", Integer.toString(limits.threads()));
    return DriverManager.getConnection("jdbc:duckdb:" + file, settings);
  }

  private void compare(String ours, String other, String round, String what) {
    double share = results.cpuMicros(other + round) / results.cpuMicros(ours + round);
    Terminal.result(
        String.format(
            Locale.ROOT, "%-12s %4.0f %% of %s, per CPU second", ours, 100 * share, what));
  }
}
