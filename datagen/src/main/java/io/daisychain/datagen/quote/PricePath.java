package io.daisychain.datagen.quote;

import io.daisychain.datagen.chain.RandomSource;

/**
 * The logarithm of a symbol's price over a session: Brownian motion in a trading time that is a
 * multiplicative cascade (Mandelbrot, Fisher and Calvet, "A multifractal model of asset returns",
 * 1997), faster at open and close than at noon. So returns have heavy tails, calm and busy spells,
 * and no correlation.
 *
 * <p>It is refined by halves from the whole session down, each half from the seed and its place
 * alone: any moment is known without those before it. Half of the halvings are kept.
 */
final class PricePath {
  private static final int KEPT = 256;
  private static final int FURTHER_HALVINGS = 8;

  /** Share of the busier half of a spell in its variance. */
  private static final double BUSIER = 0.66;

  /** How many times more variance a moment at open and close has than one at noon. */
  private static final double EDGE = 3;

  private final long key;
  private final double[] values = new double[KEPT + 1];
  private final double[] variances = new double[2 * KEPT]; // by node: 1 for all, 2n and 2n + 1

  /**
   * A path.
   *
   * @param first value at the open
   * @param last value at the close
   * @param variance of the session
   */
  PricePath(long key, double first, double last, double variance) {
    this.key = key;
    values[0] = first;
    values[KEPT] = last;
    variances[1] = variance;
    for (int width = KEPT, node = 1; width > 1; width /= 2) {
      for (int from = 0; from < KEPT; from += width, node++) {
        halve(node, from, width);
      }
    }
  }

  private void halve(int node, int from, int width) {
    long drawn = drawn(node);
    double start = (double) from / KEPT;
    double half = (double) width / KEPT / 2;
    double usual = busy(start, start + half) / busy(start, start + 2 * half);
    double odds =
        usual / (1 - usual) * (isLeftBusier(drawn) ? BUSIER / (1 - BUSIER) : (1 - BUSIER) / BUSIER);
    double left = odds / (1 + odds);
    double variance = variances[node];
    variances[2 * node] = variance * left;
    variances[2 * node + 1] = variance * (1 - left);
    values[from + width / 2] = middle(values[from], values[from + width], left, variance, drawn);
  }

  /** Integral of the usual variance: 1 + (EDGE - 1) (2x - 1)^2. */
  private static double busy(double from, double to) {
    double a = 2 * from - 1;
    double b = 2 * to - 1;
    return to - from + (EDGE - 1) * (b * b * b - a * a * a) / 6;
  }

  /**
   * The value at a moment.
   *
   * @param share of the session that has passed
   */
  double at(double share) {
    double position = Math.max(0, Math.min(1, share)) * KEPT;
    int cell = Math.min(KEPT - 1, (int) position);
    double rest = position - cell;
    double from = values[cell];
    double to = values[cell + 1];
    double variance = variances[KEPT + cell];
    int node = KEPT + cell;
    for (int i = 0; i < FURTHER_HALVINGS; i++) {
      long drawn = drawn(node);
      double left = isLeftBusier(drawn) ? BUSIER : 1 - BUSIER;
      double middle = middle(from, to, left, variance, drawn);
      node *= 2;
      rest *= 2;
      if (rest < 1) {
        to = middle;
        variance *= left;
      } else {
        from = middle;
        variance *= 1 - left;
        rest -= 1;
        node++;
      }
    }
    return from;
  }

  private long drawn(int node) {
    return RandomSource.mix(key + node * 0x9e3779b97f4a7c15L);
  }

  private static boolean isLeftBusier(long drawn) {
    return drawn < 0;
  }

  /** A Brownian bridge, where {@code left} of its variance has passed. */
  private static double middle(double from, double to, double left, double variance, long drawn) {
    return from + (to - from) * left + Math.sqrt(variance * left * (1 - left)) * normal(drawn);
  }

  /** About normal, of 60 bits: four uniform numbers. */
  static double normal(long bits) {
    long sum =
        (bits & 0x7fff) + (bits >>> 15 & 0x7fff) + (bits >>> 30 & 0x7fff) + (bits >>> 45 & 0x7fff);
    return (sum / 32768.0 - 2) * 1.7320508075688772;
  }
}
