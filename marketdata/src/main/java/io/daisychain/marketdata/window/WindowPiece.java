package io.daisychain.marketdata.window;

import io.daisychain.marketdata.MarketText;
import io.daisychain.marketdata.SymbolRows;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * Some windows of one symbol and trade date, which one worker makes: a busy symbol is many of them.
 *
 * @param file with the records
 * @param value of the records
 * @param symbol the symbol
 * @param fromRow where to begin to read
 * @param toRow number of the row after the last that may be wanted
 * @param skip records to leave out from there
 * @param records most that are wanted
 * @param fromWindow number of the first window, of windows of time
 * @param toWindow number of the window after the last, of windows of time
 * @param shape of the windows
 * @param fit degree of the polynomial, 0 for none
 * @param outliers which are left out of trades; null where none are left out
 * @param places where outliers are among the records from the first row on; null as well
 * @param trades file with trades of the date, of which windows have the average price; null for
 *     none
 * @param tradeRows the symbol's rows there
 */
public record WindowPiece(
    String file,
    WindowValue value,
    String symbol,
    long fromRow,
    long toRow,
    long skip,
    long records,
    long fromWindow,
    long toWindow,
    WindowShape shape,
    int fit,
    OutlierRule outliers,
    OutlierPlaces places,
    String trades,
    SymbolRows tradeRows)
    implements Serializable {

  /** Makes the windows, as lines of CSV. */
  byte[] lines(WindowReader reader) throws IOException {
    MarketText text = new MarketText();
    windows(reader).print(symbol.getBytes(StandardCharsets.UTF_8), value.scale(), text);
    return java.util.Arrays.copyOf(text.buffer(), text.length());
  }

  /** Makes the windows. */
  public WindowRows windows(WindowReader reader) throws IOException {
    boolean hasSizes = value == WindowValue.PRICE;
    Series series = reader.read(this);
    WindowRows windows =
        shape.isOfTime()
            ? new TimeWindows(shape, fit, reader.bounds())
                .windows(series, fromWindow, toWindow, hasSizes)
            : reader.countWindows(shape, fit).windows(series, fit, hasSizes);
    if (trades != null && windows.count > 0) {
      Series within = reader.trades(this, windows.from[0], windows.to[windows.count - 1]);
      windows.addVwap(within, shape.isOfTime(), value.scale());
    }
    return windows;
  }
}
