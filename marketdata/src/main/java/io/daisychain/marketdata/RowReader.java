package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;

/**
 * Reads columns of some rows of a file, part by part, into Java arrays. A part ends where a row
 * group does. Not thread-safe; a file may have several.
 */
public final class RowReader {
  private final ColumnFile file;
  private final TextCodes texts;
  private final int[] columns;
  private final ColumnFile.Cursor cursor;
  private final long[][] numbers;
  private final int[][] codes;
  private int group = -1;
  private long row;
  private long end;

  /** Index in the arrays of the part's first row. */
  private int begin;

  /** Index in the arrays of the row after the part's last. */
  private int finish;

  /**
   * A reader.
   *
   * @param texts gives codes for text
   * @param columns numbers of the columns
   */
  public RowReader(ColumnFile file, TextCodes texts, int... columns) {
    this.file = file;
    this.texts = texts;
    this.columns = columns.clone();
    this.cursor = file.cursor();
    this.numbers = new long[columns.length][];
    this.codes = new int[columns.length][];
  }

  /** Begins with a row; {@code to} is the number of the row after the last. */
  public void seek(long from, long to) {
    row = from;
    end = to;
    finish = 0;
    begin = 0;
  }

  /** Reads the next part; false after the last. */
  public boolean next() throws IOException {
    if (row >= end) {
      return false;
    }
    int wanted = group >= 0 && isIn(group) ? group : SymbolRows.groupOf(file, row);
    if (wanted != group) {
      load(wanted);
      group = wanted;
    }
    long first = file.firstRow(group);
    begin = (int) (row - first);
    finish = (int) Math.min(end - first, file.rows(group));
    row = first + finish;
    return true;
  }

  private boolean isIn(int number) {
    long first = file.firstRow(number);
    return row >= first && row < first + file.rows(number);
  }

  private void load(int wanted) throws IOException {
    int rows = file.rows(wanted);
    for (int i = 0; i < columns.length; i++) {
      if (file.columns().get(columns[i]).kind() == ColumnSpec.Kind.TEXT) {
        if (codes[i] == null || codes[i].length < rows) {
          codes[i] = new int[rows];
        }
        cursor.read(wanted, columns[i], codes[i], texts);
      } else {
        if (numbers[i] == null || numbers[i].length < rows) {
          numbers[i] = new long[rows];
        }
        cursor.read(wanted, columns[i], numbers[i]);
      }
    }
  }

  /** Index in the arrays of the part's first row. */
  public int begin() {
    return begin;
  }

  /** Index in the arrays of the row after the part's last. */
  public int end() {
    return finish;
  }

  /** The numbers of the i-th column that was asked for; of text there are none. */
  public long[] numbers(int i) {
    return numbers[i];
  }

  /** The codes of the i-th column that was asked for; of numbers there are none. */
  public int[] codes(int i) {
    return codes[i];
  }
}
