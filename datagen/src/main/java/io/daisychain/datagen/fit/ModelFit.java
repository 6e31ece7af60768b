package io.daisychain.datagen.fit;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Fits a model to what a warehouse holds.
 *
 * <p>States are hidden, events are seen. So the fitted chain has a state for each step that can be
 * seen of a kind of order, and its weights are chosen by indirect inference (Gouriéroux, Monfort
 * and Renault, 1993): workloads are generated from it and their steps counted as those of the
 * warehouse were, and each weight is multiplied by how much too seldom its step was, until the
 * tables agree. What the generator does by itself, such as a fill for which the market is away or
 * the end of an order at the close, is so taken into account.
 */
public final class ModelFit {
  /** Less often seen, a step is left out: it could be a single firm's or customer's. */
  static final long LEAST_COUNT = 5;

  private static final int ROUNDS = 8;
  private static final long FEWEST_EVENTS = 40_000;
  private static final long MOST_EVENTS = 250_000;
  private static final double MOST_CHANGE = 2.5;

  /** Fewer steps of a generated workload say nothing about a weight. */
  private static final long FEW = 20;

  /** Answers of a warehouse. */
  public interface Rows {
    /** The rows that a query selects, in text, nulls as null. */
    List<String[]> rows(String sql) throws IOException;
  }

  private final Observation seen;
  private final Hours hours;
  private final SortedMap<String, SortedMap<String, Double>> weights = new TreeMap<>();
  private final SortedMap<String, SortedMap<String, Double>> sizes = new TreeMap<>();
  private final SortedMap<String, Double> medians = new TreeMap<>();
  private final Delays delays;
  private final SortedMap<String, Sample> wantedDelays;
  private Observation made;

  private ModelFit(Observations.Seen warehouse) {
    seen = warehouse.observation();
    hours = warehouse.hours();
    delays = new Delays(seen);
    wantedDelays = delays.of(seen);
  }

  /**
   * A model fitted to a published warehouse.
   *
   * @throws IllegalArgumentException if it has no order
   */
  public static ModelFit of(Rows warehouse) throws IOException {
    return of(Observations.ofWarehouse(warehouse));
  }

  static ModelFit of(Observations.Seen warehouse) {
    ModelFit fit = new ModelFit(warehouse);
    fit.begin();
    for (int round = 0; round < ROUNDS; round++) {
      fit.made = fit.generate();
      fit.improve();
    }
    fit.made = fit.generate();
    return fit;
  }

  /** The model as {@code generate --model} takes it. */
  public String yaml() {
    return new ModelText(seen, hours, weights, sizes, delays, medians).yaml();
  }

  /** Events and lifecycles that it was fitted to. */
  public String basis() {
    return String.format(Locale.ROOT, "%,d events of %,d lifecycles", seen.events, seen.lifecycles);
  }

  /** The steps that were seen beside those of a workload generated from the model. */
  public TableComparison steps() {
    return TableComparison.of(seen.steps, made.steps);
  }

  /** The tables of two warehouses beside each other: steps, sizes, fields. */
  public static SortedMap<String, TableComparison> compare(Rows one, Rows other)
      throws IOException {
    return compare(
        Observations.ofWarehouse(one).observation(), Observations.ofWarehouse(other).observation());
  }

  static SortedMap<String, TableComparison> compare(Observation one, Observation other) {
    SortedMap<String, TableComparison> tables = new TreeMap<>();
    tables.put("steps", TableComparison.of(one.steps, other.steps));
    tables.put("sizes", TableComparison.of(one.sizes, other.sizes));
    tables.put("fields", TableComparison.of(one.fields, other.fields));
    return tables;
  }

  private Observation generate() {
    long events = Math.max(FEWEST_EVENTS, Math.min(MOST_EVENTS, 2 * seen.events));
    return Observations.ofGenerated(yaml(), events, 1).observation();
  }

  /** Weights as seen; of what was seen too seldom, the walk ends. */
  private void begin() {
    seen.steps.forEach(
        (state, row) -> {
          SortedMap<String, Double> begun = new TreeMap<>();
          row.forEach(
              (next, count) -> {
                boolean isRare = count < LEAST_COUNT;
                begun.merge(isRare ? Observation.END : next, (double) count, Double::sum);
              });
          weights.put(state, normal(begun));
        });
    seen.sizes.forEach(
        (state, row) -> {
          SortedMap<String, Double> begun = new TreeMap<>();
          row.forEach((size, count) -> begun.put(size, (double) count));
          begun.keySet().removeIf(size -> row.get(size) < LEAST_COUNT);
          sizes.put(state, begun.isEmpty() ? begun : normal(begun));
        });
    wantedDelays.forEach((name, sample) -> medians.put(name, median(sample)));
  }

  private static double median(Sample sample) {
    return Math.max(1_000, sample.quantile(0.5));
  }

  private void improve() {
    improve(weights, seen.steps, made.steps);
    improve(sizes, seen.sizes, made.sizes);
    SortedMap<String, Sample> got = delays.of(made);
    medians.replaceAll(
        (name, median) -> {
          Sample sample = got.get(name);
          return sample == null || sample.seen() < FEW
              ? median
              : Math.max(1, median * bounded(median(wantedDelays.get(name)) / median(sample)));
        });
  }

  private static void improve(
      SortedMap<String, SortedMap<String, Double>> weights,
      SortedMap<String, SortedMap<String, Long>> seen,
      SortedMap<String, SortedMap<String, Long>> made) {
    weights.replaceAll(
        (state, row) -> {
          SortedMap<String, Long> wanted = seen.get(state);
          SortedMap<String, Long> got = made.getOrDefault(state, new TreeMap<>());
          double ofWanted = Observation.total(wanted);
          double ofGot = Observation.total(got);
          if (ofGot < FEW || row.isEmpty()) {
            return row;
          }
          SortedMap<String, Double> better = new TreeMap<>(row);
          better.replaceAll(
              (next, weight) -> {
                double share = wanted.getOrDefault(next, 0L) / ofWanted + 0.5 / ofGot;
                double gotShare = got.getOrDefault(next, 0L) / ofGot + 0.5 / ofGot;
                return weight * bounded(share / gotShare);
              });
          return normal(better);
        });
  }

  private static double bounded(double factor) {
    return Math.max(1 / MOST_CHANGE, Math.min(MOST_CHANGE, factor));
  }

  private static SortedMap<String, Double> normal(SortedMap<String, Double> row) {
    double sum = row.values().stream().mapToDouble(Double::doubleValue).sum();
    row.replaceAll((next, weight) -> weight / sum);
    return row;
  }
}
