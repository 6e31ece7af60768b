package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.EventType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the chain promises, beside what is generated. */
class ChainForecastTest {
  private static final int EVENTS = 1_000_000;

  static Stream<String> models() {
    return BuiltInModels.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("models")
  void isWhatIsGenerated(String model) throws IOException {
    GeneratorSettings settings =
        GeneratorSettings.to("unused").withWorkload(100, EVENTS).withModel(model).withSeed(3);
    OrderForecast forecast = ChainForecast.lifecycle(WorkloadPlan.of(settings).chain());
    OutputStream nowhere = OutputStream.nullOutputStream();
    ShardSummary summary =
        Generator.generateShard(WorkloadPlan.of(settings.withShards(1)), 0, nowhere, nowhere);

    StringBuilder table = new StringBuilder(model + ", seed 3\n");
    double worst = 0;
    double sum = 0;
    for (EventType type : EventType.values()) {
      double expected = forecast.events[type.code()];
      double found = (double) summary.byType().getOrDefault(type, 0L) / summary.lifecycles();
      sum += expected;
      double off = found == 0 ? 0 : Math.abs(expected / found - 1);
      if (found > 0.2) {
        worst = Math.max(worst, off);
      }
      table.append(String.format(Locale.ROOT, "%s %.4f %.4f%n", type, expected, found));
    }
    double events = (double) summary.events() / summary.lifecycles();
    table.append(String.format(Locale.ROOT, "all %.3f %.3f%n", sum, events));
    // Blocks are worked off over hours: the close, which is not in the forecast, ends some early.
    boolean slow = model.equals("institutional");
    assertTrue(Math.abs(sum / events - 1) < (slow ? 0.08 : 0.05), table.toString());
    assertTrue(worst < (slow ? 0.3 : 0.15), table.toString());
  }
}
