package io.daisychain.marketdata.window;

import io.daisychain.marketdata.RowReader;
import io.daisychain.marketdata.feed.Effects;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.DoublePredicate;

/**
 * The records of a symbol that windows are made of: trades that count for volume, or a number of
 * each best bid and offer. Prices are whole numbers of the value's units, as floating-point
 * numbers.
 */
final class Series {
  private static final long NULL = ColumnSpec.NULL;

  double[] prices = new double[0];
  double[] sizes = new double[0];
  long[] times = new long[0];
  int count;

  /** What reads the columns of a file that records are made of. */
  static RowReader reader(ColumnFile file, WindowValue value) {
    return new RowReader(file, new TextCodes(), value.columns());
  }

  /**
   * Reads records.
   *
   * @param reader at the first row
   * @param outliers are left out; null for none
   * @param skip records that are left out
   * @param most records that are wanted
   */
  void read(RowReader reader, WindowValue value, DoublePredicate outliers, long skip, long most)
      throws IOException {
    count = 0;
    long left = skip;
    while (count < most && reader.next()) {
      int from = count;
      addPart(reader, value, outliers);
      if (left > 0) {
        int dropped = (int) Math.min(left, count - from);
        drop(from, dropped);
        left -= dropped;
      }
    }
    count = (int) Math.min(count, most);
  }

  private void addPart(RowReader reader, WindowValue value, DoublePredicate outliers) {
    int from = count;
    reserve(reader.end() - reader.begin());
    switch (value) {
      case PRICE -> addTrades(reader);
      case MID -> addMids(reader);
      default -> addNumbers(reader);
    }
    if (outliers == null) {
      return;
    }
    int kept = from;
    for (int i = from; i < count; i++) {
      if (!outliers.test(prices[i])) {
        times[kept] = times[i];
        prices[kept] = prices[i];
        sizes[kept] = sizes[i];
        kept++;
      }
    }
    count = kept;
  }

  private void reserve(int more) {
    if (prices.length - count < more) {
      int length = Math.max(count + more, prices.length + (prices.length >> 1));
      prices = Arrays.copyOf(prices, length);
      sizes = Arrays.copyOf(sizes, length);
      times = Arrays.copyOf(times, length);
    }
  }

  /** Leaves records out. */
  void drop(int from, int dropped) {
    int left = count - from - dropped;
    System.arraycopy(prices, from + dropped, prices, from, left);
    System.arraycopy(sizes, from + dropped, sizes, from, left);
    System.arraycopy(times, from + dropped, times, from, left);
    count -= dropped;
  }

  private void addTrades(RowReader reader) {
    long[] time = reader.numbers(0);
    long[] price = reader.numbers(1);
    long[] size = reader.numbers(2);
    long[] effects = reader.numbers(3);
    for (int i = reader.begin(); i < reader.end(); i++) {
      if ((effects[i] & Effects.NO_VOLUME) == 0) {
        times[count] = time[i];
        prices[count] = price[i];
        sizes[count] = size[i];
        count++;
      }
    }
  }

  private void addMids(RowReader reader) {
    long[] time = reader.numbers(0);
    long[] bid = reader.numbers(1);
    long[] ask = reader.numbers(2);
    for (int i = reader.begin(); i < reader.end(); i++) {
      put(time[i], WindowValue.mid(bid[i], ask[i]));
    }
  }

  private void addNumbers(RowReader reader) {
    long[] time = reader.numbers(0);
    long[] number = reader.numbers(1);
    for (int i = reader.begin(); i < reader.end(); i++) {
      put(time[i], number[i]);
    }
  }

  /** Adds a record; none where its number is absent. */
  void add(long time, long number, long size) {
    reserve(1);
    sizes[count] = size;
    put(time, number);
  }

  private void put(long time, long number) {
    if (number != NULL) {
      times[count] = time;
      prices[count] = number;
      count++;
    }
  }

  /** Whether each row of a row group is a record, without reading it. */
  static boolean areAllRecords(ColumnFile file, WindowValue value, int group) {
    int[] columns = value.columns();
    boolean areAll = true;
    if (value == WindowValue.PRICE) {
      int effects = columns[columns.length - 1];
      areAll = file.least(group, effects) == 0 && file.greatest(group, effects) == 0;
    } else {
      for (int i = 1; i < columns.length; i++) {
        areAll &= file.nulls(group, columns[i]) == 0;
      }
    }
    return areAll;
  }

  /** Number of records in rows; of the series nothing is left. */
  long count(RowReader reader, WindowValue value, DoublePredicate outliers, long from, long to)
      throws IOException {
    long all = 0;
    reader.seek(from, to);
    while (reader.next()) {
      count = 0;
      addPart(reader, value, outliers);
      all += count;
    }
    return all;
  }
}
