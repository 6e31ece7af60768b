package io.daisychain.cli.watch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.store.JournalNote;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.WatchLease;
import io.daisychain.watch.journal.Journal;
import io.daisychain.watch.journal.JournalEntry;
import io.daisychain.watch.journal.MessageLog;
import io.daisychain.watch.journal.WriteBehind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What of a journal is there when the one that wrote it is not, by the note of a real store. */
class JournalIT {
  private static final int PAGE = 4_096;

  private static EmulatorController emulator;
  private static StoreConnector connector;
  private static TableAdmin admin;

  @TempDir private Path folder;
  private StoreTable table;
  private MetaTable meta;

  @BeforeAll
  static void openStore() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    connector =
        new StoreConnector(
            StoreAddress.parse("bigtable://project/instance", "localhost:" + emulator.getPort()),
            0);
    admin = TableAdmin.open(connector);
  }

  @AfterAll
  static void closeStore() throws IOException {
    admin.close();
    emulator.stop();
  }

  @BeforeEach
  void makeTable(TestInfo test) throws IOException {
    table =
        new StoreTable(
            connector, test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT));
    admin.createMeta(table.name());
    meta = MetaTable.open(table);
  }

  @AfterEach
  void close() throws IOException {
    meta.close();
  }

  /** A watch of which nothing is stored, and what it says. */
  private final class Watching implements AutoCloseable, WriteBehind.Store {
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final Journal journal;
    private MessageLog log;
    private WriteBehind behind;

    Watching(String name) throws IOException {
      journal =
          Journal.open(
              folder.resolve(name), "127.0.0.1", table, told::add, e -> told.add("failed: " + e));
    }

    void begin() throws IOException {
      log = journal.begin(() -> {});
      behind = new WriteBehind(log, this, 1_000, 100_000_000, 10, System::nanoTime);
    }

    void tell(JournalEntry entry) throws IOException {
      behind.follow(behind.append(entry, () -> {}));
    }

    /** Stores what was told, and notes it once nothing more comes. */
    void store() throws IOException, InterruptedException {
      behind.storeNext();
      behind.storeNext();
    }

    /** Looks for copies until something is said. */
    String awaitTold() throws IOException, InterruptedException {
      String said = told.poll();
      while (said == null) {
        log.look();
        said = told.poll(10, java.util.concurrent.TimeUnit.MILLISECONDS);
      }
      return said;
    }

    @Override
    public void check() {}

    @Override
    public void write(List<byte[]> rows) {}

    @Override
    public void keep(Map<String, Map<String, String>> rows) {}

    @Override
    public void close() throws IOException {
      journal.close();
    }
  }

  private static JournalEntry entry(Random random, int bytes) {
    byte[] row = new byte[bytes];
    random.nextBytes(row);
    return new JournalEntry(
        List.of(row, new byte[] {(byte) bytes}), Map.of("row", Map.of("column", "text " + bytes)));
  }

  private static void assertSame(List<JournalEntry> expected, List<JournalEntry> actual) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < actual.size(); i++) {
      assertArrayEquals(expected.get(i).rows().toArray(), actual.get(i).rows().toArray());
      assertEquals(expected.get(i).kept(), actual.get(i).kept());
    }
  }

  @Test
  void whatWasToldIsThereAgainUntilItIsStored() throws Exception {
    List<JournalEntry> told = new ArrayList<>();
    Random random = new Random(7);
    try (Watching first = new Watching("first")) {
      assertEquals(List.of(), first.journal.takeOver());
      first.begin();
      for (int bytes : new int[] {0, 1, 1_500, 3_000_000, 9}) {
        told.add(entry(random, bytes));
        first.tell(told.get(told.size() - 1));
      }
      first.store();
      assertThrows(IOException.class, () -> new Watching("first"), "another has it");
    }
    IOException refused = assertThrows(IOException.class, () -> WatchLease.requireNone(table));
    assertTrue(
        refused.getMessage().contains(folder.resolve("first").toString()), refused::toString);
    try (Watching again = new Watching("first");
        Watching other = new Watching("other")) {
      assertThrows(IOException.class, other.journal::takeOver);
      // All of the first group was stored together.
      assertSame(List.of(), again.journal.takeOver());
      again.begin();
      again.tell(told.get(3));
      again.tell(told.get(4));
    }
    try (Watching third = new Watching("first")) {
      assertSame(told.subList(3, 5), third.journal.takeOver());
      third.begin();
      third.journal.end();
    }
    WatchLease.requireNone(table);
  }

  /** The folder as a kill would leave it now. */
  private void copyJournal(String from, String to) throws IOException {
    Path recordings = Files.createDirectories(folder.resolve(to).resolve("recordings"));
    Files.copy(folder.resolve(from).resolve("id"), folder.resolve(to).resolve("id"));
    try (Stream<Path> files = Files.list(folder.resolve(from).resolve("recordings"))) {
      for (Path file : files.toList()) {
        Files.copy(file, recordings.resolve(file.getFileName()));
      }
    }
  }

  /** Leaves of the last fragment that lies on two pages what is on the first. */
  private void tear(String journal) throws IOException {
    Path segment = folder.resolve(journal).resolve("recordings").resolve("0-0.rec");
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment)).order(ByteOrder.LITTLE_ENDIAN);
    int torn = 0;
    for (int at = 0, length = bytes.getInt(0); length > 0; length = bytes.getInt(at)) {
      int end = at + (length + 31) / 32 * 32;
      torn = at / PAGE < (end - 1) / PAGE ? (at / PAGE + 1) * PAGE : torn;
      at = end;
    }
    assertTrue(torn > 0);
    Arrays.fill(bytes.array(), torn, bytes.capacity(), (byte) 0);
    Files.write(segment, bytes.array());
  }

  @Test
  void aKillLeavesWhatWasToldAlsoWhereItTearsWhatWasNot() throws Exception {
    List<JournalEntry> told = new ArrayList<>();
    Random random = new Random(10);
    try (Watching first = new Watching("first")) {
      first.begin();
      for (int i = 0; i < 20; i++) {
        told.add(entry(random, 1_000));
        first.tell(told.get(i));
      }
      copyJournal("first", "killed");
      copyJournal("first", "torn");
    }
    tear("torn");
    try (Watching again = new Watching("killed")) {
      assertSame(told, again.journal.takeOver());
    }
    try (Watching again = new Watching("torn")) {
      List<JournalEntry> left = again.journal.takeOver();
      assertSame(told.subList(0, left.size()), left);
      assertTrue(left.size() >= 15 && left.size() < 20, () -> left.size() + " left");
    }
  }

  @Test
  void aCopyHasAllThatWasTold() throws Exception {
    Random random = new Random(8);
    List<JournalEntry> told = new ArrayList<>();
    Watching standby = new Watching("standby");
    try (Watching first = new Watching("first")) {
      first.begin();
      first.tell(entry(random, 10));
      first.store(); // a copy need not have it
      standby.journal.follow();
      assertTrue(first.awaitTold().contains(folder.resolve("standby").toString()));
      for (int i = 0; i < 300; i++) {
        told.add(entry(random, 100 * i));
        first.tell(told.get(i));
      }
    }
    assertTrue(standby.told.take().contains("is a copy"));
    assertSame(told, standby.journal.takeOver());
    standby.begin();
    standby.close();
    assertTrue(standby.told.isEmpty(), standby.told::toString);
  }

  @Test
  void aCopyThatIsGoneIsNotWaitedForAndCannotTakeOver() throws Exception {
    Random random = new Random(9);
    JournalEntry last = entry(random, 7);
    try (Watching first = new Watching("first")) {
      first.begin();
      try (Watching standby = new Watching("standby")) {
        standby.journal.follow();
        assertTrue(first.awaitTold().contains("has a copy"));
        first.tell(entry(random, 6));
        assertEquals(2, JournalNote.read(meta).orElseThrow().copies().size());
      }
      first.tell(last);
      assertTrue(first.awaitTold().contains("no copy any more"));
      assertEquals(1, JournalNote.read(meta).orElseThrow().copies().size());
    }
    try (Watching standby = new Watching("standby");
        Watching again = new Watching("first")) {
      assertThrows(IOException.class, standby.journal::takeOver);
      List<JournalEntry> entries = again.journal.takeOver();
      assertSame(List.of(last), entries.subList(1, 2));
    }
  }

  /** Two that watch, one of which stood still while the other took its place. */
  private interface Meeting {
    void run(Watching first, Watching standby) throws Exception;
  }

  private void meet(Meeting meeting) throws Exception {
    try (Watching first = new Watching("first");
        Watching standby = new Watching("standby")) {
      first.begin();
      standby.journal.follow();
      assertTrue(first.awaitTold().contains("has a copy"));
      assertEquals(List.of(), standby.journal.takeOver());
      meeting.run(first, standby);
    }
  }

  @Test
  void oneWhosePlaceIsTakenTellsNothingMore() throws Exception {
    meet(
        (first, standby) -> {
          standby.begin();
          assertThrows(IOException.class, () -> first.tell(entry(new Random(1), 5)));
          standby.tell(entry(new Random(2), 5));
        });
  }

  @Test
  void oneThatTakesAPlaceDoesNotBeginWhereMoreWasToldMeanwhile() throws Exception {
    meet(
        (first, standby) -> {
          first.tell(entry(new Random(1), 5));
          assertThrows(IOException.class, standby::begin);
          first.tell(entry(new Random(2), 5));
        });
  }
}
