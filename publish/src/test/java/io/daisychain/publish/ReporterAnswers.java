package io.daisychain.publish;

import static io.daisychain.publish.ViewAnswers.count;
import static io.daisychain.publish.ViewAnswers.has;
import static io.daisychain.publish.ViewAnswers.line;
import static io.daisychain.publish.ViewAnswers.plain;
import static io.daisychain.publish.ViewAnswers.rate;
import static io.daisychain.publish.ViewAnswers.statuses;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What views of reporters, a line a day, should say, by loops over all rows. */
public final class ReporterAnswers {
  private ReporterAnswers() {}

  public static List<String> scorecard(RandomMarket market) {
    List<String> lines = new ArrayList<>();
    Map<String, List<Map<String, String>>> reporters =
        market.events.stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.get("tradeDate") + "," + row.get("ReporterId"),
                    TreeMap::new,
                    Collectors.toList()));
    reporters.forEach(
        (reporter, events) -> {
          long all = events.size();
          long errors = count(events, event -> event.get("errorStatus") != null);
          long structure = count(events, event -> has(event, "STRUCTURE"));
          long reference =
              count(
                  events,
                  event ->
                      statuses(event)
                          .filter(s -> !s.equals("UNKNOWN_ORIGINAL"))
                          .anyMatch(s -> s.startsWith("UNKNOWN") || s.startsWith("DEPRECATED")));
          long late = count(events, event -> has(event, "LATE"));
          Predicate<Map<String, String>> accepted = row -> "ACCEPT".equals(row.get("relation"));
          Predicate<Map<String, String>> inside =
              row -> row.get("Parent") != null && !accepted.test(row);
          Predicate<Map<String, String>> orphan = row -> has(row, "ORPHAN");
          Predicate<Map<String, String>> route = row -> row.get("eventType").equals("ROUTE");
          long links = count(events, inside);
          long unlinked = count(events, inside.and(orphan));
          long received = count(events, accepted);
          long lost = count(events, accepted.and(orphan));
          long sent = count(events, route);
          Lives lives = Lives.of(market, reporter);
          long unaccepted = count(events, route.and(row -> has(row, "UNACCEPTED")));
          lines.add(
              line(
                  reporter,
                  all,
                  errors,
                  rate(errors, all),
                  structure,
                  rate(structure, all),
                  reference,
                  rate(reference, all),
                  late,
                  rate(late, all),
                  links,
                  unlinked,
                  rate(unlinked, links),
                  received,
                  lost,
                  rate(lost, received),
                  sent,
                  unaccepted,
                  rate(unaccepted, sent),
                  count(events, row -> has(row, "SYMBOL_MISMATCH") || has(row, "SIDE_MISMATCH")),
                  count(events, row -> has(row, "OUT_OF_SEQUENCE")),
                  count(events, row -> has(row, "DUPLICATE_KEY")),
                  count(events, row -> has(row, "OVERFILL")),
                  lives.before,
                  rate(lives.before, all),
                  lives.after,
                  rate(lives.after, all),
                  lives.inTime,
                  lives.tooLate,
                  rate(lives.tooLate, lives.inTime + lives.tooLate)));
        });
    return lines;
  }

  /** What became of the faults of a reporter's events of a day. */
  private record Lives(long before, long after, long inTime, long tooLate) {
    /** Of a day and a reporter with a comma between. */
    static Lives of(RandomMarket market, String day) {
      List<Map<String, String>> faults =
          market.errors.stream()
              .filter(row -> row.get("role").equals("reporter"))
              .filter(row -> day.equals(row.get("tradeDate") + "," + row.get("ReporterId")))
              .toList();
      Predicate<Map<String, String>> open = row -> row.get("repaired") == null;
      return new Lives(
          faults.stream().map(row -> row.get("id")).distinct().count(),
          faults.stream().filter(open).map(row -> row.get("id")).distinct().count(),
          count(faults, row -> "true".equals(row.get("inTime"))),
          count(faults, row -> "false".equals(row.get("inTime"))));
    }
  }

  public static List<String> trend(RandomMarket market) {
    Map<String, List<Map<String, String>>> days =
        market.events.stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.get("tradeDate") + "," + row.get("ReporterId"),
                    TreeMap::new,
                    Collectors.toList()));
    Map<String, List<Double>> before = new HashMap<>();
    List<String> lines = new ArrayList<>();
    days.forEach(
        (day, events) -> {
          List<Double> earlier =
              before.computeIfAbsent(day.substring(day.indexOf(',')), r -> new ArrayList<>());
          long errors = count(events, event -> event.get("errorStatus") != null);
          double rate = (double) errors / events.size();
          boolean first = earlier.isEmpty();
          double mean = earlier.stream().mapToDouble(r -> r).average().orElse(0);
          Lives lives = Lives.of(market, day);
          double last = first ? 0 : earlier.get(earlier.size() - 1);
          lines.add(
              line(
                  day,
                  events.size(),
                  errors,
                  first ? null : rounded(rate - last),
                  first ? null : rounded(mean),
                  first ? null : rounded(rate - mean),
                  rate(lives.before, events.size()),
                  rate(lives.after, events.size()),
                  rate(lives.tooLate, lives.inTime + lives.tooLate)));
          earlier.add(rate);
        });
    return lines;
  }

  private static String rounded(double value) {
    return plain(new BigDecimal(value).setScale(9, RoundingMode.HALF_UP));
  }
}
