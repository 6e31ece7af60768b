package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** A warehouse that is published by the day: whole days, changed rows, other forms. */
class DuckDbDaysTest extends DuckDbDays {
  @Test
  void aLateChangeLeavesTheFilesOfOtherDaysAlone() throws IOException {
    fill(0, 1, 2);
    publish(whole(0, 1, 2));
    Map<Path, String> before = files();
    change(1, 5);

    publish(rows(1, 5));

    Map<Path, String> after = files();
    before.forEach((file, state) -> assertEquals(state, after.get(file), file.toString()));
    for (Path file : after.keySet()) {
      assertTrue(
          before.containsKey(file) || file.toString().contains("=2026-03-17/"), file.toString());
    }
    assertSame();
  }

  @Test
  void changedRowsAndWholeDaysComeToTheSameWhateverTheOrder() throws IOException {
    fill(0, 1, 2, 3, 4);
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4));
    Collections.shuffle(order, random);
    for (int day : order) {
      parts = day;
      publish(whole(day));
    }
    assertSame();
    int folded = 0;
    for (int round = 0; round < 15; round++) {
      int day = random.nextInt(5);
      int keys = 1 + random.nextInt(2);
      parts = random.nextInt(4);
      change(day, keys);
      publish(random.nextInt(6) == 0 ? whole(day) : rows(day, keys));
      folded += deltas(day) == 0 ? 1 : 0;
      assertSame();
    }
    assertTrue(folded > 1, "days without a delta after a change: " + folded + ", seed " + SEED);
  }

  @Test
  void aDeltaOfMoreThanATwentiethBecomesANewBase() throws IOException {
    fill(0);
    publish(whole(0));
    change(0, 5);
    publish(rows(0, 5));
    assertEquals(3, deltas(0)); // of two tables and the keys

    change(0, 1);
    publish(rows(0, 1));

    assertEquals(0, deltas(0));
    assertSame();
  }

  @Test
  void whatItHasIsNotedInIt() throws IOException {
    assertEquals(Map.of(), warehouse().notes().days());
    fill(0, 1);
    publish(whole(0));
    publish(whole(1));

    SortedMap<Integer, PublishedDay> days = warehouse().notes().days();

    assertEquals(List.of(MONDAY, MONDAY + 1), List.copyOf(days.keySet()));
    assertEquals("a store", days.get(MONDAY).source());
    assertEquals(7, days.get(MONDAY).version());
    assertFalse(warehouse().notes().isOfOlderForm());
  }

  @Test
  void anotherFormsTablesAreReplaced() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE events (id UUID, symbol VARCHAR, old INTEGER)");
    }
    assertTrue(warehouse().notes().isOfOlderForm());
    warehouse().check();
    fill(0);

    publish(whole(0));

    assertSame();
    assertFalse(warehouse().notes().isOfOlderForm());
  }

  @Test
  void filesOfOtherColumnsAreReadAndTheirDaysNotCountedAsPublished() throws IOException {
    fill(0, 1);
    publish(whole(0, 1));
    WarehouseTable wider =
        new WarehouseTable(
            "events",
            "Rows.",
            List.of(
                EVENTS.columns().get(0),
                EVENTS.columns().get(1),
                new WarehouseTable.Column("version", ColumnType.INTEGER, "Which."),
                EVENTS.columns().get(2)),
            EVENTS.sortedBy(),
            "id",
            List.of());
    DuckDbWarehouse newer =
        new DuckDbWarehouse(
            file(),
            new WarehouseSchema(List.of(wider, LINKS), SCHEMA.views()),
            new DuckDbWarehouse.Limits(2, 300));
    assertEquals(Map.of(), newer.notes().days());
    Path csv = csv(List.of(new DayLoad(day(0), DayLoad.Change.WHOLE)));
    Path events = csv.resolve("events-20260316-00000-of-00001.csv");
    Files.writeString(
        events,
        Files.readString(events)
            .replace("symbol,", "symbol,version,")
            .replace(",2026-03-16", ",7,2026-03-16"));

    newer.load(List.of(new DayLoad(day(0), DayLoad.Change.WHOLE)), csv);

    assertEquals(
        "tradeDate,version,n\n2026-03-16,7,100\n2026-03-17,,100\n",
        ask("SELECT tradeDate, version, count(*) AS n FROM events GROUP BY ALL ORDER BY ALL"));
    assertEquals(1, newer.notes().days().size());
  }
}
