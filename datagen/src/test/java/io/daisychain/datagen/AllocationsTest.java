package io.daisychain.datagen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AllocationsTest {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, 20_000).withSeed(14).withTruth();

  private static WorkloadPlan plan(String allocations, GeneratorSettings settings) {
    String yaml =
        "name: allocated\nlike: equities\nallocations: {customers: 1, " + allocations + "}\n";
    return WorkloadPlan.of(settings.withShards(1), "allocated.yaml", yaml);
  }

  /** What was executed of an order goes to accounts, of several orders together. */
  @ParameterizedTest
  @EnumSource(Lineage.class)
  void giveAllThatWasExecuted(Lineage lineage) {
    WorkloadPlan plan = plan("replaced: 0, canceled: 0", SETTINGS.withLineage(lineage));
    GeneratedMessage.Output output = GeneratedMessage.shard(plan, 0);
    Map<Object, GeneratedMessage> byKey = new HashMap<>();
    output.messages().forEach(message -> byKey.put(message.key(), message));
    int several = 0;
    int allocations = 0;
    Set<Integer> accounts = new TreeSet<>();
    for (GeneratedMessage message : output.messages()) {
      if (message.type() == EventType.ALLOCATION) {
        allocations++;
        several += message.parents().size() > 1 ? 1 : 0;
        accounts.add(message.accounts().size());
        assertEquals(
            message.number(53),
            message.accounts().values().stream().mapToLong(Long::parseLong).sum(),
            message.text());
        message.parents().forEach(order -> assertTrue(byKey.containsKey(order), message.text()));
      }
    }
    assertTrue(allocations > 300, "allocations " + allocations);
    assertTrue(several > 5, "several " + several);
    assertEquals(Set.of(1, 2, 3, 4, 5), accounts);
    assertEquals(Map.of(), output.summary().byError());
  }

  @Test
  void areAnsweredReplacedAndCanceled() {
    WorkloadPlan plan = plan("replaced: 0.2, canceled: 0.2", SETTINGS);
    Map<String, Integer> said = new TreeMap<>();
    GeneratedMessage.Output output = GeneratedMessage.shard(plan, 0);
    for (GeneratedMessage message : output.messages()) {
      if (message.type().isOfAllocation()) {
        said.merge(message.value(35) + message.value(71), 1, Integer::sum);
      }
    }
    assertEquals(List.of("AS0", "J0", "J1", "J2", "P"), List.copyOf(said.keySet()));
    assertShare(0.2, said.get("J1"), said.get("J0"));
    assertShare(0.16, said.get("J2"), said.get("J0")); // of those that are not replaced
    assertShare(0.3, said.get("AS0"), said.get("AS0") + said.get("P"));
    // What was said of those that are canceled is about nothing.
    assertEquals(Set.of(ErrorStatus.ORPHAN), output.summary().byError().keySet());
  }

  @Test
  void areWrittenAsTheTableMustHaveThem() throws IOException {
    WorkloadPlan plan = plan("replaced: 0.2", SETTINGS.withErrors(0.5));
    Map<String, ByteArrayOutputStream> files = new HashMap<>();
    Generator.generateShard(
        plan, 0, name -> files.computeIfAbsent(name, none -> new ByteArrayOutputStream()));
    Set<String> rows = new TreeSet<>();
    List<GeneratedMessage> messages =
        files.entrySet().stream()
            .filter(file -> file.getKey().endsWith(".fix"))
            .flatMap(file -> file.getValue().toString(ISO_8859_1).lines())
            .filter(GeneratedMessage::isWhole)
            .map(GeneratedMessage::of)
            .toList();
    for (VersionsTruth event : BruteForce.versions(messages).values()) {
      GeneratedMessage message = event.published();
      if (message != null && message.type() == EventType.ALLOCATION) {
        message
            .accounts()
            .forEach((account, shares) -> rows.add(message.key() + "," + account + "," + shares));
      }
    }
    List<String> written = files.get(plan.accountsFile(0)).toString(ISO_8859_1).lines().toList();

    assertEquals("id,account,quantity", written.get(0));
    assertEquals(List.copyOf(rows), written.stream().skip(1).sorted().toList());
    assertTrue(rows.size() > 500, "rows " + rows.size());
  }

  /** What each of them is with that chance, of others independently: four standard deviations. */
  private static void assertShare(double chance, int some, int all) {
    double deviation = Math.sqrt(chance * (1 - chance) / all);
    assertEquals(chance, (double) some / all, 4 * deviation, some + " of " + all);
  }
}
