package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.SqlDialect;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.duckdb.DuckDBConnection;

/**
 * Makes the database in memory that a {@link Restriction} leaves of a warehouse: first the rows, by
 * a connection that sees both; then, without the warehouse, the views over them. After that no
 * statement reaches a file or a setting any more.
 */
final class RestrictedCopy {
  private static final String COPY = "memory";

  /** Where rows lie, under views of the names by which a warehouse has them. */
  private static final String ROWS = "own_rows";

  private static final String DERIVED = "v_";

  /** What is given up, in this order: after the last nothing can be taken back. */
  private static final List<String> LOCKS =
      List.of(
          "SET GLOBAL TimeZone = 'UTC'",
          "SET temp_directory = ''", // rows of a firm go into no file
          "SET autoload_known_extensions = false",
          "SET enable_external_access = false",
          "SET lock_configuration = true");

  private final Connection both;
  private final Restriction restriction;
  private final List<String> views = new ArrayList<>();
  private final List<String> comments = new ArrayList<>();

  private RestrictedCopy(Connection both, Restriction restriction) {
    this.both = both;
    this.restriction = restriction;
  }

  /**
   * A copy.
   *
   * @param connection to it
   * @param publication text that is the same for copies of the same rows
   */
  record Made(Connection connection, String publication) {}

  /**
   * Makes a copy.
   *
   * @param name by which the warehouse is opened
   * @param days folder of its files, which must stay until this is done
   */
  static Made of(Path name, Path days, Restriction restriction) throws IOException, SQLException {
    Properties settings = new Properties();
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("jdbc_stream_results", "true");
    Connection copy = null;
    try {
      String publication;
      try (Connection both = DriverManager.getConnection("jdbc:duckdb:", settings)) {
        ParquetScan.giveKey(both);
        RestrictedCopy work = new RestrictedCopy(both, restriction);
        publication = work.fill(name, days);
        copy = both.unwrap(DuckDBConnection.class).duplicate(); // without what is temporary
        execute(copy, "DETACH source");
        work.addViews(copy);
      }
      for (String lock : LOCKS) {
        execute(copy, lock);
      }
      return new Made(copy, publication + " of " + restriction.name());
    } catch (IOException | SQLException e) {
      if (copy != null) {
        copy.close();
      }
      throw e;
    }
  }

  private String fill(Path name, Path days) throws SQLException {
    execute(both, "ATTACH " + literal(name.toString()) + " AS source (READ_ONLY)");
    execute(both, "USE source");
    FileNotes notes = FileNotes.read(both);
    Optional<Path> noted = notes.folder().filter(folder -> !folder.equals(days));
    if (noted.isPresent()) {
      DayCatalog.redirect(both, noted.get(), days);
    }
    for (String preparation : restriction.preparations()) {
      execute(both, preparation);
    }
    execute(both, "CREATE SCHEMA " + COPY + "." + ROWS);
    Map<String, String> found = sourceViews();
    for (Map.Entry<String, String> view : found.entrySet()) {
      String table = quoted(view.getKey());
      if (view.getKey().startsWith(DERIVED)) {
        views.add(view.getValue());
        continue;
      }
      Optional<String> select = restriction.select(view.getKey(), columns(view.getKey()));
      if (select.isPresent()) {
        execute(
            both,
            "CREATE TABLE " + COPY + "." + ROWS + "." + table + " AS " + select.orElseThrow());
        views.add("CREATE VIEW " + table + " AS SELECT * FROM " + ROWS + "." + table);
      }
    }
    addDates(found.containsKey("events"));
    readComments();
    return notes.publication();
  }

  /** Of the list of dates, which views read, those on which there is something to see. */
  private void addDates(boolean hasEvents) throws SQLException {
    execute(both, "CREATE SCHEMA " + COPY + "." + DayCatalog.SCHEMA);
    boolean sees = hasEvents && restriction.select("events", List.of("tradeDate")).isPresent();
    execute(
        both,
        "CREATE TABLE "
            + COPY
            + "."
            + DayCatalog.TABLE
            + " AS "
            + (sees
                ? "SELECT DISTINCT tradeDate FROM " + COPY + "." + ROWS + ".events ORDER BY ALL"
                : "SELECT NULL::DATE AS tradeDate WHERE false"));
  }

  private Map<String, String> sourceViews() throws SQLException {
    Map<String, String> found = new LinkedHashMap<>();
    for (String[] row :
        rows(
            "SELECT view_name, sql FROM duckdb_views() WHERE database_name = 'source' AND"
                + " schema_name = 'main' AND NOT internal ORDER BY view_oid")) {
      found.put(row[0], row[1]);
    }
    return found;
  }

  private List<String> columns(String table) throws SQLException {
    return rows(
            "SELECT column_name, '' FROM duckdb_columns() WHERE database_name = 'source' AND"
                + " schema_name = 'main' AND table_name = "
                + literal(table)
                + " ORDER BY column_index")
        .stream()
        .map(row -> row[0])
        .toList();
  }

  private void readComments() throws SQLException {
    for (String[] row :
        rows(
            "SELECT 'VIEW ' || view_name, comment FROM duckdb_views() WHERE database_name ="
                + " 'source' AND comment IS NOT NULL UNION ALL SELECT 'COLUMN ' || table_name ||"
                + " '.\"' || column_name || '\"', comment FROM duckdb_columns() WHERE database_name"
                + " = 'source' AND comment IS NOT NULL")) {
      comments.add("COMMENT ON " + row[0] + " IS " + literal(row[1]));
    }
  }

  private List<String[]> rows(String sql) throws SQLException {
    List<String[]> rows = new ArrayList<>();
    try (Statement statement = both.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        rows.add(new String[] {row.getString(1), row.getString(2)});
      }
    }
    return rows;
  }

  /**
   * Views over what is there, in whatever order they can be made: one that reads a table that may
   * not be seen is not there either.
   */
  private void addViews(Connection copy) throws SQLException {
    List<String> left = views;
    int before;
    do {
      before = left.size();
      left = executeWhereThere(copy, left);
    } while (left.size() < before);
    executeWhereThere(copy, comments);
  }

  /** Executes statements, and gives those back that name what is not there. */
  private static List<String> executeWhereThere(Connection copy, List<String> statements)
      throws SQLException {
    List<String> left = new ArrayList<>();
    for (String statement : statements) {
      try {
        execute(copy, statement);
      } catch (SQLException e) {
        if (!e.getMessage().contains("does not exist")) {
          throw e;
        }
        left.add(statement);
      }
    }
    return left;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String quoted(String name) {
    return SqlDialect.DUCKDB.quoted(name);
  }

  private static String literal(String text) {
    return SqlDialect.DUCKDB.literal(text);
  }
}
