package io.daisychain.datagen.fit;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Zipf's law of counts: by maximum likelihood from those that are large enough for their order to
 * be known.
 *
 * @param exponent of the law
 * @param members in all, seen or not, that fit what the large ones leave to the others
 */
record ZipfLaw(double exponent, int members) {
  private static final long LEAST_COUNT = 10;
  private static final double STEEPEST = 4;
  private static final int MOST_MEMBERS = 1_000_000;

  static ZipfLaw of(Collection<Long> counts) {
    List<Long> large =
        counts.stream()
            .filter(count -> count >= LEAST_COUNT)
            .sorted(Comparator.reverseOrder())
            .toList();
    if (large.size() < 2) {
      return new ZipfLaw(0, Math.max(1, counts.size()));
    }
    double all = large.stream().mapToLong(Long::longValue).sum();
    double meanLog = 0;
    for (int i = 0; i < large.size(); i++) {
      meanLog += large.get(i) / all * Math.log(i + 1);
    }
    double low = 0;
    double high = STEEPEST;
    for (int i = 0; i < 50; i++) {
      double middle = (low + high) / 2;
      if (meanLogOf(middle, large.size()) > meanLog) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double total = counts.stream().mapToLong(Long::longValue).sum();
    double wanted = harmonic(low, large.size()) * total / all;
    int members = counts.size();
    double sum = harmonic(low, members);
    while (sum < wanted && members < MOST_MEMBERS) {
      sum += Math.pow(++members, -low);
    }
    return new ZipfLaw(low, members);
  }

  private static double meanLogOf(double exponent, int ranks) {
    double sum = 0;
    for (int i = 1; i <= ranks; i++) {
      sum += Math.pow(i, -exponent) * Math.log(i);
    }
    return sum / harmonic(exponent, ranks);
  }

  private static double harmonic(double exponent, int ranks) {
    double sum = 0;
    for (int i = 1; i <= ranks; i++) {
      sum += Math.pow(i, -exponent);
    }
    return sum;
  }
}
