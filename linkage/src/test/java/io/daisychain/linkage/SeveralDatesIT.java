package io.daisychain.linkage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random graphs over several trade dates, handed in piece by piece in any order and linked after
 * each piece in any way: the rows are those of one run over everything, and what brute force says.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeveralDatesIT {
  private static final int ROUNDS = Integer.getInteger("daisychain.rounds", 2);
  private static final int GRAPHS = 4;
  private static final long[] PRICES = {0, 3, 1_000_000};

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
  void anyHandInsAndRunsEndInWhatBruteForceSays() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      check(seed + round);
    }
  }

  private void check(long roundSeed) throws IOException {
    Random random = new Random(roundSeed);
    List<ReportedEvent> events = new ArrayList<>();
    Map<UUID, String> lineages = new TreeMap<>();
    for (int graph = 0; graph < GRAPHS; graph++) {
      List<ReportedEvent> some = new RandomMarket(roundSeed * GRAPHS + graph).eventsOverDates();
      events.addAll(some);
      lineages.putAll(new BruteForce(some, Set.of("ALFA", "BRVO", "XVNA")).lineages());
    }
    String once = table();
    store.report(once, Messages.of(events));
    store.link(once, 0, rejects);
    Map<String, String> expected = store.cells(once);
    assertEquals(new TreeMap<>(lineages), lineagesOf(expected), "seed " + roundSeed);

    String dealt = table();
    Collections.shuffle(events, random);
    for (int from = 0; from < events.size(); ) {
      int to = Math.min(events.size(), from + 1 + random.nextInt(events.size() / 2 + 1));
      store.report(dealt, Messages.of(events.subList(from, to)));
      from = to;
      linkSome(dealt, random);
    }
    long price = PRICES[random.nextInt(PRICES.length)];
    store.link(dealt, LinkDays.CHANGED, price, 0, rejects);
    store.link(dealt, LinkDays.CHANGED, price, 0, rejects); // what a run of some dates left
    CellText.assertSame(expected, store.cells(dealt), "seed " + roundSeed + ", price " + price);
    assertEquals(
        0,
        store.link(dealt, LinkDays.ALL, price, 0, rejects).get("written").asInt(),
        "seed " + roundSeed);
  }

  private void linkSome(String table, Random random) throws IOException {
    long price = PRICES[random.nextInt(PRICES.length)];
    LinkDays days = LinkDays.CHANGED;
    if (random.nextInt(3) == 0) {
      Set<Integer> given = new TreeSet<>();
      for (int date : store.dates(table)) {
        if (random.nextBoolean()) {
          given.add(date);
        }
      }
      days = given.isEmpty() ? LinkDays.ALL : new LinkDays(false, given);
    }
    if (random.nextInt(4) == 0) {
      int written = random.nextInt(4);
      store.linkHalf(table, days, price, 0, rejects, change -> random.nextInt(4) >= written);
    } else if (random.nextInt(5) > 0) {
      store.link(table, days, price, 0, rejects);
    }
  }

  private static Map<UUID, String> lineagesOf(Map<String, String> cells) {
    Map<UUID, String> lineages = new TreeMap<>();
    cells.forEach(
        (name, text) -> {
          if (name.startsWith("LINK:Grandparent", 37)) {
            lineages.put(
                UUID.fromString(name.substring(0, 36)), text.replaceAll("(?s) details=.*", ""));
          }
        });
    return lineages;
  }

  private String table() throws IOException {
    String table = "dates" + ++tables;
    store.create(table);
    return table;
  }
}
