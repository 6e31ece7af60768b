package io.daisychain.datagen.fit;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sizes of customers' orders, by quantiles. The generator multiplies them by 1, 2 or 4, by broker:
 * each broker's orders are divided by what fits best.
 */
final class Lots {
  private static final int[] FACTORS = {1, 2, 4};
  private static final int QUANTILES = 50;

  /** Copies of what is seen always, and the least share that is made up for. */
  private static final double COPIES = 4;

  private static final double LEAST_SHARE = 0.05;

  private final Map<Integer, Sample> byFirm;
  private final Map<Integer, Double> means = new TreeMap<>();
  private final int size;

  /** Of quantities by firm. */
  Lots(Map<Integer, Sample> byFirm) {
    this.byFirm = byFirm;
    long[] whole = new long[2];
    byFirm.forEach(
        (firm, quantities) -> {
          double[] sum = new double[1];
          quantities.forEach(
              quantity -> {
                sum[0] += Math.log((double) quantity);
                whole[quantity % 100 == 0 ? 1 : 0]++;
              });
          means.put(firm, sum[0] / quantities.size());
        });
    size = whole[1] > 9 * whole[0] ? 100 : 1;
  }

  /** Shares a lot; the usual 100, unless more than a tenth of the orders are of others. */
  int size() {
    return size;
  }

  /** The law of the number of lots as a model has it. */
  String law() {
    double base = base();
    Sample lots = new Sample();
    means.forEach(
        (firm, mean) -> {
          double unit = (double) size * factor(mean - base);
          byFirm
              .get(firm)
              .forEach(quantity -> lots.add(Math.max(1, Math.round((double) quantity / unit))));
        });
    return law(lots);
  }

  /**
   * The law of the number of lots that market makers quote. It is seen of those alone that had more
   * than they traded first, which large ones more often have: each counts as many times as it takes
   * until one of its size has.
   *
   * @param quantities that were more
   * @param traded of all, first
   */
  String quoted(Sample quantities, Sample traded) {
    Sample lots = new Sample();
    quantities.forEach(
        quantity -> {
          double share = Math.max(LEAST_SHARE, traded.below(quantity));
          for (long i = Math.round(COPIES / share); i > 0; i--) {
            lots.add(Math.max(1, Math.round((double) quantity / size)));
          }
        });
    return law(lots);
  }

  private static String law(Sample lots) {
    Map<Long, Integer> weights = new TreeMap<>();
    for (int i = 0; i < QUANTILES; i++) {
      long quantile = Math.max(1, lots.quantile((i + 0.5) / QUANTILES));
      weights.merge(Long.parseLong(ModelText.rounded((double) quantile, 2)), 1, Integer::sum);
    }
    return weights.entrySet().stream()
        .map(cell -> cell.getKey() + ": " + cell.getValue())
        .collect(Collectors.joining(", ", "{weights: {", "}}"));
  }

  /** The mean logarithm of a quantity at brokers of factor 1 from which all are least far. */
  private double base() {
    double best = 0;
    double least = Double.MAX_VALUE;
    for (double mean : means.values()) {
      double far = 0;
      for (Map.Entry<Integer, Double> firm : means.entrySet()) {
        double more = firm.getValue() - mean;
        far += byFirm.get(firm.getKey()).size() * Math.abs(more - Math.log(factor(more)));
      }
      if (far < least) {
        least = far;
        best = mean;
      }
    }
    return best;
  }

  private static int factor(double logarithm) {
    int nearest = 1;
    for (int factor : FACTORS) {
      if (Math.abs(logarithm - Math.log(factor)) < Math.abs(logarithm - Math.log(nearest))) {
        nearest = factor;
      }
    }
    return nearest;
  }
}
