package io.daisychain.datagen.fit;

import io.daisychain.model.EventType;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Makes observations, of a warehouse or of what a model generates. */
final class Observations {
  private static final long SLICE_EVENTS = 100_000;
  private static final int PREFIXES = 4_096; // three digits of a key

  /** Firms that do what no venue does. */
  private static final String BROKERS =
      "SELECT DISTINCT ReporterId FROM events"
          + " WHERE eventType IN ('NEW', 'ROUTE', 'INTERNAL', 'AGGREGATE')";

  private static final String ORDERS =
      "SELECT timestampNanos FROM events WHERE eventType = 'NEW' AND timestampNanos IS NOT NULL";

  private static final String COLUMNS =
      "SELECT e.LifecycleId, id, Parent, e.Merge, eventType, timestampNanos, sendingTime,"
          + " ReporterId, destination, symbol, side, ordType, timeInForce, quantity, lastShares,"
          + " leavesQty, CustomerId FROM events AS e WHERE timestampNanos IS NOT NULL";

  private final Set<String> brokers;
  private final Hours hours;
  private final Observation seen = new Observation();

  private Observations(Set<String> brokers, Hours hours) {
    this.brokers = brokers;
    this.hours = hours;
  }

  /** With the hours in which its orders came. */
  record Seen(Observation observation, Hours hours) {}

  /** Of a warehouse's {@code events}, a slice of its lifecycles after another. */
  static Seen ofWarehouse(ModelFit.Rows warehouse) throws IOException {
    Set<String> brokers = new HashSet<>();
    for (String[] row : warehouse.rows(BROKERS)) {
      brokers.add(row[0]);
    }
    List<Long> times = new ArrayList<>();
    for (String[] row : warehouse.rows(ORDERS)) {
      times.add(Long.parseLong(row[0]));
    }
    if (times.isEmpty()) {
      throw new IllegalArgumentException("--fit: the warehouse has no NEW order to fit a model to");
    }
    Observations made = new Observations(brokers, Hours.of(times));
    long events = Long.parseLong(warehouse.rows("SELECT count(*) FROM events").get(0)[0]);
    int slices = (int) Math.min(PREFIXES, 1 + events / SLICE_EVENTS);
    for (int i = 0; i < slices; i++) {
      made.read(warehouse.rows(COLUMNS + between(i, slices)));
    }
    return new Seen(made.seen, made.hours);
  }

  private static String between(int slice, int slices) {
    String from = slice == 0 ? "" : " AND LifecycleId >= '" + key(slice, slices) + "'";
    return slice == slices - 1
        ? from
        : from + " AND LifecycleId < '" + key(slice + 1, slices) + "'";
  }

  private static String key(int slice, int slices) {
    String digits = String.format(Locale.ROOT, "%03x", (long) slice * PREFIXES / slices);
    return digits + "00000-0000-0000-0000-000000000000";
  }

  private void read(List<String[]> rows) {
    Map<String, List<FitEvent>> lifecycles = new LinkedHashMap<>();
    for (String[] row : rows) {
      EventType type = type(row[4]);
      if (type != null && row[0] != null) {
        lifecycles.computeIfAbsent(row[0], any -> new ArrayList<>()).add(event(row, type));
      }
    }
    LifecycleReader reader = new LifecycleReader(seen, hours, brokers);
    lifecycles.values().forEach(reader::read);
  }

  private static EventType type(String name) {
    for (EventType type : EventType.values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    return null;
  }

  private static FitEvent event(String[] row, EventType type) {
    List<String> parents = new ArrayList<>();
    if (row[2] != null) {
      parents.add(row[2]);
    }
    if (row[3] != null && !row[3].isEmpty()) {
      parents.addAll(Arrays.asList(row[3].split("\\|")));
    }
    long nanos = Long.parseLong(row[5]);
    return new FitEvent(
        row[1],
        parents,
        type,
        nanos,
        row[6] == null ? Long.MIN_VALUE : nanosOf(row[6]),
        row[7],
        row[8],
        row[9],
        row[10],
        row[11],
        row[12],
        number(row[13]),
        number(row[14]),
        number(row[15]),
        row[16]);
  }

  private static double number(String text) {
    return text == null ? 0 : Double.parseDouble(text);
  }

  private static long nanosOf(String time) {
    Instant instant = Instant.parse(time.replace(' ', 'T') + (time.endsWith("Z") ? "" : "Z"));
    return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
  }

  /** Of so many events that a model in YAML makes. */
  static Seen ofGenerated(String yaml, long events, long seed) {
    Collection<List<FitEvent>> lifecycles = GeneratedEvents.of(yaml, events, seed);
    Set<String> brokers = new HashSet<>();
    List<Long> times = new ArrayList<>();
    for (List<FitEvent> lifecycle : lifecycles) {
      for (FitEvent event : lifecycle) {
        if (LifecycleReader.isBrokers(event.type())) {
          brokers.add(event.reporter());
        }
        if (event.type() == EventType.NEW) {
          times.add(event.nanos());
        }
      }
    }
    Observations made = new Observations(brokers, Hours.of(times));
    LifecycleReader reader = new LifecycleReader(made.seen, made.hours, brokers);
    lifecycles.forEach(reader::read);
    return new Seen(made.seen, made.hours);
  }
}
