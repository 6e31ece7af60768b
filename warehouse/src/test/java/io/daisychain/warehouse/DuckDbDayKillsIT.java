package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.duckdb.DayFolder;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publications by the day that are killed, and what they leave. */
class DuckDbDayKillsIT extends DuckDbDays {
  /** What a kill leaves. */
  @TempDir private Path left;

  @Test
  void aKillBetweenAnyTwoStepsLeavesTheOldOrTheNew() throws IOException {
    fill(0, 1);
    publish(whole(0, 1));
    String before = ask(ALL);
    change(1, 4);
    List<DayLoad> loads = whole(1);
    Path csv = csv(loads);
    Path saved = left.resolve("written");
    Path renamed = left.resolve("renamed");
    String after;

    // Killed when all is written and nothing committed: the lock goes, the rest stays.
    try (DuckDbWarehouse.Load load = warehouse().prepare(loads, scratch -> csv)) {
      copy(dir, saved);
      assertEquals(before, ask(ALL));
      load.commit();
      assertSame();
      // Killed after the rename, before anything is cleared away.
      after = ask(ALL);
      copy(dir, renamed);
    }
    // As the first kill left it, with a new publication.
    assertEquals(before, ask(saved.resolve("w.duckdb"), ALL).replace(saved.toString(), ""));
    assertEquals(after, ask(renamed.resolve("w.duckdb"), ALL));
    int leftBehind = files().size();
    publish(whole(1));
    assertTrue(files().size() <= leftBehind + 2);
    assertSame();
    assertEquals(List.of(), loadingLists());
  }

  @Test
  void aKillBetweenTheStepsOfADeltaLeavesTheOldOrTheNew() throws IOException {
    fillWith(0, 1_000);
    publish(whole(0));
    // The last becomes one with those before, and the one after them all a new base.
    for (int round = 0; round < 11; round++) {
      int keys = round < 10 ? 1 + random.nextInt(5) : 80;
      String before = ask(ALL);
      change(0, keys);
      List<DayLoad> loads = rows(0, keys);
      Path csv = csv(loads);
      Path again = csv(loads);
      Path saved = left.resolve("written-" + round);
      Path renamed = left.resolve("renamed-" + round);
      try (DuckDbWarehouse.Load load = warehouse().prepare(loads, scratch -> csv)) {
        copy(dir, saved);
        assertEquals(before, ask(ALL));
        assertEquals(before, ask(saved.resolve("w.duckdb"), ALL));
        if (round % 2 == 0) {
          load.commit();
          copy(dir, renamed);
        }
      }
      if (round % 2 == 0) {
        assertEquals(ask(ALL), ask(renamed.resolve("w.duckdb"), ALL));
      } else {
        assertEquals(before, ask(ALL));
        // What was killed after its files were written starts again.
        DuckDbWarehouse there =
            new DuckDbWarehouse(
                saved.resolve("w.duckdb"), SCHEMA, new DuckDbWarehouse.Limits(2, 300));
        copy(again, left.resolve("again-" + round));
        there.load(loads, left.resolve("again-" + round));
        warehouse().load(loads, again);
        assertEquals(ask(ALL), ask(saved.resolve("w.duckdb"), ALL));
      }
      assertSame();
      assertEquals(List.of(), loadingLists());
    }
    assertEquals(0, deltas(0));
  }

  @Test
  void aDateOfSeveralFilesIsReplacedAsOne() throws IOException {
    fill(0, 1);
    parts = 3;
    publish(whole(0, 1));
    assertSame();
    assertEquals(2 * 2 * 3, files().size());
    assertEquals(3, filesRead("SELECT min(symbol) FROM events WHERE tradeDate = '2026-03-17'"));
    String before = ask(ALL);
    change(1, 4);
    List<DayLoad> loads = whole(1);
    Path written = csv(loads);
    Path saved = dir.resolve("saved");

    // Killed when all files were taken and nothing was committed.
    try (DuckDbWarehouse.Load load = warehouse().prepare(loads, scratch -> written)) {
      copy(dir, saved);
      assertEquals("run", load.before(MONDAY + 1).get().run());
    }
    assertEquals(before, ask(ALL));
    assertEquals(2 * 2 * 3, files().size());
    assertEquals(before, ask(saved.resolve("w.duckdb"), ALL));

    parts = 1;
    publish(whole(1));
    assertSame();
    parts = 0;
    publish(whole(1));
    publish(whole(1));
    now = now.plus(Duration.ofHours(2));
    publish(whole(1));

    assertSame();
    assertEquals(
        3,
        files().keySet().stream()
            .filter(file -> file.toString().contains("events/tradeDate=2026-03-16/"))
            .count());
    assertTrue(
        files().keySet().stream()
            .filter(file -> file.toString().contains("=2026-03-17/"))
            .noneMatch(file -> file.toString().matches(".*-0000[0-2].parquet")));
  }

  @Test
  void whatAKilledPublicationWroteIsDeletedAndNothingElse() throws IOException {
    fill(0);
    publish(whole(0));
    Path days = DayFolder.of(file());
    Path half = days.resolve("events/tradeDate=2026-03-16/killed.parquet");
    Path theirs = days.resolve("events/tradeDate=2026-03-16/theirs.parquet");
    Files.writeString(half, "half");
    Files.writeString(theirs, "not ours");
    Path base =
        files().keySet().stream()
            .filter(f -> !f.equals(half) && !f.equals(theirs))
            .findFirst()
            .get();
    Files.writeString(
        days.resolve("loading-killed.txt"),
        days.relativize(half) + "\n" + days.relativize(base) + "\n../../etc/passwd.parquet\n");

    publish(whole(0));

    assertFalse(Files.exists(half));
    assertTrue(Files.exists(theirs));
    assertTrue(Files.exists(base)); // still in use when the list was read, and kept for readers
    assertEquals(List.of(), loadingLists());
  }
}
