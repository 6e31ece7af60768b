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
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a DuckDB warehouse. */
public final class DuckDbQuery implements SqlQuery {
  private static final String TABLES =
      "SELECT table_name AS name, comment AS meaning FROM duckdb_tables() WHERE schema_name = 'main'"
          + " UNION ALL SELECT view_name, comment FROM duckdb_views() WHERE NOT internal AND"
          + " NOT temporary ORDER BY name";

  private static final Pattern MISSING =
      Pattern.compile("(?i)no such file|cannot open file|no files found");
  private static final Pattern EXPLAIN = Pattern.compile("(?is)^\\s*EXPLAIN\\s+(ANALYZE\\s+)?");
  private static final Pattern PIVOT = Pattern.compile("(?is)^\\s*(UN)?PIVOT\\b");

  private static final Logger LOG = LoggerFactory.getLogger(DuckDbQuery.class);

  private final Path file;
  private volatile Statement running;

  /** Queries of the warehouse in {@code file}. */
  public DuckDbQuery(Path file) {
    this.file = file.toAbsolutePath().normalize();
  }

  @Override
  public SqlDialect dialect() {
    return SqlDialect.DUCKDB;
  }

  @Override
  public String tables() {
    return TABLES;
  }

  @Override
  public String columns(String table) {
    return "SELECT column_name AS name, data_type AS type, comment AS meaning FROM duckdb_columns()"
        + " WHERE database_name = current_database() AND table_name = "
        + SqlDialect.DUCKDB.literal(table)
        + " ORDER BY column_index";
  }

  @Override
  public void run(String sql, QueryFormat format, OutputStream out) throws IOException {
    try (Session session = open(accessOf(sql));
        Statement statement = session.connection().createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      running = statement;
      if (!statement.execute(sql)) {
        return;
      }
      try (ResultSet result = statement.getResultSet()) {
        format.print(new JdbcRow(result), out);
      }
    } catch (SQLException e) {
      throw new WarehouseException(explained(words(e)), e);
    } finally {
      running = null;
    }
  }

  @Override
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

  /** What a statement says of files that are not there, with what can be done. */
  private String explained(String words) {
    boolean lost = words.contains(DayFolder.of(file) + "/") && MISSING.matcher(words).find();
    return lost
        ? words
            + "\nThe rows of "
            + file
            + " lie in "
            + DayFolder.of(file)
            + ": both go together, and are written anew by publish --days=all."
        : words;
  }

  @Override
  public List<String[]> rows(String sql, String... parameters) throws IOException {
    try (Session session = open(Access.WAREHOUSE);
        PreparedStatement statement = session.connection().prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return new JdbcRow(result).rest();
      }
    } catch (SQLException e) {
      throw new WarehouseException(explained(words(e)), e);
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

  /**
   * What a statement may reach. One that is nothing but SELECT cannot write; PIVOT, of which DuckDB
   * makes several statements, cannot either.
   */
  private static Access accessOf(String sql) throws SQLException {
    if (isSelect(EXPLAIN.matcher(sql).replaceFirst(""))) {
      return Access.FILES;
    }
    boolean pivots = PIVOT.matcher(sql).find() && SqlText.statements(sql).size() == 1;
    return pivots ? Access.WAREHOUSE : Access.NOTHING;
  }

  /** Files that a statement may reach; COPY and ATTACH would write them. */
  private enum Access {
    NOTHING,
    WAREHOUSE,
    FILES
  }

  /**
   * An open warehouse.
   *
   * @param lease keeps publications from deleting its files; null where there are none
   */
  private record Session(Connection connection, ReaderLease lease) implements AutoCloseable {
    @Override
    public void close() throws SQLException, IOException {
      try (lease) {
        connection.close();
      }
    }
  }

  private Session open(Access access) throws IOException {
    if (!Files.exists(file)) {
      throw new WarehouseException("no warehouse at " + file + ": 'publish' makes one");
    }
    Path days = DayFolder.of(file);
    Properties settings = new Properties();
    settings.setProperty("duckdb.read_only", "true");
    settings.setProperty("enable_external_access", Boolean.toString(access == Access.FILES));
    if (access == Access.WAREHOUSE) {
      settings.setProperty("allowed_directories", readable(days));
    }
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("jdbc_stream_results", "true"); // or the whole answer lies in memory
    Connection connection;
    try {
      connection = DriverManager.getConnection("jdbc:duckdb:" + file, settings);
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    }
    try {
      long generation = DayCatalog.generation(connection);
      Optional<Path> folder = DayCatalog.folder(connection);
      // What may reach no file needs none.
      if (access != Access.NOTHING && folder.isPresent() && !folder.get().equals(days)) {
        DayCatalog.redirect(connection, folder.get(), days);
      }
      return new Session(connection, ReaderLease.acquire(DayFolder.lockFile(days, generation)));
    } catch (SQLException e) {
      close(connection, e);
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    } catch (IOException e) {
      close(connection, e);
      throw e;
    }
  }

  /** The folders that the views of a warehouse read, as a list for DuckDB. */
  private static String readable(Path days) throws IOException {
    // By its name, and as views write it, with wildcards in brackets.
    List<String> folders =
        new ArrayList<>(List.of(days.toString(), CsvSource.escapedGlob(days.toString())));
    DayFolder.addition(days).ifPresent(folder -> folders.add(folder.toString()));
    return folders.stream().map(DuckDbQuery::inList).collect(Collectors.joining(", ", "[", "]"));
  }

  /** A text in a list that is itself a text: other quotes than a literal's. */
  private static String inList(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static void close(Connection connection, Exception failure) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
