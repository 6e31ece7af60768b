package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the DuckDB file of a warehouse says of its trade dates, in a schema of its own, {@code
 * daisychain}, and the views over their files that it has for tables.
 *
 * @param generation number of the publication, growing
 * @param days by epoch day
 */
public record DayCatalog(long generation, SortedMap<Integer, StoredDay> days) {
  /** The schema of what is noted. */
  public static final String SCHEMA = "daisychain";

  /** What is noted of each trade date. */
  public static final String TABLE = SCHEMA + ".days";

  /** Reads it from an open warehouse; without trade dates where that is none of this form. */
  static DayCatalog read(Connection connection) throws SQLException {
    SortedMap<Integer, StoredDay> days = new TreeMap<>();
    Set<String> noted = columns(connection);
    if (noted.isEmpty()) {
      return new DayCatalog(0, days);
    }
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT epoch_us(tradeDate::TIMESTAMP) // 86400000000, source, version, change,"
                    + " run, "
                    + (noted.contains("days.counts") ? "counts" : "''")
                    + ", columns, base, "
                    + (noted.contains("days.parts") ? "parts" : "0")
                    + ", baseRows, delta FROM daisychain.days")) {
      while (row.next()) {
        PublishedDay day =
            new PublishedDay(
                row.getInt(1),
                row.getString(2),
                row.getLong(3),
                row.getString(4),
                row.getString(5));
        days.put(
            day.epochDay(),
            new StoredDay(
                day,
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getInt(9),
                row.getLong(10),
                Optional.ofNullable(row.getString(11))));
      }
    }
    return new DayCatalog(generation(connection), days);
  }

  /**
   * Columns of what is noted, as {@code days.run}; none where that is none of this form. The list
   * of all columns would open the files of all views.
   */
  private static Set<String> columns(Connection connection) throws SQLException {
    Set<String> columns = new HashSet<>();
    for (String table :
        FirstColumn.of(
            connection,
            "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'daisychain'")) {
      for (String column :
          FirstColumn.of(
              connection,
              "SELECT name FROM pragma_table_info(" + literal(SCHEMA + '.' + table) + ")")) {
        columns.add(table + '.' + column);
      }
    }
    return columns;
  }

  /** Number of the publication in an open warehouse; 0 where that is none of this form. */
  static long generation(Connection connection) throws SQLException {
    return columns(connection).isEmpty()
        ? 0
        : FirstColumn.number(connection, "SELECT generation FROM daisychain.publication");
  }

  /**
   * The folder by which the views of an open warehouse name their files; empty where that is none
   * of this form, or does not say it.
   */
  static Optional<Path> folder(Connection connection) throws SQLException {
    if (!columns(connection).contains("publication.folder")) {
      return Optional.empty();
    }
    String folder = FirstColumn.of(connection, "SELECT folder FROM daisychain.publication").get(0);
    return Optional.of(Path.of(folder));
  }

  /**
   * Text that is the same for two warehouses with the same publication, and else another; empty
   * where that is of a form without trade dates.
   */
  static String publication(Connection connection) throws SQLException {
    DayCatalog catalog = read(connection);
    if (catalog.generation() == 0) {
      return "";
    }
    String text = catalog.versions().toString();
    return columns(connection).contains("market.state")
        ? text + String.join("", FirstColumn.of(connection, "SELECT state FROM daisychain.market"))
        : text;
  }

  /**
   * Makes temporary views in the place of those of a warehouse that was moved, so that they name
   * the files where they are now.
   */
  static void redirect(Connection connection, Path from, Path to) throws SQLException {
    // Paths stand in literals, with a quote doubled and wildcards in brackets.
    String old = named(from);
    String now = named(to);
    List<String> views =
        FirstColumn.of(
            connection,
            "SELECT sql FROM duckdb_views() WHERE NOT internal AND NOT temporary ORDER BY"
                + " view_oid");
    try (Statement statement = connection.createStatement()) {
      for (String view : views) {
        statement.execute(
            view.replaceFirst("^CREATE VIEW ", "CREATE TEMP VIEW ").replace(old, now));
      }
    }
  }

  private static String named(Path folder) {
    String path = literal(CsvSource.escapedGlob(folder + "/"));
    return path.substring(0, path.length() - 1);
  }

  /** All files of all trade dates. */
  Set<Path> files(WarehouseSchema schema, DayFolder folder) {
    Set<Path> files = new HashSet<>();
    days.values().forEach(day -> files.addAll(day.files(schema, folder)));
    return files;
  }

  /** By epoch day, text that changes with the rows of the date. */
  SortedMap<Integer, String> versions() {
    SortedMap<Integer, String> versions = new TreeMap<>();
    days.forEach((day, stored) -> versions.put(day, stored.base() + stored.delta().orElse("")));
    return versions;
  }

  /** Writes it into a new file, with the views. */
  void write(Connection connection, WarehouseSchema schema, DayFolder folder) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA daisychain");
      statement.execute(
          ("CREATE TABLE daisychain.publication AS SELECT %s::BIGINT AS generation, %s AS "
                  + "folder")
              .formatted(generation, literal(folder.path().toString())));
      statement.execute(
          "CREATE TABLE daisychain.days (tradeDate DATE, source VARCHAR, version BIGINT, change"
              + " VARCHAR, run VARCHAR, counts VARCHAR, columns VARCHAR, base VARCHAR, parts"
              + " INTEGER, baseRows BIGINT, delta VARCHAR)");
      statement.execute(
          "COMMENT ON TABLE daisychain.days IS 'What was published of each trade date, and in which"
              + " files it lies.'");
      insert(connection);
      for (WarehouseTable table : schema.tables()) {
        statement.execute(view(table, schema, folder));
        for (String comment : DuckDbDdl.comments(table, "VIEW")) {
          statement.execute(comment);
        }
      }
      for (WarehouseView view : schema.views()) {
        for (String sql : DuckDbDdl.view(view)) {
          statement.execute(sql);
        }
      }
    }
  }

  private void insert(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO daisychain.days VALUES (?::DATE, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (StoredDay day : days.values()) {
        insert.setString(1, LocalDate.ofEpochDay(day.epochDay()).toString());
        insert.setString(2, day.day().source());
        insert.setLong(3, day.day().version());
        insert.setString(4, day.day().change());
        insert.setString(5, day.day().run());
        insert.setString(6, day.counts());
        insert.setString(7, day.columns());
        insert.setString(8, day.base());
        insert.setInt(9, day.parts());
        insert.setLong(10, day.rows());
        insert.setString(11, day.delta().orElse(null));
        insert.addBatch();
      }
      if (!days.isEmpty()) {
        insert.executeBatch();
      }
    }
  }

  /** Trade dates as they are, those with a delta without the rows that it replaces, and deltas. */
  private String view(WarehouseTable table, WarehouseSchema schema, DayFolder folder) {
    String columns = names(table.columns());
    List<Path> whole = new ArrayList<>();
    List<Path> based = new ArrayList<>();
    List<Path> deltas = new ArrayList<>();
    List<Path> superseded = new ArrayList<>();
    for (StoredDay day : days.values()) {
      List<Path> base = folder.base(table, day.epochDay(), day.base(), day.parts());
      if (day.delta().isEmpty()) {
        whole.addAll(base);
      } else {
        based.addAll(base);
        deltas.add(folder.delta(table, day.epochDay(), day.delta().get()));
        superseded.add(folder.superseded(day.epochDay(), day.delta().get()));
      }
    }
    boolean sameColumns =
        days.values().stream().allMatch(day -> day.columns().equals(StoredDay.columnsOf(schema)));
    String date = table.dateColumn();
    List<String> parts = new ArrayList<>();
    if (!whole.isEmpty()) {
      parts.add("SELECT " + columns + " FROM " + parquet(whole, date, sameColumns));
    }
    if (!based.isEmpty()) {
      // Not NOT EXISTS: a filter by date would not reach the files of the keys.
      parts.add(
          table.columns().stream()
                  .map(column -> "b." + quoted(column.name()))
                  .collect(Collectors.joining(", ", "SELECT ", " FROM "))
              + parquet(based, date, sameColumns)
              + " AS b LEFT JOIN "
              + parquet(superseded, "tradeDate", true)
              + " AS s ON s.tradeDate = b."
              + quoted(date)
              + " AND s.\"key\" = b."
              + quoted(table.key())
              + " WHERE s.\"key\" IS NULL");
      parts.add("SELECT " + columns + " FROM " + parquet(deltas, date, sameColumns));
    }
    if (parts.isEmpty()) {
      parts.add(
          table.columns().stream()
              .map(column -> "NULL::" + column.type().duckDb() + " AS " + quoted(column.name()))
              .collect(Collectors.joining(", ", "SELECT ", " WHERE false")));
    }
    return "CREATE VIEW " + table.name() + " AS\n" + String.join("\nUNION ALL\n", parts);
  }

  private static String parquet(Collection<Path> files, String date, boolean sameColumns) {
    return files.stream()
            .map(file -> literal(CsvSource.escapedGlob(file.toString())))
            .collect(Collectors.joining(", ", "read_parquet([", "]"))
        + ", hive_partitioning = true, hive_types = {"
        + literal(date)
        + ": 'DATE'}"
        // Else it would open the files of all dates to see their columns.
        + (sameColumns ? ")" : ", union_by_name = true)");
  }

  static String names(List<WarehouseTable.Column> columns) {
    return columns.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
  }

  private static String quoted(String name) {
    return SqlDialect.DUCKDB.quoted(name);
  }

  private static String literal(String text) {
    return SqlDialect.DUCKDB.literal(text);
  }
}
