package io.daisychain.model.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.daisychain.model.CheckResult;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.IntStream;

/**
 * Names and the days on which each is valid, both ends included.
 *
 * <p>A name may have several periods. A table that nothing was read into makes no check.
 */
public final class ValidityTable implements Serializable {
  private static final String FROM = "valid_from";
  private static final String TO = "valid_to";

  /** By name: first and last day of each period, in days since 1970. */
  private final transient Map<String, int[]> periods = new HashMap<>();

  private transient boolean present;

  /** Made when it is asked for. */
  private transient Packed packed;

  /** A table without a file: every check is not made. */
  public static ValidityTable absent() {
    return new ValidityTable();
  }

  /**
   * Reads a table.
   *
   * @param file name of the file, for errors
   * @param csv its text, with a header; a byte order mark before it is dropped
   * @param header the columns that the file is documented to have, by which errors explain it; the
   *     first is that of the name, the columns valid_from and valid_to are read beside it in
   *     whatever order, and an empty valid_to means for ever
   * @throws IllegalArgumentException naming file and line where the text is not such a table
   */
  public static ValidityTable parse(String file, String csv, String header) {
    try {
      return read(file, csv, header);
    } catch (CsvParseException e) {
      throw new IllegalArgumentException(file + " is no CSV: " + e.getMessage(), e);
    }
  }

  private static ValidityTable read(String file, String csv, String header) {
    ValidityTable table = new ValidityTable();
    table.present = true;
    Map<String, IntStream.Builder> days = new HashMap<>();
    List<String> columns = null;
    for (CsvRecord row : CsvReader.builder().ofCsvRecord(withoutMark(csv))) {
      String where = file + " line " + row.getStartingLineNumber() + ": ";
      if (columns == null) {
        columns = checkedHeader(where, row.getFields(), header);
        continue;
      }
      String name = field(row, columns, columns.indexOf(nameColumn(header)));
      if (name.isEmpty()) {
        throw new IllegalArgumentException(where + nameColumn(header) + " is empty");
      }
      int from = day(field(row, columns, columns.indexOf(FROM)), Integer.MIN_VALUE, where);
      int to = day(field(row, columns, columns.indexOf(TO)), Integer.MAX_VALUE, where);
      if (from > to) {
        throw new IllegalArgumentException(where + FROM + " is after " + TO + " of " + name);
      }
      days.computeIfAbsent(name, first -> IntStream.builder()).add(from).add(to);
    }
    if (columns == null) {
      throw new IllegalArgumentException(
          file + " is empty: it must begin with the header " + header);
    }
    days.forEach((name, all) -> table.periods.put(name, all.build().toArray()));
    return table;
  }

  private static String withoutMark(String csv) {
    return csv.startsWith("\ufeff") ? csv.substring(1) : csv;
  }

  private static String nameColumn(String header) {
    int comma = header.indexOf(',');
    return comma < 0 ? header : header.substring(0, comma);
  }

  private static List<String> checkedHeader(String where, List<String> found, String header) {
    for (String column : List.of(nameColumn(header), FROM, TO)) {
      if (!found.contains(column)) {
        throw new IllegalArgumentException(
            "%sno column %s in the header %s; it must be %s"
                .formatted(where, column, String.join(",", found), header));
      }
    }
    return found;
  }

  /** True when a file was read, even an empty one. */
  public boolean isPresent() {
    return present;
  }

  public int size() {
    return periods.size();
  }

  /** Whether {@code name} is in the table, on whatever days. */
  public boolean has(String name) {
    return periods.containsKey(name);
  }

  /**
   * Whether {@code name} is valid on a day.
   *
   * @param epochDay days since 1970-01-01
   */
  public CheckResult check(String name, int epochDay) {
    if (!present) {
      return CheckResult.NOT_MADE;
    }
    int[] days = periods.get(name);
    for (int i = 0; days != null && i < days.length; i += 2) {
      if (days[i] <= epochDay && epochDay <= days[i + 1]) {
        return CheckResult.PASSED;
      }
    }
    return CheckResult.FAILED;
  }

  /** True when {@code name} is not valid on a day but was before. */
  public boolean isExpired(String name, int epochDay) {
    int[] days = periods.get(name);
    if (days == null || check(name, epochDay) != CheckResult.FAILED) {
      return false;
    }
    for (int i = 0; i < days.length; i += 2) {
      if (days[i + 1] < epochDay) {
        return true;
      }
    }
    return false;
  }

  /** True when this table and another do not say the same of a date: who is valid, or whether. */
  public boolean differsOn(int epochDay, ValidityTable other) {
    if (present != other.present) {
      return true;
    }
    Set<String> names = new HashSet<>(periods.keySet());
    names.addAll(other.periods.keySet());
    return names.stream().anyMatch(name -> check(name, epochDay) != other.check(name, epochDay));
  }

  /** A field of a row; empty where the row ends before. */
  private static String field(CsvRecord row, List<String> columns, int column) {
    return column < Math.min(columns.size(), row.getFieldCount()) ? row.getField(column) : "";
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

  private synchronized Object writeReplace() {
    if (packed == null) {
      packed = new Packed(toBytes());
    }
    return packed;
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("a table is read from its packed form");
  }

  /** Whether a file was read (1 byte), then name, number of days and days of each name. */
  private byte[] toBytes() {
    PackedWriter out = new PackedWriter().u8(present ? 1 : 0);
    periods.forEach(
        (name, days) -> {
          byte[] text = name.getBytes(UTF_8);
          out.text(text, 0, text.length).varint(days.length);
          for (int day : days) {
            out.i32(day);
          }
        });
    return out.toBytes();
  }

  private static ValidityTable of(Packed packed) {
    ValidityTable table = new ValidityTable();
    table.packed = packed;
    PackedReader in = new PackedReader().wrap(packed.bytes, 0, packed.bytes.length);
    table.present = in.u8() == 1;
    while (in.remaining() > 0) {
      int length = in.varint();
      String name = new String(in.buffer(), in.advance(length), length, UTF_8);
      int[] days = new int[in.varint()];
      for (int i = 0; i < days.length; i++) {
        days[i] = in.i32();
      }
      table.periods.put(name, days);
    }
    return table;
  }

  /**
   * A table on its way to other processes. Runners serialize what steps hold once a bundle and
   * more: a table is packed once, and unpacked once in a process.
   */
  private static final class Packed implements Serializable {
    private static final long serialVersionUID = 2;

    /** A table holds its key, so an entry lives as long as its table. */
    private static final Map<Packed, WeakReference<ValidityTable>> TABLES = new WeakHashMap<>();

    private final byte[] bytes;

    /** Of the bytes; sent with them, since to work it out takes longer than all else of reading. */
    private final int hash;

    Packed(byte[] bytes) {
      this.bytes = bytes;
      this.hash = Arrays.hashCode(bytes);
    }

    private Object readResolve() {
      synchronized (TABLES) {
        WeakReference<ValidityTable> known = TABLES.get(this);
        ValidityTable table = known == null ? null : known.get();
        if (table == null) {
          table = of(this);
          TABLES.remove(this); // with the key of a table that is gone
          TABLES.put(this, new WeakReference<>(table));
        }
        return table;
      }
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Packed packed && Arrays.equals(bytes, packed.bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
