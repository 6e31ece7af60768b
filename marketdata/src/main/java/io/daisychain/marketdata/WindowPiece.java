package io.daisychain.marketdata;

import io.daisychain.marketdata.column.ColumnFile;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Some windows of one symbol and trade date, which one worker makes: a busy symbol is many of them.
 *
 * @param file with the records
 * @param kind of the records
 * @param symbol the symbol
 * @param fromRow where to begin to read
 * @param toRow number of the row after the last that may be wanted
 * @param skip records to leave out from there
 * @param records most that are wanted
 * @param fromWindow number of the first window, of windows of time
 * @param toWindow number of the window after the last, of windows of time
 * @param shape of the windows
 * @param fit degree of the polynomial, 0 for none
 */
public record WindowPiece(
    String file,
    MarketKind kind,
    String symbol,
    long fromRow,
    long toRow,
    long skip,
    long records,
    long fromWindow,
    long toWindow,
    WindowShape shape,
    int fit)
    implements Serializable {

  /** Makes the windows, as lines of CSV. */
  public byte[] lines() throws IOException {
    MarketText text = new MarketText();
    windows().print(symbol.getBytes(StandardCharsets.UTF_8), Series.scale(kind), text);
    return java.util.Arrays.copyOf(text.bytes(), text.size());
  }

  /** Makes the windows and returns how many there are. */
  public int countWindows() throws IOException {
    return windows().count;
  }

  WindowRows windows() throws IOException {
    boolean hasSizes = kind == MarketKind.TRADE;
    try (ColumnFile open = ColumnFile.open(Path.of(file))) {
      Series series = new Series();
      series.read(open, kind, new SymbolRows(symbol, fromRow, toRow), skip, records);
      return shape.isOfTime()
          ? new TimeWindows(shape, fit, DayFiles.bounds(open))
              .windows(series, fromWindow, toWindow, hasSizes)
          : new CountWindows(shape, fit).windows(series, fit, hasSizes);
    }
  }
}
