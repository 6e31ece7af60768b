package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.Table;
import io.daisychain.cli.testing.BigQueryEmulator;
import io.daisychain.cli.testing.SharedEmulator;
import io.daisychain.cli.testing.SmallTables;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.Publication;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.bigquery.BigQueryWarehouse;
import io.daisychain.warehouse.connect.Warehouses;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Load jobs of Google's client, run by an emulator. */
@ExtendWith(SharedEmulator.class)
class BigQueryWarehouseIT {
  private static final AtomicInteger DATASETS = new AtomicInteger();

  /** The emulator takes a fifth of a second a view. */
  private static final WarehouseSchema ONE_VIEW =
      new WarehouseSchema(
          PublishedTables.schema().tables(),
          PublishedTables.schema().views().stream()
              .filter(view -> view.name().equals("v_orphans"))
              .toList());

  @TempDir Path dir;

  private BigQueryEmulator emulator;
  private WarehouseAddress.BigQuery address;
  private SmallTables tables;

  @BeforeEach
  void makeDataset(BigQueryEmulator running) {
    emulator = running;
    address = running.dataset("small_" + DATASETS.incrementAndGet());
    tables = new SmallTables(dir, address.dataset());
  }

  @Test
  void theFirstPublicationMakesTablesAndViews() throws IOException {
    try (PreparedLoad load =
        BigQueryWarehouse.open(address, PublishedTables.schema())
            .prepare(tables.local("a", tables.day("2026-03-16", "x", "y")))) {
      load.commit();
    }

    BigQuery client = emulator.client();
    Table events = client.getTable(address.dataset(), "events");
    StandardTableDefinition definition = events.getDefinition();
    assertEquals("tradeDate", definition.getTimePartitioning().getField());
    assertEquals("One row an event that was reported.", events.getDescription());
    assertEquals(List.of("2026-03-16,x", "2026-03-16,y"), ask("SELECT tradeDate, EventId"));
    assertEquals("2", rows("SELECT COUNT(*) FROM v_fill_ratio").get(0));
    assertEquals(List.of(), staging());
  }

  @Test
  void aDayPublishedAgainReplacesThatDayInAllTablesAndLeavesTheOthers() throws IOException {
    publish("a", tables.day("2026-03-16", "x", "y"), tables.day("2026-03-17", "z"));
    List<String> untouched = rows("SELECT * FROM links WHERE tradeDate = '2026-03-16'");

    publish("b", tables.day("2026-03-17", "v", "w"));

    assertEquals(
        List.of("2026-03-16,x", "2026-03-16,y", "2026-03-17,v", "2026-03-17,w"),
        ask("SELECT tradeDate, EventId"));
    assertEquals(untouched, rows("SELECT * FROM links WHERE tradeDate = '2026-03-16'"));
    assertEquals("2", rows("SELECT COUNT(*) FROM links WHERE tradeDate = '2026-03-17'").get(0));
    assertEquals("4", rows("SELECT COUNT(*) FROM lifecycles").get(0));
    publish("c", tables.day("2026-03-17", "v", "w"));
    assertEquals("4", rows("SELECT COUNT(*) FROM events").get(0));
  }

  @Test
  void whatWasPublishedIsNotedWithIt() throws IOException {
    assertEquals(Map.of(), open().days());
    publish("a", tables.day("2026-03-16", "x"), tables.day("2026-03-17", "z"));
    publish("b", tables.day("2026-03-17", "z"));

    List<PublishedDay> days = List.copyOf(open().days().values());

    int monday = (int) LocalDate.parse("2026-03-16").toEpochDay();
    assertEquals(
        List.of(
            new PublishedDay(monday, "a store", 7, "link", "a"),
            new PublishedDay(monday + 1, "a store", 7, "link", "b")),
        days);
  }

  @Test
  void aDayWithoutRowsReplacesWhatItHad() throws IOException {
    publish("a", tables.day("2026-03-16", "x"), tables.day("2026-03-17", "z"));
    publish("b", tables.day("2026-03-16"));
    assertEquals(List.of("2026-03-17,z"), ask("SELECT tradeDate, EventId"));
  }

  @Test
  void aRunTriedAgainAfterItsEndDoesNothing() throws IOException {
    Publication run = tables.inBucket(emulator, "a", tables.day("2026-03-16", "x"));
    publish(run);
    publish("b", tables.day("2026-03-16", "later"));
    List<String> jobs = jobs("_a_");

    publish(run);

    assertEquals(jobs, jobs("_a_"));
    assertEquals(List.of("2026-03-16,later"), ask("SELECT tradeDate, EventId"));
    publish(tables.inBucket(emulator, "a", tables.day("2026-03-16", "other contents")));
    assertEquals(List.of("2026-03-16,other contents"), ask("SELECT tradeDate, EventId"));
  }

  @Test
  void aRunThatWasKilledGoesOnWhereItWas() throws IOException {
    Publication run = tables.inBucket(emulator, "a", tables.day("2026-03-16", "x"));
    open().prepare(run); // and no more: neither commit nor close
    List<String> loads = jobs("_load_");
    assertEquals(PublishedTables.schema().tables().size(), loads.size());

    publish(run);

    assertEquals(loads, jobs("_load_"));
    assertEquals(List.of("2026-03-16,x"), ask("SELECT tradeDate, EventId"));
    assertEquals(List.of(), staging());
  }

  @Test
  void aLoadThatFailedIsTriedAgainUnderTheSameRun() throws IOException {
    Publication run = tables.inBucket(emulator, "a", tables.day("2026-03-16", "x"));
    Path file = emulator.buckets().resolve("b").resolve(address.dataset() + "-a-events-0.csv");
    String good = Files.readString(file);
    Files.writeString(file, good + "too,few\n");
    assertThrows(WarehouseException.class, () -> publish(run));
    Files.writeString(file, good);

    publish(run);

    assertEquals(List.of("2026-03-16,x"), ask("SELECT tradeDate, EventId"));
  }

  @Test
  void aBadLineIsNamedWithItsFileAndLeavesWhatWasThere() throws IOException {
    publish("a", tables.day("2026-03-16", "x"));
    Publication bad =
        tables.local("b", tables.day("2026-03-16", "p", "q"), tables.day("2026-03-17", "r", "s"));
    Path second = Path.of(bad.parts().get(0).files().get(1));
    Files.writeString(
        second, Files.readString(second).replaceFirst("(?m)^(.*,s,.*),0,0,", "$1,zero,0,"));

    WarehouseException refusal = assertThrows(WarehouseException.class, () -> publish(bad));

    assertTrue(
        refusal.getMessage().startsWith("cannot load events: " + second + ", line 3"),
        refusal.getMessage());
    assertTrue(refusal.getMessage().contains("zero"), refusal.getMessage());
    assertEquals(List.of("2026-03-16,x"), ask("SELECT tradeDate, EventId"));
    assertEquals(List.of(), staging());
  }

  @Test
  void aTransactionThatFailsHalfWayChangesNoTable() throws IOException {
    publish("a", tables.day("2026-03-16", "x"));
    Publication bad = tables.local("b", tables.day("2026-03-16", "p"));
    Path lifecycles = Path.of(bad.parts().get(2).files().get(0));
    Files.writeString(
        lifecycles, Files.readString(lifecycles).replace("2026-03-16T", "2026-03-99T"));

    WarehouseException refusal = assertThrows(WarehouseException.class, () -> publish(bad));

    assertTrue(
        refusal.getMessage().startsWith("cannot replace the tables of " + address + ": "),
        refusal.getMessage());
    assertEquals(List.of("2026-03-16,x"), ask("SELECT tradeDate, EventId"));
    assertEquals("1", rows("SELECT COUNT(*) FROM lifecycles").get(0));
  }

  @Test
  void aFileThatLacksRowsIsNotPublished() throws IOException {
    Publication whole = tables.local("a", tables.day("2026-03-16", "x", "y"));
    Path file = Path.of(whole.parts().get(0).files().get(0));
    List<String> lines = Files.readAllLines(file);
    Files.writeString(file, String.join("\n", lines.subList(0, 2)) + "\n");

    WarehouseException few = assertThrows(WarehouseException.class, () -> publish(whole));
    assertEquals("cannot load events: of 2 rows BigQuery took 1", few.getMessage());

    Files.writeString(file, String.join("\n", lines));
    WarehouseException cut = assertThrows(WarehouseException.class, () -> publish(whole));
    assertTrue(cut.getMessage().startsWith(file + " ends in the middle"), cut.getMessage());
  }

  @Test
  void momentsKeepMicrosecondsAndTheNanosecondsLieBeside() throws IOException {
    publish("a", tables.moment("1970-01-01", "1969-12-31T23:59:59.999999999Z"));

    assertEquals(
        List.of("1969-12-31T23:59:59.999999000Z,1970-01-01"),
        rows("SELECT timestamp, tradeDate FROM events"));
  }

  @Test
  void aDatasetThatIsMissingOrOutOfReachIsSaidInWords() {
    WarehouseAddress missing = WarehouseAddress.parse("bigquery:market.none", emulator.host());
    WarehouseException none =
        assertThrows(WarehouseException.class, () -> Warehouses.query(missing).rows("SELECT 1"));
    assertTrue(none.getMessage().startsWith("no dataset none in project market: "));

    WarehouseAddress nowhere = WarehouseAddress.parse("bigquery:market.day", "127.0.0.1:1");
    WarehouseException away =
        assertThrows(WarehouseException.class, () -> Warehouses.query(nowhere).rows("SELECT 1"));
    assertTrue(
        away.getMessage()
            .startsWith("bigquery:market.day (BIGQUERY_EMULATOR_HOST=127.0.0.1:1) cannot be"),
        away.getMessage());
  }

  @Test
  void queriesPrintAsInDuckDbAndChangeNothing() throws IOException {
    publish("a", tables.day("2026-03-16", "x"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SqlQuery query = Warehouses.query(address);
    query.run(
        "SELECT 1.50 AS d, CAST(NULL AS STRING) AS n, TRUE AS b, [1, 2] AS l, 0.1 + 0.2 AS f, 'a,b'"
            + " AS t",
        QueryFormat.CSV,
        out);
    assertEquals(
        "d,n,b,l,f,t\n1.5,,true,\"[1, 2]\",0.30000000000000004,\"a,b\"\n", out.toString(UTF_8));

    WarehouseException refusal =
        assertThrows(
            WarehouseException.class,
            () -> query.run("DELETE FROM events WHERE TRUE", QueryFormat.CSV, out));
    assertEquals("this is DELETE, not SELECT: queries change nothing", refusal.getMessage());
    assertEquals("1", rows("SELECT COUNT(*) FROM events").get(0));
    assertThrows(WarehouseException.class, () -> query.rows("SELECT nothing FROM events"));
    assertEquals(List.of("x"), rows("SELECT EventId FROM events WHERE EventId = ?", "x"));
  }

  @Test
  void anAnswerOfManyPagesIsReadToItsEnd() throws IOException {
    List<String> numbers = rows("SELECT n FROM UNNEST(GENERATE_ARRAY(1, 25000)) AS n ORDER BY n");

    assertEquals(25_000, numbers.size());
    assertEquals("25000", numbers.get(24_999));
  }

  private BigQueryWarehouse open() throws IOException {
    return BigQueryWarehouse.open(address, ONE_VIEW);
  }

  private void publish(String runId, SmallTables.Day... days) throws IOException {
    publish(tables.local(runId, days));
  }

  private void publish(Publication publication) throws IOException {
    try (PreparedLoad load = open().prepare(publication)) {
      load.commit();
    }
  }

  private List<String> ask(String select) throws IOException {
    return rows(select + " FROM events ORDER BY tradeDate, EventId");
  }

  private List<String> rows(String sql, String... parameters) throws IOException {
    return Warehouses.query(address).rows(sql, parameters).stream()
        .map(row -> String.join(",", Stream.of(row).map(c -> c == null ? "" : c).toList()))
        .toList();
  }

  private List<String> staging() {
    List<String> names = new ArrayList<>();
    for (Table table : emulator.client().listTables(address.dataset()).iterateAll()) {
      if (table.getTableId().getTable().contains("loading")) {
        names.add(table.getTableId().getTable());
      }
    }
    return names;
  }

  /** Names of all jobs of this dataset's runs that have this in them. */
  private List<String> jobs(String part) {
    List<String> names = new ArrayList<>();
    for (Job job : emulator.client().listJobs().iterateAll()) {
      String name = job.getJobId().getJob();
      if (name.startsWith("daisychain_" + address.dataset() + "_") && name.contains(part)) {
        names.add(name);
      }
    }
    return names.stream().sorted().toList();
  }
}
