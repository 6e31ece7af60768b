package io.daisychain.datagen.chain;

/** Draws from weighted choices in constant time (Vose's alias method). */
public final class AliasTable {
  private final double[] keep;
  private final int[] alias;

  AliasTable(double[] weights) {
    int n = weights.length;
    keep = new double[n];
    alias = new int[n];
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    int[] small = new int[n];
    int[] large = new int[n];
    int smalls = 0;
    int larges = 0;
    for (int i = 0; i < n; i++) {
      keep[i] = weights[i] * n / sum;
      alias[i] = i;
      if (keep[i] < 1) {
        small[smalls++] = i;
      } else {
        large[larges++] = i;
      }
    }
    while (smalls > 0 && larges > 0) {
      int less = small[--smalls];
      int more = large[larges - 1];
      alias[less] = more;
      keep[more] -= 1 - keep[less];
      if (keep[more] < 1) {
        larges--;
        small[smalls++] = more;
      }
    }
    // What is left differs from 1 by rounding alone.
    while (smalls > 0) {
      keep[small[--smalls]] = 1;
    }
    while (larges > 0) {
      keep[large[--larges]] = 1;
    }
  }

  /** Zipf's law: choice k has weight 1 / (k+1)^exponent. */
  public static AliasTable zipf(int choices, double exponent) {
    double[] weights = new double[choices];
    for (int i = 0; i < choices; i++) {
      weights[i] = StrictMath.pow(i + 1, -exponent);
    }
    return new AliasTable(weights);
  }

  public int draw(RandomSource random) {
    int i = random.below(keep.length);
    return random.unit() < keep[i] ? i : alias[i];
  }
}
