package io.daisychain.explorer;

import io.daisychain.model.text.TextLines;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** A warehouse of random events over three dates, with values that mean something to browsers. */
final class RandomWarehouse {
  static final String SCRIPT = "<script>document.title='run'</script>";

  private static final String[] SYMBOLS = {
    "AAPL", "IBM", "MSFT", "it's", "A AND B", SCRIPT, "=1+1", null
  };
  private static final String[] REPORTERS = {
    "ALFA", "BETA", "\"><img src=x onerror=alert(1)>", "'; DROP TABLE events; --"
  };
  private static final String[] TYPES = {
    "NEW", "ROUTE", "ACCEPT", "PARTIAL_FILL", "FILL", "CANCEL", "ACK"
  };
  private static final String[] SIDES = {"1", "2", "5", "<b>", null};
  private static final String[] STATUSES = {
    null, null, null, null, "ORPHAN", "LATE", "OVERFILL;LATE", "SIDE_MISMATCH"
  };

  /** Prices that a float or a double has not, or has for others too. */
  private static final String[] HARD = {
    "612345.67",
    "612345.66",
    "612345.67000001",
    "0.1",
    "0.10000001",
    "-3.25",
    "524287.99999999",
    "524288.00000001",
    "9999999999.99999999",
    "-9999999999.99999999",
    "922337203.68547759"
  };

  private static final String[] HARD_SIZES = {
    "16777217", "16777216", "2147483648", "9007199254.740993", "999999999999.999999", "0.000001"
  };
  private static final long DAY = 86_400_000_000_000L;

  final Path file;
  final List<Map<String, String>> events = new ArrayList<>();
  private final Random random;

  private RandomWarehouse(Path file, long seed) {
    this.file = file;
    this.random = new Random(seed);
  }

  static RandomWarehouse write(Path folder, long seed, int count) throws IOException {
    RandomWarehouse warehouse = new RandomWarehouse(folder.resolve("w.duckdb"), seed);
    LocalDate first = LocalDate.of(2026, 3, 16);
    for (int i = 0; i < count; i++) {
      warehouse.event(first);
    }
    warehouse.load(folder, 1);
    return warehouse;
  }

  private String pick(String[] values) {
    return values[random.nextInt(values.length)];
  }

  private void event(LocalDate first) {
    Map<String, String> event = new HashMap<>();
    int day = Math.min(2, random.nextInt(5));
    Map<String, String> parent =
        !events.isEmpty() && random.nextInt(3) > 0
            ? events.get(random.nextInt(events.size()))
            : null;
    long nanos =
        (first.toEpochDay() + day) * DAY
            + 48_600_000_000_000L
            + random.nextInt(20_000) * 1_171_000_000L;
    if (parent != null) {
      day = (int) (LocalDate.parse(parent.get("tradeDate")).toEpochDay() - first.toEpochDay());
      nanos =
          Long.parseLong(parent.get("timestampNanos")) + random.nextInt(1_000_000_000) - 100_000;
      event.put("Parent", parent.get("id"));
      event.put("relation", "ROUTE");
    }
    String id = new UUID(random.nextLong(), random.nextLong()).toString();
    event.put("id", id);
    event.put("tradeDate", first.plusDays(day).toString());
    event.put("timestampNanos", "" + nanos);
    event.put("timestamp", TextLines.timeText(nanos));
    event.put("LifecycleId", parent == null ? id : parent.get("LifecycleId"));
    event.put("GrandParent", event.get("LifecycleId"));
    event.put("depth", parent == null ? "0" : "1");
    event.put("childCount", "0");
    event.put(
        "symbol", parent == null || random.nextInt(20) == 0 ? pick(SYMBOLS) : parent.get("symbol"));
    int kind = events.size() % 20;
    event.put(
        "instrument",
        kind == 11 && event.get("symbol") != null
            ? event.get("symbol") + "   260619C00150000"
            : event.get("symbol"));
    event.put("multiLeg", "" + (kind == 12));
    event.put("ReporterId", pick(REPORTERS));
    event.put("CustomerId", random.nextBoolean() ? "C" + random.nextInt(20) : null);
    String type = parent == null ? "NEW" : pick(TYPES);
    event.put("eventType", type);
    event.put("side", pick(SIDES));
    event.put("errorStatus", pick(STATUSES));
    event.put("errorReason", event.get("errorStatus") == null ? null : SCRIPT);
    event.put("quantity", random.nextInt(6) == 0 ? null : "" + (1 + random.nextInt(5000)) / 4.0);
    event.put("price", random.nextInt(4) == 0 ? null : "" + (100 + random.nextInt(9000)) / 100.0);
    if (random.nextInt(30) == 0) {
      event.put("price", pick(HARD));
      event.put("quantity", pick(HARD_SIZES));
    }
    if (type.endsWith("FILL")) {
      event.put("lastShares", "" + (1 + random.nextInt(500)));
      event.put("lastPx", "" + (100 + random.nextInt(9000)) / 100.0);
      event.put("execType", "2");
    }
    int number = events.size();
    event.put("EventId", type.endsWith("FILL") ? "E" + number : "O" + number);
    event.put("clOrdId", number % 50 == 7 ? SCRIPT + number : "O" + number);
    event.put("orderId", number % 3 == 0 ? "V" + number : null);
    event.put("taggedLineage", "false");
    event.put("wireLog", "false");
    events.add(event);
  }

  /**
   * Quotes as {@code event_market} has them, in place of a market: many bids and asks are the
   * prices of their events.
   */
  void quote() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT setseed(0.25)");
      statement.execute(
          """
          CREATE TABLE main.quotes_of_events AS
          SELECT id, tradeDate, CASE WHEN k % 7 < 3 THEN p ELSE p - 0.03 END AS bid,
            CASE WHEN k % 7 = 3 THEN p
              WHEN k % 7 < 3 THEN p + k % 5 * 0.01
              ELSE p + k % 3 * 0.01 - 0.0000000001 * (k % 2) END AS ask
          FROM (SELECT id, tradeDate, k, CAST(p AS DECIMAL(36, 10)) AS p
            FROM (SELECT id, tradeDate, (random() * 1000)::INTEGER AS k,
                CASE WHEN lastPx <> 0 THEN lastPx ELSE price END AS p FROM events)
            WHERE abs(p) < 1e20)
          """);
      statement.execute("CREATE VIEW event_market AS SELECT * FROM main.quotes_of_events");
    }
  }

  /** Publishes the events; again with another version replaces what was there. */
  void load(Path folder, int version) throws IOException {
    Map<String, List<Map<String, String>>> byDate =
        events.stream()
            .collect(
                Collectors.groupingBy(e -> e.get("tradeDate"), TreeMap::new, Collectors.toList()));
    List<DayLoad> loads = new ArrayList<>();
    for (Map.Entry<String, List<Map<String, String>>> date : byDate.entrySet()) {
      int day = (int) LocalDate.parse(date.getKey()).toEpochDay();
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        List<Map<String, String>> rows = new ArrayList<>();
        if (table.name().equals("events")) {
          rows = date.getValue();
        } else if (table.name().equals("links")) {
          for (Map<String, String> event : date.getValue()) {
            if (event.get("Parent") != null) {
              rows.add(
                  Map.of(
                      "parent", event.get("Parent"),
                      "child", event.get("id"),
                      "relation", "ROUTE",
                      "tradeDate", date.getKey()));
            }
          }
        }
        write(folder.resolve(table.filePrefix(day) + "0.csv"), table, rows);
      }
      loads.add(
          new DayLoad(
              new PublishedDay(day, "test", version, "c" + version, "r" + version),
              DayLoad.Change.WHOLE));
    }
    new DuckDbWarehouse(file, PublishedTables.schema(), new DuckDbWarehouse.Limits(2, 500))
        .load(loads, folder);
  }

  private static void write(Path file, WarehouseTable table, List<Map<String, String>> rows)
      throws IOException {
    StringBuilder csv = new StringBuilder();
    List<String> names = table.columns().stream().map(WarehouseTable.Column::name).toList();
    csv.append(String.join(",", names)).append('\n');
    for (Map<String, String> row : rows) {
      csv.append(names.stream().map(name -> cell(row.get(name))).collect(Collectors.joining(",")));
      csv.append('\n');
    }
    Files.writeString(file, csv);
  }

  private static String cell(String value) {
    return value == null ? "" : '"' + value.replace("\"", "\"\"") + '"';
  }
}
