package io.daisychain.datagen.fit;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Zipf's law of counts: by maximum likelihood from those that are large enough for their order to
 * be known.
 */
final class ZipfLaw {
  private static final long LEAST_COUNT = 10;
  private static final double STEEPEST = 4;

  private ZipfLaw() {}

  /** Exponent of the law; 0 where too little is known. */
  static double exponent(Collection<Long> counts) {
    List<Long> large =
        counts.stream()
            .filter(count -> count >= LEAST_COUNT)
            .sorted(Comparator.reverseOrder())
            .toList();
    double all = large.stream().mapToLong(Long::longValue).sum();
    double meanLog = 0;
    for (int i = 0; i < large.size(); i++) {
      meanLog += large.get(i) / all * Math.log(i + 1);
    }
    double low = 0;
    double high = large.size() < 2 ? 0 : STEEPEST;
    for (int i = 0; i < 50; i++) {
      double middle = (low + high) / 2;
      if (meanLogOf(middle, large.size()) > meanLog) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double meanLogOf(double exponent, int ranks) {
    double sum = 0;
    double logs = 0;
    for (int i = 1; i <= ranks; i++) {
      double share = Math.pow(i, -exponent);
      sum += share;
      logs += share * Math.log(i);
    }
    return logs / sum;
  }
}
