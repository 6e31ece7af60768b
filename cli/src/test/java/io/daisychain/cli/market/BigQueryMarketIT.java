package io.daisychain.cli.market;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.BigQueryEmulator;
import io.daisychain.cli.testing.CellSums;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedEmulator;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.publish.table.BigQueryMarket;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.Publication;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.bigquery.BigQueryWarehouse;
import io.daisychain.warehouse.connect.Warehouses;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Market data in BigQuery, by Google's client before an emulator, beside those in DuckDB. */
@ExtendWith({SharedStore.class, SharedEmulator.class})
class BigQueryMarketIT {
  private static final String BIGQUERY = "bigquery:market.quoted";
  private static final String WAREHOUSE = "--warehouse=" + BIGQUERY;
  private static final String MARKET = "--marketdata=daisychain-data/marketdata";

  private static final Pattern SYMBOL = Pattern.compile("\\x0155=([^\\x01]*)\\x01");

  @TempDir private Path folder;

  private Program program;
  private String[] store;
  private WarehouseAddress.BigQuery address;
  private SqlQuery ours;
  private SqlQuery theirs;

  @BeforeEach
  void ask(RunningStore running, BigQueryEmulator emulator) {
    program = emulator.reachedBy(Program.inProcess(folder));
    store = new String[] {"--store=" + running.address(), "--table=quoted"};
    address = emulator.dataset("quoted");
    ours = new DuckDbQuery(folder.resolve("daisychain-data/warehouse.duckdb"));
    theirs = Warehouses.query(address);
  }

  @Test
  void tablesAndViewsAreThoseOfDuckDbWhateverChangesAndWhoeverIsKilled() throws Exception {
    program.succeed(
        "generate",
        "--output=w",
        "--events=1500",
        "--days=2",
        "--gtc=0.2",
        "--seed=5",
        "--market",
        "--runner=DirectRunner");
    keepMarketOfEvents();
    load("quotes-*");
    load("trades-*");
    windows();
    program.succeed("run", "--input=w/events-*", "--reference=w", store[0], store[1]);
    JsonNode first = publish();
    assertEquals(2, first.at("/days").size(), first::toString);
    assertSame();
    for (String full : List.of("v_trade_through", "v_vwap_slippage", "v_window_forecast")) {
      assertNotEquals("0", theirs.rows("SELECT count(*) FROM " + full).get(0)[0], full);
    }
    List<String[]> noted = notes();

    // Nothing has changed.
    assertEquals(0, publish().at("/days").size());
    assertSame(noted, notes());

    // Trades of one date are loaded again, which takes its windows away.
    List<String> again = new ArrayList<>();
    for (Path file : files("trades-*.csv")) {
      again.addAll(Files.readAllLines(file));
    }
    String header = again.get(0);
    // Their times are nanoseconds.
    String midnight = LocalDate.parse("2026-03-17").toEpochDay() * 86_400 + "";
    again.removeIf(line -> line.split(",", -1)[1].compareTo(midnight) > 0);
    again.add(0, header);
    Files.write(folder.resolve("w/again.csv"), again);
    load("again");
    assertNotEquals(count("windows", ours), count("windows", theirs));
    // A load that is killed leaves tables of its own alone.
    PreparedLoad killed =
        BigQueryWarehouse.open(address, PublishedTables.schema())
            .withAddition(new BigQueryMarket(folder.resolve("daisychain-data/marketdata")))
            .prepare(new Publication("killed", List.of(), List.of()));
    assertNotNull(killed); // and no more: neither commit nor close
    assertSame(noted, notes());
    JsonNode asOf = program.counts("marketdata", "asof", WAREHOUSE, MARKET);
    String here = "--warehouse=duckdb:" + folder.resolve("daisychain-data/warehouse.duckdb");
    assertEquals(program.counts("marketdata", "asof", here, MARKET), asOf);
    assertSame();
    assertNotEquals("0", count("windows", theirs));

    // A date that is published anew without its quotes has no market, until it is with them.
    publish("--days=20260316", "--marketdata=none");
    assertEquals(
        List.of("2026-03-17"),
        theirs.rows("SELECT DISTINCT tradeDate FROM event_market").stream()
            .map(row -> row[0])
            .toList());
    publish();
    assertSame();
  }

  /** The emulator hands out some thousand rows a second: quotes of all symbols take minutes. */
  private void keepMarketOfEvents() throws Exception {
    Set<String> symbols = new HashSet<>();
    for (Path file : files("events-*")) {
      Matcher symbol = SYMBOL.matcher(Files.readString(file, ISO_8859_1));
      while (symbol.find()) {
        symbols.add(symbol.group(1));
      }
    }
    for (Path file : files("{quotes,trades}-*.csv")) {
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      lines
          .subList(1, lines.size())
          .removeIf(line -> !symbols.contains(line.substring(0, line.indexOf(','))));
      Files.write(file, lines);
    }
  }

  private List<Path> files(String pattern) throws Exception {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder.resolve("w"), pattern)) {
      found.forEach(files::add);
    }
    return files;
  }

  private void load(String files) throws Exception {
    program.succeed("marketdata", "load", "--input=w/" + files + ".csv", MARKET);
  }

  private void windows() throws Exception {
    program.succeed(
        "marketdata",
        "windows",
        "--symbols=*",
        "--type=nbbo",
        "--window=10",
        "--slide=5",
        "--fit=1",
        "--store",
        MARKET);
  }

  private JsonNode publish(String... more) throws Exception {
    return program.counts(
        Stream.of(
                Stream.of("publish", WAREHOUSE, "--output=there"),
                Stream.of(store),
                Stream.of(more))
            .flatMap(words -> words)
            .toArray(String[]::new));
  }

  private List<String[]> notes() throws Exception {
    return theirs.rows("SELECT * FROM published_additions ORDER BY name, tradeDate");
  }

  private static void assertSame(List<String[]> expected, List<String[]> found) {
    assertTrue(!expected.isEmpty());
    assertEquals(expected.stream().map(List::of).toList(), found.stream().map(List::of).toList());
  }

  private static String count(String table, SqlQuery warehouse) throws Exception {
    return warehouse.rows("SELECT count(*) FROM " + table).get(0)[0];
  }

  private void assertSame() throws Exception {
    for (String name :
        Stream.concat(
                PublishedTables.marketNames().stream(), Stream.of("v_tape", "v_market_at_event"))
            .toList()) {
      String columns =
          ours.rows("SELECT column_name FROM (DESCRIBE " + name + ")").stream()
              .map(row -> row[0])
              .collect(Collectors.joining(", ", "SELECT ", " FROM " + name));
      CellSums expected = sums(ours, columns);
      assertTrue(expected.rows() > 0 || name.equals("v_trade_through"), name);
      assertEquals("", expected.differenceFrom(sums(theirs, columns)), name);
    }
  }

  private CellSums sums(SqlQuery warehouse, String sql) throws Exception {
    return new CellSums(List.of(), CellSums::inTwelveDigits).answer(warehouse, sql, folder);
  }
}
