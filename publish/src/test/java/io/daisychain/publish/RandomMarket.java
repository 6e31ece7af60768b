package io.daisychain.publish;

import io.daisychain.model.text.TextLines;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DayLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Published tables with everything in them that views look at, drawn at random; null is an empty
 * cell.
 */
public final class RandomMarket {
  private static final String[] STATUSES = {
    "STRUCTURE",
    "UNKNOWN_SYMBOL",
    "UNKNOWN_CUSTOMER",
    "DEPRECATED_SYMBOL",
    "CYCLE",
    "SYMBOL_MISMATCH",
    "SIDE_MISMATCH",
    "DUPLICATE_KEY",
    "OUT_OF_SEQUENCE",
    "LATE",
    "OVERFILL",
    "UNACCEPTED"
  };
  private static final String[] EXECUTIONS = {
    "ACK", "PARTIAL_FILL", "FILL", "PARTIAL_FILL", "FILL", "CANCELED"
  };

  static final int FIRST_DATE = 20_528;
  static final int DATES = 3;
  private static final long DAY_NANOS = 86_400_000_000_000L;

  public final List<Map<String, String>> events = new ArrayList<>();
  final List<Map<String, String>> links = new ArrayList<>();
  public final List<Map<String, String>> lifecycles = new ArrayList<>();
  public final List<Map<String, String>> errors = new ArrayList<>();

  /** Of each event two legs and an account, whatever it is. */
  public final List<Map<String, String>> legs = new ArrayList<>();

  public final List<Map<String, String>> allocations = new ArrayList<>();

  /** The reported parent of an event, if it has one. */
  public final IdentityHashMap<Map<String, String>, Map<String, String>> parents =
      new IdentityHashMap<>();

  private final Random random;
  private final boolean overDates;
  private final List<Map<String, String>> orders = new ArrayList<>();
  private final List<Map<String, String>> executions = new ArrayList<>();
  private final Map<String, List<Map<String, String>>> ordersByDate = new HashMap<>();
  private final Map<String, List<Map<String, String>>> executionsByDate = new HashMap<>();
  private final Map<String, Map<String, String>> byIdAndDate = new HashMap<>();
  private final Set<String> named = new HashSet<>();

  /** Lifecycles over several dates, and ids that are events of several. */
  public RandomMarket(long seed, int size) {
    this(seed, size, true);
  }

  /**
   * Draws.
   *
   * @param overDates whether anything hangs together over dates
   */
  public RandomMarket(long seed, int size, boolean overDates) {
    random = new Random(seed);
    this.overDates = overDates;
    for (int i = 0; i < size; i++) {
      event();
    }
    // Events came in any order: which parent is meant is known at the end.
    events.forEach(this::findParent);
    IdentityHashMap<Map<String, String>, List<Map<String, String>>> members =
        new IdentityHashMap<>();
    for (Map<String, String> event : events) {
      Map<String, String> root = event;
      while (parents.containsKey(root)) {
        root = parents.get(root);
      }
      event.put("depth", root == event ? "0" : "1");
      event.put("LifecycleId", root.get("id"));
      members.computeIfAbsent(root, r -> new ArrayList<>()).add(event);
    }
    for (Map<String, String> event : events) {
      if (members.containsKey(event)) {
        lifecycle(event, members.get(event));
      }
    }
    events.forEach(this::faults);
    events.forEach(this::legsAndAccount);
  }

  private void legsAndAccount(Map<String, String> event) {
    for (int leg = 1; leg <= 2; leg++) {
      Map<String, String> row = new HashMap<>();
      row.put("leg", Integer.toString(leg));
      row.put("symbol", event.get("symbol"));
      row.put("ratio", "2");
      row.put("refId", "L" + leg);
      legs.add(of(event, row));
    }
    Map<String, String> account = new HashMap<>();
    account.put("account", "of " + event.get("EventId"));
    account.put("quantity", "100");
    allocations.add(of(event, account));
  }

  private static Map<String, String> of(Map<String, String> event, Map<String, String> row) {
    row.put("id", event.get("id"));
    row.put("tradeDate", event.get("tradeDate"));
    return row;
  }

  /** The life of an event's faults, as far as views ask. */
  private void faults(Map<String, String> event) {
    if (event.get("errorStatus") == null || event.get("ReporterId") == null) {
      return;
    }
    for (String status : event.get("errorStatus").split(";", -1)) {
      Map<String, String> fault = new HashMap<>();
      fault.put("id", event.get("id"));
      fault.put("tradeDate", event.get("tradeDate"));
      fault.put("ReporterId", event.get("ReporterId"));
      fault.put("role", random.nextInt(5) == 0 ? "named" : "reporter");
      fault.put("status", status);
      fault.put("firstSeen", "2026-03-16T12:00:00.000000000Z");
      if (random.nextBoolean()) {
        fault.put("repaired", "2026-03-18T12:00:00.000000000Z");
        fault.put("repairedBy", "correction");
        fault.put("inTime", random.nextInt(3) > 0 ? "true" : "false");
      }
      errors.add(fault);
    }
  }

  private void event() {
    Map<String, String> event = new HashMap<>();
    int date = random.nextInt(DATES);
    event.put("tradeDate", LocalDate.ofEpochDay(FIRST_DATE + date).toString());
    event.put("id", id());
    boolean meant = reuseId(event);
    event.put("ReporterId", pick("ALFA", "BETA", "GAMA"));
    event.put("EventId", "e" + events.size());
    event.put("symbol", pick("AAA", "BBB", "CCC"));
    // Of three orders in shares one in one option, one in half of one and one of several legs.
    event.put(
        "instrument",
        switch (events.size() % 6) {
          case 0 -> event.get("symbol") + "   260619C00150000";
          case 1 -> null;
          default -> event.get("symbol");
        });
    event.put("multiLeg", events.size() % 6 == 2 ? "true" : "false");
    event.put("side", pick("1", "1", "3", "2", "5", "7"));
    event.put("ordType", pick("1", "2", "2", null));
    event.put("price", pick("14.25", "15", "16.3", null));
    event.put("source", pick("ALFA", null));
    event.put("destination", pick("BETA", null));
    event.put("lastMkt", pick("GAMA", null));
    long nanos = StoredRow.NOON + date * DAY_NANOS + random.nextInt(40) * 7_500_000_001L;
    event.put("timestampNanos", Long.toString(nanos));
    event.put("timestamp", time(nanos));
    switch (meant ? 0 : random.nextInt(12)) {
      case 0, 1 -> hang(event, null, pick("NEW", "AGGREGATE", "ROUTE", "FILL"), null);
      case 2, 3 -> hang(event, pick(orders, ordersByDate, event), "ROUTE", "ROUTE");
      case 4 -> hang(event, pick(orders, ordersByDate, event), "ACCEPT", "ACCEPT");
      case 5 -> hang(event, pick(orders, ordersByDate, event), "INTERNAL", "INTERNAL");
      case 6 -> hang(event, pick(orders, ordersByDate, event), "AGGREGATE", "MERGE");
      case 7 -> hang(event, pick(orders, ordersByDate, event), pick("REPLACE", "CANCEL"), "PRIOR");
      case 8 -> hang(event, pick(executions, executionsByDate, event), "BUST", "BUST");
      default -> hang(event, pick(orders, ordersByDate, event), pick(EXECUTIONS), "EXECUTION");
    }
    events.add(event);
    byIdAndDate.put(event.get("id") + event.get("tradeDate"), event);
    if ("EXECUTION".equals(event.get("relation"))) {
      add(event, executions, executionsByDate);
    } else if (!"BUST".equals(event.get("relation"))) {
      add(event, orders, ordersByDate);
    }
  }

  private static void add(
      Map<String, String> event,
      List<Map<String, String>> all,
      Map<String, List<Map<String, String>>> byDate) {
    all.add(event);
    byDate.computeIfAbsent(event.get("tradeDate"), date -> new ArrayList<>()).add(event);
  }

  /**
   * Now and then the id of an event of another date.
   *
   * @return whether another event names it: this one begins something then, or there were circles
   */
  private boolean reuseId(Map<String, String> event) {
    if (events.isEmpty() || random.nextInt(6) > 0) {
      return false;
    }
    String other = events.get(random.nextInt(events.size())).get("id");
    if (byIdAndDate.containsKey(other + event.get("tradeDate"))) {
      return false;
    }
    event.put("id", other);
    return named.contains(other);
  }

  private void hang(
      Map<String, String> event, Map<String, String> chosen, String type, String relation) {
    boolean reported = chosen != null && random.nextInt(12) > 0;
    event.put("eventType", type);
    event.put("relation", chosen == null ? null : relation);
    List<String> statuses = new ArrayList<>();
    if (chosen != null) {
      // Two orders in a row may miss the same parent.
      event.put("Parent", reported ? chosen.get("id") : new UUID(0, random.nextInt(5)).toString());
      named.add(event.get("Parent"));
      link(event);
      if (!reported) {
        statuses.add("ORPHAN");
      }
    }
    for (int i = random.nextInt(8) - 5; i > 0; i--) {
      statuses.add(pick(STATUSES));
    }
    event.put("errorStatus", statuses.isEmpty() ? null : String.join(";", statuses));
    event.put("ordStatus", random.nextInt(10) == 0 ? "7" : random.nextBoolean() ? "1" : null);
    if (type.endsWith("FILL")) {
      event.put("lastShares", random.nextInt(20) == 0 ? null : 100 * random.nextInt(9) + ".5");
      event.put("counted", pick("true", "true", "false", null));
      event.put("lastPx", random.nextInt(9) == 0 ? null : "1" + random.nextInt(10) + ".25");
    }
  }

  private void link(Map<String, String> event) {
    Map<String, String> link = new HashMap<>();
    link.put("parent", event.get("Parent"));
    link.put("child", event.get("id"));
    link.put("relation", event.get("relation"));
    link.put("tradeDate", event.get("tradeDate"));
    links.add(link);
  }

  /** As link does: on the own date, else on the latest before, else on the earliest after. */
  private void findParent(Map<String, String> event) {
    int own = (int) (LocalDate.parse(event.get("tradeDate")).toEpochDay() - FIRST_DATE);
    for (int i = 0; i < (overDates ? DATES : 1); i++) {
      int date = i <= own ? own - i : i;
      Map<String, String> parent =
          byIdAndDate.get(event.get("Parent") + LocalDate.ofEpochDay(FIRST_DATE + date));
      if (parent != null) {
        parents.put(event, parent);
        return;
      }
    }
  }

  private void lifecycle(Map<String, String> root, List<Map<String, String>> members) {
    Map<String, String> lifecycle = new LinkedHashMap<>();
    lifecycle.put("id", root.get("id"));
    lifecycle.put("symbol", root.get("symbol"));
    lifecycle.put("firstDate", root.get("tradeDate"));
    List<String> times = members.stream().map(event -> event.get("timestamp")).sorted().toList();
    lifecycle.put("firstTime", times.get(0));
    lifecycle.put("lastTime", times.get(times.size() - 1));
    lifecycle.put("events", Integer.toString(members.size()));
    lifecycle.put("firms", "2");
    lifecycle.put("orderedQuantity", pick("300", "700", "0", null));
    lifecycle.put("filledQuantity", pick("100", "700", "0", null));
    lifecycle.put("bustedQuantity", "0");
    lifecycle.put("finalState", pick("FILLED", "CANCELED", null));
    lifecycles.add(lifecycle);
  }

  /** Writes the tables' files, and says what they have. */
  public List<DayLoad> write(Path folder) throws IOException {
    List<DayLoad> loads = new ArrayList<>();
    for (int day = FIRST_DATE; day < FIRST_DATE + DATES; day++) {
      write(folder, PublishedTables.EVENTS, events, day);
      write(folder, PublishedTables.LINKS, links, day);
      write(folder, PublishedTables.LIFECYCLES, lifecycles, day);
      write(folder, PublishedTables.ERRORS, errors, day);
      write(folder, PublishedTables.LEGS, legs, day);
      write(folder, PublishedTables.ALLOCATIONS, allocations, day);
      for (WarehouseTable table :
          List.of(
              PublishedTables.DUPLICATES,
              PublishedTables.HISTORY,
              PublishedTables.BREAKS,
              PublishedTables.KEYS)) {
        write(folder, table, List.of(), day);
      }
      loads.add(new DayLoad(new PublishedDay(day, "drawn", 1, "run", "run"), DayLoad.Change.WHOLE));
    }
    return loads;
  }

  private static void write(
      Path folder, WarehouseTable table, List<Map<String, String>> rows, int day)
      throws IOException {
    StringBuilder text = new StringBuilder(table.header()).append('\n');
    for (Map<String, String> row : rows) {
      if (LocalDate.ofEpochDay(day).toString().equals(row.get(table.dateColumn()))) {
        text.append(
            table.columns().stream()
                .map(column -> row.get(column.name()))
                .map(cell -> cell == null ? "" : cell)
                .collect(Collectors.joining(",", "", "\n")));
      }
    }
    Files.writeString(folder.resolve(table.filePrefix(day) + "00000-of-00001.csv"), text);
  }

  private static String time(long nanos) {
    return TextLines.timeText(nanos);
  }

  /** The beginning of the minute of a time. */
  static String minute(String time) {
    return time(Instant.parse(time).getEpochSecond() / 60 * 60_000_000_000L);
  }

  private String id() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }

  /** Mostly one of the event's own date. */
  private Map<String, String> pick(
      List<Map<String, String>> all,
      Map<String, List<Map<String, String>>> byDate,
      Map<String, String> event) {
    boolean own = !overDates || random.nextInt(8) > 0;
    List<Map<String, String>> rows =
        own ? byDate.getOrDefault(event.get("tradeDate"), List.of()) : all;
    Map<String, String> picked = rows.isEmpty() ? null : rows.get(random.nextInt(rows.size()));
    // Under the id of another date's event it would name itself.
    return picked == null || picked.get("id").equals(event.get("id")) ? null : picked;
  }
}
