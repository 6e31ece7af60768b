package io.daisychain.warehouse;

import io.daisychain.model.TradeDates;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What moves rows from the tables that files are loaded into to those that readers see.
 *
 * <p>Moments are loaded as text, since a load job rejects nanoseconds, and cut to microseconds on
 * the way; the trade date is worked out there too.
 */
final class BigQuerySwap {
  private final WarehouseAddress.BigQuery address;
  private final WarehouseSchema schema;
  private final TradeDates dates;
  private final String staging;

  /**
   * @param staging first characters of the names of the tables that files are loaded into
   */
  BigQuerySwap(
      WarehouseAddress.BigQuery address, WarehouseSchema schema, TradeDates dates, String staging) {
    this.address = address;
    this.schema = schema;
    this.dates = dates;
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

  /** Selects the trade dates that a run has rows of, as text; null for rows without a moment. */
  String daysQuery() {
    WarehouseTable first = schema.tables().get(0);
    return "SELECT DISTINCT CAST("
        + day("s", first.tradeDate().moment())
        + " AS STRING) AS day FROM "
        + address.quoted(stagingName(first.name()))
        + " AS s ORDER BY day";
  }

  /**
   * One transaction that puts a run's rows in the place of all rows of the same trade dates.
   *
   * @param days what {@link #daysQuery} selects
   */
  String script(List<String> days) {
    StringBuilder script = new StringBuilder("BEGIN TRANSACTION;\n");
    for (WarehouseTable table : schema.tables()) {
      script
          .append("DELETE FROM ")
          .append(address.quoted(table.name()))
          .append(" WHERE ")
          .append(condition(days))
          .append(";\n")
          .append(insert(table))
          .append(";\n");
    }
    return script.append("COMMIT TRANSACTION;").toString();
  }

  private static String condition(List<String> days) {
    String dates =
        days.stream()
            .filter(day -> day != null)
            .map(day -> "DATE " + SqlDialect.BIGQUERY.literal(day))
            .collect(Collectors.joining(", "));
    String named = dates.isEmpty() ? "FALSE" : WarehouseTable.TRADE_DATE + " IN (" + dates + ")";
    return days.contains(null) ? named + " OR " + WarehouseTable.TRADE_DATE + " IS NULL" : named;
  }

  private String insert(WarehouseTable table) {
    String columns =
        table.columns().stream()
            .map(column -> SqlDialect.BIGQUERY.quoted(column.name()))
            .collect(Collectors.joining(", "));
    String values =
        table.columns().stream().map(BigQuerySwap::value).collect(Collectors.joining(", "));
    WarehouseTable.TradeDate date = table.tradeDate();
    String join =
        date.key()
            .map(
                key ->
                    "\nLEFT JOIN "
                        + address.quoted(stagingName(date.of().orElseThrow()))
                        + " AS r ON r.id = s."
                        + SqlDialect.BIGQUERY.quoted(key))
            .orElse("");
    return "INSERT INTO "
        + address.quoted(table.name())
        + " ("
        + columns
        + ", "
        + WarehouseTable.TRADE_DATE
        + ")\nSELECT "
        + values
        + ", "
        + day(date.key().isPresent() ? "r" : "s", date.moment())
        + "\nFROM "
        + address.quoted(stagingName(table.name()))
        + " AS s"
        + join;
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

  private String day(String row, String column) {
    String zone =
        dates.zone() instanceof ZoneOffset z && z.equals(ZoneOffset.UTC)
            ? "UTC"
            : dates.zone().getId();
    String local =
        "DATETIME(" + moment(row, column) + ", " + SqlDialect.BIGQUERY.literal(zone) + ")";
    return "DATE("
        + (dates.shift().isZero()
            ? local
            : "DATETIME_ADD(" + local + ", INTERVAL " + dates.shift().toSeconds() + " SECOND)")
        + ")";
  }
}
