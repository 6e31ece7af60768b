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
import java.util.List;
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

  private final WarehouseAddress.BigQuery address;
  private final WarehouseSchema schema;
  private final String staging;

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
   * The statement that makes that table: the columns of the files, moments as text.
   *
   * @param end when BigQuery deletes it, whatever became of the run
   */
  String stagingDdl(WarehouseTable table, Instant end) {
    String columns =
        table.columns().stream()
            .map(column -> SqlDialect.BIGQUERY.quoted(column.name()) + " " + type(column.type()))
            .collect(Collectors.joining(", "));
    return "CREATE TABLE IF NOT EXISTS "
        + address.quoted(stagingName(table.name()))
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
  String script(List<PublishedDay> days) {
    StringBuilder script = new StringBuilder("BEGIN TRANSACTION;\n");
    for (WarehouseTable table : schema.tables()) {
      script
          .append("DELETE FROM ")
          .append(address.quoted(table.name()))
          .append(" WHERE ")
          .append(condition(table.dateColumn(), days))
          .append(";\n")
          .append(insert(table))
          .append(";\n");
    }
    script
        .append("DELETE FROM ")
        .append(address.quoted(NOTES))
        .append(" WHERE ")
        .append(condition("tradeDate", days))
        .append(";\nINSERT INTO ")
        .append(address.quoted(NOTES))
        .append(" (tradeDate, source, version, change, run) VALUES ")
        .append(days.stream().map(BigQuerySwap::note).collect(Collectors.joining(", ")))
        .append(";\n");
    return script.append("COMMIT TRANSACTION;").toString();
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
            date(day),
            SqlDialect.BIGQUERY.literal(day.source()),
            day.version(),
            SqlDialect.BIGQUERY.literal(day.change()),
            SqlDialect.BIGQUERY.literal(day.run()));
  }

  private static String date(PublishedDay day) {
    return "DATE " + SqlDialect.BIGQUERY.literal(LocalDate.ofEpochDay(day.epochDay()).toString());
  }

  private static String condition(String column, List<PublishedDay> days) {
    return days.stream()
        .map(BigQuerySwap::date)
        .collect(Collectors.joining(", ", column + " IN (", ")"));
  }

  private String insert(WarehouseTable table) {
    String columns =
        table.columns().stream()
            .map(column -> SqlDialect.BIGQUERY.quoted(column.name()))
            .collect(Collectors.joining(", "));
    String values =
        table.columns().stream().map(BigQuerySwap::value).collect(Collectors.joining(", "));
    return "INSERT INTO %s (%s)\nSELECT %s\nFROM %s AS s"
        .formatted(
            address.quoted(table.name()),
            columns,
            values,
            address.quoted(stagingName(table.name())));
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
