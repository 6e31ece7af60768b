package io.daisychain.datagen.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventWindowTest {
  private static final long SECOND = 1_000_000_000L;
  private final List<Long> out = new ArrayList<>();

  private static EventRecord at(long second) {
    EventRecord record = new EventRecord();
    record.clear();
    record.due = second * SECOND;
    return record;
  }

  private void take(EventRecord record) {
    out.add(record.due / SECOND);
  }

  @Test
  void givesOutByTimeWhatIsDue() throws IOException {
    EventWindow window = new EventWindow(100, 1); // a horizon of 100 s
    for (long second : new long[] {5, 3, 90, 4}) {
      window.add(at(second), 0);
    }

    window.advance(5 * SECOND, this::take);

    assertEquals(List.of(3L, 4L), out);
    window.drain(this::take);
    assertEquals(List.of(3L, 4L, 5L, 90L), out);
  }

  @Test
  void keepsWhatLiesBeyondTheHorizonUntilItsTime() throws IOException {
    EventWindow window = new EventWindow(10, 1);
    window.add(at(500), 0);
    for (long second = 0; second < 600; second++) {
      window.add(at(second), second * SECOND);
      window.advance(second * SECOND, this::take);
    }
    window.drain(this::take);

    assertEquals(out.stream().sorted().toList(), out);
    assertEquals(601, out.size());
  }

  @Test
  void holdsNoMoreThanItsCapacityHoweverManyWait() throws IOException {
    EventWindow window = new EventWindow(10, 1);
    int added = 0;
    for (long second = 0; second < 1_000; second++) {
      window.add(at(second), second * SECOND);
      window.add(at(20_000), second * SECOND);
      window.add(at(second + 5), second * SECOND);
      added += 3;
      window.advance(second * SECOND, this::take);
      assertTrue(added - out.size() <= 32, "waiting " + (added - out.size()));
    }
    window.drain(this::take);

    assertEquals(3_000, out.size());
  }
}
