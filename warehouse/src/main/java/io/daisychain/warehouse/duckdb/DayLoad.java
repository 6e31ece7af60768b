package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SortedRowWriter;
import io.daisychain.warehouse.WarehouseTable;
import java.util.Locale;

/**
 * A trade date on its way into a warehouse.
 *
 * @param day what is noted of it
 * @param change what the files have of it
 * @param counts text of the publisher's, kept with the date: what all its rows come to; empty if
 *     that is not known
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
     * The rows of some keys, in files of that prefix with {@link #CHANGED} before it, and these
     * keys, in {@link #keysFile}; other rows of the date stay.
     */
    ROWS
  }

  private static final String PART = "part-";
  private static final String PARQUET = ".parquet";

  /** First characters of the names of files with changed rows. */
  public static final String CHANGED = "changed-";

  /** Name of one of the Parquet files of a date, which a {@link SortedRowWriter} wrote. */
  public static String partFile(WarehouseTable table, int epochDay, int part) {
    return String.format(
        Locale.ROOT, "%s%s%05d%s", PART, table.filePrefix(epochDay), part, PARQUET);
  }

  /** Whether a file of that name is of Parquet files for the warehouse, or of changed rows. */
  public static boolean isLoaded(String name) {
    return name.startsWith(PART) || name.startsWith(CHANGED);
  }

  /** Name of the file of the keys whose rows changed: CSV of one column, {@code key}. */
  public static String keysFile(int epochDay) {
    return CHANGED + "keys-" + WarehouseTable.basicDate(epochDay) + ".csv";
  }

  String filePattern(WarehouseTable table) {
    String prefix = table.filePrefix(day.epochDay());
    return (change == Change.ROWS ? CHANGED : "") + prefix + "*.csv*";
  }
}
