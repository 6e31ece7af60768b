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
 * @param partitionedBy the moment whose days BigQuery keeps apart
 * @param clusteredBy columns by which BigQuery sorts within a day
 */
public record WarehouseTable(
    String name,
    String meaning,
    List<Column> columns,
    List<String> sortedBy,
    Optional<String> partitionedBy,
    List<String> clusteredBy) {

  /**
   * One column.
   *
   * @param name as in the CSV files' header
   * @param type how the warehouse stores it
   * @param meaning one sentence for the data dictionary
   */
  public record Column(String name, ColumnType type, String meaning) {}

  /** The CSV files' first line, without its end. */
  public String header() {
    return columns.stream().map(Column::name).collect(Collectors.joining(","));
  }

  /** Pattern of this table's CSV files in a folder, compressed ones included. */
  String filePattern() {
    return name + "-*.csv*";
  }
}
