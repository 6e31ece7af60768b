package io.daisychain.warehouse.duckdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the DuckDB file of a warehouse says of its trade dates, in a schema of its own, {@code
 * daisychain}, and the views over their files that it has for tables.
 *
 * <p>The files are named by macros, each of which is a list: {@code daisychain.events_whole()}. To
 * make a view, DuckDB opens its files; to make a macro, none.
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

  private static final String WHOLE = "_whole";
  private static final String BASED = "_based";
  private static final String DELTAS = "_deltas";
  private static final String REPLACED = "replaced";
  private static final String REPLACED_LATER = "replaced_later";

  /** Behind the name of a list, of those of its files that are encrypted. */
  private static final String ENCRYPTED = "_encrypted";

  /** The column of the number of a delta, with its type. */
  private static final String NUMBERS = ", 'delta': 'INTEGER'";

  /** The column of files of keys. */
  private static final List<String> KEY = List.of("key");

  /** The columns of files of keys that their folders have. */
  private static final String KEYS = dates("tradeDate") + NUMBERS;

  /** A statement that makes a table of what is noted, none of whose types has a comma. */
  private static final Pattern MADE =
      Pattern.compile("^CREATE TABLE daisychain\\.\"?(\\w+)\"?\\((.*)\\)");

  /** A macro of a list of files, in a view. */
  private static final Pattern LIST = Pattern.compile("\\bdaisychain\\.(\\w+\\(\\))");

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
    List<String> lists =
        FirstColumn.of(
            connection,
            "SELECT DISTINCT 'CREATE TEMP MACRO ' || function_name || '() AS ' || macro_definition"
                + " FROM duckdb_functions() WHERE schema_name = 'daisychain'");
    // Those over files first: a view is bound to what has the names that it reads when it is made.
    Set<String> made = new HashSet<>();
    try (Statement statement = connection.createStatement()) {
      for (String list : lists) {
        statement.execute(list.replace(old, now));
      }
      for (String view : views) {
        if (isOverFiles(view, old)) {
          Matcher name = VIEW.matcher(view);
          made.add(name.find() ? name.group(1) : "");
          String moved = name.replaceFirst("CREATE TEMP VIEW $1 ").replace(old, now);
          statement.execute(LIST.matcher(moved).replaceAll("$1"));
        }
      }
      for (String view : views) {
        Matcher name = VIEW.matcher(view);
        if (!isOverFiles(view, old) && name.find() && !made.contains(name.group(1))) {
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

  private static boolean isOverFiles(String view, String folder) {
    return view.contains(folder) || LIST.matcher(view).find();
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
   * Writes it into a copy of the file before, if it is of the same {@link #form} and nothing was
   * added to it: of what names files only that is made anew which has changed.
   *
   * @param noted what that file says of itself
   */
  void rewrite(Connection connection, WarehouseSchema schema, DayFolder folder, FileNotes noted)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "UPDATE daisychain.publication SET generation = %s, folder = %s"
              .formatted(generation, literal(folder.path().toString())));
      statement.execute("DELETE FROM daisychain.days");
      insert(connection);
      List<String> tables = new ArrayList<>(tables(schema, folder));
      if (noted.folder().equals(Optional.of(folder.path()))) {
        tables.removeAll(new HashSet<>(noted.catalog().tables(schema, folder)));
      }
      statement.execute(transaction(tables));
    }
  }

  /** Text that is another where the statements of the views are others. */
  static String form(WarehouseSchema schema) {
    List<String> views = new ArrayList<>(fixed(schema));
    views.addAll(example(schema).tables(schema, new DayFolder(Path.of(""), Instant::now)));
    return UUID.nameUUIDFromBytes(transaction(views).getBytes(UTF_8)).toString();
  }

  /** Dates with and without deltas. */
  private static DayCatalog example(WarehouseSchema schema) {
    StoredDay.Delta delta = new StoredDay.Delta("", 0, "", "");
    SortedMap<Integer, StoredDay> days = new TreeMap<>();
    for (List<StoredDay.Delta> deltas :
        List.of(List.of(delta, delta), List.<StoredDay.Delta>of())) {
      int day = days.size();
      PublishedDay noted = new PublishedDay(day, "", 0, "", "");
      days.put(day, new StoredDay(noted, "", StoredDay.columnsOf(schema), "", 0, 0, deltas));
    }
    return new DayCatalog(0, days);
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

  /** The statements that make what names files. */
  private List<String> tables(WarehouseSchema schema, DayFolder folder) {
    List<String> statements = new ArrayList<>();
    addList(REPLACED, replaced(folder, 0), statements);
    addList(REPLACED_LATER, replaced(folder, 1), statements);
    for (WarehouseTable table : schema.tables()) {
      addList(table.name() + WHOLE, whole(table, folder), statements);
      addList(table.name() + BASED, based(table, folder), statements);
      addList(table.name() + DELTAS, deltas(table, folder), statements);
    }
    schema.tables().forEach(table -> statements.add(view(table, rows(table, schema, folder))));
    return statements;
  }

  private static void addList(String name, List<Path> files, List<String> statements) {
    Map<Boolean, List<String>> kinds =
        patterns(files).stream().collect(Collectors.partitioningBy(ParquetScan::isEncrypted));
    statements.add(list(name, kinds.get(false)));
    if (!kinds.get(true).isEmpty()) {
      statements.add(list(name + ENCRYPTED, kinds.get(true)));
    }
  }

  private static String list(String name, List<String> files) {
    return "CREATE OR REPLACE MACRO "
        + macro(name)
        + " AS "
        + ParquetScan.list(files)
        + "::VARCHAR[]";
  }

  private static String macro(String list) {
    return SCHEMA + "." + list + "()";
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
    boolean same = sameColumns(schema);
    String dates = dates(table.dateColumn());
    List<String> parts = new ArrayList<>();
    if (days.values().stream().anyMatch(day -> day.deltas().isEmpty())) {
      parts.add(
          "SELECT "
              + names(table.columns())
              + " FROM "
              + parquet(table.name() + WHOLE, whole(table, folder), own(table), dates, same));
    }
    if (days.values().stream().anyMatch(day -> !day.deltas().isEmpty())) {
      parts.add(
          standing(
              table,
              parquet(table.name() + BASED, based(table, folder), own(table), dates, same),
              parquet(REPLACED, replaced(folder, 0), KEY, KEYS, true),
              ""));
      parts.add(
          deltaRows(
              table,
              parquet(
                  table.name() + DELTAS, deltas(table, folder), own(table), dates + NUMBERS, same),
              parquet(REPLACED_LATER, replaced(folder, 1), KEY, KEYS, true)));
    }
    return parts.isEmpty() ? noRows(table) : String.join("\nUNION ALL\n", parts);
  }

  private List<Path> whole(WarehouseTable table, DayFolder folder) {
    return files(day -> day.deltas().isEmpty() ? day.bases(table, folder) : List.of());
  }

  private List<Path> based(WarehouseTable table, DayFolder folder) {
    return files(day -> day.deltas().isEmpty() ? List.of() : day.bases(table, folder));
  }

  private List<Path> deltas(WarehouseTable table, DayFolder folder) {
    return files(day -> day.deltas(table, folder));
  }

  /** The keys of the deltas but for so many of the first of each date. */
  private List<Path> replaced(DayFolder folder, int first) {
    return files(
        day ->
            day.deltas().isEmpty()
                ? List.of()
                : day.superseded(folder).subList(first, day.deltas().size()));
  }

  private List<Path> files(Function<StoredDay, List<Path>> ofDay) {
    return days.values().stream().flatMap(day -> ofDay.apply(day).stream()).toList();
  }

  /** The rows of the bases of dates with deltas that none of these replaces. */
  String replacedRows(WarehouseTable table, WarehouseSchema schema, DayFolder folder) {
    String rows =
        parquet(
            "", based(table, folder), own(table), dates(table.dateColumn()), sameColumns(schema));
    return standing(table, rows, parquet("", replaced(folder, 0), KEY, KEYS, true), "");
  }

  /** The rows of deltas that no later one replaces. */
  String deltaRows(WarehouseTable table, WarehouseSchema schema, DayFolder folder) {
    String rows =
        parquet(
            "",
            deltas(table, folder),
            own(table),
            dates(table.dateColumn()) + NUMBERS,
            sameColumns(schema));
    return deltaRows(table, rows, parquet("", replaced(folder, 1), KEY, KEYS, true));
  }

  /** Before the first delta of a date is none. */
  private String deltaRows(WarehouseTable table, String rows, String later) {
    return days.values().stream().allMatch(day -> day.deltas().size() < 2)
        ? "SELECT " + names(table.columns()) + " FROM " + rows
        : standing(table, rows, later, " AND s.delta > r.delta");
  }

  /**
   * The keys of a table {@code asked} that deltas replaced, with the number of the last delta of
   * each; empty where no date has any.
   */
  Optional<String> lastDeltas(DayFolder folder) {
    List<Path> keys = replaced(folder, 0);
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "SELECT day, asked.\"key\", max(s.delta) AS last FROM asked JOIN "
                + parquet("", keys, KEY, KEYS, true)
                + " AS s ON s.tradeDate = day AND s.\"key\" = asked.\"key\" GROUP BY ALL");
  }

  /**
   * The rows of a table {@code asked}, whose column {@code last} says where each is to be found: in
   * the base, 0, or in a delta.
   *
   * @param bases files that may have them
   * @param deltas likewise; there is one of either kind
   */
  String rowsOfAsked(
      WarehouseTable table, WarehouseSchema schema, List<Path> bases, List<Path> deltas) {
    return ofAsked(columnsOfRows(table), table, schema, bases, deltas);
  }

  /** The files that have these rows, and their numbers in these, of which each is read alone. */
  String placesOfAsked(
      WarehouseTable table, WarehouseSchema schema, List<Path> bases, List<Path> deltas) {
    String rows = ofAsked("r.filename, r.file_row_number", table, schema, bases, deltas);
    return "SELECT filename, string_agg(file_row_number::VARCHAR, ', ') FROM (%s) GROUP BY ALL"
        .formatted(rows);
  }

  /**
   * The rows at some places: of a file DuckDB reads the row groups that have them, where a join
   * would have it read those of all rows.
   *
   * @param places file, and numbers of rows
   */
  static String rowsAt(WarehouseTable table, List<String[]> places) {
    String dates = dates(table.dateColumn());
    return places.stream()
        .map(
            place ->
                "SELECT %s FROM %s AS r WHERE r.file_row_number IN (%s)"
                    .formatted(
                        columnsOfRows(table),
                        parquet("", List.of(Path.of(place[0])), own(table), dates, true),
                        place[1]))
        .collect(Collectors.joining("\nUNION ALL\n"));
  }

  private String ofAsked(
      String columns,
      WarehouseTable table,
      WarehouseSchema schema,
      List<Path> bases,
      List<Path> deltas) {
    String folders = dates(table.dateColumn());
    String select = "SELECT " + columns + " FROM ";
    String join =
        " AS r JOIN asked ON day = r.%s AND asked.\"key\" = r.%s AND last = "
            .formatted(quoted(table.dateColumn()), quoted(table.key()));
    List<String> parts = new ArrayList<>();
    if (!bases.isEmpty()) {
      parts.add(select + parquet("", bases, own(table), folders, sameColumns(schema)) + join + "0");
    }
    if (!deltas.isEmpty()) {
      String rows = parquet("", deltas, own(table), folders + NUMBERS, sameColumns(schema));
      parts.add(select + rows + join + "r.delta");
    }
    return String.join("\nUNION ALL\n", parts);
  }

  private static String columnsOfRows(WarehouseTable table) {
    return table.columns().stream()
        .map(column -> "r." + quoted(column.name()))
        .collect(Collectors.joining(", "));
  }

  /** Not NOT EXISTS: a filter by date would not reach the files of the keys. */
  private static String standing(
      WarehouseTable table, String rows, String superseded, String later) {
    return "SELECT "
        + columnsOfRows(table)
        + " FROM "
        + rows
        + " AS r LEFT JOIN "
        + superseded
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
   * @param name of the list that has them; empty to name the files
   * @param columns of the files
   * @param folders columns that the names of their folders have, with their types
   */
  private static String parquet(
      String name,
      Collection<Path> files,
      List<String> columns,
      String folders,
      boolean sameColumns) {
    return ParquetScan.of(
        patterns(files),
        (some, encrypted) ->
            name.isEmpty() ? ParquetScan.list(some) : macro(name + (encrypted ? ENCRYPTED : "")),
        ", hive_partitioning = true, hive_types = {"
            + folders
            + "}"
            // Else it would open the files of all dates to see their columns.
            + (sameColumns ? "" : ", union_by_name = true"),
        columns);
  }

  private static List<String> own(WarehouseTable table) {
    return table.ownColumns().stream().map(WarehouseTable.Column::name).toList();
  }

  /** Names of files in which nothing is a wildcard. */
  static List<String> patterns(Collection<Path> files) {
    return files.stream().map(file -> CsvSource.escapedGlob(file.toString())).toList();
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
