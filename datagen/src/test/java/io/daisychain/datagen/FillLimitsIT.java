package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.GeneratedMessage.Output;
import io.daisychain.datagen.fault.ErrorRates;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an analyst's first query would find: fills beyond their limit, fills after the close, and
 * orders that came when nobody could trade them any more.
 */
class FillLimitsIT {
  /** 16:00 in New York in March. */
  private static final String CLOSE = "20:00:00";

  /** A second before, and what a clock may be off. */
  private static final String LAST_ORDER = "19:59:59.025";

  private Map<RowKey, GeneratedMessage> byKey;

  @ParameterizedTest
  @MethodSource("io.daisychain.datagen.TransitionFrequencyTest#models")
  void areKeptByEveryModel(String model) {
    long seed = 61;
    GeneratorSettings settings =
        GeneratorSettings.to("unused")
            .withWorkload(100, 20_000)
            .withModel(model)
            .withSeed(seed)
            .withLineage(Lineage.NATIVE);

    int fills = check(GeneratedMessage.workload(settings).messages(), model + ", seed " + seed);

    assertTrue(fills > 500, model + ": fills " + fills);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void areKeptAlongAnyChain(long seed) {
    GeneratorSettings settings =
        GeneratorSettings.to("unused").withWorkload(100, 3_000).withSeed(seed).withShards(1);
    WorkloadPlan plan = WorkloadPlan.of(settings, "random", RandomModelIT.model(seed));

    check(GeneratedMessage.shard(plan, 0).messages(), "seed " + seed);
  }

  private int check(List<GeneratedMessage> messages, String which) {
    byKey = new HashMap<>();
    messages.forEach(message -> byKey.put(message.key(), message));
    int fills = 0;
    for (GeneratedMessage message : messages) {
      if (message.type() == EventType.NEW) {
        String time = message.value(60).substring(9);
        assertTrue(time.compareTo(LAST_ORDER) <= 0, which + ", too late: " + message.text());
      }
      if (isFill(message)) {
        String time = message.value(60).substring(9);
        assertTrue(time.compareTo(CLOSE) <= 0, which + ", after the close: " + message.text());
        fills++;
      }
      if (isFill(message) || message.type() == EventType.CORRECT) {
        GeneratedMessage order = orderOf(message);
        assertTrue(isWithin(message, order.value(44)), which + ": " + message.text());
        assertTrue(isWithin(message, message.value(44)), which + ": " + message.text());
      }
    }
    return fills;
  }

  private static boolean isFill(GeneratedMessage message) {
    return message.type() == EventType.FILL || message.type() == EventType.PARTIAL_FILL;
  }

  /** The version of the order or route that was filled; of a correction, by the fill. */
  private GeneratedMessage orderOf(GeneratedMessage report) {
    GeneratedMessage at = report;
    do {
      at = byKey.get(at.parents().get(0));
    } while (isFill(at) || at.type() == EventType.CORRECT);
    return at;
  }

  private static boolean isWithin(GeneratedMessage report, String limit) {
    if (limit.isEmpty()) {
      return true; // at the market
    }
    int above = new BigDecimal(report.value(31)).compareTo(new BigDecimal(limit));
    return Set.of("1", "3").contains(report.value(54)) ? above <= 0 : above >= 0;
  }

  @ParameterizedTest
  @CsvSource({"equities, NATIVE, 71", "institutional, TAGGED, 72"})
  void areBrokenWhereThatIsAskedForAndNowhereElse(String model, Lineage lineage, long seed) {
    GeneratorSettings settings =
        GeneratorSettings.to("unused")
            .withWorkload(100, 30_000)
            .withModel(model)
            .withLineage(lineage)
            .withSeed(seed)
            .withTruth()
            .withShards(1)
            .withErrors(ErrorRates.parse("BEYOND_LIMIT=0.03"));
    Output output = GeneratedMessage.shard(WorkloadPlan.of(settings), 0);
    Set<String> told = new HashSet<>();
    output.injected().lines().skip(1).forEach(line -> told.add(line.split(",", -1)[3]));
    byKey = new HashMap<>();
    output.messages().forEach(message -> byKey.put(message.key(), message));

    Set<String> found = new HashSet<>();
    for (GeneratedMessage message : output.messages()) {
      if (isFill(message) && !isWithin(message, orderOf(message).value(44))) {
        found.add(message.key().toString());
      }
    }

    assertTrue(told.size() > 50, "put in " + told.size());
    assertEquals(told, found, model + ", seed " + seed);
    assertEquals(Map.of(), output.summary().byError(), "no status is about prices");
  }

  @ParameterizedTest
  @CsvSource({"equities, 81", "stress, 82"})
  void leaveNothingOpenThatWasStillWorkedOnAfterTheClose(String model, long seed) {
    GeneratorSettings settings =
        GeneratorSettings.to("unused").withWorkload(100, 30_000).withModel(model).withSeed(seed);
    Map<String, GeneratedMessage> last = new HashMap<>(); // report, by reporter and order
    for (GeneratedMessage message : GeneratedMessage.workload(settings).messages()) {
      boolean ofTheDay = !message.value(59).equals("1");
      if (message.fields().containsKey(150) && ofTheDay) {
        String order = message.value(49) + "/" + message.value(115) + "/" + message.value(128);
        last.merge(
            order + "/" + message.value(37), message, (a, b) -> a.nanos() > b.nanos() ? a : b);
      }
    }
    last.values().removeIf(report -> report.value(60).substring(9).compareTo(CLOSE) <= 0);

    Map<String, String> open = new HashMap<>();
    last.forEach((order, report) -> open.put(order, report.value(39)));
    open.values()
        .removeIf(status -> !Set.of("0", "1", "5", "A", "E", "6", "7", "9").contains(status));

    assertTrue(last.size() > 20, model + ": ended after the close " + last.size());
    assertEquals(Map.of(), open, model + ", seed " + seed);
  }
}
