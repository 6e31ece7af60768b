package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.duckdb.DayFolder;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.duckdb.KeyedRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A warehouse that is published by the day: whole days, changed rows, other forms. */
class DuckDbDaysIT extends DuckDbDays {
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
      int keys = 1 + random.nextInt(5);
      parts = random.nextInt(4);
      change(day, keys);
      publish(random.nextInt(6) == 0 ? whole(day) : rows(day, keys));
      folded += deltas(day) == 0 ? 1 : 0;
      assertSame();
    }
    assertTrue(folded > 1, "days without a delta after a change: " + folded + ", seed " + SEED);
  }

  @Test
  void deltasOfMoreThanATenthBecomeANewBase() throws IOException {
    fill(0);
    publish(whole(0));
    change(0, 10);
    publish(rows(0, 10));
    assertEquals(1, deltas(0));

    change(0, 1);
    publish(rows(0, 1));

    assertEquals(0, deltas(0));
    assertSame();
  }

  @Test
  void manyDeltasBecomeOneAndThenANewBase() throws IOException {
    fillWith(0, 4_000);
    fill(1);
    publish(whole(0, 1));
    List<Integer> numbers = new ArrayList<>();
    for (int round = 0; round < 24; round++) {
      int keys = 20 + random.nextInt(20);
      change(0, keys);
      publish(rows(0, keys));
      numbers.add(deltas(0));
      assertSame();
    }
    assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 1, 2), numbers.subList(0, 10));
    assertTrue(numbers.contains(0), () -> numbers + ", seed " + SEED);
    now = now.plus(Duration.ofMinutes(61));
    for (int round = 0; round < 3; round++) {
      publish(whole(0));
      now = now.plus(Duration.ofMinutes(61));
    }
    assertTrue(files().keySet().stream().noneMatch(file -> file.toString().contains("delta=")));
    assertFalse(Files.exists(DayFolder.of(file()).resolve("superseded")));
    assertSame();
  }

  @Test
  void rowsOfKeysAreFoundInPartsInDeltasAndInWhatBecameOfThem() throws IOException {
    fillWith(0, 300);
    fill(1);
    parts = 3;
    publish(whole(0, 1));
    for (int round = 0; round < 14; round++) {
      Map<Integer, List<UUID>> asked = new TreeMap<>();
      List<String> expected = new ArrayList<>();
      for (int day : List.of(0, 1)) {
        List<UUID> keys = new ArrayList<>(stored.get(day).keySet());
        Collections.shuffle(keys, random);
        // Of few keys the rows are found in another way than those of many.
        int count = round % 4 == 3 ? keys.size() : random.nextInt(4);
        asked.put(day, new ArrayList<>(keys.subList(0, count)));
        asked.get(day).addAll(changed.getOrDefault(day, List.of()));
        asked.put(day, new ArrayList<>(new TreeSet<>(asked.get(day))));
        asked.get(day).add(key()); // which nobody has
        for (UUID key : asked.get(day)) {
          if (stored.get(day).containsKey(key)) {
            LocalDate date = LocalDate.ofEpochDay(MONDAY + day);
            expected.add(key + " " + stored.get(day).get(key) + " " + date);
          }
        }
      }
      int day = round % 3 == 2 ? 1 : 0;
      change(day, 3);

      assertEquals(sorted(expected), published(day, asked), "seed " + SEED + " round " + round);
    }
    assertSame();
  }

  /** Brings what has changed of a day, and says what was published before of some keys. */
  private List<String> published(int day, Map<Integer, List<UUID>> asked) throws IOException {
    SortedMap<Integer, long[]> keys = new TreeMap<>();
    asked.forEach(
        (of, ids) ->
            keys.put(
                MONDAY + of,
                ids.stream()
                    .flatMapToLong(
                        id ->
                            LongStream.of(
                                id.getMostSignificantBits(), id.getLeastSignificantBits()))
                    .toArray()));
    List<DayLoad> loads = rows(day, changed.get(day).size());
    Path csv = csv(loads);
    List<String> found = new ArrayList<>();
    DuckDbWarehouse.Source source =
        new DuckDbWarehouse.Source() {
          @Override
          public Path folder(Path scratch) {
            return csv;
          }

          @Override
          public SortedMap<Integer, String> counts(KeyedRows.Finder finder) throws IOException {
            try (KeyedRows rows = finder.of(keys)) {
              for (WarehouseTable table : SCHEMA.tables()) {
                List<String> ofTable =
                    rows.of(table).stream().map(row -> String.join(" ", row)).toList();
                if (table.equals(EVENTS)) {
                  found.addAll(ofTable);
                } else {
                  assertEquals(sorted(found), sorted(ofTable));
                }
              }
            }
            return new TreeMap<>();
          }
        };
    try (DuckDbWarehouse.Load load = warehouse().prepare(loads, source)) {
      load.commit();
    }
    return sorted(found);
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }

  @Test
  void aDeltaWithAllKeysOfTheNewestTakesItsPlace() throws IOException {
    fillWith(0, 1_000);
    publish(whole(0));
    change(0, 3);
    publish(rows(0, 3));
    for (int round = 0; round < 12; round++) {
      List<UUID> newest = changed.get(0);
      assertEquals(
          newest.stream().map(UUID::toString).sorted().toList(),
          warehouse().notes().newest().get(MONDAY).keys().stream().sorted().toList());
      change(0, 2);
      changed.get(0).addAll(newest);
      changed.put(0, new ArrayList<>(new TreeSet<>(changed.get(0))));
      publish(rows(0, changed.get(0).size()));
      assertEquals(1, deltas(0));
      assertSame();
    }
    change(0, 2);
    publish(rows(0, 2));
    assertEquals(2, deltas(0));
    assertSame();
  }

  @Test
  void theOneDeltaOfAnEarlierFormIsTakenOver() throws Exception {
    fill(0, 1);
    publish(whole(0, 1));
    change(0, 3);
    publish(rows(0, 3));
    String before = ask(ALL);
    // As that form had it: no number in the folders, and the id alone.
    for (Path file : files().keySet()) {
      if (file.toString().contains("delta=")) {
        String name = file.getFileName().toString();
        boolean isOfKeys = file.toString().contains("superseded");
        Path date = file.getParent().getParent();
        Path old = date.resolve(isOfKeys ? name : name.replace(".parquet", ".delta.parquet"));
        Files.move(file, old);
        Files.writeString(Path.of(old + ".crc32"), "0");
        Files.delete(file.getParent());
      }
    }
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE daisychain.days RENAME COLUMN deltas TO delta");
      statement.execute("UPDATE daisychain.days SET delta = nullif(split_part(delta, ':', 1), '')");
    }
    change(1, 2);

    publish(rows(1, 2));

    assertEquals(1, deltas(0));
    assertSame();
    assertTrue(ask(ALL).lines().filter(line -> !before.contains(line)).count() > 0);
    change(0, 1);
    publish(rows(0, 1));
    assertSame();
    now = now.plus(Duration.ofMinutes(61));
    for (int round = 0; round < 3; round++) {
      publish(whole(0));
    }
    assertTrue(files().keySet().stream().noneMatch(file -> file.toString().contains(".delta.")));
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
