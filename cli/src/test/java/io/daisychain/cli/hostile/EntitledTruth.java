package io.daisychain.cli.hostile;

import io.daisychain.cli.testing.Program;
import io.daisychain.model.access.Entitlement;
import io.daisychain.model.text.TextLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What firms may see of a market, by brute force over all rows of its warehouse. */
final class EntitledTruth {
  private final Program program;
  final List<Map<String, String>> events;
  private final List<Map<String, String>> duplicates;
  private final List<Map<String, String>> links;
  private final List<Map<String, String>> breaks;

  EntitledTruth(Program program) throws Exception {
    this.program = program;
    events =
        rows(
            "SELECT id, tradeDate, LifecycleId, ReporterId, symbol, EventId, errorStatus, errorReason,"
                + " Parent, timestampNanos, clOrdId, origClOrdId, orderId, execRefId, text"
                + " FROM events");
    duplicates = rows("SELECT * FROM duplicates");
    links = rows("SELECT parent, child FROM links");
    breaks = rows("SELECT * FROM breaks");
  }

  /** Rows that the operator sees. */
  List<Map<String, String>> rows(String sql) throws Exception {
    return program.sql(sql).stream().map(row -> row.getFieldsAsMap()).toList();
  }

  static boolean isOwn(Entitlement who, Map<String, String> event) {
    return who.sees(event.get("ReporterId"), event.get("symbol"));
  }

  List<Map<String, String>> own(Entitlement who) {
    return events.stream().filter(event -> isOwn(who, event)).toList();
  }

  /** The condition in SQL under which an event is somebody's own. */
  static String condition(Entitlement who) {
    return in("ReporterId", who.reporters().all(), who.reporters().names())
        + " AND "
        + in("symbol", who.symbols().all(), who.symbols().names());
  }

  private static String in(String column, boolean all, Collection<String> names) {
    return all
        ? "true"
        : names.stream().collect(Collectors.joining("', '", column + " IN ('", "')"));
  }

  /** Statuses of an event. */
  static Set<String> statuses(Map<String, String> event) {
    String text = event.get("errorStatus");
    return text == null || text.isEmpty() ? Set.of() : Set.of(text.split(";", -1));
  }

  /** A lifecycle as somebody sees it: its own events, and what may be shown of them. */
  record Share(String id, List<Map<String, String>> own, boolean isShared) {
    String symbol() {
      return own.get(0).get("symbol");
    }

    String time(boolean first) {
      return TextLines.timeText(nanos(own.get(first ? 0 : own.size() - 1)));
    }

    long errors() {
      return own.stream().filter(event -> !statuses(event).isEmpty()).count();
    }
  }

  private static long nanos(Map<String, String> event) {
    return Long.parseLong(event.get("timestampNanos"));
  }

  /**
   * Lifecycles in which somebody has an event, by the id that it knows.
   *
   * @param live where a key that was reported twice is taken for another's, whoever it was
   */
  Map<String, Share> lifecycles(Entitlement who, boolean live) {
    Set<String> others = new HashSet<>();
    Map<String, List<Map<String, String>>> own = new TreeMap<>();
    for (Map<String, String> event : events) {
      String lifecycle = event.get("LifecycleId");
      if (!isOwn(who, event)) {
        others.add(lifecycle);
      } else {
        own.computeIfAbsent(lifecycle, none -> new ArrayList<>()).add(event);
        if (live && statuses(event).contains("DUPLICATE_KEY")) {
          others.add(lifecycle);
        }
      }
    }
    for (Map<String, String> duplicate : duplicates) {
      if (!who.sees(duplicate.get("reporter"), duplicate.get("symbol"))) {
        others.add(duplicate.get("LifecycleId"));
      }
    }
    Map<String, Share> shares = new TreeMap<>();
    own.forEach(
        (lifecycle, part) -> {
          part.sort(
              Comparator.<Map<String, String>>comparingLong(EntitledTruth::nanos)
                  .thenComparing(event -> event.get("id")));
          boolean isShared = others.contains(lifecycle);
          String id = isShared ? part.get(0).get("id") : lifecycle;
          shares.put(id, new Share(id, part, isShared));
        });
    return shares;
  }

  /** Words as ids are written. */
  static Set<String> words(String text) {
    return new HashSet<>(List.of(text.split("[^A-Za-z0-9-]+", -1)));
  }

  private static void note(Map<String, String> row, StringBuilder known) {
    Map<String, String> told = new TreeMap<>(row);
    told.remove("LifecycleId"); // may be named after another's event
    known.append(told).append('\n');
  }

  /** Words of others' events that nothing says which somebody may read. */
  Set<String> secrets(Entitlement who) {
    StringBuilder known = new StringBuilder();
    Set<String> ownIds = new HashSet<>();
    for (Map<String, String> event : own(who)) {
      note(event, known);
      ownIds.add(event.get("id"));
    }
    for (Map<String, String> duplicate : duplicates) {
      if (who.sees(duplicate.get("reporter"), duplicate.get("symbol"))) {
        note(duplicate, known);
      }
    }
    links.stream().filter(link -> ownIds.contains(link.get("child"))).forEach(known::append);
    for (Map<String, String> told : breaks) {
      if (who.reporters().has(told.get("reporter")) || who.reporters().has(told.get("named"))) {
        known.append(told).append('\n');
      }
    }
    Set<String> told = words(known.toString());
    Set<String> secrets = new TreeSet<>();
    for (Map<String, String> event : events) {
      for (String word : List.of(event.get("id"), event.get("EventId"))) {
        if (!isOwn(who, event) && word.length() > 5 && !told.contains(word)) {
          secrets.add(word);
        }
      }
    }
    return secrets;
  }
}
