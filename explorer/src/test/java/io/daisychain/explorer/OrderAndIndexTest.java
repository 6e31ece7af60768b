package io.daisychain.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.explorer.point.IdIndex;
import io.daisychain.explorer.point.LifecycleNumbers;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.TimeOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Sorting and looking up so many events that all cores take part, beside plain collections. */
class OrderAndIndexTest {
  private static final int SIZE = 450_000;
  private static final long SEED = Long.getLong("daisychain.seed", System.nanoTime());
  private static final String SAID = "-Ddaisychain.seed=" + SEED;

  private final Random random = new Random(SEED);

  @Test
  void rowsAreSortedByTimeAndThoseOfOneTimeStayAsTheyWere() {
    for (long span : new long[] {1, 50, 86_400_000_000_000L, Long.MAX_VALUE}) {
      long[] time = random.longs(SIZE, -span / 2, span / 2 + 1).toArray();
      int[] order = TimeOrder.of(time, SIZE);
      boolean[] seen = new boolean[SIZE];
      for (int i = 0; i < SIZE; i++) {
        seen[order[i]] = true;
        if (i > 0) {
          boolean ascends =
              time[order[i - 1]] < time[order[i]]
                  || (time[order[i - 1]] == time[order[i]] && order[i - 1] < order[i]);
          assertTrue(ascends, SAID + ": span " + span + ", place " + i);
        }
      }
      for (boolean one : seen) {
        assertTrue(one, SAID);
      }
    }
    assertEquals(0, TimeOrder.of(new long[0], 0).length);
  }

  @Test
  void idsFindTheEventThatIsMeant() {
    long[] high = new long[SIZE];
    long[] low = new long[SIZE];
    long[] time = random.longs(SIZE, 0, 1_000_000).sorted().toArray();
    Map<UUID, List<Integer>> events = new HashMap<>();
    for (int i = 0; i < SIZE; i++) {
      int id = random.nextInt(SIZE); // some have several events, some none
      high[i] = id / 100;
      low[i] = id % 100;
      events.computeIfAbsent(new UUID(high[i], low[i]), any -> new ArrayList<>()).add(i);
    }
    long[] askedHigh = new long[SIZE];
    long[] askedLow = new long[SIZE];
    long[] at = random.longs(SIZE, 0, 1_000_000).toArray();
    for (int i = 0; i < SIZE; i++) {
      int id = random.nextInt(SIZE + SIZE / 2);
      askedHigh[i] = id / 100;
      askedLow[i] = id % 100;
    }
    IdIndex index = new IdIndex(high, low);
    int[] first = new int[SIZE];
    int[] latest = new int[SIZE];
    index.firsts(askedHigh, askedLow, 0, SIZE, (query, event) -> first[query] = event);
    index.latest(askedHigh, askedLow, 0, SIZE, time, at, (query, event) -> latest[query] = event);
    for (int i = 0; i < SIZE; i++) {
      List<Integer> all = events.getOrDefault(new UUID(askedHigh[i], askedLow[i]), List.of());
      assertEquals(all.isEmpty() ? -1 : all.get(0), first[i], SAID);
      int best = -1;
      for (int event : all) {
        if (best < 0 || (time[event] <= at[i] && time[event] > time[best])) {
          best = event;
        }
      }
      assertEquals(best, latest[i], SAID + ": query " + i + " of " + all);
    }
    Points.Lifecycles lifecycles = LifecycleNumbers.of(index, askedHigh, askedLow);
    Map<UUID, Integer> numbers = new HashMap<>();
    for (int i = 0; i < SIZE; i++) {
      UUID id = new UUID(askedHigh[i], askedLow[i]);
      int number = lifecycles.number()[i];
      assertEquals(number, numbers.computeIfAbsent(id, any -> number), SAID);
      assertEquals(id, new UUID(lifecycles.high()[number], lifecycles.low()[number]), SAID);
    }
    assertEquals(numbers.size(), lifecycles.high().length, SAID);
  }
}
