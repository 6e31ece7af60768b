package io.daisychain.datagen.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Times before steps. A state has one: that of the steps before it after which it comes soonest.
 * After others it comes much later, such as a cancel that nobody asked for after one that was: a
 * state that only waits then stands between the two.
 */
final class Delays {
  /** So many times later is much later. */
  private static final double MUCH = 4;

  private static final long LEAST_COUNT = 20;
  private static final long LEAST_NANOS = 100_000;

  /** By the state of a step, the states before it after which it comes much later. */
  private final SortedMap<String, List<String>> slow = new TreeMap<>();

  Delays(Observation seen) {
    seen.delays.forEach(
        (state, before) -> slow.put(state, state.contains("_AT_") ? List.of() : slowOf(before)));
  }

  private static List<String> slowOf(SortedMap<String, Sample> before) {
    List<String> known =
        new ArrayList<>(
            before.keySet().stream()
                .filter(name -> before.get(name).size() >= LEAST_COUNT)
                .sorted(Comparator.comparingLong(name -> before.get(name).quantile(0.5)))
                .toList());
    if (!known.isEmpty()) {
      double least = Math.max(LEAST_NANOS, before.get(known.get(0)).quantile(0.5));
      known.removeIf(name -> before.get(name).quantile(0.5) < MUCH * least);
    }
    return known;
  }

  /** True where a state that waits stands between two. */
  boolean hasWait(String before, String state) {
    return slow.getOrDefault(state, List.of()).contains(before);
  }

  /** Name of the time between two states: that of the later one, unless a wait stands between. */
  String name(String before, String state) {
    return hasWait(before, state) ? wait(before, state) : state;
  }

  static String wait(String before, String state) {
    return before + ">" + state;
  }

  /** The times of an observation by their names. */
  SortedMap<String, Sample> of(Observation observation) {
    SortedMap<String, Sample> all = new TreeMap<>();
    for (Map.Entry<String, SortedMap<String, Sample>> state : observation.delays.entrySet()) {
      state
          .getValue()
          .forEach(
              (before, sample) ->
                  all.computeIfAbsent(name(before, state.getKey()), any -> new Sample())
                      .addAll(sample));
    }
    return all;
  }
}
