package io.daisychain.splits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.embedded.StoreProgram;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.embedded.Launch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Split points on a real embedded store. */
class CreatedTableIT {
  /** 2026-03-16. */
  private static final int DATE = 20_528;

  @Test
  void makeATableOnce(@TempDir Path folder) throws IOException {
    try (StoreSession session =
        StoreSession.open(new StoreAddress.Embedded(folder.toString()), launch(), new Silent())) {
      StoreConnector store = session.connector();
      StoreTable events = new StoreTable(store, "events");

      assertTrue(SplitPoints.create(events, DATE, SplitPoints.of(4)));
      assertFalse(SplitPoints.create(events, DATE, SplitPoints.of(4)));
      OtherSplitsException e =
          assertThrows(
              OtherSplitsException.class,
              () -> SplitPoints.create(events, DATE, SplitPoints.of(6)));

      assertEquals("table events_20260316 exists with 4 splits, not 6", e.getMessage());
      assertEquals(4, e.existing());
      assertEquals(6, e.wanted());
      assertTrue(SplitPoints.create(events, DATE + 1, SplitPoints.of(6)), "another date");
      assertTrue(SplitPoints.create(new StoreTable(store, "whole"), DATE, SplitPoints.of(1)));
      try (TableAdmin admin = TableAdmin.open(store)) {
        assertEquals(
            SplitPoints.of(4).stream().map(SplitPoints::uuidText).toList(),
            admin.splitKeys("events", DATE).stream().map(SplitPoints::uuidText).toList());
        assertEquals(4, admin.ranges("events", DATE).count());
        assertEquals(1, admin.ranges("whole", DATE).count());
      }
    }
  }

  @Test
  void areKeptForFurtherDatesOnce(@TempDir Path folder) throws IOException {
    try (StoreSession session =
        StoreSession.open(new StoreAddress.Embedded(folder.toString()), launch(), new Silent())) {
      StoreTable events = session.table("events");

      assertTrue(SplitPoints.keep(events, SplitPoints.of(4)));
      assertFalse(SplitPoints.keep(events, SplitPoints.of(4)));
      OtherSplitsException e =
          assertThrows(
              OtherSplitsException.class, () -> SplitPoints.keep(events, SplitPoints.of(1)));

      assertEquals(4, e.existing());
      assertEquals(1, e.wanted());
      assertEquals(
          "the store makes the tables of further trade dates of events with 4 splits, not 1",
          e.getMessage());
      try (TableAdmin admin = TableAdmin.open(events.store())) {
        assertEquals(3, admin.keptSplitKeys("events").orElseThrow().size());
        assertFalse(admin.exists(events.ofDate(DATE)));
      }
    }
  }

  private static Launch launch() {
    return new Launch(StoreProgram.java(), StoreProgram.classPath(), StoreProgram.options(), 0);
  }

  /** This test says itself what goes wrong. */
  private static final class Silent implements StoreSession.Listener {
    @Override
    public void notice(String line) {}

    @Override
    public void storeDied(String line) {}
  }
}
