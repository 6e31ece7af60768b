package io.daisychain.linkage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs that were killed half way: the next one leaves the table as if they had never been. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledRunIT {
  private static final Predicate<String> CHILDREN = change -> change.contains("LINK:child");
  private static final int DAYS = 4;
  private static final int ROUNDS = Integer.getInteger("daisychain.rounds", 2);

  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());
  private final Random random = new Random(seed);
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
  void theChildrenThatItDidNotWriteAreAdded() throws IOException {
    List<byte[]> all =
        Messages.of(
            Messages.tagged("P", 1, "11=p"),
            Messages.tagged("C", 2, "11=c|10003=" + Messages.id("P")),
            Messages.tagged("D", 3, "11=d|10003=" + Messages.id("unreported")));
    String table = table();
    store.report(table, all);
    store.linkHalf(table, 0, rejects, CHILDREN);
    assertEquals(0, children(table));

    checkSameAsAtOnce(table, all, 0);
    assertEquals(2, children(table));
  }

  @Test
  void theChildThatItDidNotTakeFromAnEarlierParentIsRemoved() throws IOException {
    byte[] far = Messages.order(1, "P", "20260310", "");
    byte[] nearer = Messages.order(1, "P", "20260312", "");
    byte[] child = Messages.order(1, "C", "20260313", "|10887=P1");
    for (boolean farIsReported : new boolean[] {true, false}) {
      List<byte[]> first = farIsReported ? List.of(child, far) : List.of(child);
      String table = table();
      store.report(table, first);
      store.link(table, DAYS, rejects);
      store.report(table, List.of(nearer));
      store.linkHalf(table, DAYS, rejects, CHILDREN);
      assertEquals(1, children(table));

      List<byte[]> all = new ArrayList<>(first);
      all.add(nearer);
      checkSameAsAtOnce(table, all, DAYS);
    }
  }

  @Test
  void theChildThatItGaveToAParentIsRemovedWhenItsLineageWasNotWritten() throws IOException {
    byte[] far = Messages.order(1, "P", "20260310", "");
    byte[] nearer = Messages.order(1, "P", "20260312", "");
    byte[] child = Messages.order(1, "C", "20260313", "|10887=P1");
    String table = table();
    store.report(table, List.of(child, far));
    store.linkHalf(table, DAYS, rejects, CHILDREN.negate());
    assertEquals(1, children(table));
    store.report(table, List.of(nearer));

    checkSameAsAtOnce(table, List.of(child, far, nearer), DAYS);
  }

  @Test
  void aFamilyThatItDidNotWriteIsWrittenThoughTheLineageIsThere() throws IOException {
    // Of children that disagree at the same time the one with the smaller key is shown.
    boolean ordered = Messages.id("C").compareTo(Messages.id("D")) < 0;
    String shown = ordered ? "C" : "D";
    String other = ordered ? "D" : "C";
    String child = "11=c|10003=" + Messages.id("P");
    List<byte[]> all =
        Messages.of(
            Messages.tagged("P", 1, "11=p|55=AAPL"),
            Messages.tagged(other, 2, child + "|55=IBM"),
            Messages.tagged(shown, 3, child + "|55=MSFT"));
    String table = table();
    store.report(table, all.subList(0, 2));
    store.link(table, 0, rejects);
    store.report(table, all.subList(2, 3));
    store.linkHalf(table, 0, rejects, change -> change.endsWith(" DATA"));

    checkSameAsAtOnce(table, all, 0);
  }

  @Test
  void anySequenceOfRunsEndsInTheSameTableWhicheverPartTheyWrote() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      List<byte[]> all = messages(seed + round);
      Collections.shuffle(all, random);
      String table = table();
      int reported = 0;
      while (reported < all.size()) {
        int until = Math.min(all.size(), reported + 1 + all.size() / 3);
        store.report(table, all.subList(reported, until));
        reported = until;
        int days = random.nextBoolean() ? 0 : DAYS;
        if (random.nextInt(4) == 0) {
          store.link(table, days, rejects);
        } else {
          int written = random.nextInt(4);
          store.linkHalf(table, days, rejects, change -> random.nextInt(4) >= written);
        }
      }
      checkSameAsAtOnce(table, all, DAYS);
    }
  }

  private void checkSameAsAtOnce(String table, List<byte[]> all, int gtcDays) throws IOException {
    String once = table();
    store.report(once, all);
    store.link(once, gtcDays, rejects);

    store.link(table, gtcDays, rejects);

    CellText.assertSame(store.cells(once), store.cells(table), "seed " + seed);
    assertNotEquals(0, store.cells(table).size());
    assertEquals(0, store.link(table, gtcDays, rejects).get("written").asInt(), "seed " + seed);
  }

  /** Events whose parents change with what else is reported, and others. */
  private static List<byte[]> messages(long seed) {
    List<byte[]> all = new ArrayList<>();
    for (int graph = 0; graph < 4; graph++) {
      all.addAll(Messages.of(new RandomMarket(seed * 4 + graph).events()));
    }
    for (int i = 0; i < 6; i++) {
      String symbol = "|55=S" + i;
      all.add(Messages.order(i, "P", "20260310", symbol));
      all.add(Messages.order(i, "P", "20260312", i % 2 == 0 ? symbol : "|55=T"));
      all.add(Messages.order(i, "C", "20260313", symbol + "|10887=P" + i));
      all.add(Messages.order(i, "M", "20260313", "|10073=2|10887=P" + i + "|10887=C" + i));
      String key = "11=k|54=1|55=S" + i;
      all.addAll(
          Messages.of(
              Messages.tagged("Q" + i, 1, key),
              Messages.tagged("R" + i, 1, key),
              Messages.tagged("X" + i, 5, key + "|10003=" + Messages.id("Q" + i)),
              Messages.tagged("X" + i, 6, "11=k|55=U|54=2|10003=" + Messages.id("R" + i)),
              Messages.tagged("Y" + i, 7, key + "|10003=" + Messages.id("X" + i))));
    }
    return all;
  }

  private long children(String table) throws IOException {
    return store.cells(table).keySet().stream().filter(CHILDREN).count();
  }

  private String table() throws IOException {
    String table = "killed" + ++tables;
    store.create(table);
    return table;
  }
}
