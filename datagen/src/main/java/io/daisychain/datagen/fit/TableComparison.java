package io.daisychain.datagen.fit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether two tables of counts may be of one market: chi-square of homogeneity by row, cells with
 * few counts put together.
 *
 * @param chiSquare over all rows
 * @param degrees of freedom
 */
public record TableComparison(double chiSquare, int degrees) {
  private static final double LEAST_EXPECTED = 5;

  static TableComparison of(
      SortedMap<String, SortedMap<String, Long>> one,
      SortedMap<String, SortedMap<String, Long>> other) {
    double sum = 0;
    int degrees = 0;
    for (String name : names(one, other)) {
      List<Double> cells =
          cells(one.getOrDefault(name, new TreeMap<>()), other.getOrDefault(name, new TreeMap<>()));
      if (cells.size() > 1) {
        sum += cells.stream().mapToDouble(Double::doubleValue).sum();
        degrees += cells.size() - 1;
      }
    }
    return new TableComparison(sum, degrees);
  }

  private static Set<String> names(Map<String, ?> one, Map<String, ?> other) {
    Set<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    return names;
  }

  /** What each cell of a row adds to chi-square. */
  private static List<Double> cells(Map<String, Long> one, Map<String, Long> other) {
    double share =
        (double) Observation.total(one) / (Observation.total(one) + Observation.total(other));
    double least = Math.min(share, 1 - share);
    SortedMap<String, double[]> cells = new TreeMap<>(); // of one, of both; "" for the rare ones
    for (String name : names(one, other)) {
      long ofOne = one.getOrDefault(name, 0L);
      long both = ofOne + other.getOrDefault(name, 0L);
      double[] cell =
          cells.computeIfAbsent(both * least < LEAST_EXPECTED ? "" : name, any -> new double[2]);
      cell[0] += ofOne;
      cell[1] += both;
    }
    return cells.values().stream()
        .filter(cell -> cell[1] * least >= LEAST_EXPECTED)
        .map(cell -> Math.pow(cell[0] - share * cell[1], 2) / (share * (1 - share) * cell[1]))
        .toList();
  }

  /** Normal deviations of chi-square (Wilson and Hilferty, 1931). */
  public double deviations() {
    double spread = 2.0 / (9 * Math.max(1, degrees));
    return (Math.cbrt(chiSquare / Math.max(1, degrees)) - (1 - spread)) / Math.sqrt(spread);
  }
}
