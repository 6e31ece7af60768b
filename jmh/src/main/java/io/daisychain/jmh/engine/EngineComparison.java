package io.daisychain.jmh.engine;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time and garbage a message: ours, its peers and plain scans, interleaved in one JVM, so that
 * whatever slows the machine down slows all of them.
 *
 * <p>Prints a table for each corpus: how many messages an engine rejects, nanoseconds and bytes of
 * garbage a message, the ratio to ours; then the same with values read, and the share of messages
 * in which the engine reads the same values as ours. The one argument is the number of rounds, of
 * which the medians are shown.
 */
public final class EngineComparison {
  private static final int USUAL_ROUNDS = 15;
  private static final int WARM_UP_ROUNDS = 5;

  private final List<Table> tables = new ArrayList<>();

  private record Table(CorpusKind corpus, int messageLength, Map<EngineKind, Row> rows) {}

  private EngineComparison() {
    Map<EngineKind, Engine> engines = new EnumMap<>(EngineKind.class);
    for (EngineKind kind : EngineKind.values()) {
      engines.put(kind, kind.make());
    }
    for (CorpusKind corpusKind : CorpusKind.values()) {
      Corpus corpus = new Corpus(corpusKind);
      Map<EngineKind, Row> rows = new EnumMap<>(EngineKind.class);
      engines.forEach((kind, engine) -> rows.put(kind, new Row(kind, engine, corpus)));
      tables.add(new Table(corpusKind, corpus.bytes().length / Corpus.MESSAGES, rows));
    }
  }

  /** Measures, and prints the tables. */
  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : USUAL_ROUNDS;
    EngineComparison comparison = new EngineComparison();
    comparison.expectValidAccepted();
    comparison.measure(WARM_UP_ROUNDS);
    comparison.tables.forEach(table -> table.rows.values().forEach(Row::forget));
    comparison.measure(rounds);
    comparison.tables.forEach(EngineComparison::print);
  }

  /** An engine that is wrong about good messages would be no peer. */
  private void expectValidAccepted() {
    for (Table table : tables) {
      if (table.corpus == CorpusKind.VALID) {
        table.rows.forEach(EngineComparison::expectAllAccepted);
      }
    }
  }

  private static void expectAllAccepted(EngineKind kind, Row row) {
    if (row.accepted() != Corpus.MESSAGES) {
      throw new IllegalStateException(
          kind.label() + " accepts only " + row.accepted() + " of the valid messages");
    }
  }

  private void measure(int rounds) {
    for (int i = 0; i < rounds; i++) {
      tables.forEach(table -> table.rows.values().forEach(Row::sample));
    }
  }

  private static void print(Table table) {
    System.out.printf(
        "%n%s: %d messages of %d bytes%n%s%n",
        table.corpus, Corpus.MESSAGES, table.messageLength, Row.header());
    Row ours = table.rows.get(EngineKind.DAISYCHAIN);
    table.rows.values().forEach(row -> System.out.println(row.line(ours)));
  }
}
