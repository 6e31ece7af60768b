package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.GeneratedMessage.Output;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.chain.ChainAction;
import io.daisychain.datagen.chain.OrderChain;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever chain a model describes, its messages make sense together. */
class RandomModelIT {
  private static final int STATES = 40;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void keepsSumsAndLineageRightAlongAnyChain(long seed) {
    GeneratorSettings settings =
        GeneratorSettings.to("unused").withWorkload(100, 3_000).withSeed(seed).withTruth();
    WorkloadPlan plan = WorkloadPlan.of(settings.withShards(1), "random", model(seed));

    Output output = GeneratedMessage.shard(plan, 0);

    List<GeneratedMessage> messages = output.messages();
    BruteForce bruteForce = new BruteForce(plan, messages);
    List<String> truth = output.truth().lines().skip(1).toList(); // in the messages' order
    assertTrue(messages.size() > 1_000, "seed " + seed + ": events " + messages.size());
    for (int i = 0; i < messages.size(); i++) {
      String line = bruteForce.line(messages.get(i));
      assertEquals(line, truth.get(i), "seed " + seed + ": " + messages.get(i).text());
      assertTrue(line.endsWith(","), "seed " + seed + ": " + line);
    }
    ReportedSums.check(messages);
  }

  /**
   * States with any action, each leading to the next one and to any others, and at last to an end.
   */
  static String model(long seed) {
    Random random = new Random(seed);
    List<ChainAction> actions = List.of(ChainAction.values());
    String equities = BuiltInModels.yaml("equities");
    StringBuilder yaml = new StringBuilder(equities.substring(0, equities.indexOf("entries:")));
    yaml.append("entries:\n");
    for (OrderChain.Entry entry : OrderChain.Entry.values()) {
      // Every entry is there, good till canceled too.
      int state = entry == OrderChain.Entry.CUSTOMER ? 0 : random.nextInt(STATES);
      String name = entry.name().toLowerCase(java.util.Locale.ROOT);
      yaml.append("  ").append(name).append(": S").append(state).append('\n');
    }
    yaml.append("states:\n");
    for (int i = 0; i < STATES; i++) {
      ChainAction action = actions.get(random.nextInt(actions.size()));
      yaml.append("  S").append(i).append(":\n    action: ").append(action).append('\n');
      if (action == ChainAction.ROUTE) {
        yaml.append("    to: ").append(random.nextBoolean() ? "venue" : "broker").append('\n');
      }
      if (random.nextBoolean()) {
        yaml.append("    count: {weights: {1: 1, 2: 1, 3: 1}}\n");
      }
      if (action == ChainAction.PARTIAL_FILL) {
        yaml.append("    fraction: {uniform: [0.01, 1]}\n");
      }
      int at = random.nextInt(12);
      yaml.append(at == 0 ? "    at: close\n" : at == 1 ? "    at: open\n" : "");
      yaml.append("    delay: ").append(random.nextInt(3) * random.nextInt(900)).append("us\n");
      int other = random.nextInt(STATES);
      boolean same = other == i + 1;
      yaml.append("    next: {S").append(i + 1).append(same ? ": 1" : ": 0.7, S" + other + ": 0.3");
      yaml.append("}\n");
    }
    return yaml.append("  S").append(STATES).append(": {}\n").toString();
  }
}
