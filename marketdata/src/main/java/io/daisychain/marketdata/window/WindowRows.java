package io.daisychain.marketdata.window;

import io.daisychain.marketdata.MarketText;
import io.daisychain.marketdata.SymbolRows;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What windows of one symbol give, as arrays. Prices are in the units of the series. */
public final class WindowRows {
  final int fit;
  int count;
  long[] from;
  long[] to;
  long[] records;
  double[] open;
  double[] high;
  double[] low;
  double[] close;

  /** NaN where the windows' records do not determine it. */
  double[] vwap;

  /** By power of x. */
  final double[][] coefficients;

  double[] forecast;

  WindowRows(int capacity, int fit) {
    this.fit = fit;
    from = new long[capacity];
    to = new long[capacity];
    records = new long[capacity];
    open = new double[capacity];
    high = new double[capacity];
    low = new double[capacity];
    close = new double[capacity];
    vwap = new double[capacity];
    coefficients = new double[fit == 0 ? 0 : fit + 1][capacity];
    forecast = new double[fit == 0 ? 0 : capacity];
  }

  /** Makes room for one more. */
  void reserve() {
    if (count == from.length) {
      int length = Math.max(64, 2 * count);
      from = Arrays.copyOf(from, length);
      to = Arrays.copyOf(to, length);
      records = Arrays.copyOf(records, length);
      open = Arrays.copyOf(open, length);
      high = Arrays.copyOf(high, length);
      low = Arrays.copyOf(low, length);
      close = Arrays.copyOf(close, length);
      vwap = Arrays.copyOf(vwap, length);
      for (int i = 0; i < coefficients.length; i++) {
        coefficients[i] = Arrays.copyOf(coefficients[i], length);
      }
      forecast = fit == 0 ? forecast : Arrays.copyOf(forecast, length);
    }
  }

  /**
   * Sets the average price of the trades in each window's time; what a window of counts ends with
   * is in it, of time not.
   *
   * @param trades of all these windows, by time
   * @param scale of the value that the windows are of
   */
  void addVwap(Series trades, boolean isOfTime, int scale) {
    double units = Math.pow(10, scale - WindowValue.PRICE.scale());
    for (int i = 0; i < count; i++) {
      double shares = 0;
      double paid = 0;
      long end = isOfTime ? to[i] : to[i] + 1;
      int first = SymbolRows.lowerBound(trades.times, 0, trades.count, from[i]);
      for (int t = first; t < trades.count && trades.times[t] < end; t++) {
        shares += trades.sizes[t];
        paid += trades.sizes[t] * trades.prices[t];
      }
      vwap[i] = shares == 0 ? Double.NaN : paid / shares * units;
    }
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** When a window begins, in nanoseconds since 1970. */
  public long from(int row) {
    return from[row];
  }

  /** When it ends. */
  public long to(int row) {
    return to[row];
  }

  /** How many records it has. */
  public long records(int row) {
    return records[row];
  }

  /** Open, high, low and close, in the units of the series. */
  public long[] prices(int row) {
    return new long[] {(long) open[row], (long) high[row], (long) low[row], (long) close[row]};
  }

  /**
   * The average price, the coefficients by power of x and the forecast, in order, in the units of
   * the series; NaN for what the records do not determine.
   */
  public double[] values(int row) {
    double[] values = new double[fit == 0 ? 1 : coefficients.length + 2];
    values[0] = vwap[row];
    for (int i = 0; i < coefficients.length; i++) {
      values[i + 1] = coefficients[i][row];
    }
    if (fit > 0) {
      values[values.length - 1] = forecast[row];
    }
    return values;
  }

  /** Whether there are coefficients and a forecast. */
  public boolean hasFit() {
    return fit > 0;
  }

  static String header(int fit) {
    StringBuilder header = new StringBuilder("symbol,from,to,count,open,high,low,close,vwap");
    for (int i = 0; i <= fit && fit > 0; i++) {
      header.append(",c").append(i);
    }
    return header.append(fit > 0 ? ",forecast" : "").toString();
  }

  /** Adds the lines of all windows. */
  void print(byte[] symbol, int scale, MarketText text) {
    for (int i = 0; i < count; i++) {
      text.putField(symbol);
      text.put(',');
      print(i, scale, text);
      text.put('\n');
    }
  }

  /** The fields of a window behind its symbol, as a line of CSV has them. */
  public List<String> fields(int row, int scale) {
    MarketText text = new MarketText();
    print(row, scale, text);
    String line = new String(text.buffer(), 0, text.length(), StandardCharsets.US_ASCII);
    return List.of(line.split(",", -1));
  }

  private void print(int i, int scale, MarketText text) {
    double unit = Math.pow(10, scale);
    text.putTime(from[i]);
    text.put(',');
    text.putTime(to[i]);
    text.put(',');
    text.putNumber(records[i], 0);
    for (double[] price : new double[][] {open, high, low, close}) {
      text.put(',');
      text.putNumber((long) price[i], scale);
    }
    text.put(',');
    text.putDouble(vwap[i] / unit);
    for (double[] coefficient : coefficients) {
      text.put(',');
      text.putDouble(coefficient[i] / unit);
    }
    if (fit > 0) {
      text.put(',');
      text.putDouble(forecast[i] / unit);
    }
  }
}
