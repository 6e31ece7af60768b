package io.daisychain.datagen.fit;

import static io.daisychain.datagen.fit.ModelFit.LEAST_COUNT;
import static java.util.Collections.disjoint;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes a fitted model as YAML, with the counts that it is from as comments. */
final class ModelText {
  private static final List<String> KINDS =
      List.of("Customer", "Gtc", "Desk", "Broker", "Venue", "Aggregate", "Pooled");

  private static final String MAKER = LifecycleReader.MAKER;

  /** Widest and usual deviations of the logarithm of a time. */
  private static final double WIDEST = 3;

  private static final double LEAST_SIGMA = 0.05;

  private static final int PARTS = 100_000;

  /** The middle of a tenth of what is open, less what the generator rounds down to lots. */
  private static final int ROUNDED_HUNDREDTHS = 3;

  private final Observation seen;
  private final Hours hours;
  private final SortedMap<String, SortedMap<String, Double>> weights;
  private final SortedMap<String, SortedMap<String, Double>> sizes;
  private final double daySquare;
  private final Lots lots;
  private final Delays delays;
  private final SortedMap<String, Sample> samples;
  private final SortedMap<String, Double> medians;
  private final StringBuilder text = new StringBuilder();
  private boolean hasEnded;

  ModelText(
      Observation seen,
      SortedMap<String, SortedMap<String, Double>> weights,
      SortedMap<String, SortedMap<String, Double>> sizes,
      double daySquare,
      Lots lots,
      Delays delays,
      SortedMap<String, Double> medians) {
    this.seen = seen;
    hours = seen.hours;
    this.weights = weights;
    this.sizes = sizes;
    this.daySquare = daySquare;
    this.lots = lots;
    this.delays = delays;
    this.medians = medians;
    samples = delays.of(seen);
  }

  String yaml() {
    line(
        "# Fitted by generate --fit to %,d events of %,d lifecycles; comments are counts. What was",
        seen.events, seen.lifecycles);
    line(
        "# seen less than %d times is left out, and no firm, customer or symbol is named.",
        LEAST_COUNT);
    line(
        "# Events do not tell prices, deprecated symbols, clocks, or what an order would have done");
    line("# after its last event: these are as usual. docs/generator.md explains every key.");
    line("name: fitted");
    line("");
    market();
    day();
    orders();
    boolean hasMakers = weights.containsKey(MAKER + Observation.START);
    List<String> kinds = new ArrayList<>(KINDS);
    if (hasMakers) {
      kinds.add(MAKER);
    }
    line("entries:");
    for (String kind : kinds) {
      line("  %s: %s%s", kind.toLowerCase(Locale.ROOT), kind, camel(Observation.START));
    }
    line("");
    line("states:");
    for (String kind : kinds) {
      states(kind);
    }
    if (hasEnded) {
      line("  Ended: {}");
    }
    return text.toString();
  }

  private void market() {
    line("market:");
    line("  symbols: %s  # that traded", rounded(Math.max(2, seen.symbols.size()), 2));
    line("  deprecated: 1");
    line("  zipf: %.3f", ZipfLaw.exponent(seen.symbols.values()));
    line("  brokers: %d", Math.max(2, seen.brokers.size()));
    line("  firmSizes: %.2f  # exponent of Zipf's law", ZipfLaw.exponent(seen.brokers.values()));
    line("  venues: %d", Math.max(1, seen.venues.size()));
    line("  customers: %s", rounded(Math.max(1, seen.customers.size()), 2));
    line("");
  }

  private void day() {
    // The mean square of a time, -1 to 1, under a density of 1 + (edge - 1) u²; at 1/3 it is flat.
    double edge = daySquare >= 0.59 ? 50 : 1 + (1.0 / 3 - daySquare) / (daySquare / 3 - 0.2);
    line("day:");
    line("  zone: %s", hours.zone().getId());
    line("  open: \"%s\"", hours.open());
    line("  close: \"%s\"", hours.close());
    line("  edge: %.2f  # %,d orders", Math.max(1, edge), seen.orders);
    line("");
  }

  private void orders() {
    line("orders:");
    line("  lots: %s  # quantiles", lots.law());
    if (seen.quoted.size() >= LEAST_COUNT) {
      line("  quoted: %s", lots.quoted(seen.quoted, seen.met));
    }
    line("  lotSize: %d", lots.size());
    line("  sides: {weights: {%s}}", weights("sides", "1234569"));
    line("  types: {weights: {%s}}", weights("types", "21"));
    line(
        "  relays: %.3f  # %,d of %,d routes",
        share(seen.relayed, seen.relayable, 1), seen.relayed, seen.relayable);
    line("  link: %s", law(seen.link, "1ms"));
    line("  desk: %s", law(seen.desk, "400us"));
    line("  sending: %s", law(seen.sending, "0"));
    Map<String, Long> gtc = seen.fields.getOrDefault("gtc", new TreeMap<>());
    long kept = gtc.getOrDefault("1", 0L);
    line("  gtc: %.4f", share(kept < LEAST_COUNT ? 0 : kept, Observation.total(gtc), 0));
    line("  depth: %d", Math.min(60, seen.depth));
    line("");
  }

  private static double share(long part, long whole, double otherwise) {
    return whole == 0 ? otherwise : (double) part / whole;
  }

  private String weights(String table, String known) {
    List<String> kept = new ArrayList<>();
    seen.fields
        .getOrDefault(table, new TreeMap<>())
        .forEach(
            (value, count) -> {
              if (count >= LEAST_COUNT && value.length() == 1 && known.contains(value)) {
                kept.add(value + ": " + count);
              }
            });
    return kept.isEmpty() ? known.charAt(0) + ": 1" : String.join(", ", kept);
  }

  private static String law(Sample sample, String otherwise) {
    return sample.size() < LEAST_COUNT ? otherwise : law(sample, (double) sample.quantile(0.5));
  }

  /** Log-normal with a median, as wide as the upper half of a sample. */
  private static String law(Sample sample, double median) {
    double half = Math.max(1_000, (double) sample.quantile(0.5));
    double wide = Math.log(Math.max(1, (double) sample.quantile(0.84)) / half);
    double sigma = Math.max(LEAST_SIGMA, Math.min(WIDEST, wide));
    return String.format(
        Locale.ROOT,
        "{lognormal: {median: %s, sigma: %.2f}, max: %s}",
        time(median),
        sigma,
        time(median * Math.exp(3 * sigma)));
  }

  private void states(String kind) {
    Set<String> reached = new LinkedHashSet<>();
    List<String> open = new ArrayList<>(List.of(Observation.START));
    while (!open.isEmpty()) {
      String label = open.remove(0);
      if (reached.add(label)) {
        row(kind, label).keySet().stream()
            .filter(next -> !next.equals(Observation.END))
            .forEach(open::add);
      }
    }
    Set<String> ending = new HashSet<>(Set.of(Observation.END));
    while (reached.stream()
        .anyMatch(label -> !disjoint(row(kind, label).keySet(), ending) && ending.add(label))) {}
    for (String label : reached) {
      if (!ending.contains(label)) { // the ends of few orders were too rare to be kept
        SortedMap<String, Double> row = weights.get(kind + label);
        row.replaceAll((next, weight) -> weight * (1 - 1.0 / LEAST_COUNT));
        row.merge(Observation.END, 1.0 / LEAST_COUNT, Double::sum);
      }
    }
    for (String label : reached) {
      state(kind, label);
    }
  }

  private SortedMap<String, Double> row(String kind, String label) {
    SortedMap<String, Double> row =
        new TreeMap<>(weights.getOrDefault(kind + label, new TreeMap<>()));
    row.values().removeIf(weight -> Math.round(weight * PARTS) < 1);
    if (row.isEmpty()) {
      row.put(Observation.END, 1.0);
    }
    return row;
  }

  private void state(String kind, String label) {
    SortedMap<String, Double> row = row(kind, label);
    boolean isNothing =
        label.equals(Observation.START) && row.keySet().equals(Set.of(Observation.END));
    line("  %s%s:%s", kind, camel(label), isNothing ? " {}" : "");
    action(kind + label, label);
    next(kind, label, row);
    for (String next : row.keySet()) {
      if (delays.hasWait(kind + label, kind + next)) {
        line("  %s%sThen%s:", kind, camel(label), camel(next));
        delay(Delays.wait(kind + label, kind + next));
        line("    next: {%s%s: 1}", kind, camel(next));
      }
    }
  }

  private void action(String name, String label) {
    if (label.startsWith(Observation.AWAIT)) {
      line("    action: AWAIT");
      return;
    }
    if (label.equals(Observation.START)) {
      return;
    }
    String action = label.replaceFirst("_(AT_CLOSE|AT_OPEN|VENUE|BROKER)$", "");
    line("    action: %s", action);
    if (action.equals("ROUTE")) {
      line("    to: %s", label.endsWith("VENUE") ? "venue" : "broker");
    }
    if (label.endsWith("_AT_CLOSE") || label.endsWith("_AT_OPEN")) {
      line("    at: %s", label.endsWith("_AT_OPEN") ? "open" : "close");
    }
    SortedMap<String, Double> shares = sizes.getOrDefault(name, new TreeMap<>());
    if (action.equals("PARTIAL_FILL")) {
      line("    fraction: %s", shares.isEmpty() ? "{uniform: [0, 1]}" : weighted(shares, true));
    } else if (shares.size() > 1) {
      line("    count: %s", weighted(shares, false));
    }
    delay(name);
  }

  private void delay(String name) {
    Sample sample = samples.get(name);
    if (sample != null && sample.size() >= LEAST_COUNT && sample.quantile(0.999) > 0) {
      line("    delay: %s  # %,d", law(sample, medians.get(name)), sample.size());
    }
  }

  private static String weighted(SortedMap<String, Double> shares, boolean areTenths) {
    SortedMap<Integer, Double> byNumber = new TreeMap<>();
    shares.forEach((size, share) -> byNumber.put(Integer.parseInt(size), share));
    List<String> cells = new ArrayList<>();
    byNumber.forEach(
        (size, share) -> {
          String value =
              areTenths ? rounded((10 * size - ROUNDED_HUNDREDTHS) / 100.0, 2) : "" + size;
          cells.add(String.format(Locale.ROOT, "%s: %.5f", value, Math.max(share, 1e-5)));
        });
    return "{weights: {" + String.join(", ", cells) + "}}";
  }

  /**
   * Probabilities in hundred-thousandths that sum to 1; where a walk ends, the state of no next.
   */
  private void next(String kind, String label, SortedMap<String, Double> row) {
    if (row.keySet().equals(Set.of(Observation.END))) {
      return;
    }
    hasEnded |= row.containsKey(Observation.END);
    SortedMap<String, Long> parts = new TreeMap<>();
    row.forEach((next, weight) -> parts.put(next, Math.round(weight * PARTS)));
    String largest = parts.firstKey();
    for (String next : parts.keySet()) {
      largest = parts.get(next) > parts.get(largest) ? next : largest;
    }
    parts.merge(largest, PARTS - Observation.total(parts), Long::sum);
    SortedMap<String, Long> counts = seen.steps.getOrDefault(kind + label, new TreeMap<>());
    line("    next:  # %,d", Observation.total(counts));
    parts.forEach(
        (next, part) -> {
          long count = counts.getOrDefault(next, 0L);
          boolean waits = delays.hasWait(kind + label, kind + next);
          String to =
              next.equals(Observation.END)
                  ? "Ended"
                  : kind + (waits ? camel(label) + "Then" : "") + camel(next);
          String comment = count < LEAST_COUNT ? "" : String.format(Locale.ROOT, "  # %,d", count);
          line("      %s: %.5f%s", to, (double) part / PARTS, comment);
        });
  }

  /** A word of letters: RESTATE_AT_OPEN is RestateAtOpen. */
  private static String camel(String label) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < label.length(); i++) {
      boolean begins = i == 0 || label.charAt(i - 1) == '_';
      word.append(begins ? label.charAt(i) : Character.toLowerCase(label.charAt(i)));
    }
    return word.toString().replace("_", "");
  }

  /** A time with three digits that count: no more is known, and none is anybody's. */
  private static String time(double nanos) {
    return nanos >= 1e9
        ? rounded(nanos / 1e9, 3) + "s"
        : nanos >= 1e6 ? rounded(nanos / 1e6, 3) + "ms" : rounded(nanos / 1e3, 3) + "us";
  }

  static String rounded(double value, int digits) {
    return new BigDecimal(value)
        .round(new MathContext(digits))
        .stripTrailingZeros()
        .toPlainString();
  }

  private void line(String format, Object... values) {
    text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    text.append('\n');
  }
}
