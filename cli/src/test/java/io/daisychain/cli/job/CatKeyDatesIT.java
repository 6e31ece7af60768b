package io.daisychain.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.watch.WatchIT;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keys whose date is not that of the event that bears them, and events that name them on a third
 * date: whatever is linked first, the tables are those of all at once.
 */
@ExtendWith(SharedStore.class)
class CatKeyDatesIT {
  private static final long SEED = Long.getLong("daisychain.seed", 35);
  private static final List<String> DATES = List.of("20261116", "20261117", "20261118");

  /** Dates of keys: those of events, and one on which there is none. */
  private static final List<String> KEY_DATES =
      List.of("20261116", "20261117", "20261118", "20261113");

  private static final int ORDERS = 12;
  private static final int EVENTS = 40;

  @TempDir private static Path folder;
  private static Program program;
  private static RunningStore store;
  private static JsonNode expected;

  @BeforeAll
  static void handInAll(RunningStore shared) throws Exception {
    store = shared;
    program = Program.inProcess(folder);
    Random random = new Random(SEED);
    Files.createDirectory(folder.resolve("in"));
    int number = 0;
    for (String date : DATES) {
      List<String> records = new ArrayList<>();
      for (int i = 0; i < EVENTS; i++) {
        records.add(record(date, ++number, random));
      }
      Files.write(folder.resolve("in/0_ALFA_%s_OrderEvents_000001.json".formatted(date)), records);
    }
    expected = program.counts(with("together", "run", "--input=in/*")).get("publish");
  }

  /** An order, what came of one, or one in place of another, each of keys of any date. */
  private static String record(String date, int number, Random random) {
    String type = List.of("MENO", "MEOC", "MECO", "MEOM").get(random.nextInt(4));
    String key = "'%sKeyDate':'%sT093001','%sID':'O%d'";
    StringBuilder named = new StringBuilder(key(key, "order", random));
    if (type.equals("MECO")) {
      named.append(',').append(key(key, "parentOrder", random));
    } else if (type.equals("MEOM")) {
      named.append(',').append(key(key, "priorOrder", random));
    }
    return ("{'actionType':'NEW','firmROEID':'%s_%d','type':'%s','CATReporterIMID':'ALFA',"
            + "'eventTimestamp':'%sT%02d3000','symbol':'AAPL','side':'B','quantity':100,%s}")
        .formatted(date, number, type, date, 9 + random.nextInt(7), named)
        .replace('\'', '"');
  }

  private static String key(String key, String of, Random random) {
    int order = random.nextInt(ORDERS);
    // Of an order mostly one date is named, so that much of it hangs together.
    int date = random.nextInt(3) == 0 ? random.nextInt(KEY_DATES.size()) : order % 4;
    return key.formatted(of, KEY_DATES.get(date), of, order);
  }

  @Test
  void thereAreChainsOverDates() throws Exception {
    assertTrue(expected.get("lifecycles").asInt() > 2, expected::toString);
    String over =
        program
            .sql(
                "SELECT count(*) FROM events c JOIN events p ON p.id = c.Parent"
                    + " WHERE c.tradeDate <> p.tradeDate")
            .get(0)
            .getField(0);
    assertTrue(Integer.parseInt(over) > 10, over);
  }

  @Test
  void oneDateAfterTheOtherIsAllAtOnce() throws Exception {
    List<String> dates = new ArrayList<>(DATES);
    Random random = new Random(SEED);
    for (int order = 0; order < 3; order++) {
      Collections.shuffle(dates, random);
      String table = "order_" + order;
      for (String date : dates) {
        program.counts(with(table, "ingest", "--input=in/*_" + date + "_*"));
        program.counts(with(table, "link"));
      }
      assertPublished(table, dates.toString());
    }
  }

  @Test
  void datesAloneAndThenWhatTheyLeaveIsAllAtOnce() throws Exception {
    program.counts(with("alone", "ingest", "--input=in/*"));
    for (String date : List.of("20261117", "20261116", "20261118", "20261113")) {
      program.counts(with("alone", "link", "--days=" + date));
    }
    program.counts(with("alone", "link")); // what one date changed on others is news there
    assertEquals(0, program.counts(with("alone", "link", "--days=all")).get("written").asInt());
    assertPublished("alone", "by --days");
  }

  @Test
  void watchLinksThemAsTheyCome(@TempDir Path live) throws Exception {
    Path incoming = Files.createDirectory(live.resolve("incoming"));
    Program watching = new Program(live);
    List<Path> files = new ArrayList<>(WatchIT.handIn(folder.resolve("in"), incoming));
    Path late = files.remove(1);
    Path held = Files.move(late, incoming.resolve(".held"));
    Program.Command watch = watching.start(with("live", "watch", "--input=incoming"));
    assertTrue(watch.awaitThat(() -> WatchIT.areDone(files)), () -> WatchIT.said(watch));
    Files.move(held, late);
    assertTrue(watch.awaitThat(() -> WatchIT.areDone(List.of(late))), () -> WatchIT.said(watch));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode(), () -> WatchIT.said(watch));
    assertEquals(0, program.counts(with("live", "link")).get("written").asInt());
    assertPublished("live", "live");
  }

  private static void assertPublished(String table, String how) throws Exception {
    JsonNode published = program.counts(with(table, "publish"));
    assertEquals(
        expected.get("digests"),
        published.get("digests"),
        () -> how + " with seed " + SEED + ": " + published + ", all at once " + expected);
  }

  private static String[] with(String table, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--store=" + store.address());
    all.add("--table=cat_dates_" + table);
    if (command[0].equals("publish")) {
      all.add("--warehouse=duckdb:" + folder.resolve(table + ".duckdb"));
      all.add("--output=published-" + table);
    }
    return all.toArray(String[]::new);
  }
}
