package io.daisychain.datagen.fit;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

  private static final int ROUNDS = 16;
  private static final int WHOLE_ROUNDS = 4;
  private static final long FEWEST_EVENTS = 50_000;
  private static final long MOST_EVENTS = 500_000;
  private static final double MOST_CHANGE = 2.5;

  /** A step that the generator seldom makes of its state is not asked for without end. */
  private static final double MOST_TIMES = 4;

  /** Fewer steps of a generated workload say nothing about a weight. */
  private static final long FEW = 20;

  /** What others do to a market maker's order that stands: no step of its chain. */
  private static final Set<String> MET = Set.of("PARTIAL_FILL", "FILL", "BUST", "CORRECT");

  /** Steps of an order that is filled or closed. */
  private static final Set<String> AFTER_THE_END = Set.of("BUST", "CORRECT", "CALCULATE");

  /** Answers of a warehouse. */
  public interface Rows {
    /** The rows that a query selects, in text, nulls as null. */
    List<String[]> rows(String sql) throws IOException;
  }

  private final Observation seen;
  private final SortedMap<String, SortedMap<String, Double>> weights;
  private final SortedMap<String, SortedMap<String, Double>> sizes;
  private final SortedMap<String, Double> medians = new TreeMap<>();
  private final Lots lots;
  private final Delays delays;
  private final SortedMap<String, Sample> wantedDelays;
  private double daySquare; // as the model has it
  private Observation made;

  private ModelFit(Observation seen) {
    this.seen = seen;
    weights = shares(seen.steps);
    weights.values().forEach(row -> row.putIfAbsent(Observation.END, 0.0));
    sizes = shares(seen.sizes);
    daySquare = seen.daySquare();
    lots = new Lots(seen.lots);
    delays = new Delays(seen);
    wantedDelays = delays.of(seen);
    wantedDelays.forEach((name, sample) -> medians.put(name, median(sample)));
  }

  /**
   * A model fitted to a published warehouse.
   *
   * @throws IllegalArgumentException if it has no order
   */
  public static ModelFit of(Rows warehouse) throws IOException {
    return of(WarehouseEvents.of(warehouse));
  }

  static ModelFit of(Observation seen) {
    ModelFit fit = new ModelFit(seen);
    for (int round = 1; round <= ROUNDS; round++) {
      fit.made = fit.generate(round);
      // Later rounds change less, so that in the end their means count (Robbins and Monro, 1951).
      fit.improve(Math.min(1, (double) WHOLE_ROUNDS / round));
    }
    fit.made = fit.generate(0);
    return fit;
  }

  /** The model as {@code generate --model} takes it. */
  public String yaml() {
    return new ModelText(seen, weights, sizes, daySquare, lots, delays, medians).yaml();
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
    return compare(WarehouseEvents.of(one), WarehouseEvents.of(other));
  }

  /** The tables of a warehouse beside those of so many events of a model in YAML, as these. */
  public static SortedMap<String, TableComparison> compare(
      Rows one, String yaml, long events, long seed) throws IOException {
    return compare(WarehouseEvents.of(one), GeneratedEvents.of(yaml, events, seed));
  }

  static SortedMap<String, TableComparison> compare(Observation one, Observation other) {
    SortedMap<String, TableComparison> tables = new TreeMap<>();
    tables.put("steps", TableComparison.of(one.steps, other.steps));
    tables.put("sizes", TableComparison.of(one.sizes, other.sizes));
    tables.put("fields", TableComparison.of(one.fields, other.fields));
    return tables;
  }

  private Observation generate(long seed) {
    long events = Math.max(FEWEST_EVENTS, Math.min(MOST_EVENTS, seen.events));
    return GeneratedEvents.of(yaml(), events, seed);
  }

  /** Shares as seen, without what was seen too seldom. */
  private static SortedMap<String, SortedMap<String, Double>> shares(
      SortedMap<String, SortedMap<String, Long>> counts) {
    SortedMap<String, SortedMap<String, Double>> shares = new TreeMap<>();
    counts.forEach(
        (state, row) -> {
          SortedMap<String, Double> kept = new TreeMap<>();
          row.forEach(
              (cell, count) -> {
                boolean isEnd = cell.startsWith(Observation.END);
                boolean isMet = state.startsWith(LifecycleReader.MAKER) && MET.contains(cell);
                if (isEnd || (count >= LEAST_COUNT && !isMet)) {
                  kept.merge(isEnd ? Observation.END : cell, (double) count, Double::sum);
                }
              });
          shares.put(state, normal(kept));
        });
    return shares;
  }

  private static double median(Sample sample) {
    return Math.max(1_000, sample.quantile(0.5));
  }

  private void improve(double step) {
    improve(weights, seen.steps, made.steps, step);
    improve(sizes, seen.sizes, made.sizes, step);
    daySquare += step * (seen.daySquare() - made.daySquare());
    SortedMap<String, Sample> got = delays.of(made);
    medians.replaceAll(
        (name, median) -> {
          Sample sample = got.get(name);
          return sample == null || sample.size() < FEW
              ? median
              : Math.max(
                  1, median * bounded(median(wantedDelays.get(name)) / median(sample), step));
        });
  }

  private static void improve(
      SortedMap<String, SortedMap<String, Double>> weights,
      SortedMap<String, SortedMap<String, Long>> seen,
      SortedMap<String, SortedMap<String, Long>> made,
      double step) {
    weights.replaceAll(
        (state, row) -> {
          SortedMap<String, Long> wanted = choices(seen.get(state), row.keySet());
          SortedMap<String, Long> got =
              choices(made.getOrDefault(state, new TreeMap<>()), row.keySet());
          wanted.keySet().retainAll(row.keySet()); // the others are left out as too rare
          double ofWanted = Observation.total(wanted);
          got.keySet().retainAll(row.keySet());
          double ofGot = Observation.total(got);
          if (ofGot < FEW || ofWanted == 0) {
            return row;
          }
          SortedMap<String, Double> better = new TreeMap<>(row);
          better.replaceAll(
              (next, weight) -> {
                double share = wanted.getOrDefault(next, 0L) / ofWanted + 0.5 / ofGot;
                double gotShare = got.getOrDefault(next, 0L) / ofGot + 0.5 / ofGot;
                // Most ends are the generator's own where a fill finds no market: they are not in
                // proportion to the weight.
                return next.equals(Observation.END)
                    ? Math.max(0, weight + step * (share - gotShare))
                    : Math.min(weight * bounded(share / gotShare, step), MOST_TIMES * share);
              });
          return normal(better);
        });
  }

  /**
   * The counts of a row that tell of its weights. Where an order is filled or closed nothing that
   * it could do next is possible, and its end says nothing; unless it could be busted, say.
   */
  private static SortedMap<String, Long> choices(
      SortedMap<String, Long> counts, Set<String> asked) {
    SortedMap<String, Long> choices = new TreeMap<>(counts);
    Long closed = choices.remove(Observation.END);
    Long open = choices.remove(Observation.END_OPEN);
    boolean saysMore = asked.stream().anyMatch(AFTER_THE_END::contains);
    long ends = (open == null ? 0 : open) + (closed == null || !saysMore ? 0 : closed);
    for (String next : counts.keySet()) { // the generator closes what is left at the close
      ends += next.endsWith("_AT_CLOSE") && !asked.contains(next) ? counts.get(next) : 0;
    }
    choices.put(Observation.END, ends);
    return choices;
  }

  private static double bounded(double factor, double step) {
    return Math.pow(Math.max(1 / MOST_CHANGE, Math.min(MOST_CHANGE, factor)), step);
  }

  private static SortedMap<String, Double> normal(SortedMap<String, Double> row) {
    double sum = row.values().stream().mapToDouble(Double::doubleValue).sum();
    row.replaceAll((next, weight) -> sum == 0 ? 1 : weight / sum);
    return row;
  }
}
