package io.daisychain.reference;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.model.Check;
import java.io.Serializable;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Names and the days on which each is valid, both ends included.
 *
 * <p>A name may have several periods. A table that nothing was read into makes no check.
 */
public final class ValidityTable implements Serializable {
  private static final long serialVersionUID = 1;

  /** By name: first and last day of each period, in days since 1970. */
  private final Map<String, int[]> periods = new HashMap<>();

  private boolean present;

  /** A table without a file: every check is not made. */
  public static ValidityTable absent() {
    return new ValidityTable();
  }

  /**
   * Reads a table.
   *
   * @param file name of the file, for errors
   * @param csv its text, with a header
   * @param nameColumn column of the name; the columns valid_from and valid_to are read beside it,
   *     and an empty valid_to means for ever
   * @throws IllegalArgumentException naming file and line where the text is not such a table
   */
  public static ValidityTable parse(String file, String csv, String nameColumn) {
    ValidityTable table = new ValidityTable();
    table.present = true;
    for (NamedCsvRecord row : CsvReader.builder().ofNamedCsvRecord(csv)) {
      String where = file + " line " + row.getStartingLineNumber() + ": ";
      String name = field(row, nameColumn, where);
      if (name.isEmpty()) {
        throw new IllegalArgumentException(where + nameColumn + " is empty");
      }
      table.add(
          name,
          day(field(row, "valid_from", where), Integer.MIN_VALUE, where),
          day(field(row, "valid_to", where), Integer.MAX_VALUE, where));
    }
    return table;
  }

  /** True when a file was read, even an empty one. */
  public boolean isPresent() {
    return present;
  }

  /** Number of names. */
  public int size() {
    return periods.size();
  }

  /**
   * Whether {@code name} is valid on a day.
   *
   * @param epochDay days since 1970-01-01
   */
  public Check check(String name, int epochDay) {
    if (!present) {
      return Check.NOT_MADE;
    }
    int[] days = periods.get(name);
    for (int i = 0; days != null && i < days.length; i += 2) {
      if (days[i] <= epochDay && epochDay <= days[i + 1]) {
        return Check.PASSED;
      }
    }
    return Check.FAILED;
  }

  /** True when {@code name} is not valid on a day but was before. */
  public boolean isExpired(String name, int epochDay) {
    int[] days = periods.get(name);
    if (days == null || check(name, epochDay) != Check.FAILED) {
      return false;
    }
    for (int i = 0; i < days.length; i += 2) {
      if (days[i + 1] < epochDay) {
        return true;
      }
    }
    return false;
  }

  private void add(String name, int from, int to) {
    int[] known = periods.getOrDefault(name, new int[0]);
    int[] grown = Arrays.copyOf(known, known.length + 2);
    grown[known.length] = from;
    grown[known.length + 1] = to;
    periods.put(name, grown);
  }

  private static String field(NamedCsvRecord row, String column, String where) {
    return row.findField(column)
        .orElseThrow(() -> new IllegalArgumentException(where + "no column " + column));
  }

  private static int day(String text, int open, String where) {
    if (text.isEmpty()) {
      return open;
    }
    try {
      return Math.toIntExact(LocalDate.parse(text).toEpochDay());
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(where + "not a date (YYYY-MM-DD): " + text, e);
    }
  }
}
