package io.daisychain.marketdata.window;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.RowReader;
import io.daisychain.marketdata.SymbolRows;
import io.daisychain.marketdata.TradeDateBounds;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnFileWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the records of pieces, one after the other, for one thread. What it read last it keeps:
 * symbols with few records lie in one row group, which is then read once.
 */
public final class WindowReader implements Closeable {
  private final Source records = new Source();
  private final Source trades = new Source();
  private CountWindows windows;
  private WindowShape shape;
  private int fit;

  /** A file, and what was read of it last. */
  private static final class Source implements Closeable {
    final Series series = new Series();
    private String path = "";
    private WindowValue value;
    ColumnFile file;
    RowReader rows;

    void open(String wanted, WindowValue of) throws IOException {
      if (!wanted.equals(path) || of != value) {
        close();
        file = ColumnFile.open(Path.of(wanted));
        path = wanted;
        value = of;
        rows = Series.reader(file, value);
      }
    }

    @Override
    public void close() throws IOException {
      path = "";
      if (file != null) {
        file.close();
        file = null;
      }
    }
  }

  /** The records of a piece; valid until the next are read. */
  Series read(WindowPiece piece) throws IOException {
    records.open(piece.file(), piece.value());
    records.rows.seek(piece.fromRow(), piece.toRow());
    records.series.read(
        records.rows,
        piece.value(),
        OutlierPlaces.again(piece.places()),
        piece.skip(),
        piece.records());
    return records.series;
  }

  /** The trades of a piece's symbol, all from a moment to another at least. */
  Series trades(WindowPiece piece, long from, long to) throws IOException {
    trades.open(piece.trades(), WindowValue.PRICE);
    SymbolRows all = piece.tradeRows();
    OutlierFilter filter = OutlierFilter.of(piece.outliers(), WindowValue.PRICE);
    long first = all.from();
    long end = all.to();
    if (all.count() > ColumnFileWriter.GROUP_ROWS) {
      SymbolRows within = all.between(trades.file, from, to + 1);
      first = filter == null ? within.from() : before(all.from(), within.from(), filter.values());
      end = within.to();
    }
    trades.rows.seek(first, end);
    trades.series.read(trades.rows, WindowValue.PRICE, filter, 0, Integer.MAX_VALUE);
    return trades.series;
  }

  /**
   * The row from which on there are so many trades that count before another; the first if none.
   */
  private long before(long least, long row, int wanted) throws IOException {
    long first = row;
    long step = wanted;
    long found = 0;
    while (first > least && found < wanted) {
      first = Math.max(least, row - step);
      found = trades.series.count(trades.rows, WindowValue.PRICE, null, first, row);
      step *= 2;
    }
    return first;
  }

  /** When the date of the piece that was read last begins and ends. */
  TradeDateBounds bounds() throws IOException {
    return DayFiles.bounds(records.file);
  }

  /** What makes windows of counts; its factors are computed once. */
  CountWindows countWindows(WindowShape wanted, int degree) {
    if (windows == null || !wanted.equals(shape) || degree != fit) {
      windows = new CountWindows(wanted, degree);
      shape = wanted;
      fit = degree;
    }
    return windows;
  }

  @Override
  public void close() throws IOException {
    try (records) {
      trades.close();
    }
  }
}
