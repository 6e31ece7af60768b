package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {
  private static final List<GeneratedMessage> MESSAGES =
      GeneratedMessage.workload(
              GeneratorSettings.to("unused").withWorkload(100, 60_000).withSeed(23))
          .messages();

  @Test
  void addsUpCumQtyLeavesQtyAndAvgPx() {
    int checked = ReportedSums.check(MESSAGES);

    assertTrue(checked > 30_000, "reports " + checked);
  }

  @Test
  void neverRoutesOrMergesMoreThanThereIs() {
    Map<RowKey, GeneratedMessage> byKey = new HashMap<>();
    MESSAGES.forEach(message -> byKey.put(message.key(), message));
    for (GeneratedMessage message : MESSAGES) {
      switch (message.type()) {
        case ROUTE, INTERNAL, ACCEPT ->
            assertTrue(
                message.number(38) <= byKey.get(message.parents().get(0)).number(38),
                message.text());
        case AGGREGATE -> {
          assertTrue(message.parents().size() >= 2 && message.parents().size() <= 8);
          long sum =
              message.parents().stream().mapToLong(parent -> byKey.get(parent).number(38)).sum();
          assertTrue(message.number(38) <= sum, message.text());
        }
        default -> {}
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"equities, 1", "equities, 4"})
  void neverReplacesAPartOfAnOrderByALargerOne(String model, long seed) {
    GeneratorSettings settings =
        GeneratorSettings.to("unused").withWorkload(100, 40_000).withModel(model).withSeed(seed);
    Map<RowKey, GeneratedMessage> byKey = new HashMap<>();
    List<GeneratedMessage> messages = GeneratedMessage.workload(settings).messages();
    messages.forEach(message -> byKey.put(message.key(), message));
    for (GeneratedMessage message : messages) {
      if (message.type() == EventType.REPLACE && root(byKey, message).type() != EventType.NEW) {
        long before = byKey.get(message.parents().get(0)).number(38);
        assertTrue(message.number(38) <= before, model + ": " + message.text());
      }
    }
  }

  @Test
  void reportsOfEachTradeUpToTheCustomer() {
    // What venues executed is what customers got, since no broker trades for itself.
    long venues = 0;
    long customers = 0;
    Map<RowKey, GeneratedMessage> byKey = new HashMap<>();
    MESSAGES.forEach(message -> byKey.put(message.key(), message));
    for (GeneratedMessage message : MESSAGES) {
      if (message.type().isFill() && message.value(128).isEmpty()) {
        if (!message.value(30).isEmpty()) {
          venues += message.number(32);
        } else if (root(byKey, message).type() == EventType.NEW) {
          customers += message.number(32);
        }
      }
    }
    assertEquals(venues, customers);
  }

  /** The order that a report is about, in its first version. */
  private static GeneratedMessage root(
      Map<RowKey, GeneratedMessage> byKey, GeneratedMessage report) {
    GeneratedMessage at = byKey.get(report.parents().get(0));
    while (at.type() == EventType.REPLACE || at.type() == EventType.CANCEL) {
      at = byKey.get(at.parents().get(0));
    }
    return at;
  }
}
