package io.daisychain.datagen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.GeneratedMessage.Output;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.fault.ErrorKind;
import io.daisychain.datagen.fault.ErrorRates;
import io.daisychain.datagen.fault.RepairRates;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TruthIT {
  private static final int EVENTS = 6_000;

  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, EVENTS).withTruth();

  /** Model, lineage, share of errors, and seed; a failure names the seed. */
  @ParameterizedTest
  @CsvSource({
    "equities, TAGGED, 0, 31",
    "equities, NATIVE, 0, 32",
    "equities, TAGGED, 0.02, 33",
    "equities, NATIVE, 0.02, 34",
    "equities, TAGGED, 0.3, 35",
    "equities, NATIVE, 1, 36",
    "mixed, TAGGED, 0, 37",
    "mixed, NATIVE, 0.3, 38",
    "mixed, NATIVE, 0.02, 39",
    "mixed, TAGGED, 1, 40"
  })
  void saysWhatBruteForceFindsInTheMessages(
      String model, Lineage lineage, double errors, long seed) {
    GeneratorSettings settings =
        SETTINGS
            .withModel(model)
            .withLineage(lineage)
            .withErrors(errors)
            .withSeed(seed)
            .withShards(1);
    WorkloadPlan plan = WorkloadPlan.of(settings);
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

  /** Model, lineage, shares of errors and repairs, and seed; a failure names all of them. */
  @ParameterizedTest
  @CsvSource({
    "equities, TAGGED, 0, 0.1, 51",
    "equities, NATIVE, 0, 0.1, 52",
    "mixed, NATIVE, 0.3, 0.2, 53",
    "mixed, TAGGED, 0.1, 0.5, 54",
    "equities, NATIVE, 0.02, 1, 55",
    "mixed, NATIVE, 0, 0.1, 56"
  })
  void repairsEndInWhatTheTruthSays(
      String model, Lineage lineage, double errors, double repairs, long seed) throws IOException {
    RepairRates rates = RepairRates.parse(repairs / 4 + ",LATE=0.3,FIRST=0.3");
    WorkloadPlan plan =
        WorkloadPlan.of(
            SETTINGS
                .withModel(model)
                .withLineage(lineage)
                .withErrors(errors)
                .withRepairs(rates)
                .withSeed(seed)
                .withShards(1));
    Map<String, ByteArrayOutputStream> files = new TreeMap<>();
    ShardSummary summary =
        Generator.generateShard(
            plan, 0, name -> files.computeIfAbsent(name, none -> new ByteArrayOutputStream()));
    List<GeneratedMessage> messages = new ArrayList<>();
    Map<String, List<String>> lines = new TreeMap<>();
    files.forEach((name, bytes) -> lines.put(name, bytes.toString(ISO_8859_1).lines().toList()));
    for (Map.Entry<String, List<String>> file : lines.entrySet()) {
      if (file.getKey().endsWith(".fix")) {
        file.getValue().stream()
            .filter(GeneratedMessage::isWhole)
            .flatMap(GeneratedMessage::events)
            .forEach(messages::add);
      }
    }
    BruteForce bruteForce = new BruteForce(plan, messages);

    Map<String, String> told = new HashMap<>();
    List<String> truth = lines.get(plan.truthFile(0));
    truth.stream().skip(1).forEach(line -> told.put(line.substring(0, 36), line));
    for (GeneratedMessage message : bruteForce.published()) {
      String line = bruteForce.line(message);
      assertEquals(
          line, told.remove(line.substring(0, 36)), "seed " + seed + ": " + message.text());
    }
    assertEquals(Map.of(), told, "seed " + seed);
    List<String> history = history(messages);
    assertEquals(
        history, lines.get(plan.historyFile(0)).stream().skip(1).sorted().toList(), "seed " + seed);
    assertEquals(messages.size(), summary.messages().events() + summary.messages().repeats());
    checkCounts(summary, truth);
    for (String kind : List.of(",2,C,", ",2,D,", ",1,C,")) {
      assertTrue(history.stream().anyMatch(line -> line.contains(kind)), kind);
    }
    assertTrue(actionsFirst(lines.get(plan.eventsFile(0, plan.epochDay(0)))) > 5, "seed " + seed);
  }

  /** Versions of all events that have several, or an action, as the generator writes them. */
  private static List<String> history(List<GeneratedMessage> messages) {
    DateTimeFormatter nanos =
        DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);
    List<String> lines = new ArrayList<>();
    for (VersionsTruth event : BruteForce.versions(messages).values()) {
      for (int i = 0; event.hasHistory() && i < event.versions().size(); i++) {
        GeneratedMessage version = event.versions().get(i);
        lines.add(
            String.join(
                ",",
                version.key().toString(),
                Integer.toString(i + 1),
                Character.toString(version.action()),
                nanos.format(version.sent()),
                version.reporter(),
                Boolean.toString(version.equals(event.standing()))));
      }
    }
    lines.sort(null);
    return lines;
  }

  /** Actions that stand in a file before what they are about. */
  private static long actionsFirst(List<String> lines) {
    Set<RowKey> acted = new HashSet<>();
    long first = 0;
    for (String line : lines.stream().filter(GeneratedMessage::isWhole).toList()) {
      for (GeneratedMessage message : GeneratedMessage.events(line).toList()) {
        if (!message.value(10004).isEmpty()) {
          acted.add(message.key());
        } else if (acted.contains(message.key())) {
          first++;
        }
      }
    }
    return first;
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
        GeneratedMessage.workload(
                SETTINGS
                    .withWorkload(100, 30_000)
                    .withModel(BuiltInModels.MIXED)
                    .withLineage(lineage)
                    .withErrors(ErrorRates.parse("0.3,CYCLE=0.3,ACCOUNT_TWICE=0.3")))
            .summary();

    EnumSet<ErrorStatus> ofErrors = EnumSet.allOf(ErrorStatus.class);
    ofErrors.remove(ErrorStatus.UNKNOWN_ORIGINAL); // of repairs
    assertEquals(ofErrors, summary.byError().keySet());
    assertEquals(EnumSet.allOf(ErrorKind.class), summary.injected().keySet());
    assertTrue(summary.messages().noise() > 0);
    assertTrue(summary.rejects() > 0);
  }

  /** A kind alone ends in its own status, and in others only where one follows from the other. */
  @ParameterizedTest
  @EnumSource(ErrorKind.class)
  void putsInEachKindAtARateOfItsOwn(ErrorKind kind) {
    GeneratorSettings settings =
        SETTINGS.withModel(BuiltInModels.MIXED).withErrors(ErrorRates.parse(kind + "=0.2"));
    ShardSummary summary = GeneratedMessage.workload(settings).summary();

    assertEquals(Set.of(kind), summary.injected().keySet());
    long injected = summary.injected().get(kind);
    if (Arrays.stream(ErrorStatus.values()).anyMatch(status -> status.name().equals(kind.name()))) {
      long found = summary.byError().getOrDefault(ErrorStatus.valueOf(kind.name()), 0L);
      // A mismatch shows on two rows, a missing parent on every child; a fill may be busted again,
      // and a route that was refused needs no acceptance.
      assertTrue(found >= injected * 0.85, kind + ": " + found + " of " + injected);
    } else {
      assertTrue(injected > 0, kind.name());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {BuiltInModels.DEFAULT, BuiltInModels.MIXED})
  void findsNoErrorWhereNoneIsInjected(String model) {
    Output output = GeneratedMessage.workload(SETTINGS.withModel(model));

    // Of an allocation that was canceled something may have been said.
    Set<ErrorStatus> found = new HashSet<>(output.summary().byError().keySet());
    found.remove(model.equals(BuiltInModels.MIXED) ? ErrorStatus.ORPHAN : null);
    assertEquals(Set.of(), found);
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
      assertEquals(EVENTS / 16.0, count, 110);
    }
  }
}
