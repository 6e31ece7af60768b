package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.lifecycle.Lineage;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptionsTest {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused").withWorkload(100, 20_000).withSeed(12);

  private static List<GeneratedMessage> messages(String instruments, GeneratorSettings settings) {
    String yaml = "name: options\nlike: equities\ninstruments: {" + instruments + "}\n";
    WorkloadPlan plan = WorkloadPlan.of(settings.withShards(1), "options.yaml", yaml);
    return GeneratedMessage.shard(plan, 0).messages();
  }

  private static boolean isOption(GeneratedMessage message) {
    return message.instrument().length() > 15;
  }

  @ParameterizedTest
  @EnumSource(Lineage.class)
  void haveTheLifecyclesOfOrdersInShares(Lineage lineage) {
    List<GeneratedMessage> messages = messages("options: 0.5", SETTINGS.withLineage(lineage));

    Map<Boolean, Set<String>> types = new HashMap<>();
    for (GeneratedMessage message : messages) {
      if (!message.value(55).isEmpty()) {
        types.computeIfAbsent(isOption(message), key -> new TreeSet<>()).add(message.type().name());
      }
    }
    assertEquals(types.get(false), types.get(true));
    long options = messages.stream().filter(OptionsTest::isOption).count();
    assertEquals(0.5, (double) options / messages.size(), 0.1);
    ReportedSums.check(messages);
  }

  /** Calls and puts, bought and sold: no fill is worse than the limit of its order. */
  @Test
  void tradeWithinTheirLimits() {
    Map<Object, GeneratedMessage> byKey = new HashMap<>();
    Set<String> seen = new TreeSet<>();
    for (GeneratedMessage message : messages("options: 1, expiries: 2, strikes: 3", SETTINGS)) {
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
  void areSaidInTheWayOfEachFirm() {
    Map<String, Set<String>> waysOfFirms = new HashMap<>();
    Set<String> ways = new HashSet<>();
    Map<String, Set<String>> expiries = new HashMap<>();
    for (GeneratedMessage message : messages("options: 1, expiries: 2", SETTINGS)) {
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

  /** What a model says of options says nothing of its shares' bytes, nor does one without any. */
  @Test
  void leaveAModelWithoutThemAsItIs() {
    List<GeneratedMessage> none = messages("options: 0, expiries: 2", SETTINGS);

    assertEquals(
        GeneratedMessage.workload(SETTINGS.withModel(BuiltInModels.DEFAULT)).messages(), none);
  }
}
