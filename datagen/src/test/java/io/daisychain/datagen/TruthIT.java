package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.GeneratedMessage.Output;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TruthIT {
  private static final int EVENTS = 15_000;

  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, EVENTS).withTruth();

  /** Lineage, share of errors and seed; a failure names all three. */
  @ParameterizedTest
  @CsvSource({
    "TAGGED, 0, 31",
    "NATIVE, 0, 32",
    "TAGGED, 0.02, 33",
    "NATIVE, 0.02, 34",
    "TAGGED, 0.3, 35",
    "NATIVE, 1, 36"
  })
  void saysWhatBruteForceFindsInTheMessages(Lineage lineage, double errors, long seed) {
    WorkloadPlan plan =
        WorkloadPlan.of(
            SETTINGS.withLineage(lineage).withErrors(errors).withSeed(seed).withShards(1));
    Output output = GeneratedMessage.shard(plan, 0);
    List<GeneratedMessage> messages = output.messages();
    BruteForce bruteForce = new BruteForce(plan, messages);
    List<String> truth = output.truth().lines().toList();

    assertEquals("id,Parent,GrandParent,eventType,expected error", truth.get(0));
    Map<String, String> told = new HashMap<>();
    truth.stream().skip(1).forEach(line -> told.put(line.substring(0, 36), line));
    assertEquals(truth.size() - 1, told.size(), "ids in the truth are unique");
    int found = 0;
    for (GeneratedMessage message : bruteForce.published()) {
      String line = bruteForce.line(message);
      assertEquals(line, told.get(line.substring(0, 36)), "seed " + seed + ": " + message.text());
      found++;
    }
    assertEquals(found, told.size());
    assertEquals(found, output.summary().events());
    assertEquals(output.lines().size(), output.summary().lines());
    ShardSummary.Messages counts = output.summary().messages();
    assertEquals(messages.size(), counts.events() + counts.repeats());
    checkCounts(output.summary(), truth);
  }

  private static void checkCounts(ShardSummary summary, List<String> truth) {
    Map<String, Long> byError = new HashMap<>();
    for (String line : truth.subList(1, truth.size())) {
      for (String status : line.substring(line.lastIndexOf(',') + 1).split(";", -1)) {
        if (!status.isEmpty()) {
          byError.merge(status, 1L, Long::sum);
        }
      }
    }
    Map<String, Long> counted = new HashMap<>();
    summary.byError().forEach((status, count) -> counted.put(status.name(), count));
    assertEquals(byError, counted);
  }

  @ParameterizedTest
  @EnumSource(Lineage.class)
  void injectsEveryErrorThatItPromises(Lineage lineage) {
    ShardSummary summary =
        GeneratedMessage.workload(SETTINGS.withLineage(lineage).withErrors(0.3)).summary();

    assertEquals(EnumSet.allOf(ErrorStatus.class), summary.byError().keySet());
    assertEquals(EnumSet.allOf(ErrorKind.class), summary.injected().keySet());
    assertTrue(summary.messages().noise() > 0);
    assertTrue(summary.rejects() > 0);
  }

  /** A kind alone ends in its own status, and in others only where one follows from the other. */
  @ParameterizedTest
  @EnumSource(ErrorKind.class)
  void putsInEachKindAtARateOfItsOwn(ErrorKind kind) {
    GeneratorSettings settings = SETTINGS.withErrors(ErrorRates.parse(kind + "=0.2"));
    ShardSummary summary = GeneratedMessage.workload(settings).summary();

    assertEquals(Set.of(kind), summary.injected().keySet());
    long injected = summary.injected().get(kind);
    if (Arrays.stream(ErrorStatus.values()).anyMatch(status -> status.name().equals(kind.name()))) {
      long found = summary.byError().getOrDefault(ErrorStatus.valueOf(kind.name()), 0L);
      // A mismatch shows on two rows, a missing parent on every child; a fill may be busted again.
      assertTrue(found >= injected * 0.9, kind + ": " + found + " of " + injected);
    } else {
      assertTrue(injected > 0, kind.name());
    }
  }

  @Test
  void findsNoErrorWhereNoneIsInjected() {
    Output output = GeneratedMessage.workload(SETTINGS);

    assertEquals(Map.of(), output.summary().byError());
    assertEquals(0, output.summary().rejects());
  }

  @ParameterizedTest
  @CsvSource({"0, 41", "0.05, 42"})
  void makesTheSameGraphInBothLineages(double errors, long seed) {
    // The oldest root of a cycle is its smallest key, which is another in each lineage.
    ErrorRates rates = ErrorRates.parse(errors + ",CYCLE=0");
    GeneratorSettings settings = SETTINGS.withErrors(rates).withSeed(seed);
    Output tagged = GeneratedMessage.workload(settings);
    Output nativeOutput = GeneratedMessage.workload(settings.withLineage(Lineage.NATIVE));

    assertEquals(graph(tagged.truth()), graph(nativeOutput.truth()));
    assertTrue(tagged.messages().stream().allMatch(line -> line.text().contains("\u000110001=")));
    assertTrue(nativeOutput.lines().stream().noneMatch(line -> line.contains("\u00011000")));
  }

  /** Lines of the truth with ids replaced by the places where they are first named. */
  private static List<String> graph(String truth) {
    Map<String, Integer> places = new HashMap<>();
    List<String> graph = new ArrayList<>();
    for (String line : truth.lines().skip(1).toList()) {
      StringBuilder renamed = new StringBuilder();
      for (String word : line.split("(?<=[,|])", -1)) {
        String id = word.replaceAll("[,|]$", "");
        boolean isId = id.length() == 36 && id.charAt(8) == '-';
        renamed.append(isId ? places.computeIfAbsent(id, key -> places.size()) : id).append(' ');
      }
      graph.add(renamed.toString());
    }
    return graph;
  }

  @Test
  void writesIdsOfVersionFourSpreadOverAllKeys() {
    int[] byFirstDigit = new int[16];
    for (GeneratedMessage message : GeneratedMessage.workload(SETTINGS).messages()) {
      RowKey key = message.key();
      assertEquals('4', key.toString().charAt(14));
      assertTrue("89ab".indexOf(key.toString().charAt(19)) >= 0, key.toString());
      byFirstDigit[(int) (key.high() >>> 60)]++;
    }
    for (int count : byFirstDigit) {
      assertEquals(EVENTS / 16.0, count, 180);
    }
  }
}
