package io.daisychain.datagen.fit;

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
 * @param rows each with its chi-square and degrees of freedom
 */
public record TableComparison(double chiSquare, int degrees, SortedMap<String, double[]> rows) {
  private static final double LEAST_EXPECTED = 5;

  static TableComparison of(
      SortedMap<String, SortedMap<String, Long>> one,
      SortedMap<String, SortedMap<String, Long>> other) {
    SortedMap<String, double[]> rows = new TreeMap<>();
    double sum = 0;
    int degrees = 0;
    Set<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    for (String name : names) {
      double[] row =
          row(one.getOrDefault(name, new TreeMap<>()), other.getOrDefault(name, new TreeMap<>()));
      if (row[1] > 0) {
        rows.put(name, row);
        sum += row[0];
        degrees += (int) row[1];
      }
    }
    return new TableComparison(sum, degrees, rows);
  }

  private static double[] row(Map<String, Long> one, Map<String, Long> other) {
    double ofOne = Observation.total(one);
    double ofOther = Observation.total(other);
    double all = ofOne + ofOther;
    double least = Math.min(ofOne, ofOther);
    double chiSquare = 0;
    int cells = 0;
    double rareOne = 0;
    double rareOther = 0;
    Set<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    for (String name : names) {
      double a = one.getOrDefault(name, 0L);
      double b = other.getOrDefault(name, 0L);
      if ((a + b) / all * least < LEAST_EXPECTED) {
        rareOne += a;
        rareOther += b;
      } else {
        chiSquare += cell(a, b, ofOne, ofOther);
        cells++;
      }
    }
    if ((rareOne + rareOther) / all * least >= LEAST_EXPECTED) {
      chiSquare += cell(rareOne, rareOther, ofOne, ofOther);
      cells++;
    }
    return new double[] {chiSquare, Math.max(0, cells - 1)};
  }

  private static double cell(double a, double b, double ofOne, double ofOther) {
    double share = (a + b) / (ofOne + ofOther);
    double wantedOne = share * ofOne;
    double wantedOther = share * ofOther;
    return (a - wantedOne) * (a - wantedOne) / wantedOne
        + (b - wantedOther) * (b - wantedOther) / wantedOther;
  }

  /** Normal deviations of chi-square (Wilson and Hilferty, 1931). */
  public double deviations() {
    return deviations(chiSquare, degrees);
  }

  /** Name of the row that agrees worst. */
  public String worst() {
    String worst = "";
    for (String row : rows.keySet()) {
      worst = worst.isEmpty() || deviations(row) > deviations(worst) ? row : worst;
    }
    return worst;
  }

  private double deviations(String row) {
    return deviations(rows.get(row)[0], (int) rows.get(row)[1]);
  }

  private static double deviations(double chiSquare, int degrees) {
    double spread = 2.0 / (9 * Math.max(1, degrees));
    return (Math.cbrt(chiSquare / Math.max(1, degrees)) - (1 - spread)) / Math.sqrt(spread);
  }
}
