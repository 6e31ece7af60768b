package io.daisychain.datagen.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.chain.ChainReader;
import io.daisychain.datagen.chain.OrderChain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models fitted to generated events, and what they generate. */
class ModelFitTest {
  private static final int EVENTS = 30_000;

  @ParameterizedTest
  @CsvSource({"equities, 31", "market-maker, 32"})
  void aFittedModelMakesTheTablesThatItIsFrom(String model, long seed) {
    String about = model + " seed " + seed;
    Observations.Seen seen = Observations.ofGenerated(BuiltInModels.yaml(model), EVENTS, seed);
    String yaml = ModelFit.of(seen).yaml();
    Observation back = Observations.ofGenerated(yaml, EVENTS, seed + 100).observation();

    ModelFit.compare(seen.observation(), back)
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
    return Observations.ofGenerated(BuiltInModels.yaml(model), EVENTS, seed).observation();
  }

  @Test
  void theNumbersOfAModelComeBack() {
    OrderChain was = ChainReader.read("equities", BuiltInModels.yaml("equities"));
    Observations.Seen seen = Observations.ofGenerated(BuiltInModels.yaml("equities"), 60_000, 33);
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
  void namesNobody() {
    Observations.Seen seen = Observations.ofGenerated(BuiltInModels.yaml("equities"), EVENTS, 34);
    String yaml = ModelFit.of(seen).yaml();
    Observation from = seen.observation();

    for (var names :
        List.of(from.customers, from.symbols.keySet(), from.brokers.keySet(), from.venues)) {
      for (String name : names) {
        assertFalse(yaml.contains(name), name);
      }
    }
    assertFalse(yaml.contains("2026"), yaml);
    // Whatever is counted in it was seen five times.
    yaml.lines()
        .filter(line -> line.matches(".*: [01][.]\\d+  # [\\d,]+"))
        .forEach(line -> assertFalse(line.matches(".*# [0-4]"), line));
  }

  @Test
  void aMarketWithoutOrdersIsRefused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> ModelFit.of(sql -> Collections.emptyList()));

    assertEquals("--fit: the warehouse has no NEW order to fit a model to", refused.getMessage());
  }

  @Test
  void zipfsLawIsFoundFromWhatIsLarge() {
    List<Long> counts = new ArrayList<>();
    for (int rank = 1; rank <= 2_000; rank++) {
      counts.add(Math.round(40_000 * Math.pow(rank, -1.1)));
    }

    assertEquals(1.1, ZipfLaw.of(counts).exponent(), 0.01);
    assertEquals(2_000, ZipfLaw.of(counts).members(), 100);
  }
}
