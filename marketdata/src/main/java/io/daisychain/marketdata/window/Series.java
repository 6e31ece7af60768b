package io.daisychain.marketdata.window;

import io.daisychain.marketdata.AsOfMerge;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.RowReader;
import io.daisychain.marketdata.feed.Effects;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.util.Arrays;

/**
 * The records of a symbol that windows are made of: trades that count for volume, or middles of the
 * best bid and offer. Prices are whole numbers of the kind's units, as floating-point numbers.
 */
final class Series {
  private static final long NULL = ColumnSpec.NULL;

  double[] prices = new double[0];
  double[] sizes = new double[0];
  long[] times = new long[0];
  int count;

  /** Digits after the point that prices stand for. */
  static int scale(MarketKind kind) {
    return kind == MarketKind.TRADE
        ? kind.columns().get(kind.column("price")).scale()
        : AsOfMerge.MID_SCALE;
  }

  /** What reads the columns of a file that records are made of. */
  static RowReader reader(ColumnFile file, MarketKind kind) {
    return kind == MarketKind.TRADE
        ? new RowReader(
            file,
            new TextCodes(),
            kind.column("time"),
            kind.column("price"),
            kind.column("size"),
            kind.column("effects"))
        : new RowReader(
            file, new TextCodes(), kind.column("time"), kind.column("bid"), kind.column("ask"));
  }

  /**
   * Reads records.
   *
   * @param reader at the first row
   * @param skip records that are left out
   * @param most records that are wanted
   */
  void read(RowReader reader, MarketKind kind, long skip, long most) throws IOException {
    count = 0;
    long left = skip;
    while (count < most && reader.next()) {
      int length = reader.end() - reader.begin();
      int from = count;
      reserve(length);
      if (kind == MarketKind.TRADE) {
        addTrades(reader);
      } else {
        addMids(reader);
      }
      if (left > 0) {
        int dropped = (int) Math.min(left, count - from);
        drop(from, dropped);
        left -= dropped;
      }
    }
    count = (int) Math.min(count, most);
  }

  private void reserve(int more) {
    if (prices.length - count < more) {
      int length = Math.max(count + more, prices.length + (prices.length >> 1));
      prices = Arrays.copyOf(prices, length);
      sizes = Arrays.copyOf(sizes, length);
      times = Arrays.copyOf(times, length);
    }
  }

  private void drop(int from, int dropped) {
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
      if (bid[i] != NULL && ask[i] != NULL) {
        times[count] = time[i];
        prices[count] = (bid[i] + ask[i]) * 5;
        count++;
      }
    }
  }

  /** Number of records in rows of a row group; without reading it, where all are records. */
  static long count(ColumnFile file, MarketKind kind, int group, int begin, int end)
      throws IOException {
    if (kind == MarketKind.TRADE) {
      int effects = kind.column("effects");
      if (file.least(group, effects) == 0 && file.greatest(group, effects) == 0) {
        return (long) end - begin;
      }
    } else if (file.nulls(group, kind.column("bid")) == 0
        && file.nulls(group, kind.column("ask")) == 0) {
      return (long) end - begin;
    }
    Series series = new Series();
    long first = file.firstRow(group);
    RowReader reader = reader(file, kind);
    reader.seek(first + begin, first + end);
    series.read(reader, kind, 0, Integer.MAX_VALUE);
    return series.count;
  }
}
