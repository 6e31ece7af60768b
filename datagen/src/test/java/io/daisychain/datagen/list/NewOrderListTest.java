package io.daisychain.datagen.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.GeneratedMessage;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.WorkloadPlan;
import io.daisychain.datagen.fault.RepairRates;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.EventType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewOrderListTest {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, 20_000).withSeed(41).withTruth();

  private static GeneratedMessage.Output generate(GeneratorSettings settings, String versions) {
    String yaml =
        "name: listed\nlike: equities\ninstruments: {options: 0.2, spreads: 0.05}\n"
            + "lists: {share: 0.3, orders: {uniform: [2, 9]}}\nversions: {"
            + versions
            + ": 1}\n";
    return GeneratedMessage.shard(WorkloadPlan.of(settings.withShards(1), "listed.yaml", yaml), 0);
  }

  private static List<String> lists(GeneratedMessage.Output output) {
    return output.lines().stream().filter(line -> line.contains("\u000135=E\u0001")).toList();
  }

  @ParameterizedTest
  @CsvSource({"FIX.4.2, NATIVE", "FIX.4.4, TAGGED", "FIX.5.0SP2, NATIVE"})
  void areOfOneCustomerAtOneTime(String version, Lineage lineage) {
    GeneratedMessage.Output output = generate(SETTINGS.withLineage(lineage), version);
    Set<String> ids = new HashSet<>();
    Set<Integer> sizes = new TreeSet<>();
    int listed = 0;
    for (String line : lists(output)) {
      List<GeneratedMessage> orders = GeneratedMessage.events(line).toList();
      listed += orders.size();
      sizes.add(orders.size());
      assertTrue(ids.add(orders.get(0).value(66)), line);
      assertTrue(
          line.contains("\u000168=" + orders.size() + "\u000173=" + orders.size() + "\u0001"),
          line);
      assertEquals(
          IntStream.rangeClosed(1, orders.size()).mapToObj(Integer::toString).toList(),
          orders.stream().map(order -> order.value(67)).toList(),
          line);
      assertEquals(1, orders.stream().map(GeneratedMessage::customer).distinct().count(), line);
      assertEquals(1, orders.stream().map(GeneratedMessage::nanos).distinct().count(), line);
      assertTrue(orders.stream().allMatch(order -> order.type() == EventType.NEW), line);
    }
    assertTrue(ids.size() > 60, "lists " + ids.size());
    assertTrue(sizes.containsAll(Set.of(2, 5, 9)), sizes::toString); // and fewer without spreads
    assertEquals(ids.size(), output.summary().messages().lists());
    assertEquals(listed, output.summary().messages().listed());
    assertEquals(output.lines().size(), output.summary().lines());
    assertEquals(output.lines().size(), output.summary().messages().stored());
  }

  /** FIX 4.0 and 4.1 have no group. */
  @ParameterizedTest
  @CsvSource({"FIX.4.0", "FIX.4.1"})
  void areOneMessageAnOrderInOldVersions(String version) {
    Map<String, Integer> told = new HashMap<>();
    Map<String, Set<String>> places = new HashMap<>();
    GeneratedMessage.Output output = generate(SETTINGS, version);
    for (String line : lists(output)) {
      GeneratedMessage order = GeneratedMessage.of(line);
      told.put(order.value(66), Integer.parseInt(order.value(68)));
      assertTrue(
          places.computeIfAbsent(order.value(66), none -> new HashSet<>()).add(order.value(67)));
    }
    assertEquals(
        told,
        places.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, list -> list.getValue().size())));
    assertTrue(told.size() > 30, "lists " + told.size());
    assertEquals(output.lines().size(), output.summary().lines());
  }

  @Test
  void haveNoOrderOfWhichAnotherMessageIsSent() {
    GeneratedMessage.Output output =
        generate(
            SETTINGS
                .withLineage(Lineage.NATIVE)
                .withErrors(0.3)
                .withRepairs(RepairRates.parse("0.1")),
            "FIX.4.2");
    Map<Object, Long> messages =
        output.messages().stream()
            .collect(Collectors.groupingBy(GeneratedMessage::key, Collectors.counting()));
    int listed = 0;
    for (String line : lists(output)) {
      assertTrue(GeneratedMessage.isWhole(line), line);
      for (GeneratedMessage order : GeneratedMessage.events(line).toList()) {
        listed++;
        assertEquals(1L, messages.get(order.key()), order.text());
        assertFalse(order.text().contains("\u000110004="), order.text());
      }
    }
    assertTrue(listed > 50, "orders " + listed);
  }
}
