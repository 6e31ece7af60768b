package io.daisychain.linkage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.ValidationFlags;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Columns of flags and statuses, which each message leaves as ingest found it, say after a link
 * what the published content says.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FlagColumnsIT {
  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());
  private EmulatedStore store;
  private int tables;

  @TempDir Path rejects;

  @BeforeAll
  void startStore() throws Exception {
    store = EmulatedStore.start();
  }

  @AfterAll
  void stopStore() throws IOException {
    store.close();
  }

  @Test
  void aLateRepeatOfAPunctualMessageLeavesNothing() throws IOException {
    for (boolean linkedBetween : new boolean[] {false, true}) {
      String table = table();
      store.report(table, Messages.of(Messages.tagged("X", 1, "11=x")));
      if (linkedBetween) {
        store.link(table, 0, rejects);
      }
      store.report(table, Messages.of(Messages.tagged("X", 9, "11=x")), ErrorStatus.LATE);
      assertEquals(1, columns(table).size());

      checkColumns(table, Map.of());
    }
  }

  @Test
  void thePunctualRepeatOfALateMessageClearsIt() throws IOException {
    String table = table();
    store.report(table, Messages.of(Messages.tagged("X", 9, "11=x")), ErrorStatus.LATE);
    store.link(table, 0, rejects);
    store.report(table, Messages.of(Messages.tagged("X", 1, "11=x")));

    checkColumns(table, Map.of());
  }

  @Test
  void anotherReferenceWins() throws IOException {
    for (boolean linkedBetween : new boolean[] {false, true}) {
      for (boolean known : new boolean[] {false, true}) {
        String table = table();
        List<byte[]> message = Messages.of(Messages.tagged("X", 1, "11=x"));
        for (boolean now : new boolean[] {known, !known, known}) {
          store.report(table, message, findings(now, now, now));
          if (linkedBetween) {
            store.link(table, 0, rejects);
          }
        }
        Map<String, String> expected = new TreeMap<>();
        if (!known) {
          expected.put("DATA:ReporterIdValid", "false");
          expected.put("DATA:CustomerIdValid", "false");
          expected.put("DATA:SymbolValid", "false");
          expected.put("ERROR:status", "UNKNOWN_REPORTER;UNKNOWN_CUSTOMER;UNKNOWN_SYMBOL");
        }
        checkColumns(table, expected);
      }
    }
  }

  @Test
  void theLosersOfADuplicateKeyLeaveNothingHoweverManyCome() throws IOException {
    String table = table();
    store.report(table, Messages.of(Messages.tagged("X", 1, "11=a")), findings(true, true, false));
    store.report(table, Messages.of(Messages.tagged("X", 2, "11=b")), findings(false, true, true));
    Map<String, String> expected =
        Map.of("DATA:SymbolValid", "false", "ERROR:status", "UNKNOWN_SYMBOL;DUPLICATE_KEY");
    checkColumns(table, expected);
    store.report(table, Messages.of(Messages.tagged("X", 3, "11=c")), findings(true, false, true));
    checkColumns(table, expected);
  }

  @Test
  void anyHistoryEndsInTheSameColumns() throws IOException {
    Random random = new Random(seed);
    String table = table();
    Map<String, ValidationFlags> last = new TreeMap<>();
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 60; i++) {
        int second = 1 + random.nextInt(3);
        String content = second == 1 ? "11=first" : "11=other";
        String message = Messages.tagged("X" + random.nextInt(15), second, content);
        ValidationFlags found =
            findings(random.nextBoolean(), random.nextBoolean(), random.nextInt(3) > 0);
        if (random.nextBoolean()) {
          found.add(random.nextBoolean() ? ErrorStatus.LATE : ErrorStatus.STRUCTURE);
        }
        store.report(table, Messages.of(message), found);
        last.put(message, found);
      }
      if (random.nextBoolean()) {
        store.link(table, 0, rejects);
      }
    }
    String once = table();
    for (String message : last.keySet()) {
      store.report(once, Messages.of(message), last.get(message));
    }
    store.link(once, 0, rejects);
    store.link(table, 0, rejects);

    CellText.assertSame(store.cells(once), store.cells(table), "seed " + seed);
    for (int i = 0; i < 15; i++) {
      ValidationFlags published = published(last, "X" + i);
      if (published != null) {
        Map<String, String> found = columns(table, Messages.id("X" + i));
        String words =
            found.getOrDefault("ERROR:status", "").replaceAll("DUPLICATE_KEY;|;?DUPLICATE_KEY", "");
        assertEquals(ErrorStatus.words(published.statuses()), words, "seed " + seed);
        assertEquals(
            published.symbolValid() == CheckResult.FAILED,
            found.containsKey("DATA:SymbolValid"),
            "seed " + seed);
      }
    }
    assertEquals(0, store.link(table, 0, rejects).get("written").asInt(), "seed " + seed);
  }

  /** What was found last of the message that was sent first. */
  private static ValidationFlags published(Map<String, ValidationFlags> last, String name) {
    for (int second = 1; second <= 3; second++) {
      String content = second == 1 ? "11=first" : "11=other";
      ValidationFlags found = last.get(Messages.tagged(name, second, content));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private void checkColumns(String table, Map<String, String> expected) throws IOException {
    store.link(table, 0, rejects);
    assertEquals(new TreeMap<>(expected), columns(table));
    assertEquals(0, store.link(table, 0, rejects).get("written").asInt());
  }

  private static ValidationFlags findings(boolean reporter, boolean customer, boolean symbol) {
    ValidationFlags findings = new ValidationFlags();
    findings.reporterValid(CheckResult.of(reporter));
    findings.customerValid(CheckResult.of(customer));
    findings.symbolValid(CheckResult.of(symbol));
    if (!symbol) {
      findings.add(ErrorStatus.UNKNOWN_SYMBOL);
    }
    return findings;
  }

  /** The columns that people filter on, of the row of X. */
  private Map<String, String> columns(String table) throws IOException {
    return columns(table, Messages.id("X"));
  }

  private Map<String, String> columns(String table, String row) throws IOException {
    Map<String, String> columns = new TreeMap<>();
    store
        .cells(table)
        .forEach(
            (name, value) -> {
              if (name.startsWith(row) && name.substring(37).matches("ERROR:status|DATA:[^e].*")) {
                columns.put(name.substring(37), value);
              }
            });
    return columns;
  }

  private String table() throws IOException {
    String table = "flags" + ++tables;
    store.create(table);
    return table;
  }
}
