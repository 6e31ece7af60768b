package io.daisychain.watch.ticks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.model.LongBytes;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LastValuesTest {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_122);

  @Test
  void hasTheLastOfEachSymbolWhileItGrows() {
    Random random = new Random(SEED);
    LastValues values = new LastValues();
    Map<Long, byte[]> expected = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      byte[] tick = new byte[QuoteTick.LENGTH];
      random.nextBytes(tick);
      long symbol = random.nextInt(20_000) - 100L; // 0 is a symbol too
      LongBytes.write(symbol, tick, 0);
      boolean isNew = expected.put(symbol, tick) == null;
      int place = values.update(tick, 0);
      assertEquals(isNew ? 0 : (int) symbol ^ 7, values.mark(place), "seed " + SEED);
      values.mark(place, (int) symbol ^ 7);
    }
    assertEquals(expected.size(), values.size());
    expected.forEach(
        (symbol, tick) -> {
          byte[] last = new byte[QuoteTick.LENGTH];
          values.write(values.placeOf(symbol), last, 0);
          assertArrayEquals(tick, last, () -> "symbol " + symbol + ", seed " + SEED);
        });
    assertEquals(-1, values.placeOf(1L << 50));
  }
}
