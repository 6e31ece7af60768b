package io.daisychain.publish.entitled;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.access.Entitlements;
import io.daisychain.publish.RandomMarket;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.publish.table.PublishedViews;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.duckdb.RestrictedQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a firm sees is the same in two markets that differ in whatever is another firm's: so no
 * answer can have anything of it.
 */
class EntitledRowsIT {
  private static final long SEED = 20_260_317;
  private static final String SECRET = "ZQ";
  private static final Entitlements WHO =
      Entitlements.parse(
          "who.csv",
          """
          name,reporters,symbols,tables
          ALFA,ALFA,*,*
          GAMA,GAMA,*,*
          DESK,ALFA,AAA|BBB,*
          FEW,ALFA,*,events
          NOBODY,,,*
          ALL,*,*,*
          """,
          EntitledRows.tables());

  private static Path folder;
  private static RandomMarket market;
  private static final Map<String, RestrictedQuery> OPEN = new HashMap<>();

  @BeforeAll
  static void load(@TempDir Path temp) throws IOException {
    folder = temp;
    market = market();
    load(market, "one");
    RandomMarket twin = market();
    change(twin);
    load(twin, "twin");
  }

  @AfterAll
  static void close() throws IOException {
    for (RestrictedQuery query : OPEN.values()) {
      query.close();
    }
  }

  private static RandomMarket market() {
    RandomMarket drawn = new RandomMarket(SEED, 1_500);
    for (Map<String, String> event : drawn.events) {
      event.put("GrandParent", event.get("LifecycleId"));
      Map<String, String> parent = drawn.parents.get(event);
      if (parent != null) {
        parent.put("Child", event.get("id"));
        parent.put("CHILD_symbol", event.get("symbol"));
        parent.put("CHILD_ordType", event.get("ordType"));
        parent.put("childCount", "7");
      }
    }
    return drawn;
  }

  /** Gives all firms but ALFA and what is not ALFA's alone other values. */
  private static void change(RandomMarket twin) {
    Set<String> shared = new TreeSet<>();
    for (Map<String, String> event : twin.events) {
      if (!event.get("ReporterId").equals("ALFA")) {
        shared.add(event.get("LifecycleId"));
        for (String column : List.of("EventId", "clOrdId", "CustomerId", "text", "orderId")) {
          event.put(column, SECRET + event.get("id").substring(0, 8));
        }
        event.put("price", "777.5");
        event.put("lastPx", "777.5");
        event.put("lastShares", "777.5");
        event.put("quantity", "777.5");
        long nanos = Long.parseLong(event.get("timestampNanos")) + 777;
        event.put("timestampNanos", Long.toString(nanos));
        event.put("errorReason", SECRET);
        event.put("depth", "77");
      }
    }
    for (Map<String, String> event : twin.events) {
      if (shared.contains(event.get("LifecycleId"))) {
        event.put("depth", "77");
        event.put("childCount", "77");
        if (event.get("Child") != null && isOthers(twin, event.get("Child"))) {
          event.put("CHILD_symbol", SECRET);
          event.put("CHILD_ordType", SECRET);
        }
      }
    }
    for (Map<String, String> lifecycle : twin.lifecycles) {
      if (shared.contains(lifecycle.get("id"))) {
        for (String column : List.of("orderedQuantity", "filledQuantity", "bustedQuantity")) {
          lifecycle.put(column, "777.5");
        }
        lifecycle.put("events", "77");
        lifecycle.put("firms", "77");
        lifecycle.put("finalState", SECRET);
        lifecycle.put("symbol", SECRET);
        lifecycle.put("lastTime", "2026-03-19T12:00:00.777777777Z");
      }
    }
    Map<String, String> lifecycleOf =
        twin.events.stream()
            .collect(
                Collectors.toMap(
                    event -> event.get("id") + event.get("tradeDate"),
                    event -> event.get("LifecycleId")));
    Set<String> others =
        twin.events.stream()
            .filter(event -> !event.get("ReporterId").equals("ALFA"))
            .map(event -> event.get("id") + event.get("tradeDate"))
            .collect(Collectors.toSet());
    for (Map<String, String> leg : twin.legs) {
      if (others.contains(leg.get("id") + leg.get("tradeDate"))) {
        leg.put("symbol", SECRET);
        leg.put("ratio", "777.5");
      }
    }
    for (Map<String, String> account : twin.allocations) {
      if (others.contains(account.get("id") + account.get("tradeDate"))) {
        account.put("account", SECRET);
        account.put("quantity", "777.5");
      }
    }
    for (Map<String, String> fault : twin.errors) {
      String lifecycle = lifecycleOf.get(fault.get("id") + fault.get("tradeDate"));
      if (!fault.get("ReporterId").equals("ALFA") || shared.contains(lifecycle)) {
        fault.put("firstSeen", "2026-03-16T12:00:00.777777777Z");
        if (fault.get("repaired") != null) {
          fault.put("repaired", "2026-03-18T12:00:00.777777777Z");
        }
      }
    }
  }

  private static boolean isOthers(RandomMarket twin, String id) {
    return twin.events.stream()
        .anyMatch(event -> event.get("id").equals(id) && !event.get("ReporterId").equals("ALFA"));
  }

  private static void load(RandomMarket drawn, String name) throws IOException {
    Path files = Files.createDirectories(folder.resolve(name));
    new DuckDbWarehouse(
            files.resolve("w.duckdb"), PublishedTables.schema(), new DuckDbWarehouse.Limits(2, 500))
        .load(drawn.write(files), files);
  }

  private static RestrictedQuery as(String name, String of) {
    return OPEN.computeIfAbsent(
        name + " " + of,
        none ->
            new RestrictedQuery(
                folder.resolve(of).resolve("w.duckdb"),
                new EntitledRows(WHO.named(name).orElseThrow())));
  }

  private static String ask(RestrictedQuery query, String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    query.run(sql, QueryFormat.CSV, out);
    return out.toString(UTF_8);
  }

  /** Fails with the first line that is another. */
  private static void assertSame(String one, String twin, String what) {
    String[] lines = one.split("\n", -1);
    String[] others = twin.split("\n", -1);
    for (int i = 0; i < Math.min(lines.length, others.length); i++) {
      assertEquals(lines[i], others[i], what);
    }
    assertEquals(lines.length, others.length, what);
  }

  private static List<String> everything() {
    return Stream.concat(
            EntitledRows.tables().stream()
                .filter(
                    table -> !List.of("event_market", "quotes", "nbbo", "trades").contains(table)),
            PublishedViews.ALL.stream().map(view -> view.name()))
        .toList();
  }

  @Test
  void nothingThatAFirmCanAskTellsOfWhatIsOthers() throws IOException {
    for (String firm : List.of("ALFA", "DESK")) {
      RestrictedQuery one = as(firm, "one");
      RestrictedQuery twin = as(firm, "twin");
      for (String table : everything()) {
        String sql = "SELECT * FROM " + table + " ORDER BY ALL";
        assertSame(ask(one, sql), ask(twin, sql), firm + " " + table + ", seed " + SEED);
      }
    }
    assertNotEquals(
        ask(as("GAMA", "one"), "SELECT * FROM events ORDER BY ALL"),
        ask(as("GAMA", "twin"), "SELECT * FROM events ORDER BY ALL"));
    String all = ask(as("ALL", "twin"), "SELECT * FROM events");
    assertTrue(all.contains(SECRET));
  }

  @Test
  void aFirmSeesAllOfItsOwn() throws IOException {
    long own = market.events.stream().filter(e -> e.get("ReporterId").equals("ALFA")).count();
    RestrictedQuery alfa = as("ALFA", "one");
    assertEquals("n\n" + own + "\n", ask(alfa, "SELECT count(*) AS n FROM events"));
    assertEquals("n\n" + own + "\n", ask(alfa, "SELECT sum(events)::INTEGER AS n FROM lifecycles"));
    assertEquals(
        "n\n0\n",
        ask(
            alfa,
            "SELECT count(*) AS n FROM events ANTI JOIN lifecycles ON LifecycleId ="
                + " lifecycles.id"));
    long desk =
        market.events.stream()
            .filter(e -> e.get("ReporterId").equals("ALFA") && !e.get("symbol").equals("CCC"))
            .count();
    assertEquals("n\n" + desk + "\n", ask(as("DESK", "one"), "SELECT count(*) AS n FROM events"));
    assertEquals(
        "n\n" + market.events.size() + "\n",
        ask(as("ALL", "one"), "SELECT count(*) AS n FROM events"));
    assertEquals("n\n0\n", ask(as("NOBODY", "one"), "SELECT count(*) AS n FROM events"));
  }

  @Test
  void aFirmSeesTheLegsAndAccountsOfItsOwnEventsAndNoOthers() throws IOException {
    String sql =
        "SELECT count(*) AS n, count(*) FILTER (WHERE e.id IS NULL) AS others FROM %s AS t LEFT"
            + " JOIN events AS e ON e.id = t.id AND e.tradeDate = t.tradeDate";
    long own = market.events.stream().filter(e -> e.get("ReporterId").equals("ALFA")).count();
    long desk =
        market.events.stream()
            .filter(e -> e.get("ReporterId").equals("ALFA") && !e.get("symbol").equals("CCC"))
            .count();
    Map<String, Long> events =
        Map.of("ALFA", own, "DESK", desk, "NOBODY", 0L, "ALL", (long) market.events.size());
    for (Map.Entry<String, Long> who : events.entrySet()) {
      RestrictedQuery seen = as(who.getKey(), "one");
      assertEquals(
          "n,others\n" + 2 * who.getValue() + ",0\n",
          ask(seen, sql.formatted("legs")),
          who::getKey);
      assertEquals(
          "n,others\n" + who.getValue() + ",0\n",
          ask(seen, sql.formatted("allocations")),
          who::getKey);
    }
    assertTrue(ask(as("ALL", "twin"), "SELECT account FROM allocations").contains(SECRET));
    assertFalse(ask(as("ALFA", "twin"), "SELECT account FROM allocations").contains(SECRET));
    assertFalse(ask(as("ALFA", "twin"), "SELECT symbol FROM legs").contains(SECRET));
  }

  @Test
  void aTableThatIsNotGrantedIsNotThere() {
    WarehouseException refused =
        assertThrows(
            WarehouseException.class, () -> ask(as("FEW", "one"), "SELECT * FROM lifecycles"));
    assertTrue(refused.getMessage().contains("lifecycles does not exist"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM read_parquet('$DAYS/**/*.parquet')",
        "SELECT * FROM '$FILE'",
        "SELECT * FROM read_duckdb('$FILE')",
        "SELECT * FROM parquet_schema('$DAYS/**/*.parquet')",
        "SELECT content FROM read_text('$FILE')",
        "SELECT * FROM read_blob('$FILE')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM sniff_csv('/etc/passwd')",
        "SELECT * FROM glob('$DAYS/*')",
        "ATTACH '$FILE' AS whole (READ_ONLY)",
        "SELECT * FROM source.events",
        "SELECT * FROM source.main.events",
        "SELECT * FROM temp.own",
        "SELECT * FROM shares",
        "COPY events TO '$DAYS/out.csv'",
        "EXPORT DATABASE '$DAYS/out'",
        "IMPORT DATABASE '$DAYS'",
        "INSTALL httpfs",
        "LOAD '$FILE'",
        "SET enable_external_access = true",
        "SET GLOBAL enable_external_access = true",
        "RESET enable_external_access",
        "SET lock_configuration = false",
        "SET allowed_directories = ['$DAYS']",
        "PRAGMA enable_external_access = true",
        "CREATE SECRET (TYPE S3)",
        "CREATE TABLE mine AS SELECT 1",
        "DELETE FROM own_rows.events",
        "UPDATE own_rows.events SET symbol = 'X'",
        "SELECT * FROM query('SELECT * FROM read_csv(''/etc/passwd'')')",
        "SELECT * FROM query_table('source.events')",
        "SELECT getenv('HOME')",
      })
  void thereIsNoWayRound(String attack) throws IOException {
    Path file = folder.resolve("one/w.duckdb");
    String sql = attack.replace("$FILE", "" + file).replace("$DAYS", "" + folder.resolve("one"));
    RestrictedQuery alfa = as("ALFA", "one");
    String before =
        ask(alfa, "SELECT count(*), md5(string_agg(id::VARCHAR, ',' ORDER BY id)) FROM events");
    assertThrows(WarehouseException.class, () -> ask(alfa, sql));
    assertEquals(
        before,
        ask(alfa, "SELECT count(*), md5(string_agg(id::VARCHAR, ',' ORDER BY id)) FROM events"));
  }

  @Test
  void whatDescribesTheDatabaseNamesNoFileAndNobodyElse() throws IOException {
    RestrictedQuery alfa = as("ALFA", "twin");
    for (String sql :
        List.of(
            "SELECT * FROM duckdb_databases()",
            "SELECT * FROM duckdb_views() WHERE NOT internal",
            "SELECT * FROM duckdb_tables()",
            "SELECT * FROM duckdb_columns() WHERE NOT internal",
            "SHOW ALL TABLES",
            "SUMMARIZE events",
            "SUMMARIZE lifecycles",
            "PRAGMA storage_info('own_rows.events')",
            "EXPLAIN ANALYZE SELECT * FROM events")) {
      String answer = ask(alfa, sql);
      assertFalse(answer.contains(folder.toString()), sql);
      assertFalse(answer.contains(SECRET) || answer.contains("777.5"), sql);
    }
  }

  @Test
  void aNewPublicationIsSeen() throws IOException {
    RestrictedQuery alfa = as("ALFA", "again");
    load(market, "again");
    String before = ask(alfa, "SELECT count(*) FROM events WHERE symbol = 'NEWS'");
    RandomMarket changed = market();
    changed.events.stream()
        .filter(e -> e.get("ReporterId").equals("ALFA"))
        .findFirst()
        .orElseThrow()
        .put("symbol", "NEWS");
    Path files = folder.resolve("again");
    Files.delete(files.resolve("w.duckdb"));
    load(changed, "again");
    assertNotEquals(before, ask(alfa, "SELECT count(*) FROM events WHERE symbol = 'NEWS'"));
  }
}
