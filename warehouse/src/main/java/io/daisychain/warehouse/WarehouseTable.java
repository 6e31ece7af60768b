package io.daisychain.warehouse;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One published table: what its CSV files and its table in the warehouse have in common.
 *
 * @param name the table's name, and its CSV files' up to the first hyphen
 * @param meaning one sentence for the data dictionary
 * @param columns in the order of the CSV files
 * @param sortedBy columns by which rows lie in the warehouse, those that queries pick ranges of
 *     first
 * @param tradeDate whose trade dates BigQuery keeps apart
 * @param clusteredBy columns by which BigQuery sorts within a trade date
 */
public record WarehouseTable(
    String name,
    String meaning,
    List<Column> columns,
    List<String> sortedBy,
    TradeDate tradeDate,
    List<String> clusteredBy) {

  /**
   * One column.
   *
   * @param name as in the CSV files' header
   * @param type how the warehouse stores it
   * @param meaning one sentence for the data dictionary
   */
  public record Column(String name, ColumnType type, String meaning) {}

  /**
   * Where a row's trade date comes from.
   *
   * @param moment the column whose day it is
   * @param key column that names the row which has that moment, if it is not this one
   * @param of the table of that row, found by its {@code id}
   */
  public record TradeDate(String moment, Optional<String> key, Optional<String> of) {
    /** The day of a moment of the row itself. */
    public static TradeDate ofMoment(String moment) {
      return new TradeDate(moment, Optional.empty(), Optional.empty());
    }

    /** The day of a moment of the row of {@code table} whose id {@code key} names. */
    public static TradeDate ofRow(String key, String table, String moment) {
      return new TradeDate(moment, Optional.of(key), Optional.of(table));
    }
  }

  /** Name of the column that only BigQuery's tables have, by which they are partitioned. */
  public static final String TRADE_DATE = "tradeDate";

  /** What {@link #TRADE_DATE} means. */
  public String tradeDateMeaning() {
    return tradeDate
        .key()
        .map(key -> "Trade date of " + key + ", by the zone and day roll of ingest.")
        .orElse("Trade date of " + tradeDate.moment() + ", by the zone and day roll of ingest.");
  }

  /** The CSV files' first line, without its end. */
  public String header() {
    return columns.stream().map(Column::name).collect(Collectors.joining(","));
  }

  /** Pattern of this table's CSV files in a folder, compressed ones included. */
  String filePattern() {
    return name + "-*.csv*";
  }
}
