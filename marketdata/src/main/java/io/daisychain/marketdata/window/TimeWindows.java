package io.daisychain.marketdata.window;

import io.daisychain.marketdata.TradeDateBounds;

/**
 * Windows of time, by panes: of each pane that has records the sums are kept that a fit needs, and
 * windows add them up, moved to their own middle and first price: what a window gives depends on
 * its own records alone, to the last bit.
 */
final class TimeWindows {
  private final WindowShape shape;
  private final int fit;
  private final TradeDateBounds bounds;
  private final long pane;
  private final int powers; // of x
  private final double[][] binomials;

  // By pane that has records.
  private long[] number = new long[64];
  private int[] first = new int[64];
  private double[][] sums = new double[64][];
  private int panes;

  TimeWindows(WindowShape shape, int fit, TradeDateBounds bounds) {
    this.shape = shape;
    this.fit = fit;
    this.bounds = bounds;
    this.pane = shape.pane();
    this.powers = 2 * fit + 1;
    this.binomials = new double[powers][powers];
    for (int n = 0; n < powers; n++) {
      binomials[n][0] = 1;
      for (int k = 1; k <= n; k++) {
        binomials[n][k] = binomials[n - 1][k - 1] + (k < n ? binomials[n - 1][k] : 0);
      }
    }
  }

  /** The last number of a window that is inside the date; negative if there is none. */
  static long lastWindow(WindowShape shape, TradeDateBounds bounds) {
    return Math.floorDiv(bounds.end() - bounds.start() - shape.window(), shape.slide());
  }

  /** The number of the first window that has a moment. */
  static long firstWindowWith(WindowShape shape, TradeDateBounds bounds, long moment) {
    return Math.max(0, Math.floorDiv(moment - bounds.start() - shape.window(), shape.slide()) + 1);
  }

  /**
   * Windows that have records.
   *
   * @param from number of the first window
   * @param to number of the window after the last
   */
  WindowRows windows(Series series, long from, long to, boolean hasSizes) {
    WindowRows rows = new WindowRows(16, fit);
    if (series.count == 0) {
      return rows;
    }
    collect(series);
    long perWindow = shape.window() / pane;
    long perSlide = shape.slide() / pane;
    int begin = 0;
    int end = 0;
    long k = Math.max(from, firstWindowWith(shape, bounds, series.times[0]));
    while (k < to) {
      long firstPane = k * perSlide;
      while (begin < panes && number[begin] < firstPane) {
        begin++;
      }
      if (begin == panes) {
        break;
      }
      end = Math.max(end, begin);
      while (end < panes && number[end] < firstPane + perWindow) {
        end++;
      }
      if (end == begin) {
        // No record: on to the first window that has the next one.
        k = Math.max(k + 1, Math.floorDiv(number[begin] - perWindow, perSlide) + 1);
        continue;
      }
      rows.reserve();
      add(series, k, begin, end, hasSizes, rows);
      k++;
    }
    return rows;
  }

  /**
   * Sums of each pane: highest, lowest, shares, paid, distinct times, x^j, (price − first)·x^j,
   * first price.
   */
  private void collect(Series series) {
    panes = 0;
    int i = 0;
    while (i < series.count) {
      long which = Math.floorDiv(series.times[i] - bounds.start(), pane);
      long start = bounds.start() + which * pane;
      if (panes == number.length) {
        number = java.util.Arrays.copyOf(number, 2 * panes);
        first = java.util.Arrays.copyOf(first, 2 * panes);
        sums = java.util.Arrays.copyOf(sums, 2 * panes);
      }
      number[panes] = which;
      first[panes] = i;
      double[] sum = new double[5 + powers + fit + 2];
      double base = series.prices[i];
      sum[sum.length - 1] = base;
      sum[0] = Double.NEGATIVE_INFINITY;
      sum[1] = Double.POSITIVE_INFINITY;
      long before = Long.MIN_VALUE;
      while (i < series.count && series.times[i] - start < pane) {
        double price = series.prices[i];
        sum[0] = Math.max(sum[0], price);
        sum[1] = Math.min(sum[1], price);
        sum[2] += series.sizes[i];
        sum[3] += series.sizes[i] * price;
        sum[4] += series.times[i] == before ? 0 : 1;
        before = series.times[i];
        double x = 2.0 * (series.times[i] - start) / shape.window();
        double power = 1;
        for (int j = 0; j < powers; j++) {
          sum[5 + j] += power;
          if (j <= fit) {
            sum[5 + powers + j] += (price - base) * power;
          }
          power *= x;
        }
        i++;
      }
      sums[panes++] = sum;
    }
  }

  private void add(Series series, long k, int begin, int end, boolean hasSizes, WindowRows rows) {
    int row = rows.count++;
    long start = bounds.start() + k * shape.slide();
    int last = (end < panes ? first[end] : series.count) - 1;
    rows.from[row] = start;
    rows.to[row] = start + shape.window();
    rows.records[row] = (long) last - first[begin] + 1;
    rows.open[row] = series.prices[first[begin]];
    rows.close[row] = series.prices[last];
    double high = Double.NEGATIVE_INFINITY;
    double low = Double.POSITIVE_INFINITY;
    double shares = 0;
    double paid = 0;
    double distinct = 0;
    for (int p = begin; p < end; p++) {
      high = Math.max(high, sums[p][0]);
      low = Math.min(low, sums[p][1]);
      shares += sums[p][2];
      paid += sums[p][3];
      distinct += sums[p][4];
    }
    rows.high[row] = high;
    rows.low[row] = low;
    rows.vwap[row] = hasSizes && shares > 0 ? paid / shares : Double.NaN;
    if (fit > 0) {
      double base = rows.open[row];
      double[] c = distinct > fit ? fit(k, begin, end, base) : null;
      if (c == null && distinct > fit) {
        c = direct(series, base, start, first[begin], last + 1);
      }
      for (int power = 0; power <= fit; power++) {
        rows.coefficients[power][row] = c == null ? Double.NaN : c[power] + (power == 0 ? base : 0);
      }
      rows.forecast[row] =
          c == null
              ? Double.NaN
              : base + PolynomialFit.at(c, 1 + (double) shape.slide() / shape.window());
    }
  }

  /** By the sums of panes; null where the equations are too near to having many solutions. */
  private double[] fit(long k, int begin, int end, double base) {
    double[] xs = new double[powers];
    double[] ys = new double[fit + 1];
    for (int p = begin; p < end; p++) {
      // Where the pane begins, as the window goes from -1 to 1.
      double shift = 2.0 * (number[p] * pane - k * shape.slide()) / shape.window() - 1;
      double[] shifts = new double[powers];
      shifts[0] = 1;
      for (int j = 1; j < powers; j++) {
        shifts[j] = shifts[j - 1] * shift;
      }
      double above = sums[p][5 + powers + fit + 1] - base;
      for (int j = 0; j < powers; j++) {
        for (int i = 0; i <= j; i++) {
          double factor = binomials[j][i] * shifts[j - i];
          xs[j] += factor * sums[p][5 + i];
          if (j <= fit) {
            ys[j] += factor * (sums[p][5 + powers + i] + above * sums[p][5 + i]);
          }
        }
      }
    }
    double[] middle = solve(xs, ys);
    return middle == null ? null : unmoved(middle);
  }

  /** Cholesky's way to solve the equations of least squares. */
  private double[] solve(double[] xs, double[] ys) {
    int terms = fit + 1;
    double[][] l = new double[terms][terms];
    for (int i = 0; i < terms; i++) {
      for (int j = 0; j <= i; j++) {
        double value = xs[i + j];
        for (int m = 0; m < j; m++) {
          value -= l[i][m] * l[j][m];
        }
        if (i == j) {
          if (value <= 1e-8 * xs[2 * i]) {
            return null;
          }
          l[i][i] = Math.sqrt(value);
        } else {
          l[i][j] = value / l[j][j];
        }
      }
    }
    double[] c = ys.clone();
    for (int i = 0; i < terms; i++) {
      for (int m = 0; m < i; m++) {
        c[i] -= l[i][m] * c[m];
      }
      c[i] /= l[i][i];
    }
    for (int i = terms - 1; i >= 0; i--) {
      for (int m = i + 1; m < terms; m++) {
        c[i] -= l[m][i] * c[m];
      }
      c[i] /= l[i][i];
    }
    return c;
  }

  /** From powers of z = 2x − 1 to those of x. */
  private double[] unmoved(double[] middle) {
    double[] c = new double[fit + 1];
    for (int j = 0; j <= fit; j++) {
      for (int i = 0; i <= j; i++) {
        double sign = (j - i) % 2 == 0 ? 1 : -1;
        c[i] += middle[j] * binomials[j][i] * Math.pow(2, i) * sign;
      }
    }
    return c;
  }

  private double[] direct(Series series, double base, long start, int from, int to) {
    double[] x = new double[to - from];
    double[] y = new double[to - from];
    for (int i = 0; i < x.length; i++) {
      x[i] = (double) (series.times[from + i] - start) / shape.window();
      y[i] = series.prices[from + i] - base;
    }
    return PolynomialFit.direct(x, y, 0, x.length, fit);
  }
}
