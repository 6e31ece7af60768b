package io.daisychain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.datagen.WorkloadForecast;
import java.util.Locale;

/** What a chain lets expect, beside what was generated: a table. */
final class GenerateDescription {
  private GenerateDescription() {}

  /** Prints the table; {@code counts} are those of the summary. */
  static void print(WorkloadForecast forecast, JsonNode counts) {
    double lifecycles = counts.get("lifecycles").asDouble();
    Terminal.result("");
    line(forecast.model(), "expected", "generated", "");
    row("lifecycles", forecast.lifecycles(), lifecycles, 0);
    row("events a lifecycle", forecast.events(), counts.get("events").asDouble() / lifecycles, 3);
    forecast
        .byType()
        .forEach(
            (type, expected) ->
                row(
                    "  " + type,
                    expected,
                    counts.at("/byType/" + type).asDouble() / lifecycles,
                    4));
    JsonNode depths = counts.get("ordersByDepth");
    line("orders a lifecycle, under", "", "", "");
    for (int i = 0; i < Math.max(forecast.ordersByDepth().size(), depths.size()); i++) {
      double expected = i < forecast.ordersByDepth().size() ? forecast.ordersByDepth().get(i) : 0;
      double found = i < depths.size() ? depths.get(i).asDouble() / lifecycles : 0;
      row("  " + i + (i == 1 ? " firm or desk" : " firms and desks"), expected, found, 4);
    }
    row("bytes a lifecycle", forecast.bytes(), counts.get("bytes").asDouble() / lifecycles, 0);
    double all = forecast.bytes() * forecast.lifecycles();
    row("bytes", all, counts.get("bytes").asDouble(), 0);
  }

  private static void row(String name, double expected, double found, int digits) {
    String format = "%,." + digits + "f";
    String off =
        expected == 0 ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * (found / expected - 1));
    line(
        name,
        String.format(Locale.ROOT, format, expected),
        String.format(Locale.ROOT, format, found),
        off);
  }

  private static void line(String name, String expected, String found, String off) {
    Terminal.result(
        String.format(Locale.ROOT, "%-26s%16s%16s%10s", name, expected, found, off)
            .stripTrailing());
  }
}
