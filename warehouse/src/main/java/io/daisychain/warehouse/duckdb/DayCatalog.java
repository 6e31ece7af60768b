package io.daisychain.warehouse.duckdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
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
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the DuckDB file of a warehouse says of its trade dates, in a schema of its own, {@code
 * daisychain}, and the views over their files that it has for tables.
 *
 * @param generation number of the publication, growing
 * @param days by epoch day
 */
public record DayCatalog(long generation, SortedMap<Integer, StoredDay> days) {
  private static final Logger LOG = LoggerFactory.getLogger(DayCatalog.class);

  /** The schema of what is noted. */
  public static final String SCHEMA = "daisychain";

  /** What is noted of each trade date. */
  public static final String TABLE = SCHEMA + ".days";

  /** The column of the number of a delta, with its type. */
  private static final String NUMBERS = ", 'delta': 'INTEGER'";

  /** A statement that makes a table of what is noted, none of whose types has a comma. */
  private static final Pattern MADE =
      Pattern.compile("^CREATE TABLE daisychain\\.\"?(\\w+)\"?\\((.*)\\)");

  /** A statement that makes a view, whose rows may be those of one with its name in the schema. */
  private static final Pattern VIEW = Pattern.compile("^CREATE VIEW (?:daisychain\\.)?(\\S+) ");

  /**
   * Reads it from an open warehouse; without trade dates where that is none of this form.
   *
   * @param noted its {@link #columns}
   */
  static DayCatalog read(Connection connection, Set<String> noted) throws SQLException {
    SortedMap<Integer, StoredDay> days = new TreeMap<>();
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
                    + ", baseRows, "
                    + (noted.contains("days.deltas") ? "deltas" : "delta")
                    + " FROM daisychain.days")) {
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
                StoredDay.deltas(row.getString(11))));
      }
    }
    return new DayCatalog(
        FirstColumn.number(connection, "SELECT generation FROM daisychain.publication"), days);
  }

  /**
   * Columns of what is noted, as {@code days.run}; none where that is none of this form. They are
   * read of the statements that made the tables: the list of all columns would open the files of
   * all views.
   */
  static Set<String> columns(Connection connection) throws SQLException {
    Set<String> columns = new HashSet<>();
    for (String made :
        FirstColumn.of(
            connection, "SELECT sql FROM duckdb_tables() WHERE schema_name = 'daisychain'")) {
      Matcher table = MADE.matcher(made);
      if (table.find()) {
        for (String column : table.group(2).split(",", -1)) {
          columns.add(table.group(1) + '.' + column.strip().split(" ", 2)[0].replace("\"", ""));
        }
      }
    }
    return columns;
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
    // Those over files first: a view is bound to what has the names that it reads when it is made.
    Set<String> made = new HashSet<>();
    try (Statement statement = connection.createStatement()) {
      for (String view : views) {
        if (view.contains(old)) {
          Matcher name = VIEW.matcher(view);
          made.add(name.find() ? name.group(1) : "");
          statement.execute(name.replaceFirst("CREATE TEMP VIEW $1 ").replace(old, now));
        }
      }
      for (String view : views) {
        Matcher name = VIEW.matcher(view);
        if (!view.contains(old) && name.find() && !made.contains(name.group(1))) {
          try {
            statement.execute(name.replaceFirst("CREATE TEMP VIEW $1 "));
          } catch (SQLException e) {
            // Market data did not come along: who asks for this view is told of the missing files.
            LOG.debug("{}", view, e);
          }
        }
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
    days.forEach((day, stored) -> versions.put(day, stored.version()));
    return versions;
  }

  /** Writes it into a new file, with the views. */
  void write(Connection connection, WarehouseSchema schema, DayFolder folder) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA daisychain");
      statement.execute(
          ("CREATE TABLE daisychain.publication AS SELECT %s::BIGINT AS generation, %s AS "
                  + "folder, %s AS form")
              .formatted(generation, literal(folder.path().toString()), literal(form(schema))));
      statement.execute(
          "CREATE TABLE daisychain.days (tradeDate DATE, source VARCHAR, version BIGINT, change"
              + " VARCHAR, run VARCHAR, counts VARCHAR, columns VARCHAR, base VARCHAR, parts"
              + " INTEGER, baseRows BIGINT, deltas VARCHAR)");
      statement.execute(
          "COMMENT ON TABLE daisychain.days IS 'What was published of each trade date, and in which"
              + " files it lies.'");
      insert(connection);
      // Over tables that have no files yet: DuckDB opens those of a view with each that reads it.
      List<String> views = new ArrayList<>(fixed(schema));
      views.addAll(tables(schema, folder));
      statement.execute(transaction(views));
    }
  }

  /**
   * Writes it into a copy of the file before, which has the views that do not name files, if it is
   * of the same {@link #form} and nothing was added to it: making all of them anew costs as much as
   * the rest of a small publication.
   */
  void rewrite(Connection connection, WarehouseSchema schema, DayFolder folder)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "UPDATE daisychain.publication SET generation = %s, folder = %s"
              .formatted(generation, literal(folder.path().toString())));
      statement.execute("DELETE FROM daisychain.days");
      insert(connection);
      statement.execute(transaction(tables(schema, folder)));
    }
  }

  /** Text that is another where the statements of the views are others. */
  static String form(WarehouseSchema schema) {
    return UUID.nameUUIDFromBytes(transaction(fixed(schema)).getBytes(UTF_8)).toString();
  }

  /**
   * The views that do not name files, and tables without rows below them: of each table there is
   * one in the schema of what is noted that has the files, so that what it means is said once.
   */
  private static List<String> fixed(WarehouseSchema schema) {
    List<String> views = new ArrayList<>();
    for (WarehouseTable table : schema.tables()) {
      views.add(view(table, noRows(table)));
      views.add(
          "CREATE VIEW %s AS SELECT %s FROM %s"
              .formatted(table.name(), names(table.columns()), rowsOf(table)));
      views.addAll(DuckDbDdl.comments(table, "VIEW"));
    }
    schema.views().forEach(view -> views.addAll(DuckDbDdl.view(view)));
    return views;
  }

  private List<String> tables(WarehouseSchema schema, DayFolder folder) {
    return schema.tables().stream().map(table -> view(table, rows(table, schema, folder))).toList();
  }

  private static String transaction(List<String> statements) {
    return "BEGIN;\n" + String.join(";\n", statements) + ";\nCOMMIT";
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
        insert.setString(11, day.deltasText());
        insert.addBatch();
      }
      if (!days.isEmpty()) {
        insert.executeBatch();
      }
    }
  }

  private static String view(WarehouseTable table, String rows) {
    return "CREATE OR REPLACE VIEW " + rowsOf(table) + " AS\n" + rows;
  }

  private static String rowsOf(WarehouseTable table) {
    return SCHEMA + "." + table.name();
  }

  private static String noRows(WarehouseTable table) {
    return table.columns().stream()
        .map(column -> "NULL::" + column.type().duckDb() + " AS " + quoted(column.name()))
        .collect(Collectors.joining(", ", "SELECT ", " WHERE false"));
  }

  /** Trade dates as they are, those with deltas without the rows that these replace, and deltas. */
  private String rows(WarehouseTable table, WarehouseSchema schema, DayFolder folder) {
    List<Path> whole = new ArrayList<>();
    for (StoredDay day : days.values()) {
      if (day.deltas().isEmpty()) {
        whole.addAll(folder.base(table, day.epochDay(), day.base(), day.parts()));
      }
    }
    List<String> parts = new ArrayList<>();
    if (!whole.isEmpty()) {
      parts.add(
          "SELECT "
              + names(table.columns())
              + " FROM "
              + parquet(whole, dates(table.dateColumn()), sameColumns(schema)));
    }
    if (days.values().stream().anyMatch(day -> !day.deltas().isEmpty())) {
      parts.add(replacedRows(table, schema, folder));
      parts.add(deltaRows(table, schema, folder));
    }
    return parts.isEmpty() ? noRows(table) : String.join("\nUNION ALL\n", parts);
  }

  /** The rows of the bases of dates with deltas that none of these replaces. */
  String replacedRows(WarehouseTable table, WarehouseSchema schema, DayFolder folder) {
    List<Path> based = new ArrayList<>();
    List<Path> keys = new ArrayList<>();
    for (StoredDay day : days.values()) {
      if (!day.deltas().isEmpty()) {
        based.addAll(folder.base(table, day.epochDay(), day.base(), day.parts()));
        keys.addAll(day.superseded(folder));
      }
    }
    String rows = parquet(based, dates(table.dateColumn()), sameColumns(schema));
    return standing(table, rows, keys, "");
  }

  /** The rows of deltas that no later one replaces. */
  String deltaRows(WarehouseTable table, WarehouseSchema schema, DayFolder folder) {
    List<Path> deltas = new ArrayList<>();
    List<Path> keys = new ArrayList<>();
    for (StoredDay day : days.values()) {
      deltas.addAll(day.deltas(table, folder));
      keys.addAll(day.superseded(folder).stream().skip(1).toList()); // before the first is none
    }
    String rows = parquet(deltas, dates(table.dateColumn()) + NUMBERS, sameColumns(schema));
    return keys.isEmpty()
        ? "SELECT " + names(table.columns()) + " FROM " + rows
        : standing(table, rows, keys, " AND s.delta > r.delta");
  }

  /**
   * The keys of a table {@code asked} that deltas replaced, with the number of the last delta of
   * each; empty where no date has any.
   */
  Optional<String> lastDeltas(DayFolder folder) {
    List<Path> keys = new ArrayList<>();
    days.values().forEach(day -> keys.addAll(day.superseded(folder)));
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "SELECT day, asked.\"key\", max(s.delta) AS last FROM asked JOIN "
                + parquet(keys, dates("tradeDate") + NUMBERS, true)
                + " AS s ON s.tradeDate = day AND s.\"key\" = asked.\"key\" GROUP BY ALL");
  }

  /**
   * The rows of a table {@code asked}, whose column {@code last} says where each is to be found: in
   * the base, 0, or in a delta. By these joins DuckDB reads of a file as little as few keys allow.
   */
  String rowsOfAsked(WarehouseTable table, WarehouseSchema schema, DayFolder folder) {
    List<Path> based = new ArrayList<>();
    List<Path> deltas = new ArrayList<>();
    for (StoredDay day : days.values()) {
      based.addAll(folder.base(table, day.epochDay(), day.base(), day.parts()));
      deltas.addAll(day.deltas(table, folder));
    }
    String folders = dates(table.dateColumn());
    String select =
        table.columns().stream()
            .map(column -> "r." + quoted(column.name()))
            .collect(Collectors.joining(", ", "SELECT ", " FROM "));
    String join =
        " AS r JOIN asked ON day = r.%s AND asked.\"key\" = r.%s AND last = "
            .formatted(quoted(table.dateColumn()), quoted(table.key()));
    String rows = select + parquet(based, folders, sameColumns(schema)) + join + "0";
    return deltas.isEmpty()
        ? rows
        : rows
            + "\nUNION ALL\n"
            + select
            + parquet(deltas, folders + NUMBERS, sameColumns(schema))
            + join
            + "r.delta";
  }

  /** Not NOT EXISTS: a filter by date would not reach the files of the keys. */
  private static String standing(
      WarehouseTable table, String rows, List<Path> superseded, String later) {
    return table.columns().stream()
            .map(column -> "r." + quoted(column.name()))
            .collect(Collectors.joining(", ", "SELECT ", " FROM "))
        + rows
        + " AS r LEFT JOIN "
        + parquet(superseded, dates("tradeDate") + NUMBERS, true)
        + " AS s ON s.tradeDate = r."
        + quoted(table.dateColumn())
        + " AND s.\"key\" = r."
        + quoted(table.key())
        + later
        + " WHERE s.\"key\" IS NULL";
  }

  private boolean sameColumns(WarehouseSchema schema) {
    String now = StoredDay.columnsOf(schema);
    return days.values().stream().allMatch(day -> day.columns().equals(now));
  }

  private static String dates(String column) {
    return literal(column) + ": 'DATE'";
  }

  /**
   * Reads files.
   *
   * @param folders columns that the names of their folders have, with their types
   */
  private static String parquet(Collection<Path> files, String folders, boolean sameColumns) {
    return files.stream()
            .map(file -> literal(CsvSource.escapedGlob(file.toString())))
            .collect(Collectors.joining(", ", "read_parquet([", "]"))
        + ", hive_partitioning = true, hive_types = {"
        + folders
        + "}"
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
