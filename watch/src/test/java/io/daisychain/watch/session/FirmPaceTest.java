package io.daisychain.watch.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.access.FirmRates;
import org.junit.jupiter.api.Test;

class FirmPaceTest {
  private static final long SECOND = 1_000_000_000;

  private long now = 5;
  private long day = 20_000;

  private FirmPace pace(FirmRates rates) {
    return new FirmPace("FIRM", rates, () -> now, () -> day);
  }

  @Test
  void messagesBeyondTheRateWaitForTheirTurn() {
    FirmPace pace = pace(new FirmRates(10, Long.MAX_VALUE, Long.MAX_VALUE));
    for (int i = 0; i < 10; i++) {
      assertEquals(0, pace.read(100), "a second's messages at once");
    }
    assertEquals(SECOND / 10, pace.read(100));
    assertEquals(SECOND / 5, pace.read(100));
    now += SECOND;
    assertEquals(0, pace.read(100));
    now += 3_600 * SECOND;
    for (int i = 0; i < 10; i++) {
      assertEquals(0, pace.read(100), "what an hour left unused is a second's");
    }
    assertEquals(SECOND / 10, pace.read(100));
    assertEquals(24, pace.messages());
    assertEquals(SECOND / 10 * 4, pace.waited());
  }

  @Test
  void longMessagesWaitForTheirBytes() {
    FirmPace pace = pace(new FirmRates(Long.MAX_VALUE, 1_000, Long.MAX_VALUE));
    assertEquals(0, pace.read(1_000));
    assertEquals(2 * SECOND, pace.read(2_000));
    now += 2 * SECOND;
    assertEquals(SECOND, pace.read(1_000), "nothing was left unused");
  }

  @Test
  void aDayHasSoManyMessages() {
    FirmPace pace = pace(new FirmRates(Long.MAX_VALUE, Long.MAX_VALUE, 2));
    assertTrue(pace.takeOfDay());
    assertTrue(pace.takeOfDay());
    assertFalse(pace.takeOfDay());
    day++;
    assertTrue(pace.takeOfDay());
    assertTrue(FirmPace.unbounded().takeOfDay());
    assertEquals(0, FirmPace.unbounded().read(1 << 20));
  }
}
