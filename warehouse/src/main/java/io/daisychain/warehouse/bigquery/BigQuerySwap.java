package io.daisychain.warehouse.bigquery;

import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What moves rows from the tables that files are loaded into to those that readers see.
 *
 * <p>Moments are loaded as text, since a load job rejects nanoseconds, and cut to microseconds on
 * the way.
 */
public final class BigQuerySwap {
  /** Name of the table that notes what was published. */
  public static final String NOTES = "published_days";

  /** Name of the table that notes what rows beside the published ones were made of. */
  static final String ADDITIONS = "published_additions";

  private final WarehouseAddress.BigQuery address;
  private final WarehouseSchema schema;
  private final String staging;
  private final String own = UUID.randomUUID().toString().replace('-', '_') + "_";

  /**
   * @param staging first characters of the names of the tables that files are loaded into
   */
  public BigQuerySwap(WarehouseAddress.BigQuery address, WarehouseSchema schema, String staging) {
    this.address = address;
    this.schema = schema;
    this.staging = staging;
  }

  /** Name of the table that a table's files are loaded into. */
  String stagingName(String table) {
    return staging + table;
  }

  /**
   * Name of the table that rows beside the published ones are loaded into, of this attempt alone:
   * another makes them anew, while a job of one that was killed may still fill its own.
   */
  String ownStagingName(String table) {
    return staging + own + table;
  }

  /**
   * The statement that makes a table to load into: the columns of the files, moments as text.
   *
   * @param name of it
   * @param end when BigQuery deletes it, whatever became of the run
   */
  String stagingDdl(WarehouseTable table, String name, Instant end) {
    String columns =
        table.columns().stream()
            .map(column -> SqlDialect.BIGQUERY.quoted(column.name()) + " " + type(column.type()))
            .collect(Collectors.joining(", "));
    return "CREATE TABLE IF NOT EXISTS "
        + address.quoted(name)
        + " ("
        + columns
        + ") OPTIONS (expiration_timestamp = TIMESTAMP '"
        + end.truncatedTo(ChronoUnit.SECONDS)
        + "')";
  }

  private static String type(ColumnType type) {
    return type == ColumnType.TIMESTAMP ? ColumnType.TEXT.bigQuery() : type.bigQuery();
  }

  /**
   * One transaction that puts a run's rows in the place of all rows of its trade dates, and notes
   * the dates.
   */
  String script(List<PublishedDay> days, List<Added> added) {
    StringBuilder script = new StringBuilder("BEGIN TRANSACTION;\n");
    if (!days.isEmpty()) {
      List<Integer> dates = days.stream().map(PublishedDay::epochDay).toList();
      for (WarehouseTable table : schema.tables()) {
        script
            .append(delete(table.name(), table.dateColumn(), dates))
            .append(insert(table, stagingName(table.name())));
      }
      script
          .append(delete(NOTES, "tradeDate", dates))
          .append("INSERT INTO ")
          .append(address.quoted(NOTES))
          .append(" (tradeDate, source, version, change, run) VALUES ")
          .append(days.stream().map(BigQuerySwap::note).collect(Collectors.joining(", ")))
          .append(";\n");
    }
    for (Added one : added) {
      String name = one.table().name();
      Set<Integer> dates = one.states().keySet();
      script.append(delete(name, one.table().dateColumn(), dates));
      script.append(delete(ADDITIONS, "name = '" + name + "' AND tradeDate", dates));
      if (!one.filled().isEmpty()) {
        script
            .append(insert(one.table(), ownStagingName(name)))
            .append("INSERT INTO ")
            .append(address.quoted(ADDITIONS))
            .append(" (name, tradeDate, state) VALUES ")
            .append(
                one.filled().entrySet().stream()
                    .map(state -> note(name, state.getKey(), state.getValue()))
                    .collect(Collectors.joining(", ")))
            .append(";\n");
      }
    }
    return script.append("COMMIT TRANSACTION;").toString();
  }

  /**
   * A table beside the published ones of which some dates are replaced.
   *
   * @param states what rows are made of, by epoch day; empty for none
   */
  record Added(WarehouseTable table, SortedMap<Integer, String> states) {
    /** Those of the dates that get rows. */
    SortedMap<Integer, String> filled() {
      SortedMap<Integer, String> filled = new TreeMap<>(states);
      filled.values().removeIf(String::isEmpty);
      return filled;
    }
  }

  private String delete(String table, String column, Collection<Integer> dates) {
    return dates.stream()
        .map(BigQuerySwap::date)
        .collect(
            Collectors.joining(
                ", ",
                "DELETE FROM " + address.quoted(table) + " WHERE " + column + " IN (",
                ");\n"));
  }

  private static String note(String table, int day, String state) {
    return "('%s', %s, %s)".formatted(table, date(day), SqlDialect.BIGQUERY.literal(state));
  }

  /** The statement that makes the table of what is noted of rows beside the published ones. */
  String additionsDdl() {
    return "CREATE TABLE IF NOT EXISTS "
        + address.quoted(ADDITIONS)
        + " (name STRING, tradeDate DATE, state STRING) OPTIONS"
        + " (description = 'What rows of market data were made of, by table and trade date.')";
  }

  /** Selects what was noted there. */
  String additionsQuery() {
    return "SELECT name, UNIX_DATE(tradeDate), state FROM " + address.quoted(ADDITIONS);
  }

  /** The statement that makes the table of what is noted of trade dates. */
  public String notesDdl() {
    return "CREATE TABLE IF NOT EXISTS "
        + address.quoted(NOTES)
        + " (tradeDate DATE, source STRING, version INT64, change STRING, run STRING) OPTIONS"
        + " (description = 'What was published of each trade date.')";
  }

  /** Selects what was noted. */
  String notesQuery() {
    return "SELECT UNIX_DATE(tradeDate), source, version, change, run FROM "
        + address.quoted(NOTES)
        + " ORDER BY tradeDate";
  }

  private static String note(PublishedDay day) {
    return "(%s, %s, %s, %s, %s)"
        .formatted(
            date(day.epochDay()),
            SqlDialect.BIGQUERY.literal(day.source()),
            day.version(),
            SqlDialect.BIGQUERY.literal(day.change()),
            SqlDialect.BIGQUERY.literal(day.run()));
  }

  private static String date(int day) {
    return "DATE '" + LocalDate.ofEpochDay(day) + "'";
  }

  private String insert(WarehouseTable table, String from) {
    String columns =
        table.columns().stream()
            .map(column -> SqlDialect.BIGQUERY.quoted(column.name()))
            .collect(Collectors.joining(", "));
    String values =
        table.columns().stream().map(BigQuerySwap::value).collect(Collectors.joining(", "));
    return "INSERT INTO %s (%s)\nSELECT %s\nFROM %s AS s;\n"
        .formatted(address.quoted(table.name()), columns, values, address.quoted(from));
  }

  private static String value(WarehouseTable.Column column) {
    return column.type() == ColumnType.TIMESTAMP
        ? moment("s", column.name())
        : "s." + SqlDialect.BIGQUERY.quoted(column.name());
  }

  /** Of {@code 2026-03-16T13:30:00.123456789Z} all but the last three digits. */
  private static String moment(String row, String column) {
    String text = row + "." + SqlDialect.BIGQUERY.quoted(column);
    return "CAST(CONCAT(SUBSTR(" + text + ", 1, 26), 'Z') AS TIMESTAMP)";
  }
}
