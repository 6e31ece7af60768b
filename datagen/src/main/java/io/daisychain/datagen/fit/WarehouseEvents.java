package io.daisychain.datagen.fit;

import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.model.EventType;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lifecycles that were published, a slice of them after another. */
final class WarehouseEvents {
  /** A model of fewer would tell of single ones. */
  private static final int LEAST_ORDERS = 100;

  private static final long SLICE_EVENTS = 100_000;

  /** Of more events those lifecycles are taken of which the keys, which are hashes, are lowest. */
  private static final long MOST_SLICES = 40;

  private static final long PREFIXES = 1 << 20; // five digits of a key

  /** Firms that do what no venue does. */
  private static final String BROKERS =
      "SELECT DISTINCT ReporterId FROM events"
          + " WHERE eventType IN ('NEW', 'ROUTE', 'INTERNAL', 'AGGREGATE')";

  private static final String ORDERS =
      "SELECT timestampNanos FROM events WHERE eventType = 'NEW' AND timestampNanos IS NOT NULL";

  private static final String EVENTS =
      "SELECT e.LifecycleId, id, Parent, e.Merge, eventType, timestampNanos, sendingTime,"
          + " ReporterId, destination, symbol, side, ordType, timeInForce, quantity, lastShares,"
          + " leavesQty, CustomerId FROM events AS e"
          + " WHERE timestampNanos IS NOT NULL AND LifecycleId IS NOT NULL";

  /** A number for each name, brokers' first: from here on nobody is named. */
  private final Map<String, Integer> names = new HashMap<>();

  private WarehouseEvents() {}

  /** What is seen in a warehouse's {@code events}. */
  static Observation of(ModelFit.Rows warehouse) throws IOException {
    long events = Long.parseLong(warehouse.rows("SELECT count(*) FROM events").get(0)[0]);
    long slices = Math.min(PREFIXES, 1 + events / SLICE_EVENTS);
    long read = Math.min(slices, MOST_SLICES);
    Sample times = new Sample();
    for (String[] row : warehouse.rows(ORDERS + between(0, read, slices))) {
      times.add(Long.parseLong(row[0]));
    }
    if (times.size() < LEAST_ORDERS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the warehouse has %d customers' orders (NEW), a model needs %d at least",
              times.size(),
              LEAST_ORDERS));
    }
    WarehouseEvents published = new WarehouseEvents();
    for (String[] row : warehouse.rows(BROKERS)) {
      published.number(row[0]);
    }
    Observation seen = new Observation(Hours.of(times));
    LifecycleReader reader =
        new LifecycleReader(
            seen, published.names.size(), event -> event.customer == event.reporter);
    for (long i = 0; i < read; i++) {
      published
          .lifecycles(warehouse.rows(EVENTS + between(i, i + 1, slices)))
          .forEach(reader::read);
    }
    return seen;
  }

  private static String between(long from, long until, long slices) {
    String lower = from == 0 ? "" : " AND LifecycleId >= '" + key(from, slices) + "'";
    return until == slices ? lower : lower + " AND LifecycleId < '" + key(until, slices) + "'";
  }

  private static String key(long slice, long slices) {
    return String.format(
        Locale.ROOT, "%05x000-0000-0000-0000-000000000000", slice * PREFIXES / slices);
  }

  private Collection<List<EventRecord>> lifecycles(List<String[]> rows) {
    Map<String, Integer> places = new HashMap<>();
    Map<String, List<EventRecord>> lifecycles = new LinkedHashMap<>();
    List<EventRecord> events = rows.stream().map(this::event).toList();
    for (int i = 0; i < events.size(); i++) {
      String[] row = rows.get(i);
      List<EventRecord> lifecycle = lifecycles.computeIfAbsent(row[0], any -> new ArrayList<>());
      places.put(row[1], lifecycle.size());
      lifecycle.add(events.get(i));
    }
    for (int i = 0; i < events.size(); i++) {
      events.get(i).merged = parents(rows.get(i), places);
    }
    return lifecycles.values();
  }

  private static int[] parents(String[] row, Map<String, Integer> places) {
    List<String> parents = new ArrayList<>();
    if (row[2] != null) {
      parents.add(row[2]);
    }
    if (row[3] != null && !row[3].isEmpty()) {
      parents.addAll(List.of(row[3].split("\\|")));
    }
    return parents.stream()
        .mapToInt(parent -> places.getOrDefault(parent, EventRecord.NONE))
        .toArray();
  }

  private EventRecord event(String[] row) {
    EventRecord event = new EventRecord();
    event.type = EventType.valueOf(row[4]);
    event.time = Long.parseLong(row[5]);
    event.sendTime = row[6] == null ? Long.MIN_VALUE : nanosOf(row[6]);
    event.reporter = number(row[7]);
    event.deliverTo = number(row[8]);
    event.symbol = number(row[9]);
    event.side = character(row[10]);
    event.ordType = character(row[11]);
    event.timeInForce = character(row[12]);
    event.qty = quantity(row[13]);
    event.lastQty = quantity(row[14]);
    event.leaves = quantity(row[15]);
    event.customer = number(row[16]);
    return event;
  }

  private int number(String name) {
    return name == null ? EventRecord.NONE : names.computeIfAbsent(name, any -> names.size());
  }

  private static byte character(String text) {
    return text == null || text.length() != 1 ? 0 : (byte) text.charAt(0);
  }

  private static long quantity(String text) {
    return text == null ? 0 : (long) Double.parseDouble(text);
  }

  private static long nanosOf(String time) {
    Instant instant = Instant.parse(time.replace(' ', 'T') + (time.endsWith("Z") ? "" : "Z"));
    return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
  }
}
