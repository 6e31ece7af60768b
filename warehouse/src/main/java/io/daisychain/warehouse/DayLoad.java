package io.daisychain.warehouse;

/**
 * A trade date on its way into a warehouse.
 *
 * @param day what is noted of it
 * @param change what the files have of it
 * @param counts text of the publisher's, kept with the date: what all its rows come to; empty if
 *     that is not known
 */
public record DayLoad(PublishedDay day, Change change, String counts) {

  /** A date of which is not said what its rows come to. */
  public DayLoad(PublishedDay day, Change change) {
    this(day, change, "");
  }

  /** What files have of a trade date. */
  public enum Change {
    /** All its rows, in files of {@link WarehouseTable#filePrefix}. */
    WHOLE,
    /**
     * The rows of some keys, in files of that prefix with {@link #CHANGED} before it, and these
     * keys, in {@link #keysFile}; other rows of the date stay.
     */
    ROWS
  }

  /** First characters of the names of files with changed rows. */
  public static final String CHANGED = "changed-";

  /** Name of the file of the keys whose rows changed: CSV of one column, {@code key}. */
  public static String keysFile(int epochDay) {
    return CHANGED + "keys-" + WarehouseTable.basicDate(epochDay) + ".csv";
  }

  /** Pattern of the names of a table's files. */
  String filePattern(WarehouseTable table) {
    String prefix = table.filePrefix(day.epochDay());
    return (change == Change.ROWS ? CHANGED : "") + prefix + "*.csv*";
  }
}
