package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.TransitionCounts.Verdict;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.chain.ChainReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The walks follow the chain: chi-square over the rows of all states. */
class TransitionFrequencyTest {
  private static final long SEED = 5;
  private static final long EVENTS = 300_000;

  static Stream<String> models() {
    return BuiltInModels.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("models")
  void drawsEachTransitionAsOftenAsTheModelSays(String model) {
    TransitionCounts counts = TransitionCounts.walk(model, BuiltInModels.yaml(model), EVENTS, SEED);

    Verdict verdict = counts.against(counts.chain());
    assertEquals(List.of(), counts.unseen());
    assertTrue(verdict.fits(), "seed " + SEED + ": " + verdict);
  }

  /**
   * A weight is moved from one transition to the next; the walks must not pass for the old ones.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "equities; Finished: 0.58; Finished: 0.60; Rerouting: 0.14; Rerouting: 0.12",
        "market-maker; Replacing: 0.80; Replacing: 0.79; Canceling: 0.10; Canceling: 0.11",
        "institutional; PartlyFilled: 0.66; PartlyFilled: 0.68; Filled: 0.25; Filled: 0.23",
        "stress; ToBroker: 0.70; ToBroker: 0.66; ToDesk: 0.21; ToDesk: 0.25"
      })
  void doesNotPassForAModelOfWhichOneWeightDiffers(
      String model, String from, String to, String otherFrom, String otherTo) {
    String yaml = BuiltInModels.yaml(model);
    String changed = yaml.replaceFirst(from, to).replaceFirst(otherFrom, otherTo);
    TransitionCounts counts = TransitionCounts.walk(model, changed, EVENTS, SEED);

    Verdict verdict = counts.against(ChainReader.read(model, yaml));
    assertTrue(counts.against(counts.chain()).fits(), "seed " + SEED);
    assertFalse(verdict.fits(), "seed " + SEED + ": " + verdict);
  }
}
