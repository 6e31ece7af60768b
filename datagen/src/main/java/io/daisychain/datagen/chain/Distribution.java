package io.daisychain.datagen.chain;

/**
 * A distribution of numbers: durations in nanoseconds, counts, or shares.
 *
 * <p>A continuous distribution is a table of quantiles, so that every draw takes one random number.
 * The table ends at the quantiles 1/2048 and 2047/2048, so that values are finite. It is computed
 * with {@link StrictMath}, so that workers with different processors draw the same values.
 */
public final class Distribution {
  private static final int CELLS = 1024;

  /** Of the standard normal distribution, at the table's places: they take 61,500 exponentials. */
  private static final double[] NORMAL_QUANTILES = normalQuantiles();

  private final double[] quantiles; // null for discrete values
  private final double[] values;
  private final double[] cumulative;

  private Distribution(double[] quantiles, double[] values, double[] cumulative) {
    this.quantiles = quantiles;
    this.values = values;
    this.cumulative = cumulative;
  }

  static Distribution constant(double value) {
    return discrete(new double[] {value}, new double[] {1});
  }

  static Distribution uniform(double low, double high) {
    double[] table = new double[CELLS + 1];
    for (int i = 0; i <= CELLS; i++) {
      table[i] = low + (high - low) * i / CELLS;
    }
    return new Distribution(table, null, null);
  }

  static Distribution exponential(double mean) {
    double[] table = new double[CELLS + 1];
    for (int i = 0; i <= CELLS; i++) {
      table[i] = -mean * StrictMath.log1p(-probability(i));
    }
    return new Distribution(table, null, null);
  }

  /** Log-normal: the logarithm has a normal distribution of deviation {@code sigma}. */
  static Distribution lognormal(double median, double sigma) {
    double[] table = new double[CELLS + 1];
    for (int i = 0; i <= CELLS; i++) {
      table[i] = median * StrictMath.exp(sigma * NORMAL_QUANTILES[i]);
    }
    return new Distribution(table, null, null);
  }

  /** Values with weights, which need not sum to 1. */
  static Distribution discrete(double[] values, double[] weights) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double[] cumulative = new double[weights.length];
    double running = 0;
    for (int i = 0; i < weights.length; i++) {
      running += weights[i] / sum;
      cumulative[i] = running;
    }
    return new Distribution(null, values, cumulative);
  }

  /** The same distribution with values outside [low, high] set to the nearer limit. */
  Distribution clamped(double low, double high) {
    double[] source = quantiles != null ? quantiles : values;
    double[] table = new double[source.length];
    for (int i = 0; i < source.length; i++) {
      table[i] = Math.max(low, Math.min(high, source[i]));
    }
    return quantiles != null
        ? new Distribution(table, null, null)
        : new Distribution(null, table, cumulative);
  }

  public double draw(RandomSource random) {
    double u = random.unit();
    if (quantiles != null) {
      double at = u * CELLS;
      int cell = (int) at;
      return quantiles[cell] + (at - cell) * (quantiles[cell + 1] - quantiles[cell]);
    }
    return values[choose(cumulative, u)];
  }

  /** The first place at which running sums of probabilities exceed a number below 1. */
  public static int choose(double[] cumulative, double u) {
    int i = 0;
    while (i < cumulative.length - 1 && u >= cumulative[i]) {
      i++;
    }
    return i;
  }

  public long drawLong(RandomSource random) {
    return Math.round(draw(random));
  }

  /** The smallest value that can be drawn. */
  double lowest() {
    double low = Double.MAX_VALUE;
    for (double value : quantiles != null ? quantiles : values) {
      low = Math.min(low, value);
    }
    return low;
  }

  private static double[] normalQuantiles() {
    double[] table = new double[CELLS + 1];
    for (int i = 0; i <= CELLS; i++) {
      table[i] = normalQuantile(probability(i));
    }
    return table;
  }

  private static double probability(int cell) {
    return Math.max(0.5, Math.min(CELLS - 0.5, cell)) / CELLS;
  }

  /** Inverse of the normal distribution by bisection: slow, used for tables only. */
  private static double normalQuantile(double probability) {
    double low = -6;
    double high = 6;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (normalCdf(middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** Normal distribution function, error below 7.5e-8 (Abramowitz and Stegun, 26.2.17). */
  private static double normalCdf(double x) {
    double t = 1 / (1 + 0.2316419 * Math.abs(x));
    double tail =
        StrictMath.exp(-x * x / 2)
            / StrictMath.sqrt(2 * Math.PI)
            * t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return x >= 0 ? 1 - tail : tail;
  }
}
