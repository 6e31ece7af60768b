package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.GeneratedMessage.Output;
import io.daisychain.datagen.fault.ErrorRates;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.EventType;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratorTest {
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused")
          .withWorkload(100, 20_000)
          .withSeed(7)
          .withShards(4)
          .withTruth();

  @Test
  void writesTheSameBytesWheneverAShardIsGenerated() {
    WorkloadPlan plan = WorkloadPlan.of(SETTINGS.withErrors(0.02));
    Output first = GeneratedMessage.shard(plan, 2);
    GeneratedMessage.shard(plan, 0);
    GeneratedMessage.shard(plan, 3);

    Output again = GeneratedMessage.shard(WorkloadPlan.of(SETTINGS.withErrors(0.02)), 2);

    assertEquals(first.events(), again.events());
    assertEquals(first.truth(), again.truth());
    assertEquals(first.summary(), again.summary());
  }

  @Test
  void writesOtherBytesForAnotherSeedAndAnotherShard() {
    WorkloadPlan plan = WorkloadPlan.of(SETTINGS);
    String shard = GeneratedMessage.shard(plan, 1).events();
    String other = GeneratedMessage.shard(plan, 2).events();
    String seed = GeneratedMessage.shard(WorkloadPlan.of(SETTINGS.withSeed(8)), 1).events();

    assertNotEquals(shard, other);
    assertNotEquals(shard, seed);
  }

  @Test
  void usesNoKeyTwiceInAnyShard() {
    for (Lineage lineage : Lineage.values()) {
      WorkloadPlan plan = WorkloadPlan.of(SETTINGS.withLineage(lineage));
      Set<Object> keys = new HashSet<>();
      int messages = 0;
      for (int shard = 0; shard < plan.shards(); shard++) {
        for (GeneratedMessage message : GeneratedMessage.shard(plan, shard).messages()) {
          keys.add(message.key());
          messages++;
        }
      }
      assertEquals(messages, keys.size(), lineage.name());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16, 64})
  void hitsTheWorkloadWithinHalfAPercent(int shards) {
    GeneratorSettings settings = SETTINGS.withWorkload(50, 200_000).withShards(shards);
    WorkloadPlan plan = WorkloadPlan.of(settings);

    ShardSummary sum = ShardSummary.EMPTY;
    for (int shard = 0; shard < plan.shards(); shard++) {
      sum = sum.plus(GeneratedMessage.shard(plan, shard).summary());
    }

    assertTrue(Math.abs(sum.events() - 100_000) <= 500, "events " + sum.events());
    assertEquals(shards, sum.shards());
    assertEquals(sum.events(), sum.byType().values().stream().mapToLong(n -> n).sum());
  }

  @Test
  void generatesAtLeastOneLifecycleHoweverSmallTheWorkload() {
    Output output = GeneratedMessage.workload(SETTINGS.withWorkload(1, 100));

    assertEquals(1, output.summary().lifecycles());
    assertFalse(output.lines().isEmpty());
  }

  @Test
  void mixesLifecyclesByTimeAndNumbersEachReportersMessages() {
    Output output = GeneratedMessage.workload(SETTINGS.withWorkload(100, 100_000));

    Map<String, Long> sequence = new HashMap<>();
    String last = "";
    String lastLifecycle = "";
    int changes = 0;
    for (String line : output.lines()) {
      String sent = field(line, 52);
      assertTrue(sent.compareTo(last) >= 0, line);
      last = sent;
      long number = sequence.merge(field(line, 49), 1L, Long::sum);
      assertEquals(Long.toString(number), field(line, 34));
      String lifecycle = field(line, 11).replaceAll("-[^-]*$", "");
      changes += lifecycle.equals(lastLifecycle) ? 0 : 1;
      lastLifecycle = lifecycle;
    }
    assertTrue(changes > 20_000, "changes " + changes);
  }

  private static String field(String line, int tag) {
    int at = line.indexOf("\u0001" + tag + "=") + 2 + Integer.toString(tag).length();
    return line.substring(at, line.indexOf('\u0001', at));
  }

  @Test
  void sendsShortlyAfterTheEventAndLeavesTheTradeDateWithOrdersThatAreGoodTillCanceledOnly() {
    Map<String, String> began = new HashMap<>();
    for (GeneratedMessage message : GeneratedMessage.workload(SETTINGS).messages()) {
      String date = message.value(60).substring(0, 8);
      assertEquals(date, message.value(52).substring(0, 8), message.text());
      boolean today = date.equals("20260316");
      boolean another = List.of("20260317", "20260318", "20260319").contains(date);
      assertTrue(today || another, message.text());
      String lifecycle = message.value(11).replaceAll("-[^-]*$", "");
      boolean isCarried = !date.equals(began.computeIfAbsent(lifecycle, first -> date));
      assertTrue(!isCarried || isGoodTillCanceled(message), message.text());
      long sent = GeneratedMessage.of(message.text().replace("\u000160=", "\u000175=")).nanos();
      assertTrue(sent >= message.nanos(), message.text());
      assertTrue(sent < message.nanos() + 1_000_000_000L, message.text());
    }
  }

  /** Or a bust or correction, which the other side of a trade with such an order has too. */
  private static boolean isGoodTillCanceled(GeneratedMessage message) {
    String timeInForce = message.value(59); // cancels and their rejects do not say it
    boolean isAmended = Set.of(EventType.BUST, EventType.CORRECT).contains(message.type());
    return isAmended || timeInForce.isEmpty() || timeInForce.equals("1");
  }

  @Test
  void carriesOrdersOverTheWeekend() {
    LocalDate friday = LocalDate.of(2026, 3, 20);
    Set<String> dates = new HashSet<>();
    Set<String> named = new HashSet<>();
    for (GeneratedMessage message :
        GeneratedMessage.workload(
                SETTINGS
                    .withWorkload(100, 60_000)
                    .withTradeDate(friday)
                    .withLineage(Lineage.NATIVE))
            .messages()) {
      dates.add(message.value(60).substring(0, 8));
      named.add(message.value(10836));
    }
    named.remove("");

    assertTrue(dates.containsAll(Set.of("20260320", "20260323", "20260324")), dates.toString());
    assertEquals(Set.of("20260320"), named, "only orders of the trade date are carried on");
    assertFalse(dates.contains("20260321"), dates.toString());
  }

  @Test
  void tradesMostAtTheEdgesOfTheDay() {
    int[] byHour = new int[24];
    for (GeneratedMessage message : GeneratedMessage.workload(SETTINGS).messages()) {
      byHour[Integer.parseInt(message.value(60).substring(9, 11))]++;
    }

    // 09:30 to 16:00 of New York in March is 13:30 to 20:00 UTC.
    assertEquals(0, byHour[12]);
    assertTrue(byHour[14] > byHour[16] * 1.3, "14h " + byHour[14] + ", 16h " + byHour[16]);
    assertTrue(byHour[19] > byHour[17] * 1.3, "19h " + byHour[19] + ", 17h " + byHour[17]);
  }

  @Test
  void namesEveryErrorOfTheSettings() {
    for (String fault :
        List.of(
            "scale=0.0",
            "scale=101.0",
            "fullWorkload=0",
            "shards=-1",
            "errors=1.5",
            "errors=LATE=2.0")) {
      String name = fault.substring(0, fault.indexOf('='));
      String value = fault.substring(fault.indexOf('=') + 1);
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> {
                switch (name) {
                  case "scale" -> SETTINGS.withWorkload(Double.parseDouble(value), 100);
                  case "fullWorkload" -> SETTINGS.withWorkload(1, Long.parseLong(value));
                  case "shards" -> SETTINGS.withShards(Integer.parseInt(value));
                  default -> ErrorRates.parse(value);
                }
              });
      assertTrue(refused.getMessage().startsWith("--" + fault), refused.getMessage());
    }
  }
}
