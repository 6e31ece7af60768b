package io.daisychain.datagen.fit;

import static io.daisychain.datagen.fit.ModelFit.LEAST_COUNT;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
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

  /** Widest and usual deviations of the logarithm of a time. */
  private static final double WIDEST = 3;

  private static final double LEAST_SIGMA = 0.05;

  /** What Market multiplies lots by, mean and variance of its logarithm: 1, 1, 1, 2 or 4. */
  private static final double FIRM_LOG = Math.log(8) / 5;

  private static final int PARTS = 100_000;

  private final Observation seen;
  private final Hours hours;
  private final SortedMap<String, SortedMap<String, Double>> weights;
  private final SortedMap<String, SortedMap<String, Double>> sizes;
  private final Delays delays;
  private final SortedMap<String, Sample> samples;
  private final SortedMap<String, Double> medians;
  private final StringBuilder text = new StringBuilder();
  private boolean hasEnded;

  ModelText(
      Observation seen,
      Hours hours,
      SortedMap<String, SortedMap<String, Double>> weights,
      SortedMap<String, SortedMap<String, Double>> sizes,
      Delays delays,
      SortedMap<String, Double> medians) {
    this.seen = seen;
    this.hours = hours;
    this.weights = weights;
    this.sizes = sizes;
    this.delays = delays;
    this.medians = medians;
    samples = delays.of(seen);
  }

  String yaml() {
    line(
        "# Fitted by generate --fit to %,d events of %,d lifecycles. Comments are counts of what it is",
        seen.events, seen.lifecycles);
    line(
        "# from; what was seen less than %d times is left out. No name of a firm, customer or",
        LEAST_COUNT);
    line("# symbol and no single time is in it. docs/generator.md explains every key.");
    line("name: fitted");
    line("");
    market();
    day();
    orders();
    line("entries:");
    for (String kind : KINDS) {
      line("  %s: %s%s", kind.toLowerCase(Locale.ROOT), kind, camel(Observation.START));
    }
    line("");
    line("states:");
    for (String kind : KINDS) {
      states(kind);
    }
    if (hasEnded) {
      line("  Ended: {}");
    }
    return text.toString();
  }

  private void market() {
    ZipfLaw symbols = ZipfLaw.of(seen.symbols.values());
    ZipfLaw firms = ZipfLaw.of(seen.brokers.values());
    line("market:");
    line(
        "  symbols: %s  # %,d seen; the others by Zipf's law",
        rounded(symbols.members(), 2), seen.symbols.size());
    line("  deprecated: 1");
    line("  zipf: %.3f", symbols.exponent());
    line("  brokers: %d", Math.max(2, seen.brokers.size()));
    line("  firmSizes: %.2f  # exponent of Zipf's law", firms.exponent());
    line("  venues: %d", Math.max(1, seen.venues.size()));
    line("  customers: %s", rounded(Math.max(1, seen.customers.size()), 2));
    line("  clocks: {brokers: %s, venues: 0}", time(clocks()));
    line("");
  }

  private void day() {
    double square = 0;
    for (long part : seen.dayParts) {
      double u = Math.max(-1, Math.min(1, 2e-6 * part - 1));
      square += u * u / seen.dayParts.size();
    }
    // The mean square of a time, -1 to 1, under a density of 1 + (edge - 1) u²; at 1/3 it is flat.
    double edge = square >= 0.59 ? 50 : 1 + (1.0 / 3 - square) / (square / 3 - 0.2);
    line("day:");
    line("  zone: %s", hours.zone().getId());
    line("  open: \"%s\"", hours.open());
    line("  close: \"%s\"", hours.close());
    line("  edge: %.2f  # %,d orders", Math.max(1, edge), seen.dayParts.size());
    line("");
  }

  private void orders() {
    line("orders:");
    lots();
    line("  sides: {weights: {%s}}", fields("sides", "1"));
    line("  types: {weights: {%s}}", fields("types", "2"));
    line(
        "  relays: %.3f  # %,d of %,d routes",
        share(seen.relayed, seen.relayable, 1), seen.relayed, seen.relayable);
    line("  link: %s", link());
    line(
        "  desk: %s",
        seen.desk.seen() < LEAST_COUNT ? "400us" : law(seen.desk, seen.desk.quantile(0.5)));
    line(
        "  sending: %s",
        seen.sending.seen() < LEAST_COUNT ? "0" : law(seen.sending, seen.sending.quantile(0.5)));
    Map<String, Long> gtc = seen.fields.getOrDefault("gtc", new TreeMap<>());
    long kept = gtc.getOrDefault("1", 0L);
    line(
        "  gtc: %.4f  # %,d of %,d",
        share(kept < LEAST_COUNT ? 0 : kept, Observation.total(gtc), 0),
        kept < LEAST_COUNT ? 0 : kept,
        Observation.total(gtc));
    line("  depth: %d", Math.min(60, seen.depth));
    line("");
  }

  private void lots() {
    double number = 0;
    double sum = 0;
    double within = 0;
    double freedom = 0;
    for (double[] firm : seen.lots.values()) {
      number += firm[0];
      sum += firm[1];
      within += firm[2] - firm[1] * firm[1] / firm[0];
      freedom += firm[0] - 1;
    }
    int lotSize = seen.wholeLots > 0.9 * number ? 100 : 1;
    double median = Math.exp(sum / Math.max(1, number) - FIRM_LOG) / lotSize;
    double sigma = Math.sqrt(within / Math.max(1, freedom));
    line(
        "  lots: {lognormal: {median: %.3g, sigma: %.3f}, min: 1, max: %s}  # %,.0f orders, within firms",
        Math.max(1, median),
        Math.max(LEAST_SIGMA, sigma),
        rounded(Math.ceil(Math.max(1, median) * Math.exp(4 * sigma)), 2),
        number);
    line("  lotSize: %d", lotSize);
  }

  private static double share(long part, long whole, double otherwise) {
    return whole == 0 ? otherwise : (double) part / whole;
  }

  private String fields(String table, String otherwise) {
    List<String> kept = new ArrayList<>();
    seen.fields
        .getOrDefault(table, new TreeMap<>())
        .forEach(
            (value, count) -> {
              boolean known =
                  table.equals("types") ? "12".contains(value) : "1234569".contains(value);
              if (count >= LEAST_COUNT && known && value.length() == 1) {
                kept.add(value + ": " + count);
              }
            });
    return kept.isEmpty() ? otherwise + ": 1" : String.join(", ", kept);
  }

  /** Half the range of the brokers' clocks: how far the times to venues differ by sender. */
  private double clocks() {
    Sample medians = new Sample();
    for (Sample link : seen.links.values()) {
      if (link.seen() >= 20) {
        medians.add(link.quantile(0.5));
      }
    }
    double range = medians.seen() < 3 ? 0 : medians.quantile(1) - medians.quantile(0);
    double half = range / 2 * (medians.seen() + 1) / Math.max(1, medians.seen() - 1);
    return Double.parseDouble(rounded(Math.min(24e6, half), 1));
  }

  /** Time from firm to firm, without what the senders' clocks add. */
  private String link() {
    Sample centers = new Sample();
    seen.links.values().forEach(link -> centers.add(link.quantile(0.5)));
    double center = Math.max(1_000, centers.quantile(0.5));
    Sample apart = new Sample();
    for (Sample link : seen.links.values()) {
      for (int i = 0; i < 100 && link.seen() >= 20; i++) {
        apart.add(link.quantile((i + 0.5) / 100) - link.quantile(0.5) + (long) center);
      }
    }
    return apart.seen() == 0 ? "1ms" : law(apart, center);
  }

  /** Log-normal with a median, as wide as the upper half of a sample. */
  private static String law(Sample sample, double median) {
    double middle = Math.max(1_000, sample.quantile(0.5));
    double sigma = Math.log(Math.max(1, sample.quantile(0.84) / middle));
    String max = time(Math.max(sample.quantile(0.999), median));
    return String.format(
        Locale.ROOT,
        "{lognormal: {median: %s, sigma: %.2f}, max: %s}",
        time(median),
        Math.max(LEAST_SIGMA, Math.min(WIDEST, sigma)),
        max);
  }

  private void states(String kind) {
    line("  # %s: %s", kind, meaning(kind));
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
    for (String label : reached) {
      state(kind, label);
    }
  }

  private SortedMap<String, Double> row(String kind, String label) {
    SortedMap<String, Double> row =
        new TreeMap<>(weights.getOrDefault(kind + label, new TreeMap<>()));
    row.values().removeIf(weight -> Math.round(weight * PARTS) < 1);
    return row;
  }

  private static String meaning(String kind) {
    return switch (kind) {
      case "Customer" -> "an order of a customer";
      case "Gtc" -> "one that is good till canceled";
      case "Desk" -> "made by INTERNAL";
      case "Broker" -> "received by a firm that gives orders on";
      case "Venue" -> "received by a firm that does not";
      case "Aggregate" -> "made of several by POOL";
      default -> "one that POOL took along";
    };
  }

  private void state(String kind, String label) {
    int begin = text.length();
    action(kind + label, label);
    next(kind, label, row(kind, label));
    String head = "  " + kind + camel(label) + ":";
    text.insert(begin, text.length() == begin ? head + " {}\n" : head + "\n");
    for (String next : row(kind, label).keySet()) {
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
    if (sample != null && sample.seen() >= LEAST_COUNT && sample.quantile(0.999) > 0) {
      line("    delay: %s  # %,d", law(sample, medians.get(name)), sample.seen());
    }
  }

  private static String weighted(SortedMap<String, Double> shares, boolean areTenths) {
    SortedMap<Integer, Double> byNumber = new TreeMap<>();
    shares.forEach((size, share) -> byNumber.put(Integer.parseInt(size), share));
    List<String> cells = new ArrayList<>();
    byNumber.forEach(
        (size, share) ->
            cells.add(
                String.format(
                        Locale.ROOT,
                        areTenths ? "%.2f" : "%.0f",
                        areTenths ? size / 10.0 - 0.03 : size)
                    + String.format(Locale.ROOT, ": %.5f", Math.max(share, 1e-5))));
    return "{weights: {" + String.join(", ", cells) + "}}";
  }

  /**
   * Probabilities in hundred-thousandths that sum to 1; where a walk ends, the state of no next.
   */
  private void next(String kind, String label, SortedMap<String, Double> row) {
    if (row.isEmpty() || (row.size() == 1 && row.containsKey(Observation.END))) {
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
    for (String part : label.split("_")) {
      word.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
    }
    return word.toString();
  }

  /** A time with three digits that count: no more is known, and none is anybody's. */
  private static String time(double nanos) {
    if (nanos < 1) {
      return "0";
    }
    double rounded = Double.parseDouble(String.format(Locale.ROOT, "%.3g", nanos));
    return rounded >= 1e9
        ? number(rounded / 1e9) + "s"
        : rounded >= 1e6 ? number(rounded / 1e6) + "ms" : number(rounded / 1e3) + "us";
  }

  private static String rounded(double value, int digits) {
    return new BigDecimal(value)
        .round(new MathContext(digits))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private void line(String format, Object... values) {
    text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    text.append('\n');
  }
}
