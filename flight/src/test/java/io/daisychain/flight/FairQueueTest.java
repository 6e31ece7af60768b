package io.daisychain.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final List<String> done = new ArrayList<>();

  private FairQueue.Work work(String name, int parts) {
    int[] left = {parts};
    return () -> {
      done.add(name);
      return --left[0] > 0;
    };
  }

  @Test
  void aSmallRequestWaitsForOnePartOfAnothersLargeOne() {
    try (FairQueue queue = new FairQueue(0)) {
      for (int i = 0; i < 3; i++) {
        queue.add("YEAR", work("year", 1_000));
      }
      for (int i = 0; i < 100; i++) {
        queue.runNext();
      }
      queue.add("SMALL", work("small", 1));
      done.clear();
      queue.runNext();
      queue.runNext();
      assertTrue(done.contains("small"), done::toString);
    }
  }

  @Test
  void usersTakeTurnsHoweverManyRequestsEachHas() {
    long seed = Long.getLong("daisychain.seed", 1);
    Random random = new Random(seed);
    try (FairQueue queue = new FairQueue(0)) {
      Map<String, Integer> parts = new HashMap<>();
      for (int user = 0; user < 5; user++) {
        int requests = 1 + random.nextInt(20);
        for (int i = 0; i < requests; i++) {
          queue.add("u" + user, work("u" + user, 200));
        }
      }
      for (int i = 0; i < 500; i++) {
        assertTrue(queue.runNext());
      }
      done.forEach(name -> parts.merge(name, 1, Integer::sum));
      parts.forEach((name, count) -> assertEquals(100, count, name + " of seed " + seed));
    }
  }

  @Test
  void requestsOfOneUserTakeTurnsToo() {
    try (FairQueue queue = new FairQueue(0)) {
      queue.add("A", work("first", 50));
      queue.add("A", work("second", 2));
      for (int i = 0; i < 4; i++) {
        queue.runNext();
      }
      assertEquals(List.of("first", "second", "first", "second"), done);
    }
  }

  @Test
  void whatHasNothingToDoWaitsUntilItIsAddedAgain() {
    try (FairQueue queue = new FairQueue(0)) {
      queue.add("A", work("a", 1));
      assertTrue(queue.runNext());
      assertFalse(queue.runNext());
      queue.add("A", work("again", 1));
      assertTrue(queue.runNext());
      assertEquals(List.of("a", "again"), done);
    }
  }
}
