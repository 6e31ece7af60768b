package io.daisychain.warehouse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a DuckDB warehouse and prints the answer.
 *
 * <p>Values print as they do in the published CSV files: moments as ISO UTC with nine digits,
 * decimals without zeros that say nothing, UUIDs in text, nulls empty.
 */
public final class SqlQuery {
  private static final Logger LOG = LoggerFactory.getLogger(SqlQuery.class);

  private final Path file;
  private volatile Statement running;

  /** Queries of the warehouse in {@code file}. */
  public SqlQuery(Path file) {
    this.file = file.toAbsolutePath();
  }

  /**
   * Runs {@code sql}, which can change neither the warehouse nor any file, and writes its result to
   * {@code out} in UTF-8. A statement without a result writes nothing. A SELECT may read files, to
   * compare the warehouse with them.
   *
   * @throws WarehouseException for a file that is missing or no warehouse, and for faulty SQL, in
   *     words for the user
   */
  public void run(String sql, QueryFormat format, OutputStream out) throws IOException {
    try (Connection connection = open(isSelect(sql));
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      running = statement;
      if (!statement.execute(sql)) {
        return;
      }
      try (ResultSet result = statement.getResultSet()) {
        format.print(result, out);
      }
    } catch (SQLException e) {
      throw new WarehouseException(words(e), e);
    } finally {
      running = null;
    }
  }

  /** Ends the statement that another thread is running, if any; it fails then. */
  public void cancel() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        LOG.debug("had ended", e);
      }
    }
  }

  private static String words(SQLException e) {
    String message = e.getMessage().strip();
    boolean refused =
        message.contains("read-only mode") || message.contains("disabled by configuration");
    return refused
        ? message + "\nQueries change nothing and write no file; answers go to standard output."
        : message;
  }

  /**
   * The rows that {@code sql} selects, in text, nulls as null; for answers of moderate size.
   *
   * @param parameters values of its question marks
   * @throws WarehouseException as {@link #run} does
   */
  public List<String[]> rows(String sql, String... parameters) throws IOException {
    try (Connection connection = open();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      List<String[]> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        ResultRow row = new ResultRow(result);
        while (result.next()) {
          String[] cells = new String[row.size()];
          for (int i = 0; i < cells.length; i++) {
            cells[i] = row.text(i);
          }
          rows.add(cells);
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new WarehouseException(words(e), e);
    }
  }

  /** Whether this is nothing but SELECT, which cannot write; DuckDB serializes nothing else. */
  private static boolean isSelect(String sql) throws SQLException {
    try (Connection parser = DriverManager.getConnection("jdbc:duckdb:");
        PreparedStatement parse =
            parser.prepareStatement("SELECT json_serialize_sql(?)->>'error' = 'false'")) {
      parse.setString(1, sql);
      try (ResultSet answer = parse.executeQuery()) {
        return answer.next() && answer.getBoolean(1);
      }
    }
  }

  private Connection open() throws IOException {
    return open(false);
  }

  /**
   * Opens the warehouse.
   *
   * @param reads whether files may be reached; COPY and ATTACH would write them
   */
  private Connection open(boolean reads) throws IOException {
    if (!Files.exists(file)) {
      throw new WarehouseException("no warehouse at " + file + ": 'publish' makes one");
    }
    Properties settings = new Properties();
    settings.setProperty("duckdb.read_only", "true");
    settings.setProperty("enable_external_access", Boolean.toString(reads));
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("jdbc_stream_results", "true"); // or the whole answer lies in memory
    try {
      return DriverManager.getConnection("jdbc:duckdb:" + file, settings);
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    }
  }
}
