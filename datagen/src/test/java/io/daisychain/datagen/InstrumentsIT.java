package io.daisychain.datagen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.cat.ReportFormat;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.fault.ErrorKind;
import io.daisychain.datagen.fault.ErrorRates;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Options, and orders of several legs. */
class InstrumentsIT {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, 20_000).withSeed(12);

  private static final GeneratorSettings SPREADS =
      GeneratorSettings.to("unused").withWorkload(100, 20_000).withSeed(15).withTruth();

  private static List<GeneratedMessage> options(String instruments, GeneratorSettings settings) {
    String yaml = "name: options\nlike: equities\ninstruments: {" + instruments + "}\n";
    WorkloadPlan plan = WorkloadPlan.of(settings.withShards(1), "options.yaml", yaml);
    return GeneratedMessage.shard(plan, 0).messages();
  }

  private static boolean isOption(GeneratedMessage message) {
    return message.instrument().length() > 15;
  }

  @ParameterizedTest
  @EnumSource(Lineage.class)
  void optionsHaveTheLifecyclesOfOrdersInShares(Lineage lineage) {
    List<GeneratedMessage> messages = options("options: 0.5", SETTINGS.withLineage(lineage));

    Map<Boolean, Set<String>> types = new HashMap<>();
    for (GeneratedMessage message : messages) {
      if (!message.value(55).isEmpty()) {
        types.computeIfAbsent(isOption(message), key -> new TreeSet<>()).add(message.type().name());
      }
    }
    assertEquals(types.get(false), types.get(true));
    long options = messages.stream().filter(InstrumentsIT::isOption).count();
    assertEquals(0.5, (double) options / messages.size(), 0.1);
    ReportedSums.check(messages);
  }

  /** Calls and puts, bought and sold: no fill is worse than the limit of its order. */
  @Test
  void optionsTradeWithinTheirLimits() {
    Map<Object, GeneratedMessage> byKey = new HashMap<>();
    Set<String> seen = new TreeSet<>();
    for (GeneratedMessage message : options("options: 1, expiries: 2, strikes: 3", SETTINGS)) {
      byKey.put(message.key(), message);
      GeneratedMessage order =
          message.parents().isEmpty() ? null : byKey.get(message.parents().get(0));
      if (message.type().isFill() && order != null && order.value(40).equals("2")) {
        boolean isBuy = "13".contains(message.value(54));
        int compared = new BigDecimal(message.value(31)).compareTo(new BigDecimal(order.value(44)));
        assertTrue(isBuy ? compared <= 0 : compared >= 0, message.text() + " of " + order.text());
        seen.add((isBuy ? "buy " : "sell ") + message.instrument().charAt(12));
      }
    }
    assertEquals(Set.of("buy C", "buy P", "sell C", "sell P"), seen);
  }

  @Test
  void optionsAreSaidInTheWayOfEachFirm() {
    Map<String, Set<String>> waysOfFirms = new HashMap<>();
    Set<String> ways = new HashSet<>();
    Map<String, Set<String>> expiries = new HashMap<>();
    for (GeneratedMessage message : options("options: 1, expiries: 2", SETTINGS)) {
      if (isOption(message)) {
        StringBuilder way = new StringBuilder();
        for (int tag : new int[] {167, 200, 205, 201, 202, 48, 22}) {
          way.append(message.value(tag).isEmpty() ? "" : tag + " ");
        }
        waysOfFirms.computeIfAbsent(message.reporter(), key -> new HashSet<>()).add(way.toString());
        ways.add(way.toString());
        expiries
            .computeIfAbsent(message.symbol(), key -> new HashSet<>())
            .add(message.instrument().substring(6, 12));
      }
    }
    assertEquals(Set.of("167 200 205 201 202 ", "200 205 201 202 ", "167 48 22 ", "167 "), ways);
    waysOfFirms.forEach((firm, said) -> assertEquals(1, said.size(), firm + said));
    expiries.forEach((symbol, of) -> assertTrue(Set.of("260417", "260515").containsAll(of)));
  }

  @Test
  void optionsAreNotSaidInCat() {
    GeneratorSettings settings =
        SETTINGS
            .withModel(BuiltInModels.MIXED)
            .withLineage(Lineage.NATIVE)
            .withFormat(ReportFormat.BOTH);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> WorkloadPlan.of(settings));
    assertEquals(
        "--format=both: goes with models of orders in shares alone, in FIX 4.2",
        refused.getMessage());
  }

  /** What a model says of options says nothing of its shares' bytes, nor does one without any. */
  @Test
  void optionsLeaveAModelWithoutThemAsItIs() {
    List<GeneratedMessage> none = options("options: 0, expiries: 2", SETTINGS);

    assertEquals(
        GeneratedMessage.workload(SETTINGS.withModel(BuiltInModels.DEFAULT)).messages(), none);
  }

  private static WorkloadPlan spreads(GeneratorSettings settings) {
    return WorkloadPlan.of(
        settings.withShards(1),
        "spreads.yaml",
        "name: spreads\nlike: equities\ninstruments: {spreads: 1}\n");
  }

  /** Of what is executed of an order, each leg has its ratio, as busted and corrected. */
  @ParameterizedTest
  @EnumSource(Lineage.class)
  void spreadsHaveExecutionsOfEachLeg(Lineage lineage) {
    GeneratedMessage.Output output =
        GeneratedMessage.shard(spreads(SPREADS.withLineage(lineage)), 0);
    List<GeneratedMessage> messages = output.messages();
    Map<RowKey, Map<String, Long>> ratios = new HashMap<>();
    Map<RowKey, RowKey> orders = new HashMap<>(); // of executions
    Map<RowKey, Map<String, Long>> standing = new HashMap<>(); // by order and leg, "" for the whole
    Map<RowKey, Long> executed = new HashMap<>();
    Set<String> types = new TreeSet<>();
    for (GeneratedMessage message : messages) {
      types.add(message.value(35) + message.value(442));
      if (!message.ratios().isEmpty()) {
        ratios.put(message.key(), message.ratios());
      }
      boolean amends = Set.of("H", "G").contains(message.value(150));
      if (message.type().isFill() || amends) {
        RowKey parent = message.parents().get(0);
        RowKey order = amends ? orders.get(parent) : parent;
        orders.put(message.key(), order);
        long before = amends ? executed.get(parent) : 0;
        executed.put(message.key(), message.number(32));
        standing
            .computeIfAbsent(order, none -> new TreeMap<>())
            .merge(message.value(654), message.number(32) - before, Long::sum);
      }
    }
    assertEquals(Set.of("83", "82", "9", "AB", "AC", "F"), types);
    Set<Integer> counts = new TreeSet<>();
    standing.forEach(
        (order, byLeg) -> {
          counts.add(ratios.get(order).size());
          ratios
              .get(order)
              .forEach((leg, ratio) -> assertEquals(byLeg.get("") * ratio, byLeg.get(leg)));
        });
    assertEquals(Set.of(2, 3), counts);
    ReportedSums.check(messages);
    assertEquals(Map.of(), output.summary().byError());
  }

  @Test
  void spreadsAreOverfilledLegByLeg() {
    ErrorRates rates = ErrorRates.parse("LEG_OVERFILL=0.1");
    ShardSummary summary = GeneratedMessage.shard(spreads(SPREADS.withErrors(rates)), 0).summary();

    assertEquals(Set.of(ErrorStatus.OVERFILL), summary.byError().keySet());
    assertTrue(summary.injected().get(ErrorKind.LEG_OVERFILL) > 100);
  }

  @Test
  void legsAreWrittenAsTheTableMustHaveThem() throws IOException {
    WorkloadPlan plan = spreads(SPREADS);
    Map<String, ByteArrayOutputStream> files = new HashMap<>();
    Generator.generateShard(
        plan, 0, name -> files.computeIfAbsent(name, none -> new ByteArrayOutputStream()));
    Map<String, String> ratios = new TreeMap<>();
    files
        .get(plan.eventsFile(0))
        .toString(ISO_8859_1)
        .lines()
        .map(GeneratedMessage::of)
        .forEach(
            message ->
                message
                    .ratios()
                    .forEach((leg, ratio) -> ratios.put(message.key() + leg, "" + ratio)));
    Map<String, String> written = new TreeMap<>();
    List<String> lines = files.get(plan.legsFile(0)).toString(ISO_8859_1).lines().toList();
    assertEquals("id,leg,symbol,instrument,side,ratio,refId", lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      written.put(values[0] + values[6], values[5]);
      assertEquals("L" + values[1], values[6]);
      assertTrue(values[3].equals(values[2]) || values[3].length() == 21, line);
    }

    assertEquals(ratios, written);
  }
}
