package io.daisychain.warehouse;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One published table: what its CSV files and its table in the warehouse have in common.
 *
 * @param name the table's name, and its CSV files' up to the first hyphen
 * @param meaning one sentence for the data dictionary
 * @param columns in the order of the CSV files; the last date among them is the trade date by which
 *     warehouses keep rows apart
 * @param sortedBy columns by which rows of a trade date lie in the warehouse, those that queries
 *     pick ranges of first
 * @param key column that names the stored row that a row was made from; all rows of a stored row
 *     change together
 * @param clusteredBy columns by which BigQuery sorts within a trade date
 */
public record WarehouseTable(
    String name,
    String meaning,
    List<Column> columns,
    List<String> sortedBy,
    String key,
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
   * A published table.
   *
   * @throws IllegalArgumentException if no column is a date
   */
  public WarehouseTable {
    columns = List.copyOf(columns);
    if (columns.stream().noneMatch(column -> column.type() == ColumnType.DATE)) {
      throw new IllegalArgumentException(name + " has no trade date");
    }
  }

  /** Name of the column with the trade date. */
  public String dateColumn() {
    return columns.get(dateAt()).name();
  }

  /** Place of the column with the trade date. */
  int dateAt() {
    int at = columns.size() - 1;
    while (columns.get(at).type() != ColumnType.DATE) {
      at--;
    }
    return at;
  }

  /** The columns without the trade date. */
  public List<Column> ownColumns() {
    List<Column> own = new ArrayList<>(columns);
    own.remove(dateAt());
    return own;
  }

  /** The CSV files' first line, without its end. */
  public String header() {
    return columns.stream().map(Column::name).collect(Collectors.joining(","));
  }

  /** First characters of the names of a trade date's files, as {@code events-20260316-}. */
  public String filePrefix(int epochDay) {
    return name + "-" + basicDate(epochDay) + "-";
  }

  /** A trade date as {@code 20260316}. */
  public static String basicDate(int epochDay) {
    return LocalDate.ofEpochDay(epochDay).format(DateTimeFormatter.BASIC_ISO_DATE);
  }
}
