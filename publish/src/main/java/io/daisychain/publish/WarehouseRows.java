package io.daisychain.publish;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseTable.Column;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
   * @param keys pairs of longs
   */
  static PublishedCounts count(SqlQuery warehouse, int epochDay, long[] keys) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < keys.length; i += 2) {
      texts.add("'" + new RowKey(keys[i], keys[i + 1]) + "'");
    }
    String list = texts.stream().collect(Collectors.joining(",", "([", "]::UUID[])"));
    List<PublishedCounts.TableSum> sums = new ArrayList<>();
    long unlinked = 0;
    long[] statuses = new long[ErrorStatus.values().length];
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      String sql =
          "SELECT "
              + table.columns().stream()
                  .map(column -> "t.\"" + column.name() + '"')
                  .collect(Collectors.joining(", "))
              + " FROM "
              + table.name()
              + " AS t JOIN (SELECT unnest"
              + list
              + " AS changed) AS k ON k.changed = t.\""
              + table.key()
              + "\" WHERE t.\""
              + table.dateColumn()
              + "\" = DATE '"
              + LocalDate.ofEpochDay(epochDay)
              + "'";
      CsvLines lines = new CsvLines();
      for (String[] row : warehouse.rows(sql)) {
        line(table, row, lines);
        lines.clear();
        if (table.name().equals(PublishedTables.EVENTS.name())) {
          unlinked += row[LIFECYCLE_ID] == null ? 1 : 0;
          count(row[ERROR_STATUS], statuses);
        }
      }
      sums.add(new PublishedCounts.TableSum(lines.lines(), lines.digestHigh(), lines.digestLow()));
    }
    return new PublishedCounts(sums, unlinked, 0, statuses);
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
        case UUID, BOOLEAN, INTEGER, BIGINT, TIMESTAMP, DATE -> lines.ascii(value);
      }
    }
    lines.endLine();
  }
}
