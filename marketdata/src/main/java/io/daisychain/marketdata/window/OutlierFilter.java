package io.daisychain.marketdata.window;

import java.util.Arrays;
import java.util.function.DoublePredicate;

/**
 * Finds the outliers among the values of one symbol and date, in their order. What it finds depends
 * on the values before alone, to the last bit, outliers among them, and on no more of them than its
 * rule says: none before these have come, and a new level is none for long.
 */
final class OutlierFilter implements DoublePredicate {
  /** One in so many is left out at each end. */
  private static final int TRIMMED = 20;

  /** What is near by so much less than it has to be is so whatever the rounding. */
  private static final double LESS = 0.99;

  /** Above all values, and as far from them as a number can tell. */
  private static final long NONE = Long.MAX_VALUE / 2;

  private final OutlierRule rule;
  private final double granularity;

  /** So much of what is between fifths of the values, in squares, is allowed at least. */
  private final double leastDeviation;

  /** Twice the values, which are whole numbers, as the middle of two is none. */
  private final long[] last;

  private final long[] sorted;
  private int next;
  private long seen;
  private long found;

  private OutlierFilter(OutlierRule rule, WindowValue value) {
    this.rule = rule;
    double inUnits = Double.isNaN(rule.granularity()) ? value.granularity() : rule.granularity();
    granularity = 2 * inUnits * Math.pow(10, value.scale());
    int kept = rule.values() - 2 * (rule.values() / TRIMMED);
    int fifth = kept / 5;
    leastDeviation = LESS * rule.deviations() * rule.deviations() * fifth / (2.0 * (kept - 1));
    last = new long[rule.values()];
    sorted = new long[rule.values()];
    begin();
  }

  /** What finds a value's outliers; null for no rule. */
  static OutlierFilter of(OutlierRule rule, WindowValue value) {
    return rule == null ? null : new OutlierFilter(rule, value);
  }

  /** Of how many values before it an outlier is told from. */
  int values() {
    return last.length;
  }

  /** Outliers found. */
  long found() {
    return found;
  }

  /** Begins with another date. */
  void begin() {
    Arrays.fill(last, NONE);
    Arrays.fill(sorted, NONE);
    next = 0;
    seen = 0;
  }

  @Override
  public boolean test(double value) {
    return isOutlier(value);
  }

  /** Whether the next value is one. */
  boolean isOutlier(double value) {
    long twice = (long) (2 * value);
    boolean isOutlier = seen >= last.length && isFar(twice);
    replace(last[next], twice);
    last[next] = twice;
    next = next + 1 == last.length ? 0 : next + 1;
    seen++;
    found += isOutlier ? 1 : 0;
    return isOutlier;
  }

  private boolean isFar(long value) {
    int from = sorted.length / TRIMMED;
    int to = sorted.length - from;
    if (value >= sorted[from] && value <= sorted[to - 1]) {
      return false;
    }
    if (isNear(value, from, to)) {
      return false;
    }
    // In the order of their size: the sums are the same whatever the order in which they came.
    long level = sorted[sorted.length / 2];
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

  /**
   * Whether a look at a few values in order tells that it is none: where fifths of them begin says
   * how far their mean is at most, and how far two fifths and two are apart how much they deviate
   * at least.
   */
  private boolean isNear(long value, int from, int to) {
    int fifth = (to - from) / 5;
    boolean isAbove = value >= sorted[to - 1];
    long least = ranked(from, isAbove);
    long beyond =
        fifth * (ranked(from + fifth, isAbove) - least)
            + (to - from - 4 * fifth) * (ranked(from + 2 * fifth, isAbove) - least)
            + fifth * (ranked(to - 2 * fifth, isAbove) - least)
            + fifth * (ranked(to - fifth, isAbove) - least);
    double away = (isAbove ? value : -value) - least - (double) beyond / (to - from) - granularity;
    double outer = sorted[to - fifth] - sorted[from + fifth - 1];
    double inner = sorted[to - 2 * fifth] - sorted[from + 2 * fifth - 1];
    return away <= 0 || away * away <= leastDeviation * (outer * outer + inner * inner);
  }

  /** The value at a place in their order, or in the opposite one with the other sign. */
  private long ranked(int at, boolean isAscending) {
    return isAscending ? sorted[at] : -sorted[sorted.length - 1 - at];
  }

  private void replace(long old, long value) {
    int from = 0; // how many are less than the old one
    int to = 0; // and than the other; without branches, of which half would be guessed wrong
    for (int left = sorted.length; left > 0; ) {
      int half = (left + 1) / 2;
      from += half & (int) ((sorted[from + half - 1] - old) >> 63);
      to += half & (int) ((sorted[to + half - 1] - value) >> 63);
      left -= half;
    }
    if (to > from) {
      System.arraycopy(sorted, from + 1, sorted, from, to - 1 - from);
      sorted[to - 1] = value;
    } else {
      System.arraycopy(sorted, to, sorted, to + 1, from - to);
      sorted[to] = value;
    }
  }
}
