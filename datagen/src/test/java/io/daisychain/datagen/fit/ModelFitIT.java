package io.daisychain.datagen.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.chain.ChainReader;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.TradingDay;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models fitted to generated events, and what they generate. */
class ModelFitIT {
  private static final int EVENTS = 30_000;

  @ParameterizedTest
  @CsvSource({"equities, 31", "market-maker, 32", "institutional, 33"})
  void aFittedModelMakesTheTablesThatItIsFrom(String model, long seed) {
    String about = model + " seed " + seed;
    Observation seen = GeneratedEvents.of(BuiltInModels.yaml(model), EVENTS, seed);
    String yaml = ModelFit.of(seen).yaml();
    Observation back = GeneratedEvents.of(yaml, EVENTS, seed + 100);

    ModelFit.compare(seen, back)
        .forEach(
            (table, found) ->
                assertTrue(
                    found.deviations() < 5, about + ", " + table + ": " + found + "\n" + yaml));
  }

  @Test
  void marketsOfTwoModelsAreToldApart() {
    Observation one = seen("equities", 1);
    Observation other = seen("institutional", 2);

    assertTrue(ModelFit.compare(one, other).get("steps").deviations() > 20);
    assertTrue(ModelFit.compare(one, seen("equities", 3)).get("steps").deviations() < 4);
  }

  private static Observation seen(String model, long seed) {
    return GeneratedEvents.of(BuiltInModels.yaml(model), EVENTS, seed);
  }

  /** What is generated in one piece is put out before it is known how many events there are. */
  @Test
  void aLargeShardIsOfTheSameMarketAsASmallOne() {
    Observation large = GeneratedEvents.of(BuiltInModels.yaml("market-maker"), 140_000, 38);
    Observation small = GeneratedEvents.of(BuiltInModels.yaml("market-maker"), 120_000, 39);

    TableComparison steps = ModelFit.compare(large, small).get("steps");
    assertTrue(steps.deviations() < 4, steps::toString);
  }

  @Test
  void theNumbersOfAModelComeBack() {
    OrderChain was = ChainReader.read("equities", BuiltInModels.yaml("equities"));
    Observation seen = GeneratedEvents.of(BuiltInModels.yaml("equities"), 60_000, 37);
    String yaml = ModelFit.of(seen).yaml();
    OrderChain is = ChainReader.read("fitted", yaml);

    assertEquals(was.day().open(), is.day().open());
    assertEquals(was.day().close(), is.day().close());
    assertEquals(was.day().zone(), is.day().zone());
    assertEquals(was.day().edge(), is.day().edge(), 0.5);
    assertEquals(was.shape().zipf(), is.shape().zipf(), 0.15);
    assertEquals(was.shape().firmSizes(), is.shape().firmSizes(), 0.1);
    assertEquals(was.shape().brokers(), is.shape().brokers());
    assertEquals(was.shape().venues(), is.shape().venues());
    assertEquals(was.orders().relays(), is.orders().relays(), 0.05);
    assertEquals(was.orders().gtc(), is.orders().gtc(), 0.015);
    assertEquals(was.orders().lotSize(), is.orders().lotSize());
    assertTrue(yaml.contains("  Ended: {}"), yaml);
  }

  @Test
  void whatWasSeenSeldomIsLeftOut() {
    Observation seen = GeneratedEvents.of(BuiltInModels.yaml("equities"), EVENTS, 34);
    String yaml = ModelFit.of(seen).yaml();

    assertFalse(yaml.contains("2026"), yaml);
    yaml.lines()
        .filter(line -> line.matches(".*: [01][.]\\d+  # [\\d,]+"))
        .forEach(line -> assertFalse(line.matches(".*# [0-4]"), line));
  }

  @Test
  void aWarehouseWithFewOrdersIsRefused() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> ModelFit.of(ModelFitIT::few));

    assertEquals(
        "the warehouse has 99 customers' orders (NEW), a model needs 100 at least",
        refused.getMessage());
  }

  private static List<String[]> few(String sql) {
    return Collections.nCopies(sql.contains("count(*)") ? 1 : 99, new String[] {"1000"});
  }

  @Test
  void hoursAreThoseOfTheOrders() {
    Sample summer = new Sample();
    Sample night = new Sample();
    long midnight = LocalDate.of(2026, 7, 1).toEpochDay() * TradingDay.NANOS_PER_DAY;
    for (long second = 0; second < 23_400; second++) {
      summer.add(midnight + (48_600 + second) * 1_000_000_000L); // 13:30 to 20:00 UTC
      night.add(midnight + (3_600 + 3 * second) * 1_000_000_000L); // on two dates of New York
    }

    Hours newYork = Hours.of(summer);
    assertEquals(ZoneId.of("America/New_York"), newYork.zone());
    assertEquals(LocalTime.of(9, 30), newYork.open());
    assertEquals(LocalTime.of(16, 0), newYork.close());
    assertEquals(ZoneOffset.UTC, Hours.of(night).zone());
    assertEquals(LocalTime.of(1, 0), Hours.of(night).open());
  }

  @Test
  void lotsAreThoseBeforeTheFactorsOfBrokers() {
    SortedMap<Integer, Sample> quantities = new TreeMap<>();
    for (int firm = 0; firm < 3; firm++) {
      quantities.put(firm, new Sample());
      for (int i = 0; i < 100; i++) {
        quantities.get(firm).add((i % 2 == 0 ? 300L : 700L) << firm);
      }
    }

    assertEquals("{weights: {3: 25, 7: 25}}", new Lots(quantities).law());
    assertEquals(100, new Lots(quantities).size());
    quantities.get(0).add(50);
    assertEquals(100, new Lots(quantities).size());
    for (int i = 0; i < 40; i++) {
      quantities.get(0).add(350);
    }
    assertEquals(1, new Lots(quantities).size());
  }

  /** Most small ones trade all they have at once, and are not seen to have had more. */
  @Test
  void whatMakersQuoteIsMoreThanWhatTheyAreSeenToHaveLeft() {
    Sample left = new Sample();
    Sample met = new Sample();
    for (int i = 0; i < 1_000; i++) {
      met.add(i % 2 == 0 ? 100 : 300);
    }
    for (int i = 0; i < 600; i++) {
      left.add(i % 3 == 0 ? 300 : 500); // half of those of 300 trade all
    }

    assertEquals("{weights: {3: 25, 5: 25}}", new Lots(Map.of(0, left)).quoted(left, met));
  }

  @Test
  void zipfsLawIsFoundFromWhatIsLarge() {
    List<Long> counts = new ArrayList<>();
    for (int rank = 1; rank <= 2_000; rank++) {
      counts.add(Math.round(40_000 * Math.pow(rank, -1.1)));
    }

    assertEquals(1.1, ZipfLaw.exponent(counts), 0.01);
    assertEquals(0, ZipfLaw.exponent(List.of(3L, 2L)));
  }
}
