package io.daisychain.store.dates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.RowKey;
import io.daisychain.store.DateRows;
import io.daisychain.store.EmbeddedStores;
import io.daisychain.store.MetaTable;
import io.daisychain.store.Rows;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.StoredDate.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trade dates, their news and what waits for other dates, on one real embedded store. */
class DatesIT {
  private static final int MONDAY = Rows.DATE;
  private static final int FRIDAY = MONDAY - 3;
  private static final int TUESDAY = MONDAY + 1;

  @TempDir private static Path folder;
  private static StoreSession session;
  private static TableAdmin tables;

  @BeforeAll
  static void openStore() throws IOException {
    session = EmbeddedStores.open(folder);
    tables = TableAdmin.open(session.connector());
  }

  @AfterAll
  static void closeStore() throws IOException {
    tables.close();
    session.close();
  }

  @Test
  void areThoseThatHaveATable() throws IOException {
    StoreTable table = session.table("listed");
    assertEquals(List.of(), Dates.list(table));
    assertFalse(tables.isKnown("listed"), "to look makes nothing");

    made("listed", TUESDAY, FRIDAY);
    tables.createDate("listed_x", MONDAY, List.of());

    assertTrue(tables.isKnown("listed"));
    assertFalse(tables.exists("listed"));
    assertFalse(tables.holdsEvents("listed"));
    List<StoredDate> dates = Dates.list(table);
    assertEquals(List.of(FRIDAY, TUESDAY), dates.stream().map(StoredDate::epochDay).toList());
    assertEquals(new StoredDate(FRIDAY, 0, 0, 0, "", "", List.of()), dates.get(0));
    tables.requireFormat("listed");
  }

  @Test
  void haveNewsFromWhenARunBeginsUntilLinkHasSeenIt() throws IOException {
    StoreTable table = made("news", MONDAY, TUESDAY);
    try (Dates dates = Dates.open(table)) {
      long begun = dates.nextVersion();
      dates.begin(MONDAY, begun, Kind.INGEST, "ingest1");
      StoredDate.Change open = new StoredDate.Change(begun, Kind.INGEST, "ingest1", -1);
      assertEquals(List.of(open), stored(table, MONDAY).news());
      assertEquals(Optional.empty(), dates.newsOf(stored(table, MONDAY)), "not known yet");

      dates.saveKeys(MONDAY, begun, Kind.INGEST, "ingest1", changed(3, 1, 2));
      assertEquals(List.of(open), stored(table, MONDAY).news(), "some may not be written yet");
      assertEquals(Optional.empty(), dates.newsOf(stored(table, MONDAY)));
      // A link run that began before the end has not seen all of it.
      dates.linked(MONDAY, dates.nextVersion(), "link1", 7, "{}");
      dates.end(begun, Kind.INGEST, "ingest1");
      dates.end(begun, Kind.INGEST, "ingest1");

      StoredDate ended = stored(table, MONDAY);
      assertEquals(
          List.of(new StoredDate.Change(begun + 2, Kind.INGEST, "ingest1", 3)), ended.news());
      assertEquals(begun + 2, ended.version());
      assertEquals(begun + 1, ended.linkedVersion());
      assertEquals(7, ended.events());
      assertEquals("link1", ended.linkedRun());
      assertEquals("{}", ended.sums());
      assertEquals(Optional.of(keys(1, 2, 3)), dates.newsOf(ended));
      assertEquals(List.of(), stored(table, TUESDAY).changes(), "of the other date");

      dates.linked(MONDAY, ended.version(), "link2", 8, "{}");
      dates.note(MONDAY, Kind.LINK, "link2", changed(9));
      StoredDate linked = stored(table, MONDAY);
      assertEquals(List.of(), linked.news(), "what link wrote is news to publish alone");
      assertEquals(Optional.of(keys()), dates.newsOf(linked));
      assertArrayEquals(new long[] {0, 9}, since(table, ended.version()));
      assertArrayEquals(new long[] {0, 1, 0, 2, 0, 3, 0, 9}, since(table, begun));
      assertEquals(Optional.empty(), Dates.changedSince(table, MONDAY, 0), "never published");
    }
  }

  @Test
  void countAsChangedInAllRowsAfterARunThatWasKilledOrChangedVeryMany() throws IOException {
    StoreTable table = made("killed", MONDAY, TUESDAY);
    try (Dates dates = Dates.open(table)) {
      long before = dates.nextVersion();
      long begun = dates.nextVersion();
      dates.begin(MONDAY, begun, Kind.INGEST, "killed");
      dates.saveKeys(MONDAY, begun, Kind.INGEST, "killed", changed(1));
      dates.note(MONDAY, Kind.INGEST, "next", changed(2));
      assertEquals(Optional.empty(), dates.newsOf(stored(table, MONDAY)));
      assertEquals(Optional.empty(), Dates.changedSince(table, MONDAY, before));
      assertArrayEquals(new long[] {0, 2}, since(table, begun));

      dates.note(TUESDAY, Kind.INGEST, "large", ChangedKeys.unknown(70_000));
      assertEquals(70_000, stored(table, TUESDAY).news().get(0).count());
      assertEquals(Optional.empty(), dates.newsOf(stored(table, TUESDAY)));
      assertEquals(Optional.empty(), Dates.changedSince(table, TUESDAY, before));
    }
  }

  @Test
  void forgetKeysOfLongAgoButNoNews() throws IOException {
    StoreTable table = made("pruned", MONDAY);
    try (Dates dates = Dates.open(table)) {
      for (int run = 0; run < 40; run++) {
        ingest(dates, MONDAY, run);
      }
      List<StoredDate.Change> all = stored(table, MONDAY).changes();
      assertEquals(40, all.size(), "no link run has seen them");

      dates.linked(MONDAY, all.get(39).version(), "link", 40, "{}");
      ingest(dates, MONDAY, 40);

      List<StoredDate.Change> kept = stored(table, MONDAY).changes();
      assertEquals(32, kept.size());
      assertEquals(all.subList(9, 40), kept.subList(0, 31));
      long last = all.get(8).version();
      assertEquals(2 * 32, since(table, last).length);
      assertEquals(Optional.empty(), Dates.changedSince(table, MONDAY, last - 1));
      assertEquals(Optional.of(keys(40)), dates.newsOf(stored(table, MONDAY)));
    }
  }

  @Test
  void goInOneStepAndWhatHangsOnThemHasNews() throws IOException {
    StoreTable table = made("dropped", FRIDAY, MONDAY, TUESDAY, TUESDAY + 1);
    try (Dates dates = Dates.open(table);
        OpenReferences references = new OpenReferences(table)) {
      ingest(dates, FRIDAY, 1);
      ingest(dates, MONDAY, 2);
      dates.connect(FRIDAY, TUESDAY);
      dates.connect(FRIDAY, MONDAY);
      dates.openReferences(FRIDAY, FRIDAY - 4, FRIDAY - 1);
      assertTrue(dates.areConnected(TUESDAY, FRIDAY));
      assertFalse(dates.areConnected(TUESDAY, MONDAY));
      references.add(FRIDAY, key(1), key(2));
      references.flush();

      dates.drop(List.of(FRIDAY, MONDAY), "drop1");

      assertGone(table, dates, FRIDAY, MONDAY);
      StoredDate.Change basis = stored(table, TUESDAY).news().get(0);
      assertEquals(Kind.BASIS, basis.kind());
      assertEquals("drop1", basis.run());
      assertEquals(Optional.empty(), dates.newsOf(stored(table, TUESDAY)), "all of it");
      assertEquals(List.of(), stored(table, TUESDAY + 1).news(), "hangs on none of them");
      assertEquals(Map.of(), dates.openReferences());
      assertEquals(List.of(), scanned(references, FRIDAY));
    }
  }

  @Test
  void goWhereverADropWasKilled() throws IOException {
    for (String killed : List.of("beforeNotes", "beforeTables", "betweenTables", "beforeRows")) {
      StoreTable table = made("killed_" + killed, FRIDAY, MONDAY, TUESDAY);
      try (Dates dates = Dates.open(table);
          MetaTable meta = tables.meta(table.name())) {
        ingest(dates, FRIDAY, 1);
        ingest(dates, MONDAY, 2);
        dates.connect(MONDAY, TUESDAY);
        byte[] run = "drop1".getBytes(UTF_8);
        meta.writeRow(DateRows.DROPPED, Map.of("20260313", run, "20260316", run));
        if (killed.equals("betweenTables") || killed.equals("beforeRows")) {
          dates.noteBasis(TUESDAY, "drop1");
          tables.deleteDate(table.name(), FRIDAY);
        }
        if (killed.equals("beforeRows")) {
          tables.deleteDate(table.name(), MONDAY);
        }
        assertEquals(
            List.of(TUESDAY), Dates.list(table).stream().map(StoredDate::epochDay).toList());

        dates.deleteDropped();

        assertGone(table, dates, FRIDAY, MONDAY);
        assertEquals(Kind.BASIS, stored(table, TUESDAY).news().get(0).kind(), killed);
        int news = stored(table, TUESDAY).news().size();
        dates.deleteDropped();
        assertEquals(news, stored(table, TUESDAY).news().size(), "done once, " + killed);
      }
    }
  }

  @Test
  void takeMessagesAgainWhenReopened() throws IOException {
    StoreTable table = made("reopened", FRIDAY, MONDAY);
    try (Dates dates = Dates.open(table)) {
      ingest(dates, MONDAY, 1);
      assertFalse(dates.reopen(MONDAY), "was not dropped");
      dates.drop(List.of(FRIDAY, MONDAY), "drop1");

      assertTrue(dates.reopen(MONDAY));

      assertEquals(Set.of(FRIDAY), dates.dropped());
      assertEquals(List.of(), Dates.list(table));
      try (DateTables taken = new DateTables(table, "ingest2", 99, List.of(), 9)) {
        assertTrue(taken.isDropped(FRIDAY));
        assertFalse(taken.isDropped(MONDAY));
        assertEquals(1, taken.ranges(MONDAY).orElseThrow().count());
      }
      StoredDate anew = stored(table, MONDAY);
      assertEquals(List.of(new StoredDate.Change(99, Kind.INGEST, "ingest2", -1)), anew.changes());
      assertEquals(0, anew.linkedVersion());
    }
  }

  @Test
  void getATableWhenAnEventComesAsLongAsThereAreFew() throws IOException {
    StoreTable table = made("met", MONDAY);
    tables.keepSplitKeys("met", Rows.splitKeys());
    assertFalse(tables.keepSplitKeys("met", List.of()));
    List<byte[]> splitKeys = tables.keptSplitKeys("met").orElseThrow();
    try (DateTables met = new DateTables(table, "ingest1", 5, splitKeys, 2)) {
      assertEquals(List.of(), stored(table, MONDAY).changes());
      assertEquals(1, met.ranges(MONDAY).orElseThrow().count(), "as it is");
      assertEquals(8, met.ranges(TUESDAY).orElseThrow().count());
      assertTrue(met.ranges(FRIDAY).isEmpty(), "a third");
      assertEquals(8, met.ranges(TUESDAY).orElseThrow().count());
      assertFalse(met.isDropped(FRIDAY));
    }
    assertFalse(tables.exists(table.ofDate(FRIDAY)));
    assertArrayEquals(
        splitKeys.toArray(new byte[0][]), tables.splitKeys("met", TUESDAY).toArray(new byte[0][]));
    for (int date : new int[] {MONDAY, TUESDAY}) {
      assertEquals(
          List.of(new StoredDate.Change(5, Kind.INGEST, "ingest1", -1)),
          stored(table, date).news());
    }
  }

  @Test
  void findWhatWaitsForAnEvent() throws IOException {
    StoreTable table = made("open", MONDAY, TUESDAY);
    try (OpenReferences references = new OpenReferences(table)) {
      RowKey negative = new RowKey(-1, Long.MIN_VALUE);
      references.add(MONDAY, key(1), key(11));
      references.add(MONDAY, key(1), key(12));
      references.add(MONDAY, negative, key(13));
      references.add(TUESDAY, key(1), key(14));
      references.flush();
      references.add(MONDAY, key(1), key(11));
      references.flush();

      List<String> all =
          List.of(key(1) + " " + key(11), key(1) + " " + key(12), negative + " " + key(13));
      assertEquals(all, scanned(references, MONDAY));
      assertEquals(List.of(key(1) + " " + key(14)), scanned(references, TUESDAY));
      assertEquals(List.of(), scanned(references, FRIDAY));
      List<String> found = new ArrayList<>();
      List<RowKey> parents = new ArrayList<>(List.of(negative));
      for (int i = 2; i < 1_500; i++) {
        parents.add(key(i));
      }
      parents.add(key(1));
      references.get(MONDAY, parents, (parent, child) -> found.add(parent + " " + child));
      assertEquals(List.of(all.get(2), all.get(0), all.get(1)), found);
    }
    try (Dates dates = Dates.open(table)) {
      dates.openReferences(MONDAY, FRIDAY, FRIDAY);
      dates.openReferences(MONDAY, FRIDAY - 2, FRIDAY - 1);
      assertEquals(Set.of(MONDAY), dates.openReferences().keySet());
      assertArrayEquals(new int[] {FRIDAY - 2, FRIDAY}, dates.openReferences().get(MONDAY));
      dates.writtenBy(TUESDAY, 4);
      dates.writtenBy(TUESDAY, 6);
      assertEquals(Map.of(TUESDAY, 6L), dates.writers());
    }
  }

  private static List<String> scanned(OpenReferences references, int date) throws IOException {
    List<String> found = new ArrayList<>();
    references.scan(date, (parent, child) -> found.add(parent + " " + child));
    return found;
  }

  private static void assertGone(StoreTable table, Dates dates, int... gone) throws IOException {
    try (MetaTable meta = tables.meta(table.name())) {
      for (int date : gone) {
        assertTrue(dates.dropped().contains(date));
        assertFalse(tables.exists(table.ofDate(date)));
        assertTrue(Dates.list(table).stream().noneMatch(stored -> stored.epochDay() == date));
        assertEquals(Map.of(), meta.readRow(DateRows.date(date)));
        assertEquals(Map.of(), meta.scan(DateRows.changes(date)));
      }
    }
  }

  /** One run that changes one row, whose key is that of its number. */
  private static void ingest(Dates dates, int date, int run) throws IOException {
    long begun = dates.nextVersion();
    dates.begin(date, begun, Kind.INGEST, "run" + run);
    dates.saveKeys(date, begun, Kind.INGEST, "run" + run, changed(run));
    dates.end(begun, Kind.INGEST, "run" + run);
  }

  private static StoreTable made(String name, int... dates) throws IOException {
    for (int date : dates) {
      assertTrue(tables.createDate(name, date, List.of()));
    }
    return session.table(name);
  }

  private static StoredDate stored(StoreTable table, int date) throws IOException {
    return Dates.list(table).stream()
        .filter(stored -> stored.epochDay() == date)
        .findAny()
        .orElseThrow();
  }

  private static long[] since(StoreTable table, long version) throws IOException {
    return Dates.changedSince(table, MONDAY, version).orElseThrow();
  }

  private static RowKey key(long low) {
    return new RowKey(0, low);
  }

  private static NavigableSet<RowKey> keys(long... lows) {
    NavigableSet<RowKey> keys = new TreeSet<>();
    for (long low : lows) {
      keys.add(key(low));
    }
    return keys;
  }

  private static ChangedKeys changed(long... lows) {
    ChangedKeys changed = new ChangedKeys();
    for (long low : lows) {
      changed.add(0, low);
    }
    return changed;
  }
}
