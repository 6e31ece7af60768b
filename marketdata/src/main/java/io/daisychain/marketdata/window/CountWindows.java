package io.daisychain.marketdata.window;

import java.util.Arrays;

/**
 * Windows of so many records, by panes: what a window gives is put together from what its panes
 * give, so that records are looked at once however often windows overlap.
 *
 * <p>The coefficients of a fit are weighted sums of the prices, with weights that depend on the
 * place in the window alone and are a polynomial of it. Inside a pane such weights are a few
 * polynomials' sums, so of each pane the prices' sums with these polynomials are kept, and a window
 * adds them up with fixed factors. Nothing is carried from window to window, so no rounding grows,
 * and what a window gives depends on its own records alone, to the last bit: they may come a window
 * at a time, or a day.
 */
final class CountWindows {
  private static final int BLOCK = 256;

  private final int window;
  private final int slide;
  private final int fit;
  private final int pane;
  private final int panes;

  /** Functions of the place in a pane. */
  private final double[][] local;

  /** Factors by power, place of the pane in the window, function. */
  private final double[][][] factors;

  CountWindows(WindowShape shape, int fit) {
    this.window = Math.toIntExact(shape.window());
    this.slide = (int) Math.min(Integer.MAX_VALUE, shape.slide());
    this.fit = window > fit ? fit : 0;
    this.pane = Math.toIntExact(shape.pane());
    this.panes = window / pane;
    int terms = this.fit + 1;
    this.local =
        this.fit == 0 ? new double[0][] : PolynomialFit.orthonormal(pane, Math.min(terms, pane));
    this.factors = new double[this.fit == 0 ? 0 : terms][panes][local.length];
    if (this.fit > 0) {
      double[][] weights = PolynomialFit.pseudoInverse(window, this.fit);
      for (int power = 0; power < terms; power++) {
        for (int p = 0; p < panes; p++) {
          for (int f = 0; f < local.length; f++) {
            double factor = 0;
            for (int i = 0; i < pane; i++) {
              factor += weights[power][p * pane + i] * local[f][i];
            }
            // Of the first function, which is the same everywhere, plain sums of prices are kept.
            factors[power][p][f] = f == 0 ? factor * local[0][0] : factor;
          }
        }
      }
    }
  }

  /**
   * All windows that are whole in a series, which begins with a window.
   *
   * @param wantedFit degree that is asked for: where the records do not determine it, NaN
   * @param hasSizes whether there is a VWAP
   */
  WindowRows windows(Series series, int wantedFit, boolean hasSizes) {
    int count = series.count < window ? 0 : (series.count - window) / slide + 1;
    WindowRows rows = new WindowRows(count, wantedFit);
    rows.count = count;
    if (count == 0) {
      return rows;
    }
    int step = slide / pane;
    int all = (int) Math.min(((long) count - 1) * step + panes, series.count / pane);
    for (int k = 0; k < count; k++) {
      int first = k * slide;
      rows.from[k] = series.times[first];
      rows.to[k] = series.times[first + window - 1];
      rows.records[k] = window;
      rows.open[k] = series.prices[first];
      rows.close[k] = series.prices[first + window - 1];
    }
    extremes(series, all, step, rows);
    if (hasSizes) {
      volumes(series, all, step, rows);
    } else {
      Arrays.fill(rows.vwap, Double.NaN);
    }
    if (wantedFit > 0 && fit == 0) {
      for (double[] coefficient : rows.coefficients) {
        Arrays.fill(coefficient, Double.NaN);
      }
      Arrays.fill(rows.forecast, Double.NaN);
    } else if (fit > 0) {
      fits(series, all, step, rows);
    }
    return rows;
  }

  private void extremes(Series series, int all, int step, WindowRows rows) {
    double[] high = new double[all];
    double[] low = new double[all];
    double[] prices = series.prices;
    for (int p = 0; p < all; p++) {
      double most = prices[p * pane];
      double least = most;
      for (int i = p * pane + 1; i < (p + 1) * pane; i++) {
        double price = prices[i];
        most = price > most ? price : most;
        least = price < least ? price : least;
      }
      high[p] = most;
      low[p] = least;
    }
    // Over 1, 2, 4 … panes, then over two stretches that cover the window together.
    int stretch = 1;
    int left = all;
    while (2 * stretch <= panes) {
      left -= stretch;
      for (int p = 0; p < left; p++) {
        high[p] = Math.max(high[p], high[p + stretch]);
        low[p] = Math.min(low[p], low[p + stretch]);
      }
      stretch *= 2;
    }
    int second = panes - stretch;
    for (int k = 0; k < rows.count; k++) {
      rows.high[k] = Math.max(high[k * step], high[k * step + second]);
      rows.low[k] = Math.min(low[k * step], low[k * step + second]);
    }
  }

  private void volumes(Series series, int all, int step, WindowRows rows) {
    double[] shares = new double[all];
    double[] paid = new double[all];
    for (int p = 0; p < all; p++) {
      double sum = 0;
      double worth = 0;
      for (int i = p * pane; i < (p + 1) * pane; i++) {
        sum += series.sizes[i];
        worth += series.sizes[i] * series.prices[i];
      }
      shares[p] = sum;
      paid[p] = worth;
    }
    double[] windowShares = slidingSums(shares, all);
    double[] windowPaid = slidingSums(paid, all);
    for (int k = 0; k < rows.count; k++) {
      double sum = windowShares[k * step];
      rows.vwap[k] = sum == 0 ? Double.NaN : windowPaid[k * step] / sum;
    }
  }

  /** Sums over as many panes as a window has, from sums over 1, 2, 4 … panes. */
  private double[] slidingSums(double[] values, int all) {
    double[] sums = new double[all];
    double[] stretch = values.clone();
    int length = 1;
    int covered = 0;
    int stretchLeft = all;
    while (true) {
      if ((panes & length) != 0) {
        int left = all - covered - length + 1;
        for (int p = 0; p < left; p++) {
          sums[p] += stretch[p + covered];
        }
        covered += length;
      }
      if (2L * length > panes) {
        return sums;
      }
      stretchLeft -= length;
      for (int p = 0; p < stretchLeft; p++) {
        stretch[p] += stretch[p + length];
      }
      length *= 2;
    }
  }

  private void fits(Series series, int all, int step, WindowRows rows) {
    double[][] moments = new double[local.length][all];
    moments(series.prices, all, moments);
    double[] levels = new double[rows.count];
    for (int k = 0; k < rows.count; k++) {
      levels[k] = pane * rows.open[k];
    }
    int terms = fit + 1;
    for (int begin = 0; begin < rows.count; begin += BLOCK) {
      int end = Math.min(rows.count, begin + BLOCK);
      for (int power = 0; power < terms; power++) {
        double[] sums = rows.coefficients[power];
        for (int p = 0; p < panes; p++) {
          double[] factor = factors[power][p];
          addLevels(sums, begin, end, moments[0], levels, p, step, factor[0]);
          for (int f = 1; f < factor.length; f++) {
            if (step == 1) {
              add(sums, begin, end, moments[f], p, factor[f]);
            } else {
              addApart(sums, begin, end, moments[f], p, step, factor[f]);
            }
          }
        }
      }
    }
    double x = 1 + (double) slide / (window - 1);
    double[] coefficients = new double[terms];
    for (int k = 0; k < rows.count; k++) {
      rows.coefficients[0][k] += rows.open[k];
      for (int power = 0; power < terms; power++) {
        coefficients[power] = rows.coefficients[power][k];
      }
      rows.forecast[k] = PolynomialFit.at(coefficients, x);
    }
  }

  /** Of each pane the sum of its prices, and sums of how far they are from its first. */
  private void moments(double[] prices, int all, double[][] moments) {
    if (local.length == 4) {
      fourMoments(prices, all, moments);
      return;
    }
    for (int p = 0; p < all; p++) {
      moments[0][p] = sum(prices, p * pane, pane);
    }
    for (int f = 1; f < local.length; f++) {
      double[] function = local[f];
      for (int p = 0; p < all; p++) {
        double base = prices[p * pane];
        double sum = 0;
        for (int i = 0; i < pane; i++) {
          sum += (prices[p * pane + i] - base) * function[i];
        }
        moments[f][p] = sum;
      }
    }
  }

  private static double sum(double[] values, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += values[i];
    }
    return sum;
  }

  /** Of a cubic fit: four sums at a time, which do not wait for each other. */
  private void fourMoments(double[] prices, int all, double[][] moments) {
    double[] f1 = local[1];
    double[] f2 = local[2];
    double[] f3 = local[3];
    for (int p = 0; p < all; p++) {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      int start = p * pane;
      double base = prices[start];
      for (int i = 0; i < pane; i++) {
        double price = prices[start + i] - base;
        s0 += prices[start + i];
        s1 += price * f1[i];
        s2 += price * f2[i];
        s3 += price * f3[i];
      }
      moments[0][p] = s0;
      moments[1][p] = s1;
      moments[2][p] = s2;
      moments[3][p] = s3;
    }
  }

  /** How far panes are from their window's first price. */
  private static void addLevels(
      double[] sums,
      int begin,
      int end,
      double[] prices,
      double[] levels,
      int shift,
      int step,
      double factor) {
    if (step == 1) {
      for (int k = begin; k < end; k++) {
        sums[k] += factor * (prices[k + shift] - levels[k]);
      }
    } else {
      for (int k = begin; k < end; k++) {
        sums[k] += factor * (prices[k * step + shift] - levels[k]);
      }
    }
  }

  /** Apart, with plain locals only: windows follow each other by a pane, so this is vectors. */
  private static void add(
      double[] sums, int begin, int end, double[] moments, int shift, double factor) {
    for (int k = begin; k < end; k++) {
      sums[k] += factor * moments[k + shift];
    }
  }

  private static void addApart(
      double[] sums, int begin, int end, double[] moments, int shift, int step, double factor) {
    for (int k = begin; k < end; k++) {
      sums[k] += factor * moments[k * step + shift];
    }
  }
}
