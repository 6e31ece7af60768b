package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.duckdb.DuckDBConnection;

/**
 * A DuckDB file that is made or changed, attached to a DuckDB without a file. A process that
 * publishes again has that one still: to start and end it costs more than what a small publication
 * writes.
 */
final class AttachedFile implements AutoCloseable {
  private static final String NAME = "attached";

  /** A DuckDB that nothing is attached to. */
  private record Idle(Connection started, DuckDbWarehouse.Limits limits) {}

  private static final AtomicReference<Idle> IDLE = new AtomicReference<>();

  private final Connection started;
  private final DuckDbWarehouse.Limits limits;
  private final Path spilled;
  private final Connection connection;

  /** Attaches a file, which need not be there; statements find its tables without its name. */
  AttachedFile(Path file, DuckDbWarehouse.Limits limits) throws IOException, SQLException {
    this.limits = limits;
    spilled = file.resolveSibling(file.getFileName() + ".tmp");
    Idle idle = IDLE.getAndSet(null);
    if (idle != null && !idle.limits().equals(limits)) {
      idle.started().close();
      idle = null;
    }
    started = idle == null ? start(limits) : idle.started();
    try {
      connection =
          started.unwrap(DuckDBConnection.class).duplicate(); // temporary tables go with it
      ParquetScan.giveKey(connection);
      execute("SET temp_directory = " + SqlDialect.DUCKDB.literal(spilled.toString()));
      execute("ATTACH " + SqlDialect.DUCKDB.literal(file.toString()) + " AS " + NAME);
      execute("USE " + NAME);
    } catch (IOException | SQLException e) {
      started.close();
      throw e;
    }
  }

  private static Connection start(DuckDbWarehouse.Limits limits) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("threads", Integer.toString(limits.threads()));
    settings.setProperty("memory_limit", limits.memoryMegabytes() + "MB");
    // What was read of the files that a small publication reads is of no use to the next.
    settings.setProperty("enable_external_file_cache", "false");
    return DriverManager.getConnection("jdbc:duckdb:", settings);
  }

  Connection connection() {
    return connection;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Completes the file. A DuckDB that has spilled is not kept: it goes on using that folder. */
  @Override
  public void close() throws SQLException {
    boolean isKept = false;
    try (connection) {
      execute("USE memory");
      execute("DETACH " + NAME);
      isKept = !Files.exists(spilled) && IDLE.compareAndSet(null, new Idle(started, limits));
    } finally {
      if (!isKept) {
        started.close();
      }
    }
  }
}
