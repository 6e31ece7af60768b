package io.daisychain.datagen.fit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was seen of a market: counts and times, all that a model is made of. */
final class Observation {
  /** First row of a kind of order, and last cell of a walk. */
  static final String START = "START";

  static final String END = "END";

  /** Instead of END where the order could have gone on. */
  static final String END_OPEN = "END_OPEN";

  /** Before a label: all child orders of the step so named had ended when the next one came. */
  static final String AWAIT = "AWAIT_";

  final Hours hours;

  /** By kind of order and label of a step, how often which one came next. */
  final SortedMap<String, SortedMap<String, Long>> steps = new TreeMap<>();

  /** By the state of a step, and that before it, the nanoseconds between them. */
  final SortedMap<String, SortedMap<String, Sample>> delays = new TreeMap<>();

  /** Children made by a step, or tenths of the open quantity that it executed. */
  final SortedMap<String, SortedMap<String, Long>> sizes = new TreeMap<>();

  /** Sides and types of customers' orders, by name of the table. */
  final SortedMap<String, SortedMap<String, Long>> fields = new TreeMap<>();

  /** Customers' orders by number of the symbol and of the firm. */
  final Map<Integer, Long> symbols = new HashMap<>();

  final Map<Integer, Long> brokers = new HashMap<>();
  final Set<Integer> venues = new HashSet<>();
  final Set<Integer> customers = new HashSet<>();

  /** Quantities of market makers' orders that had more than they traded first. */
  final Sample quoted = new Sample();

  /** Quantities that market makers' orders traded first. */
  final Sample met = new Sample();

  /** Quantities of customers' orders by firm. */
  final Map<Integer, Sample> lots = new HashMap<>();

  /** Nanoseconds from firm to firm. */
  final Sample link = new Sample();

  final Sample desk = new Sample();
  final Sample sending = new Sample();

  /** Sum of squares of the times of orders, from -1 at the open to 1 at the close. */
  double daySquares;

  long orders;
  long events;
  long lifecycles;
  long relayed;
  long relayable;
  int depth = 1;

  Observation(Hours hours) {
    this.hours = hours;
  }

  static void count(SortedMap<String, SortedMap<String, Long>> table, String row, String cell) {
    table.computeIfAbsent(row, any -> new TreeMap<>()).merge(cell, 1L, Long::sum);
  }

  void delay(String state, String before, long nanos) {
    delays
        .computeIfAbsent(state, any -> new TreeMap<>())
        .computeIfAbsent(before, any -> new Sample())
        .add(nanos);
  }

  double daySquare() {
    return daySquares / Math.max(1, orders);
  }

  static long total(Map<String, Long> row) {
    return row.values().stream().mapToLong(Long::longValue).sum();
  }
}
