package io.daisychain.jmh;

import io.daisychain.datagen.Generator;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.Lineage;
import io.daisychain.datagen.WorkloadPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;

/** Messages to measure with: too many and too varied for the branch predictor to learn. */
final class Corpus {
  /** Messages in every corpus. */
  static final int MESSAGES = 8192;

  private static final long SEED = 42;

  private final byte[] bytes;
  private final int[] ends = new int[MESSAGES];

  /**
   * A corpus of the generator's messages.
   *
   * @param damaged share of messages, 0 to 1, in which one byte behind MsgType is changed
   */
  Corpus(double damaged) throws IOException {
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    WorkloadPlan plan =
        WorkloadPlan.of(
            GeneratorSettings.to("unused")
                .withWorkload(100, MESSAGES * 2L)
                .withShards(1)
                .withSeed(SEED)
                .withLineage(Lineage.NATIVE));
    Generator.generateShard(plan, 0, events, OutputStream.nullOutputStream());
    byte[] all = events.toByteArray();
    int at = 0;
    for (int i = 0; i < MESSAGES; i++) {
      while (all[at] != '\n') {
        at++;
      }
      ends[i] = at++;
    }
    bytes = Arrays.copyOf(all, at);
    damage(damaged);
  }

  private void damage(double share) {
    Random random = new Random(SEED);
    for (int i = 0; i < MESSAGES; i++) {
      if (random.nextDouble() < share) {
        int from = start(i) + 24;
        bytes[from + random.nextInt(ends[i] - 1 - from)] = (byte) ('!' + random.nextInt(90));
      }
    }
  }

  byte[] bytes() {
    return bytes;
  }

  /** Index of a message's first byte. */
  int start(int message) {
    return message == 0 ? 0 : ends[message - 1] + 1;
  }

  /** Index after a message's last byte. */
  int end(int message) {
    return ends[message];
  }
}
