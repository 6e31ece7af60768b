package io.daisychain.marketdata.window;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Finds the outliers among the values of one symbol and date, in their order. What it finds depends
 * on the values before alone, to the last bit, outliers among them, and on no more of them than its
 * rule says: none before these have come, and a new level is none for long.
 */
final class OutlierFilter implements Serializable {
  /** One in so many is left out at each end. */
  private static final int TRIMMED = 20;

  private final OutlierRule rule;
  private final double granularity;
  private final double[] last;
  private final double[] sorted;
  private long seen;
  private long found;

  private OutlierFilter(OutlierFilter other) {
    rule = other.rule;
    granularity = other.granularity;
    last = other.last.clone();
    sorted = other.sorted.clone();
    seen = other.seen;
    found = other.found;
  }

  private OutlierFilter(OutlierRule rule, WindowValue value) {
    this.rule = rule;
    double inUnits = Double.isNaN(rule.granularity()) ? value.granularity() : rule.granularity();
    granularity = inUnits * Math.pow(10, value.scale());
    last = new double[rule.values()];
    sorted = new double[rule.values()];
    begin();
  }

  /** What finds a value's outliers; null for no rule. */
  static OutlierFilter of(OutlierRule rule, WindowValue value) {
    return rule == null ? null : new OutlierFilter(rule, value);
  }

  /** As {@link #of}, with its rule, for another value; null for null. */
  static OutlierFilter ofTrades(OutlierFilter filter) {
    return filter == null ? null : new OutlierFilter(filter.rule, WindowValue.PRICE);
  }

  /** Of how many values before it an outlier is told from. */
  int values() {
    return last.length;
  }

  /** The same as it is now; null for null. */
  static OutlierFilter copy(OutlierFilter filter) {
    return filter == null ? null : new OutlierFilter(filter);
  }

  /** Outliers found. */
  long found() {
    return found;
  }

  /** Begins with another date. */
  void begin() {
    Arrays.fill(last, Double.POSITIVE_INFINITY);
    Arrays.fill(sorted, Double.POSITIVE_INFINITY);
    seen = 0;
  }

  /** Whether the next value is one. */
  boolean isOutlier(double value) {
    boolean isOutlier = seen >= last.length && isFar(value);
    int at = (int) (seen % last.length);
    replace(last[at], value);
    last[at] = value;
    seen++;
    found += isOutlier ? 1 : 0;
    return isOutlier;
  }

  private boolean isFar(double value) {
    int from = sorted.length / TRIMMED;
    int to = sorted.length - from;
    if (value >= sorted[from] && value <= sorted[to - 1]) {
      return false;
    }
    // In the order of their size: the sums are the same whatever the order in which they came.
    double level = sorted[sorted.length / 2];
    double sum = 0;
    double squares = 0;
    for (int i = from; i < to; i++) {
      double above = sorted[i] - level;
      sum += above;
      squares += above * above;
    }
    double mean = sum / (to - from);
    double variance = Math.max(0, (squares - sum * mean) / (to - from - 1));
    return Math.abs(value - level - mean) > rule.deviations() * Math.sqrt(variance) + granularity;
  }

  private void replace(double old, double value) {
    int from = Arrays.binarySearch(sorted, old);
    int found = Arrays.binarySearch(sorted, value);
    int to = found < 0 ? -found - 1 : found;
    if (to > from) {
      System.arraycopy(sorted, from + 1, sorted, from, to - 1 - from);
      sorted[to - 1] = value;
    } else {
      System.arraycopy(sorted, to, sorted, to + 1, from - to);
      sorted[to] = value;
    }
  }
}
