package io.daisychain.jmh.engine;

import java.util.Locale;

/** A row of a table: what one engine makes of one corpus. */
final class Row {
  private final EngineKind kind;
  private final Meter checks;
  private final Meter values;
  private final String agreeing;

  /** Reads the corpus once with {@code engine}, and again in each sample. */
  Row(EngineKind kind, Engine engine, Corpus corpus) {
    this.kind = kind;
    checks = new Meter(() -> engine.accepted(corpus));
    if (engine instanceof TypedEngine typed) {
      values = new Meter(() -> typed.values(corpus));
      agreeing = agreeing(typed, corpus);
    } else {
      values = null;
      agreeing = "";
    }
  }

  /** Share of the messages that ours accepts too in which both read the same values. */
  private static String agreeing(TypedEngine engine, Corpus corpus) {
    DaisychainEngine ours = new DaisychainEngine();
    byte[] bytes = corpus.bytes();
    int both = 0;
    int same = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      if (ours.accepts(bytes, corpus.start(i), corpus.end(i))
          && engine.accepts(bytes, corpus.start(i), corpus.end(i))) {
        both++;
        same += ours.values() == engine.readableValues() ? 1 : 0;
      }
    }
    return both == 0 ? "" : String.format(Locale.ROOT, "%.1f%%", 100.0 * same / both);
  }

  /** Number of messages that the engine accepts. */
  long accepted() {
    return checks.expected();
  }

  void sample() {
    checks.sample();
    if (values != null) {
      values.sample();
    }
  }

  void forget() {
    checks.forget();
    if (values != null) {
      values.forget();
    }
  }

  static String header() {
    return String.format(
        "%-29s %8s | %6s %8s %6s | %9s %8s %6s %8s",
        "", "rejected", "ns", "garbage", "x ours", "values ns", "garbage", "x ours", "the same");
  }

  /** The row beside {@code ours}. */
  String line(Row ours) {
    String line =
        String.format(
            Locale.ROOT,
            "%-29s %8d | %6.0f %8.2f %6.2f |",
            kind.label(),
            Corpus.MESSAGES - accepted(),
            checks.nanos(),
            checks.bytes(),
            checks.nanos() / ours.checks.nanos());
    if (values == null) {
      return line;
    }
    return line
        + String.format(
            Locale.ROOT,
            " %9.0f %8.2f %6.2f %8s",
            values.nanos(),
            values.bytes(),
            values.nanos() / ours.values.nanos(),
            agreeing);
  }
}
