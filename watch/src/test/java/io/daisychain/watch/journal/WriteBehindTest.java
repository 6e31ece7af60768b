package io.daisychain.watch.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is done in which order, by a clock of the test's. */
class WriteBehindTest {
  private static final int ROOM = 12;

  private final List<String> done = new ArrayList<>();
  private IOException failure;
  private long now;
  private final WriteBehind behind =
      new WriteBehind(new Log(), new Store(), ROOM, 1_000_000, 3, () -> now);

  /** Its positions are how many entries it has. */
  private final class Log implements MessageLog {
    private int entries;

    @Override
    public long append(byte[] entry) throws IOException {
      done.add("append " + JournalEntry.of(entry).rows().size());
      return ++entries;
    }

    @Override
    public void look() {
      done.add("look");
    }

    @Override
    public void stored(long position) {
      done.add("stored " + position);
    }
  }

  private final class Store implements WriteBehind.Store {
    @Override
    public void check() throws IOException {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public void write(List<byte[]> rows) {
      done.add("write " + rows.size());
    }

    @Override
    public void keep(Map<String, Map<String, String>> rows) {
      done.add("keep " + rows);
    }
  }

  private static JournalEntry entry(int rows, String kept) {
    return new JournalEntry(
        java.util.Collections.nCopies(rows, new byte[] {1, 2}),
        kept.isEmpty() ? Map.of() : Map.of("fix/A", Map.of("expected", kept)));
  }

  private void add(int rows, String kept) throws IOException {
    behind.follow(behind.append(entry(rows, kept), () -> done.add("heard " + rows)));
  }

  @Test
  void whatIsAppendedIsStoredTogetherAndNotedLast() throws Exception {
    add(1, "3");
    add(1, "4");
    assertEquals(4, behind.waiting(), "an entry counts one more than its rows");
    behind.storeNext();
    behind.storeNext();
    assertEquals(
        List.of(
            "append 1",
            "append 1",
            "write 2",
            "keep {fix/A={expected=4}}",
            "heard 1",
            "heard 1",
            "stored 2"),
        done);
    assertEquals(0, behind.waiting());
    behind.awaitStored();
  }

  @Test
  void nothingOfAnEntryGoesIntoTheLog() throws Exception {
    add(1, "");
    add(0, "");
    behind.storeNext();
    behind.storeNext();
    assertEquals(List.of("append 1", "write 1", "heard 1", "heard 0", "stored 1"), done);
  }

  @Test
  void whileMoreWaitsItIsNotedFiveTimesASecond() throws Exception {
    for (int i = 0; i < 3; i++) {
      add(3, "");
    }
    for (int i = 0; i < 3; i++) {
      now += TimeUnit.MILLISECONDS.toNanos(150);
      behind.storeNext();
    }
    assertEquals(List.of("stored 2"), notes());
    behind.storeNext();
    behind.storeNext();
    assertEquals(List.of("stored 2", "stored 3"), notes());
  }

  private List<String> notes() {
    return done.stream().filter(line -> line.startsWith("stored")).toList();
  }

  @Test
  void whatIsFullWaitsUntilItIsStoredOrFails() throws Exception {
    add(ROOM, "");
    failure = new IOException("gone");
    assertThrows(IOException.class, () -> behind.append(entry(1, ""), () -> {}));
    assertThrows(IOException.class, behind::awaitStored);
    failure = null;
    behind.storeNext();
    add(1, "");
    assertEquals("append 1", done.get(done.size() - 1));
  }

  @Test
  void whatIsKeptHasTheOrderOfTheLogUntilItIsClosed() throws Exception {
    add(1, "7");
    assertTrue(behind.keep(Map.of("fix/A", Map.of("expected", "1"))));
    assertEquals(Map.of("expected", "1"), behind.unstored("fix/A"));
    assertEquals(Map.of(), behind.unstored("fix/B"));
    behind.storeNext();
    assertTrue(done.contains("keep {fix/A={expected=1}}"), done::toString);
    assertEquals(Map.of(), behind.unstored("fix/A"));
    assertFalse(behind.hasEnded());
    behind.close();
    assertTrue(behind.hasEnded());
    assertFalse(behind.keep(Map.of("fix/A", Map.of("expected", "2"))));
  }

  @Test
  void copiesAreLookedAtTenTimesASecond() throws Exception {
    for (int millis = 0; millis < 1_000; millis += 10) {
      now += TimeUnit.MILLISECONDS.toNanos(10);
      behind.look();
    }
    assertEquals(9, done.size());
  }

  @Test
  void anEntryIsReadAsItWasWritten() throws Exception {
    JournalEntry read = JournalEntry.of(entry(2, "5").bytes());
    assertEquals(2, read.rows().size());
    assertArrayEquals(new byte[] {1, 2}, read.rows().get(1));
    assertEquals(Map.of("fix/A", Map.of("expected", "5")), read.kept());
  }
}
