package io.daisychain.flight;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.TradeDateBounds;
import io.daisychain.model.access.Entitlement;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Whether somebody may see what it asks for, by types, symbols and trade dates. */
final class Rights {
  private static final long NANOS_A_DAY = 86_400_000_000_000L;
  private static final int MOST_NAMED = 10;

  private Rights() {}

  /** Whether it may see a kind. */
  static boolean sees(Entitlement who, MarketKind kind) {
    return who.tables().has(kind.view());
  }

  /** Refuses types and symbols that it may not see. */
  static void check(Entitlement who, AskedData asked) throws RefusedRequestException {
    for (MarketKind kind : asked.kinds()) {
      if (!sees(who, kind)) {
        throw RefusedRequestException.denied(who + " may not see the type " + kind.word());
      }
    }
    if (asked.symbols().all() && !who.symbols().all() && who.symbols().names().isEmpty()) {
      throw RefusedRequestException.denied(who + " may not see any symbol");
    }
    List<String> refused =
        asked.symbols().names().stream().filter(symbol -> !who.symbols().has(symbol)).toList();
    if (!refused.isEmpty()) {
      throw RefusedRequestException.denied(who + " may not see the symbols " + shown(refused));
    }
  }

  private static String shown(List<String> names) {
    return names.size() <= MOST_NAMED
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MOST_NAMED))
            + " and "
            + (names.size() - MOST_NAMED)
            + " more";
  }

  /**
   * The trade dates of a request, of those that there are. Those that it names, by dates or by from
   * and to, it must be allowed to see; of all, it gets those that it may.
   */
  static SortedMap<Integer, DayFiles> days(Entitlement who, AskedData asked, MarketFolder market)
      throws IOException, RefusedRequestException {
    SortedMap<Integer, DayFiles> days = new TreeMap<>();
    List<String> refused = new java.util.ArrayList<>();
    boolean isNamed =
        asked.dates() != null || asked.from() != Long.MIN_VALUE || asked.to() != Long.MAX_VALUE;
    for (DayFiles day : market.days().values()) {
      if (!isWanted(asked, day)) {
        continue;
      }
      if (who.dates().has(day.epochDay())) {
        days.put(day.epochDay(), day);
      } else if (isNamed) {
        refused.add(LocalDate.ofEpochDay(day.epochDay()).toString());
      }
    }
    if (!refused.isEmpty()) {
      throw RefusedRequestException.denied(who + " may not see the dates " + shown(refused));
    }
    return days;
  }

  private static boolean isWanted(AskedData asked, DayFiles day) throws IOException {
    if (asked.dates() != null && !asked.dates().has(day.epochDay())) {
      return false;
    }
    if (asked.from() == Long.MIN_VALUE && asked.to() == Long.MAX_VALUE) {
      return true;
    }
    // A date that is days away in any zone is not opened.
    if ((day.epochDay() + 2) * NANOS_A_DAY <= asked.from()
        || (day.epochDay() - 2) * NANOS_A_DAY >= asked.to()) {
      return false;
    }
    TradeDateBounds bounds = day.bounds();
    return bounds.end() > asked.from() && bounds.start() < asked.to();
  }
}
