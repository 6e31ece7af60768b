package io.daisychain.linkage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Block;
import io.daisychain.model.PackedWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepeatedKeysTest {
  private static final int REPEATED = 5_000;

  private final RepeatedKeys.Build build = new RepeatedKeys.Build();

  /** Some keys are in the first and in the last part, all others in one. */
  private static List<RepeatedKeys> parts(RepeatedKeys.Build build, int parts, int each) {
    List<RepeatedKeys> all = new ArrayList<>();
    long next = REPEATED;
    for (int part = 0; part < parts; part++) {
      PackedWriter keys = new PackedWriter();
      for (int i = 0; i < REPEATED && (part == 0 || part == parts - 1); i++) {
        keys.i64(hash(i)).i64(0);
      }
      for (int i = 0; i < each; i++) {
        keys.i64(hash(next++)).i64(0);
      }
      byte[] bytes = Arrays.copyOf(keys.buffer(), keys.length());
      all.add(build.addInput(build.createAccumulator(), Block.of(bytes)));
    }
    return all;
  }

  private static long hash(long number) {
    return new Random(number * 31 + 7).nextLong();
  }

  @Test
  void ofFewKeysThoseThatComeTwiceAreKnownExactly() {
    RepeatedKeys keys = build.extractOutput(build.mergeAccumulators(parts(build, 3, 20_000)));

    for (int i = 0; i < REPEATED + 60_000; i++) {
      assertEquals(i < REPEATED, keys.mayContain(hash(i)), "key " + i);
    }
  }

  @Test
  void ofManyKeysNoneThatComesTwiceIsMissedAndFewOthersAreTaken() {
    RepeatedKeys keys = build.extractOutput(build.mergeAccumulators(parts(build, 4, 1_200_000)));

    for (int i = 0; i < REPEATED; i++) {
      assertTrue(keys.mayContain(hash(i)), "key " + i);
    }
    long wrong = 0;
    for (int i = REPEATED; i < REPEATED + 4_800_000; i++) {
      wrong += keys.mayContain(hash(i)) ? 1 : 0;
    }
    assertTrue(wrong < 4_800, wrong + " of 4,800,000");
  }
}
