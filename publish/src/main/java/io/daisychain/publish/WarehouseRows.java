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
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Rows of a DuckDB warehouse as the lines that they were loaded from. */
final class WarehouseRows {
  private static final List<String> EVENTS =
      PublishedTables.EVENTS.columns().stream().map(Column::name).toList();
  private static final List<WarehouseTable> TABLES = PublishedTables.schema().tables();
  private static final int ERROR_STATUS = EVENTS.indexOf("errorStatus");
  private static final int LIFECYCLE_ID = EVENTS.indexOf("LifecycleId");

  private WarehouseRows() {}

  /**
   * Counts the rows of some keys, with their digests.
   *
   * @param finder of them
   * @param keys by epoch day, pairs of longs; there may be none of a date
   * @param before what these dates come to: tables without a row are not read
   * @return of each of these dates
   */
  static SortedMap<Integer, PublishedCounts> count(
      KeyedRows.Finder finder,
      SortedMap<Integer, long[]> keys,
      Map<Integer, PublishedCounts> before)
      throws IOException {
    SortedMap<Integer, RowCounts> counts = new TreeMap<>();
    keys.keySet().forEach(day -> counts.put(day, new RowCounts()));
    SortedMap<Integer, long[]> asked = new TreeMap<>(keys);
    asked.values().removeIf(ofDay -> ofDay.length == 0);
    if (!asked.isEmpty()) {
      try (KeyedRows rows = finder.of(asked)) {
        for (int i = 0; i < TABLES.size(); i++) {
          String name = TABLES.get(i).name();
          if (asked.keySet().stream().anyMatch(day -> before.get(day).of(name).lines() > 0)) {
            count(rows, i, counts);
          }
        }
      }
    }
    SortedMap<Integer, PublishedCounts> published = new TreeMap<>();
    counts.forEach((day, ofDay) -> published.put(day, ofDay.published()));
    return published;
  }

  private static void count(KeyedRows rows, int number, SortedMap<Integer, RowCounts> counts)
      throws IOException {
    WarehouseTable table = TABLES.get(number);
    int dateAt = table.columns().stream().map(Column::name).toList().indexOf(table.dateColumn());
    for (String[] row : rows.of(table)) {
      RowCounts ofDay = counts.get((int) LocalDate.parse(row[dateAt]).toEpochDay());
      CsvLines lines = ofDay.lines.get(number);
      line(table, row, lines);
      lines.clear();
      if (table.name().equals(PublishedTables.EVENTS.name())) {
        ofDay.unlinked += row[LIFECYCLE_ID] == null ? 1 : 0;
        count(row[ERROR_STATUS], ofDay.statuses);
      }
    }
  }

  /** What the rows of a date come to. */
  private static final class RowCounts {
    final List<CsvLines> lines = Stream.generate(CsvLines::new).limit(TABLES.size()).toList();
    final long[] statuses = new long[ErrorStatus.values().length];
    long unlinked;

    PublishedCounts published() {
      List<PublishedCounts.TableSum> sums =
          lines.stream()
              .map(
                  all ->
                      new PublishedCounts.TableSum(all.lines(), all.digestHigh(), all.digestLow()))
              .toList();
      return new PublishedCounts(sums, unlinked, 0, statuses);
    }
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
