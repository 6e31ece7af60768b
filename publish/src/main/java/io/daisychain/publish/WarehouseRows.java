package io.daisychain.publish;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.model.ErrorStatus;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseTable.Column;
import io.daisychain.warehouse.duckdb.KeyedRows;
import java.io.IOException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Rows of a DuckDB warehouse as the lines that they were loaded from. */
final class WarehouseRows {
  private static final List<String> EVENTS =
      PublishedTables.EVENTS.columns().stream().map(Column::name).toList();
  private static final int ERROR_STATUS = EVENTS.indexOf("errorStatus");
  private static final int LIFECYCLE_ID = EVENTS.indexOf("LifecycleId");

  private WarehouseRows() {}

  /**
   * Counts the rows of some keys, with their digests.
   *
   * @param published finds them
   * @param keys by epoch day, pairs of longs; there may be none of a date
   * @param before what these dates come to: tables without a row are not read
   * @return of each of these dates
   */
  static SortedMap<Integer, PublishedCounts> count(
      KeyedRows.Finder published,
      SortedMap<Integer, long[]> keys,
      Map<Integer, PublishedCounts> before)
      throws IOException {
    SortedMap<Integer, PublishedCounts> counts = new TreeMap<>();
    Map<Integer, List<CsvLines>> lines = new HashMap<>();
    Map<Integer, long[]> statuses = new HashMap<>();
    Map<Integer, Long> unlinked = new HashMap<>();
    List<WarehouseTable> tables = PublishedTables.schema().tables();
    for (int day : keys.keySet()) {
      lines.put(day, Stream.generate(CsvLines::new).limit(tables.size()).toList());
      statuses.put(day, new long[ErrorStatus.values().length]);
    }
    SortedMap<Integer, long[]> asked = new TreeMap<>(keys);
    asked.values().removeIf(ofDay -> ofDay.length == 0);
    try (KeyedRows rows = asked.isEmpty() ? null : published.of(asked)) {
      for (int i = 0; i < tables.size() && rows != null; i++) {
        WarehouseTable table = tables.get(i);
        if (asked.keySet().stream()
            .allMatch(day -> before.get(day).of(table.name()).lines() == 0)) {
          continue;
        }
        int dateAt =
            table.columns().stream().map(Column::name).toList().indexOf(table.dateColumn());
        for (String[] row : rows.of(table)) {
          int day = (int) LocalDate.parse(row[dateAt]).toEpochDay();
          CsvLines ofTable = lines.get(day).get(i);
          line(table, row, ofTable);
          ofTable.clear();
          if (table.name().equals(PublishedTables.EVENTS.name())) {
            unlinked.merge(day, row[LIFECYCLE_ID] == null ? 1L : 0L, Long::sum);
            count(row[ERROR_STATUS], statuses.get(day));
          }
        }
      }
    }
    for (int day : keys.keySet()) {
      List<PublishedCounts.TableSum> sums =
          lines.get(day).stream()
              .map(
                  all ->
                      new PublishedCounts.TableSum(all.lines(), all.digestHigh(), all.digestLow()))
              .toList();
      counts.put(
          day, new PublishedCounts(sums, unlinked.getOrDefault(day, 0L), 0, statuses.get(day)));
    }
    return counts;
  }

  private static void count(String words, long[] statuses) {
    if (words != null) {
      for (String word : words.split(";", -1)) {
        statuses[Integer.numberOfTrailingZeros(ErrorStatus.valueOf(word).bit())]++;
      }
    }
  }

  /** Appends a row as {@link RowFlattener} wrote it. */
  private static void line(WarehouseTable table, String[] row, CsvLines lines) {
    for (int i = 0; i < row.length; i++) {
      byte[] value = row[i] == null ? new byte[0] : row[i].getBytes(ISO_8859_1);
      ColumnType type = table.columns().get(i).type();
      switch (type) {
        case TEXT -> lines.text(value, 0, value.length);
        case QUANTITY, PRICE, TOTAL -> {
          if (row[i] == null) {
            lines.empty();
          } else {
            lines.decimal(type, value, 0, value.length);
          }
        }
        case UUID, BOOLEAN, INTEGER, BIGINT, DOUBLE, TIMESTAMP, DATE -> lines.ascii(value);
      }
    }
    lines.endLine();
  }
}
