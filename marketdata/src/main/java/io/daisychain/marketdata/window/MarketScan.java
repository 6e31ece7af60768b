package io.daisychain.marketdata.window;

import io.daisychain.marketdata.AsOfMerge;
import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.RowReader;
import io.daisychain.marketdata.SymbolRows;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.util.List;

/**
 * What reading costs, for benchmarks: passes over files that add up what they read and hand out
 * nothing.
 */
public final class MarketScan {
  private MarketScan() {}

  /**
   * Reads all quotes of a date into Java arrays: symbols and exchanges as codes, times, prices and
   * sizes.
   *
   * @return a number that depends on all that was read
   */
  public static long quotes(DayFiles day) throws IOException {
    MarketKind kind = MarketKind.QUOTE;
    try (ColumnFile file = day.open(kind)) {
      TextCodes texts = new TextCodes();
      RowReader reader = new RowReader(file, texts, 0, 1, 2, 3, 4, 5, 6);
      reader.seek(0, file.rows());
      long sum = 0;
      long rows = 0;
      while (reader.next()) {
        int last = reader.end() - 1;
        sum += reader.codes(0)[last] + reader.numbers(1)[last] + reader.codes(2)[last];
        for (int i = 3; i < 7; i++) {
          sum += reader.numbers(i)[last];
        }
        rows += reader.end() - reader.begin();
      }
      if (rows != file.rows()) {
        throw new IOException(rows + " rows were read of " + file.rows());
      }
      return sum;
    }
  }

  /**
   * Finds the best bid and offer at each row of a file that has symbols and times in its first two
   * columns, sorted by both.
   *
   * @return number of rows with a bid, and the sums of bids and offers
   */
  public static long[] asOf(ColumnFile events, DayFiles day) throws IOException {
    long[] sums = new long[3];
    try (ColumnFile nbbo = day.open(MarketKind.NBBO)) {
      AsOfMerge merge = new AsOfMerge(nbbo, AsOfMerge.symbolsOf(nbbo));
      RowReader reader = new RowReader(events, new TextCodes(), 1);
      AsOfMerge.Found found = new AsOfMerge.Found(ColumnFileWriter.GROUP_ROWS);
      boolean[] isFill = new boolean[ColumnFileWriter.GROUP_ROWS];
      for (SymbolRows symbol : SymbolRows.all(events)) {
        reader.seek(symbol.from(), symbol.to());
        while (reader.next()) {
          int begin = reader.begin();
          int end = reader.end();
          merge.find(symbol.symbol(), reader.numbers(0), isFill, begin, end, found);
          for (int i = begin; i < end; i++) {
            if (found.mid(i) != io.daisychain.warehouse.column.ColumnSpec.NULL) {
              sums[0]++;
              sums[1] += found.bid(i);
              sums[2] += found.ask(i);
            }
          }
        }
      }
    }
    return sums;
  }

  /** Number of records of a request's windows, and of windows; nothing is written. */
  public static long[] windows(List<WindowPiece> pieces) throws IOException {
    long[] sums = new long[2];
    try (WindowReader reader = new WindowReader()) {
      for (WindowPiece piece : pieces) {
        sums[0] += Math.min(piece.records(), piece.toRow() - piece.fromRow());
        sums[1] += piece.windows(reader).count;
      }
    }
    return sums;
  }

  /** Repeats windows over the same records, so that nothing but computing is measured. */
  public static long computeWindows(WindowPiece piece, int times) throws IOException {
    try (WindowReader reader = new WindowReader()) {
      Series series = reader.read(piece);
      long records = 0;
      for (int i = 0; i < times; i++) {
        CountWindows windows = new CountWindows(piece.shape(), piece.fit());
        if (windows.windows(series, piece.fit(), piece.value() == WindowValue.PRICE).count > 0) {
          records += series.count;
        }
      }
      return records;
    }
  }
}
