package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the rows of a symbol lie in a file, whose rows are sorted by symbol and time.
 *
 * @param symbol the symbol
 * @param from number of its first row
 * @param to number of the row after its last
 */
public record SymbolRows(String symbol, long from, long to) implements Serializable {
  private static final int SYMBOL = 0;
  private static final int TIME = 1;

  public long count() {
    return to - from;
  }

  public static List<SymbolRows> all(ColumnFile file) throws IOException {
    TextCodes texts = new TextCodes();
    ColumnFile.Cursor cursor = file.cursor();
    List<SymbolRows> all = new ArrayList<>();
    int[] codes = new int[0];
    int current = ColumnSpec.NO_TEXT;
    long begin = 0;
    for (int group = 0; group < file.groups(); group++) {
      int rows = file.rows(group);
      long first = file.firstRow(group);
      byte[] only = file.leastText(group, SYMBOL);
      if (Arrays.equals(only, file.greatestText(group, SYMBOL))) {
        int code = texts.code(only, 0, only.length);
        if (code != current) {
          add(all, texts, current, begin, first);
          current = code;
          begin = first;
        }
        continue;
      }
      codes = codes.length < rows ? new int[rows] : codes;
      cursor.read(group, SYMBOL, codes, texts);
      for (int i = 0; i < rows; i++) {
        if (codes[i] != current) {
          add(all, texts, current, begin, first + i);
          current = codes[i];
          begin = first + i;
        }
      }
    }
    add(all, texts, current, begin, file.rows());
    return all;
  }

  private static void add(List<SymbolRows> all, TextCodes texts, int code, long from, long to) {
    if (to > from) {
      all.add(new SymbolRows(texts.text(code), from, to));
    }
  }

  /** The rows of one symbol, of which there may be none; reads the pages at their ends alone. */
  public static SymbolRows of(ColumnFile file, String symbol) throws IOException {
    byte[] wanted = symbol.getBytes(StandardCharsets.UTF_8);
    long from = -1;
    long to = -1;
    for (int group = 0; group < file.groups(); group++) {
      if (Arrays.compareUnsigned(file.greatestText(group, SYMBOL), wanted) < 0) {
        continue;
      }
      int least = Arrays.compareUnsigned(file.leastText(group, SYMBOL), wanted);
      if (least > 0) {
        break;
      }
      int begin = 0;
      int end = file.rows(group);
      if (least < 0 || Arrays.compareUnsigned(file.greatestText(group, SYMBOL), wanted) > 0) {
        TextCodes texts = new TextCodes();
        int code = texts.code(symbol);
        int[] codes = new int[end];
        file.cursor().read(group, SYMBOL, codes, texts);
        while (begin < codes.length && codes[begin] != code) {
          begin++;
        }
        end = begin;
        while (end < codes.length && codes[end] == code) {
          end++;
        }
      }
      if (end > begin) {
        from = from < 0 ? file.firstRow(group) + begin : from;
        to = file.firstRow(group) + end;
      }
    }
    return from < 0 ? new SymbolRows(symbol, 0, 0) : new SymbolRows(symbol, from, to);
  }

  /** The rows of this symbol from one moment on, before another. */
  public SymbolRows between(ColumnFile file, long start, long end) throws IOException {
    long first = firstNotBefore(file, start);
    return new SymbolRows(symbol, first, Math.max(first, firstNotBefore(file, end)));
  }

  /** Number of the first row of this symbol that is not before a moment; {@link #to} for none. */
  public long firstNotBefore(ColumnFile file, long moment) throws IOException {
    if (count() == 0) {
      return to;
    }
    // The groups between the symbol's first and last are its own: what they say of times is true.
    int group = groupOf(file, from);
    int last = groupOf(file, to - 1);
    while (group < last && file.firstRow(group + 1) < to && lastTimeIsBefore(file, group, moment)) {
      group++;
    }
    long[] times = new long[file.rows(group)];
    file.cursor().read(group, TIME, times);
    int begin = (int) Math.max(0, from - file.firstRow(group));
    int end = (int) Math.min(times.length, to - file.firstRow(group));
    int at = lowerBound(times, begin, end, moment);
    if (at == end && group < last) {
      return file.firstRow(group + 1);
    }
    return file.firstRow(group) + at;
  }

  /**
   * Number of a row of this symbol that is not after a moment, or of its first one: where to begin
   * to look for what is in force then. Passes over row groups by what the file says of them.
   */
  long beginFor(ColumnFile file, long moment) {
    if (count() == 0) {
      return from;
    }
    int group = groupOf(file, from);
    while (group + 1 < file.groups()
        && file.firstRow(group + 1) + file.rows(group + 1) <= to
        && file.least(group + 1, TIME) <= moment) {
      group++;
    }
    return Math.max(from, file.firstRow(group));
  }

  private boolean lastTimeIsBefore(ColumnFile file, int group, long moment) throws IOException {
    if (file.firstRow(group) >= from) {
      return file.greatest(group, TIME) < moment;
    }
    // It begins with other symbols, and ends with this one.
    long[] times = new long[file.rows(group)];
    file.cursor().read(group, TIME, times);
    return times[times.length - 1] < moment;
  }

  /** The first index of a sorted part whose value is not below another; {@code end} for none. */
  public static int lowerBound(long[] sorted, int begin, int end, long wanted) {
    int low = begin;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public static int groupOf(ColumnFile file, long row) {
    int low = 0;
    int high = file.groups() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (file.firstRow(middle) <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
