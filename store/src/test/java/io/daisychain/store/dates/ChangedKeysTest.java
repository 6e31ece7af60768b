package io.daisychain.store.dates;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.AddUp;
import io.daisychain.model.RowKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.api.Test;

class ChangedKeysTest {
  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void areTheUnionHoweverTheyAreDealt() throws IOException {
    for (int round = 0; round < 200; round++) {
      TreeSet<RowKey> expected = new TreeSet<>();
      List<ChangedKeys> parts = new ArrayList<>();
      int count = 0;
      for (int part = random.nextInt(4); part >= 0; part--) {
        ChangedKeys keys = new ChangedKeys();
        for (int i = random.nextInt(50); i > 0; i--) {
          RowKey key = new RowKey(random.nextInt(5) - 2L, random.nextInt(9) - 4L);
          keys.add(key.high(), key.low());
          expected.add(key);
          count++;
        }
        parts.add(CoderUtils.clone(ChangedKeys.KeysCoder.of(), keys));
      }

      ChangedKeys all = merged(parts);

      assertTrue(all.isKnown(), "seed " + seed);
      assertEquals(List.copyOf(expected), List.copyOf(all.keys()), "seed " + seed);
      assertEquals(count, all.count(), "seed " + seed);
      assertArrayEquals(all.toBytes(), ChangedKeys.of(all.toBytes()).toBytes(), "seed " + seed);
    }
  }

  @Test
  void areKnownUntilThereAreTooManyOfThem() throws IOException {
    ChangedKeys most = new ChangedKeys();
    for (int times = 0; times < 2; times++) {
      for (int i = 0; i < ChangedKeys.MOST; i++) {
        most.add(i, 0);
      }
    }
    assertTrue(most.isKnown(), "each key counts once");
    assertEquals(ChangedKeys.MOST, ChangedKeys.of(most.toBytes()).keys().size());

    ChangedKeys others = new ChangedKeys();
    others.add(ChangedKeys.MOST, 0);
    for (ChangedKeys tooMany : List.of(merged(most, others), merged(others, most))) {
      ChangedKeys copy = CoderUtils.clone(ChangedKeys.KeysCoder.of(), tooMany);
      assertFalse(copy.isKnown());
      assertEquals(2L * ChangedKeys.MOST + 1, copy.count());
      assertThrows(IllegalStateException.class, copy::keys);
      assertFalse(merged(copy, new ChangedKeys()).isKnown());
      assertFalse(merged(new ChangedKeys(), copy).isKnown());
    }
    most.add(0, 1);
    assertFalse(most.isKnown());
  }

  private static ChangedKeys merged(ChangedKeys one, ChangedKeys other) {
    return merged(List.of(one, other));
  }

  private static ChangedKeys merged(List<ChangedKeys> parts) {
    return AddUp.<ChangedKeys>of(ChangedKeys::new, ChangedKeys::add).mergeAccumulators(parts);
  }

  @Test
  void sayWhenTheirBytesAreNone() {
    for (int length : new int[] {0, 8, 10, 24, 26, 9 + 16 * (ChangedKeys.MOST + 1)}) {
      assertThrows(IOException.class, () -> ChangedKeys.of(new byte[length]), () -> "" + length);
    }
  }
}
