package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SortedRowWriter;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.PageCompression;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Locale;

/**
 * A trade date on its way into a warehouse.
 *
 * @param day what is noted of it
 * @param change what the files have of it
 * @param counts text of the publisher's, kept with the date or its delta: what the rows that are
 *     brought come to; empty if that is not known
 * @param parts number of Parquet files that each table of a whole date has; 0 for CSV files
 */
public record DayLoad(PublishedDay day, Change change, String counts, int parts) {

  /** A date in CSV files of which is not said what its rows come to. */
  public DayLoad(PublishedDay day, Change change) {
    this(day, change, "", 0);
  }

  /** What files have of a trade date. */
  public enum Change {
    /**
     * All its rows, in files of {@link #partFile}, which become the warehouse's own as they are, or
     * in CSV files of {@link WarehouseTable#filePrefix}.
     */
    WHOLE,
    /**
     * The rows of some keys, one such file a table, and these keys, in {@link #keysFile}; other
     * rows of the date stay.
     */
    ROWS
  }

  /**
   * Of a newer delta of no more keys these are noted, so that one with a few more can take its
   * place: many small ones would cost each publication and query more.
   */
  public static final int NAMED = 500;

  private static final String PART = "part-";
  private static final String PARQUET = ".parquet";

  /** Name of one of the Parquet files of a date, which a {@link SortedRowWriter} wrote. */
  public static String partFile(WarehouseTable table, int epochDay, int part) {
    return String.format(
        Locale.ROOT, "%s%s%05d%s", PART, table.filePrefix(epochDay), part, PARQUET);
  }

  /** Whether a file of that name is one of these. */
  public static boolean isLoaded(String name) {
    return name.startsWith(PART);
  }

  /** Name of the file of the keys whose rows changed, which {@link #writeKeys} wrote. */
  public static String keysFile(int epochDay) {
    return PART + "keys-" + WarehouseTable.basicDate(epochDay) + PARQUET;
  }

  /**
   * Writes that file.
   *
   * @param keys pairs of longs
   */
  public static void writeKeys(WritableByteChannel channel, long[] keys) throws IOException {
    try (ColumnFileWriter file =
        new ColumnFileWriter(
            channel,
            List.of(ColumnSpec.uuid("key")),
            ColumnFileWriter.GROUP_ROWS,
            PageCompression.SNAPPY)) {
      for (int i = 0; i < keys.length; i += 2) {
        file.set(0, keys[i], keys[i + 1]);
        file.endRow();
      }
      file.finish();
    }
  }
}
