package io.daisychain.datagen;

import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.lifecycle.Lineage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import quickfix.DataDictionary;
import quickfix.InvalidMessage;
import quickfix.Message;

/** Every message of every built-in model before QuickFIX/J's validation: {@code MESSAGES SEED}. */
final class ValidityCampaign {
  private ValidityCampaign() {}

  public static void main(String[] arguments) throws Exception {
    long messages = Long.parseLong(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    long refused = 0;
    for (String model : BuiltInModels.NAMES) {
      for (Lineage lineage : Lineage.values()) {
        GeneratorSettings settings =
            GeneratorSettings.to("unused")
                .withWorkload(100, messages / 2)
                .withSeed(seed)
                .withShards(1)
                .withLineage(lineage)
                .withModel(model);
        Judge judge = new Judge(Fix42Dictionary.of(lineage));
        Generator.generateShard(
            WorkloadPlan.of(settings), 0, judge, OutputStream.nullOutputStream());
        refused += judge.refused;
        System.out.printf(
            Locale.ROOT,
            "%-14s %-7s seed %d: %,d messages, %,d refused%n",
            model,
            lineage.name().toLowerCase(Locale.ROOT),
            seed,
            judge.judged,
            judge.refused);
      }
    }
    if (refused > 0) {
      throw new AssertionError(refused + " messages refused");
    }
  }

  /** Validates whatever lines are written to it. */
  private static final class Judge extends OutputStream {
    private final DataDictionary dictionary;
    private byte[] line = new byte[1 << 16];
    private int size;
    private long judged;
    private long refused;

    Judge(DataDictionary dictionary) {
      this.dictionary = dictionary;
    }

    @Override
    public void write(int b) throws IOException {
      if (b == '\n') {
        judge(new String(line, 0, size, StandardCharsets.ISO_8859_1));
        size = 0;
        return;
      }
      if (size == line.length) {
        line = java.util.Arrays.copyOf(line, 2 * size);
      }
      line[size++] = (byte) b;
    }

    private void judge(String text) {
      judged++;
      try {
        dictionary.validate(new Message(text, dictionary, true));
      } catch (InvalidMessage
          | quickfix.FieldNotFound
          | quickfix.IncorrectDataFormat
          | quickfix.IncorrectTagValue
          | quickfix.FieldException e) {
        if (refused++ < 10) {
          System.out.println(e + ": " + text.replace('\u0001', '|'));
        }
      }
    }
  }
}
