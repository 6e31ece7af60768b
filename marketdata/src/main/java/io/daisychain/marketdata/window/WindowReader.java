package io.daisychain.marketdata.window;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.RowReader;
import io.daisychain.marketdata.TradeDateBounds;
import io.daisychain.warehouse.column.ColumnFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the records of pieces, one after the other, for one thread. What it read last it keeps:
 * symbols with few records lie in one row group, which is then read once.
 */
public final class WindowReader implements Closeable {
  private final Series series = new Series();
  private String path = "";
  private WindowValue value;
  private ColumnFile file;
  private RowReader rows;
  private CountWindows windows;
  private WindowShape shape;
  private int fit;

  /** The records of a piece; valid until the next are read. */
  Series read(WindowPiece piece) throws IOException {
    if (!piece.file().equals(path) || piece.value() != value) {
      close();
      file = ColumnFile.open(Path.of(piece.file()));
      path = piece.file();
      value = piece.value();
      rows = Series.reader(file, value);
    }
    rows.seek(piece.fromRow(), piece.toRow());
    series.read(rows, value, OutlierFilter.copy(piece.outliers()), piece.skip(), piece.records());
    return series;
  }

  /** When the date of the piece that was read last begins and ends. */
  TradeDateBounds bounds() throws IOException {
    return DayFiles.bounds(file);
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
    path = "";
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
