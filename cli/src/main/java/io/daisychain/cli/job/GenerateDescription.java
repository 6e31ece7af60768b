package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.datagen.ChainPrinter;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.lifecycle.Days;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;

/** What {@code generate --describe} prints: the model, and what was generated with it. */
public final class GenerateDescription {
  private GenerateDescription() {}

  /** Prints the tables; {@code counts} are those of the summary. */
  public static void print(GeneratorSettings settings, ChainPrinter chain, JsonNode counts) {
    Terminal.result("");
    chain.table().forEach(Terminal::result);
    double lifecycles = counts.get("lifecycles").asDouble();
    Terminal.result("");
    line("", "asked for", "generated");
    line("events", Terminal.number(settings.targetEvents()), number(counts.get("events")));
    counts.path("byDate").properties().forEach(date -> dateLine(settings, date));
    line("lifecycles", "", number(counts.get("lifecycles")));
    if (counts.has("byDate")) {
      datesLines(settings.days(), counts);
    }
    line("bytes", "", number(counts.get("bytes")));
    line("events a lifecycle", "", ratio(counts.get("events"), lifecycles));
    for (var type : counts.get("byType").properties()) {
      line("  " + type.getKey(), "", ratio(type.getValue(), lifecycles));
    }
    JsonNode depths = counts.get("ordersByDepth");
    line("orders a lifecycle, under", "", "");
    for (int i = 0; i < depths.size(); i++) {
      line(
          "  " + i + (i == 1 ? " firm or desk" : " firms and desks"),
          "",
          ratio(depths.get(i), lifecycles));
    }
    line("bytes a lifecycle", "", ratio(counts.get("bytes"), lifecycles));
    if (!settings.errors().isNone()) {
      line("errors", "rate", "put in");
      settings
          .errors()
          .byKind()
          .forEach(
              (kind, rate) ->
                  line("  " + kind, plain(rate), number(counts.get("injected").path(kind.name()))));
    }
  }

  private static void dateLine(GeneratorSettings settings, Map.Entry<String, JsonNode> date) {
    long each = settings.targetEvents() / settings.days().count();
    line("  " + date.getKey(), Terminal.number(each), number(date.getValue()));
  }

  private static void datesLines(Days days, JsonNode counts) {
    double lifecycles = counts.get("lifecycles").asDouble();
    double lines = counts.get("lines").asDouble();
    line("good till cancel", plain(days.gtc()), ratio(counts.get("gtcLifecycles"), lifecycles));
    line("events on later dates", "", number(counts.get("eventsOnLaterDates")));
    line("  without 10836", "", number(counts.get("withoutParentDate")));
    line("handed in late", plain(days.late()), ratio(counts.get("late"), lines));
  }

  private static String plain(double rate) {
    return BigDecimal.valueOf(rate).toPlainString();
  }

  private static String number(JsonNode count) {
    return Terminal.number(count.asLong());
  }

  private static String ratio(JsonNode count, double lifecycles) {
    return String.format(Locale.ROOT, "%,.4f", count.asDouble() / lifecycles);
  }

  private static void line(String name, String asked, String generated) {
    Terminal.result(
        String.format(Locale.ROOT, "%-26s%16s%16s", name, asked, generated).stripTrailing());
  }
}
