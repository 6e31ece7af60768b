package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Scrubbed;
import io.daisychain.beam.files.Links;
import io.daisychain.warehouse.duckdb.DayFolder;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.duckdb.ReaderLease;
import io.daisychain.warehouse.duckdb.WarehouseScrub;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a reader found at a moment can be asked for later. */
class DuckDbAsOfIT extends DuckDbDays {
  private static final String ALL_AND_VIEWS =
      "SELECT 'e' AS t, id::VARCHAR AS id, symbol, tradeDate FROM events UNION ALL SELECT 'l',"
          + " child::VARCHAR, symbol, linkDay FROM links UNION ALL SELECT 'v', n::VARCHAR, '',"
          + " tradeDate FROM v_count ORDER BY ALL";

  /** By the moment from which on it was there, the answers. */
  private final SortedMap<Instant, String> seen = new TreeMap<>();

  @BeforeEach
  void keepForSevenDays() throws IOException {
    warehouse().keepPublished(7);
  }

  @Test
  void whatWasPublishedAtAnyMomentIsWhatIsAskedForThen() throws IOException {
    fillWith(0, 400);
    fill(1, 2);
    Instant began = now;
    publish(whole(0, 1));
    note();
    for (int round = 0; round < 24; round++) {
      now = now.plusNanos(1 + random.nextLong(Duration.ofHours(6).toNanos()));
      int day = random.nextInt(3);
      if (random.nextInt(5) == 0) {
        parts = random.nextInt(4);
        fillWith(day, stored.get(day).size() + random.nextInt(20));
        publish(random.nextBoolean() ? whole(day) : whole(0, 1, 2));
      } else {
        day = random.nextInt(2);
        int keys = 1 + random.nextInt(8);
        change(day, keys);
        switch (random.nextInt(4)) {
          case 0 -> {
            killBeforeRename(rows(day, keys));
            now = now.plusNanos(1 + random.nextLong(Duration.ofHours(1).toNanos()));
          }
          case 1 -> prepareAlone(rows(day, keys));
          default -> {
            // not disturbed
          }
        }
        publish(rows(day, keys));
      }
      note();
    }
    assertTrue(Duration.between(began, now).toDays() >= 2, "several folders");

    for (Instant moment : seen.keySet()) {
      assertSeenAt(moment.isAfter(began) ? moment.minusNanos(1) : moment);
    }
    for (int i = 0; i < 20; i++) {
      assertSeenAt(began.plusNanos(random.nextLong(Duration.between(began, now).toNanos())));
    }
    assertThrows(WarehouseException.class, () -> askAsOf(began.minusNanos(1), ALL_AND_VIEWS));
  }

  /** Leaves what a kill leaves just before the last step of a publication. */
  private void killBeforeRename(List<DayLoad> loads) throws IOException {
    Path csv = csv(loads);
    Path left = Files.createDirectories(dir.resolve("left"));
    Path days = DayFolder.of(file());
    Files.copy(file(), left.resolve("file"));
    try (DuckDbWarehouse.Load load = warehouse().prepare(loads, scratch -> csv)) {
      load.commit();
      Files.copy(file(), dir.resolve("w.duckdb.loading-killed"));
      copy(days, left.resolve("days"));
    }
    Links.deleteTree(days);
    Files.move(left.resolve("days"), days);
    Files.move(left.resolve("file"), file(), StandardCopyOption.REPLACE_EXISTING);
    assertEquals(seen.get(seen.lastKey()), answers(now.plusSeconds(1)));
  }

  private void prepareAlone(List<DayLoad> loads) throws IOException {
    Path csv = csv(loads);
    warehouse().prepare(loads, scratch -> csv).close();
  }

  @Test
  void whatNobodyCanAskForAnyMoreGoes() throws IOException {
    fill(0, 1);
    publish(whole(0));
    Instant first = now;
    note();
    publish(whole(1)); // the same day
    for (int day = 1; day <= 12; day++) {
      now = first.plus(Duration.ofDays(day));
      change(0, 50);
      publish(whole(0));
      note();
    }
    assertThrows(WarehouseException.class, () -> askAsOf(first, ALL_AND_VIEWS));
    Map<Instant, String> gone = seen.headMap(now.minus(Duration.ofDays(8)));
    for (Instant moment : List.copyOf(gone.keySet())) {
      String words =
          assertThrows(WarehouseException.class, () -> askAsOf(moment, ALL_AND_VIEWS)).getMessage();
      assertTrue(words.contains("--keepPublished"), words);
      seen.remove(moment);
    }
    assertSeen();
    long kept = publications();
    assertEquals(kept * 2 + 2, files().size(), "of two tables, and those of the other date");

    warehouse().keepPublished(1);
    publish(whole(1));
    note();
    seen.headMap(now.minus(Duration.ofDays(2))).clear();
    assertSeen();
    assertTrue(publications() < kept);
    warehouse().keepPublished(0);
    now = now.plus(Duration.ofHours(2));
    for (int round = 0; round < 3; round++) {
      publish(whole(0, 1));
    }
    assertEquals(0, publications());
    assertThrows(WarehouseException.class, () -> askAsOf(now, ALL_AND_VIEWS));
  }

  @Test
  void whoAsksKeepsWhatHeAsks() throws IOException {
    fill(0);
    publish(whole(0));
    note();
    Instant first = now;
    Path kept = kept().get(0);
    try (ReaderLease lease = ReaderLease.acquire(kept)) {
      assertTrue(lease != null);
      for (int day = 1; day <= 12; day++) {
        now = first.plus(Duration.ofDays(day));
        publish(whole(0));
      }
      assertSeenAt(first);
    }
    publish(whole(0));
    assertThrows(WarehouseException.class, () -> askAsOf(first, ALL_AND_VIEWS));
  }

  @Test
  void whatAKilledPublicationWouldHaveDoneWithoutStaysForThoseWhoStillAskForIt()
      throws IOException {
    fill(0, 1);
    publish(whole(0, 1));
    note();
    Instant first = now;
    change(0, 20);
    killBeforeRename(whole(0)); // and without the files of date 0
    now = first.plus(Duration.ofDays(2));
    publish(whole(1));
    note();
    now = first.plus(Duration.ofDays(4));
    publish(whole(0)); // now it does
    note();
    now = first.plus(Duration.ofDays(10));
    publish(whole(1));
    note();
    seen.remove(first);

    assertSeen();
  }

  @Test
  void aWarehouseThatWasMovedSaysTheSame() throws IOException {
    fill(0, 1);
    publish(whole(0, 1));
    note();
    now = now.plusSeconds(7);
    change(0, 2);
    publish(rows(0, 2));
    note();
    String before = answers(seen.firstKey());
    Path moved = Files.createDirectories(dir.resolve("o'ther [place]*")).resolve("m.duckdb");
    Files.move(DayFolder.of(file()), DayFolder.of(moved));
    Files.move(file(), moved);

    assertEquals(before, answers(moved, seen.firstKey()));
  }

  @Test
  void aDamagedOneIsToldAndFoundByScrub() throws IOException {
    fill(0);
    publish(whole(0));
    Instant first = now;
    now = now.plusSeconds(1);
    publish(whole(0));
    Path kept = kept().get(0);
    byte[] bytes = Files.readAllBytes(kept);
    bytes[bytes.length - 6] ^= 4; // of the sum
    Files.write(kept, bytes);

    String words =
        assertThrows(WarehouseException.class, () -> askAsOf(first, ALL_AND_VIEWS)).getMessage();
    Scrubbed scrubbed = new Scrubbed();
    WarehouseScrub.read(file(), scrubbed);

    assertTrue(words.contains(kept + " is damaged"), words);
    assertEquals(1, scrubbed.faults().size(), scrubbed.faults()::toString);
    assertTrue(
        scrubbed.faults().get(0).startsWith(kept + " is damaged"), scrubbed.faults()::toString);
    assertFalse(askAsOf(now, ALL_AND_VIEWS).isEmpty());
  }

  private void note() throws IOException {
    String answers = ask(ALL_AND_VIEWS);
    seen.put(now, answers);
    assertEquals(answers, answers(now));
  }

  private void assertSeen() throws IOException {
    for (Instant moment : seen.keySet()) {
      assertSeenAt(moment);
    }
  }

  private void assertSeenAt(Instant moment) throws IOException {
    SortedMap<Instant, String> until = seen.headMap(moment.plusNanos(1));
    assertEquals(until.get(until.lastKey()), answers(moment), () -> moment + ", seed " + SEED);
  }

  private String answers(Instant moment) throws IOException {
    return answers(file(), moment);
  }

  private static String answers(Path file, Instant moment) throws IOException {
    return askAsOf(file, moment, ALL_AND_VIEWS);
  }

  private String askAsOf(Instant moment, String sql) throws IOException {
    return askAsOf(file(), moment, sql);
  }

  private static String askAsOf(Path file, Instant moment, String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DuckDbQuery.asOf(file, moment).run(sql, QueryFormat.CSV, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> files = Files.walk(DayFolder.of(file()))) {
      return files.filter(file -> file.toString().endsWith(".duckdb.gz")).sorted().toList();
    }
  }

  private long publications() throws IOException {
    return kept().size();
  }
}
