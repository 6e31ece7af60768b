package io.daisychain.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.model.CalendarDates;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The rows of the meta table that are about trade dates, and their names: {@code date/20260316},
 * {@code change/20260316/<version>}, {@code open/20260316/<key>} and {@code dropped}.
 */
public final class DateRows {
  static final String SPLITS = "splitKeys";
  static final String KEYS = "keySample";
  public static final String VERSION = "version";
  public static final String LINKED_VERSION = "linkedVersion";
  public static final String LINKED_RUN = "linkedRun";
  public static final String SUMS = "sums";
  public static final String EVENTS = "events";

  /** Where the feedback of the date is kept: {@code version places run folder}. */
  public static final String TOLD = "told";

  /** Number of the last link run that may have written to the date. */
  public static final String WRITTEN_BY = "writtenBy";

  /** First and last trade date that open references of the date may be to. */
  public static final String OPEN_FROM = "openFrom";

  public static final String OPEN_TO = "openTo";

  /** Columns with this prefix name the dates that edges connect with this one. */
  public static final String NEAR = "near/";

  public static final String CHANGE_KIND = "kind";
  public static final String CHANGE_RUN = "run";
  public static final String CHANGE_COUNT = "count";
  public static final String CHANGE_KEYS = "keys";

  /** Has a column for each date that was dropped. */
  public static final String DROPPED = "dropped";

  private static final String VERSIONS = "versions";
  private static final String LAST = "last";

  private DateRows() {}

  public static String date(int epochDay) {
    return "date/" + CalendarDates.text(epochDay);
  }

  public static String changes(int epochDay) {
    return "change/" + CalendarDates.text(epochDay) + "/";
  }

  public static String change(int epochDay, long version) {
    return String.format("%s%019d", changes(epochDay), version);
  }

  /** A version that is greater than all before. */
  public static long nextVersion(MetaTable meta) throws IOException {
    return meta.increment(VERSIONS, LAST);
  }

  /** The date of a row or column that ends with it. */
  public static int dateOf(String name) throws IOException {
    OptionalInt date = CalendarDates.parse(name.substring(name.length() - 8));
    if (date.isEmpty()) {
      throw new IOException("no trade date in '" + name + "' of the meta table");
    }
    return date.getAsInt();
  }

  /**
   * The number in a column of a row.
   *
   * @param name of the row
   * @param otherwise where the row has no such column
   */
  public static long number(String name, Map<String, byte[]> row, String column, long otherwise)
      throws IOException {
    byte[] value = row.get(column);
    if (value == null) {
      return otherwise;
    }
    try {
      return Long.parseLong(new String(value, US_ASCII));
    } catch (NumberFormatException e) {
      throw new IOException(
          "row '" + name + "' of the meta table, column " + column + " has no number", e);
    }
  }

  public static String text(Map<String, byte[]> row, String column) {
    return Optional.ofNullable(row.get(column)).map(bytes -> new String(bytes, UTF_8)).orElse("");
  }

  public static byte[] bytes(long number) {
    return Long.toString(number).getBytes(US_ASCII);
  }

  /** Dropped dates and the runs that dropped them. */
  public static Map<Integer, String> dropped(MetaTable meta) throws IOException {
    Map<Integer, String> dates = new TreeMap<>();
    for (Map.Entry<String, String> column : meta.readTexts(DROPPED).entrySet()) {
      dates.put(dateOf(column.getKey()), column.getValue());
    }
    return dates;
  }
}
