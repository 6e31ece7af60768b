package io.daisychain.jmh.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.datagen.Generator;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.WorkloadPlan;
import io.daisychain.datagen.lifecycle.Lineage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Messages to measure with: too many and too varied for the branch predictor to learn, one a line,
 * the same in every run.
 *
 * <p>They are the generator's, half of them with tagged and half with native lineage, shuffled.
 * Orders with NoParents (10073) are left out, since QuickFIX/J takes the members of that group for
 * repeated fields.
 */
public final class Corpus {
  /** Messages in every corpus. */
  public static final int MESSAGES = 8192;

  private static final long SEED = 42;

  private final byte[] bytes;
  private final int[] ends = new int[MESSAGES];

  public Corpus(CorpusKind kind) {
    List<String> messages = new ArrayList<>();
    for (Lineage lineage : List.of(Lineage.NATIVE, Lineage.TAGGED)) {
      messages.addAll(generated(lineage).subList(0, MESSAGES / 2));
    }
    Random random = new Random(SEED);
    Collections.shuffle(messages, random);
    Mutation mutation = new Mutation(random);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < MESSAGES; i++) {
      String message = messages.get(i);
      if (random.nextDouble() < kind.damaged()) {
        message = mutation.damaged(message, random.nextDouble() < kind.framed());
      }
      all.writeBytes(message.getBytes(ISO_8859_1));
      ends[i] = all.size();
      all.write('\n');
    }
    bytes = all.toByteArray();
  }

  private static List<String> generated(Lineage lineage) {
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    WorkloadPlan plan =
        WorkloadPlan.of(
            GeneratorSettings.to("unused")
                .withWorkload(100, MESSAGES)
                .withShards(1)
                .withSeed(SEED)
                .withLineage(lineage));
    try {
      Generator.generateShard(plan, 0, events, OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> lines = new ArrayList<>(Arrays.asList(events.toString(ISO_8859_1).split("\n", 0)));
    lines.removeIf(line -> line.contains("\u000110073="));
    return lines;
  }

  public byte[] bytes() {
    return bytes;
  }

  /** Index of a message's first byte. */
  public int start(int message) {
    return message == 0 ? 0 : ends[message - 1] + 1;
  }

  /** Index after a message's last byte. */
  public int end(int message) {
    return ends[message];
  }
}
