package io.daisychain.publish;

import static java.util.Comparator.comparing;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What views should say, by the slowest and plainest way: loops over all rows. */
public final class ViewAnswers {
  public static final Map<String, Set<String>> STATUSES =
      Map.of(
          "v_orphans", Set.of("ORPHAN"),
          "v_mismatches", Set.of("SYMBOL_MISMATCH", "SIDE_MISMATCH"),
          "v_duplicates", Set.of("DUPLICATE_KEY"),
          "v_out_of_sequence", Set.of("OUT_OF_SEQUENCE"));

  private static final Set<String> ORDERS =
      Set.of("NEW", "AGGREGATE", "INTERNAL", "ROUTE", "ACCEPT");
  private static final Comparator<Map<String, String>> BY_TIME =
      comparing((Map<String, String> row) -> row.get("timestamp"))
          .thenComparing(row -> row.get("id"));

  /** Stands for null where rows are sorted. */
  private static final String LAST = "~";

  private ViewAnswers() {}

  public static List<String> withStatus(RandomMarket market, Set<String> statuses) {
    return market.events.stream()
        .filter(event -> statuses(event).anyMatch(statuses::contains))
        .sorted(BY_TIME)
        .map(event -> line(event.get("id"), event.get("errorStatus")))
        .toList();
  }

  public static List<String> lifecycle(RandomMarket market) {
    return market.events.stream()
        .sorted(
            comparing((Map<String, String> row) -> row.get("LifecycleId"))
                .thenComparing(row -> row.get("timestamp"))
                .thenComparing(row -> row.get("depth"))
                .thenComparing(row -> row.get("id")))
        .map(
            event -> {
              Map<String, String> root = root(market, event);
              Map<String, String> parent = market.parents.get(event);
              return line(
                  event.get("LifecycleId"),
                  event.get("id"),
                  event.get("source"),
                  event.get("destination"),
                  event.get("lastMkt"),
                  nanos(event) - nanos(root),
                  parent == null ? null : nanos(event) - nanos(parent));
            })
        .toList();
  }

  public static List<String> parents(RandomMarket market) {
    List<String> lines = new ArrayList<>();
    market.parents.forEach(
        (child, parent) ->
            lines.add(
                line(
                    parent.get("id"),
                    child.get("id"),
                    child.get("relation"),
                    parent.get("tradeDate"),
                    child.get("tradeDate"))));
    return lines.stream()
        .sorted(
            comparing((String line) -> line.substring(0, 73))
                .thenComparing(line -> line.substring(line.length() - 10)))
        .toList();
  }

  public static List<String> fillPrice(RandomMarket market) {
    List<String> lines = new ArrayList<>();
    for (Map<String, String> fill : market.events.stream().sorted(BY_TIME).toList()) {
      if (isOf(fill, "PARTIAL_FILL", "FILL")) {
        Map<String, String> order = market.parents.get(fill);
        String limit = limit(order, fill);
        String px = fill.get("lastPx");
        String vwap =
            vwap(
                market.events.stream()
                    .filter(other -> isOf(other, "PARTIAL_FILL", "FILL") && isCounted(other))
                    .filter(other -> traded(fill) != null)
                    .filter(other -> traded(fill).equals(traded(other)))
                    .filter(other -> minute(other).equals(minute(fill)))
                    .toList());
        boolean comparable = px != null && vwap != null && new BigDecimal(vwap).signum() != 0;
        lines.add(
            line(
                fill.get("id"),
                limit,
                beyond(order, fill, limit),
                vwap,
                comparable ? basisPoints(px, vwap) : null,
                isCounted(fill)));
      }
    }
    return lines;
  }

  private static String traded(Map<String, String> event) {
    return "true".equals(event.get("multiLeg")) ? null : event.get("instrument");
  }

  private static String limit(Map<String, String> order, Map<String, String> fill) {
    String type = order != null && order.get("ordType") != null ? order.get("ordType") : null;
    if ("1".equals(type == null ? fill.get("ordType") : type)) {
      return null;
    }
    return order != null && order.get("price") != null ? order.get("price") : fill.get("price");
  }

  private static String beyond(Map<String, String> order, Map<String, String> fill, String limit) {
    int direction = direction(fill.get("side"));
    boolean agree = order == null || direction(order.get("side")) == direction;
    if (direction == 0 || !agree || limit == null || fill.get("lastPx") == null) {
      return null;
    }
    BigDecimal beyond = new BigDecimal(fill.get("lastPx")).subtract(new BigDecimal(limit));
    BigDecimal amount = direction > 0 ? beyond : beyond.negate();
    return amount.signum() > 0 ? plain(amount) : "0";
  }

  private static int direction(String side) {
    return "1".equals(side) || "3".equals(side) ? 1 : "2456".contains(side) ? -1 : 0;
  }

  private static String basisPoints(String px, String vwap) {
    double average = Double.parseDouble(vwap);
    double off = (Double.parseDouble(px) - average) / average * 10_000;
    return plain(new BigDecimal(Double.toString(off)).setScale(2, RoundingMode.HALF_UP));
  }

  private static String minute(Map<String, String> event) {
    return RandomMarket.minute(event.get("timestamp"));
  }

  /**
   * The root that an event's LifecycleId means: on its own date, else last before it, else after.
   */
  private static Map<String, String> root(RandomMarket market, Map<String, String> event) {
    Map<String, String> found = null;
    for (Map<String, String> root : market.events) {
      if (root.get("id").equals(event.get("LifecycleId"))
          && !market.parents.containsKey(root)
          && (found == null || isNearer(root, found, event.get("tradeDate")))) {
        found = root;
      }
    }
    return found;
  }

  private static boolean isNearer(Map<String, String> one, Map<String, String> other, String date) {
    String first = one.get("tradeDate");
    String second = other.get("tradeDate");
    boolean before = first.compareTo(date) <= 0;
    return before == (second.compareTo(date) <= 0)
        ? before == (first.compareTo(second) > 0)
        : before;
  }

  public static List<String> brokenChains(RandomMarket market) {
    List<String> lines = new ArrayList<>();
    for (Map<String, String> lifecycle : lifecycles(market)) {
      List<Map<String, String>> members = members(market, lifecycle);
      long orphans = count(members, event -> has(event, "ORPHAN"));
      long cycles = count(members, event -> has(event, "CYCLE"));
      long unaccepted = count(members, event -> has(event, "UNACCEPTED"));
      if (orphans + cycles + unaccepted > 0) {
        lines.add(line(lifecycle.get("id"), lifecycle.get("events"), orphans, cycles, unaccepted));
      }
    }
    return lines;
  }

  public static List<String> fillRatio(RandomMarket market) {
    List<String> lines = new ArrayList<>();
    for (Map<String, String> lifecycle : lifecycles(market)) {
      long roots =
          count(
              members(market, lifecycle),
              event -> event.get("depth").equals("0") && ORDERS.contains(event.get("eventType")));
      String ordered = lifecycle.get("orderedQuantity");
      String filled = lifecycle.get("filledQuantity");
      boolean has = ordered != null && !ordered.equals("0") && filled != null && roots <= 1;
      lines.add(
          line(
              lifecycle.get("id"),
              roots,
              ordered,
              filled,
              has ? number(Double.parseDouble(filled) / Double.parseDouble(ordered)) : null));
    }
    return lines;
  }

  public static List<String> timeToFirstFill(RandomMarket market) {
    List<String> lines = new ArrayList<>();
    for (Map<String, String> order : market.events.stream().sorted(BY_TIME).toList()) {
      boolean root =
          order.get("id").equals(order.get("LifecycleId")) && !market.parents.containsKey(order);
      if (root && ORDERS.contains(order.get("eventType"))) {
        market.events.stream()
            .filter(event -> event.get("LifecycleId").equals(order.get("id")) && isFill(event))
            .filter(event -> root(market, event) == order)
            .min(BY_TIME)
            .ifPresent(
                fill ->
                    lines.add(
                        line(
                            order.get("id"),
                            order.get("EventId"),
                            order.get("timestamp"),
                            fill.get("timestamp"),
                            nanos(fill) - nanos(order))));
      }
    }
    return lines;
  }

  public static List<String> routeLatency(RandomMarket market) {
    List<String> lines = new ArrayList<>();
    for (Map<String, String> route : market.events.stream().sorted(BY_TIME).toList()) {
      if (!route.get("eventType").equals("ROUTE")) {
        continue;
      }
      List<Map<String, String>> accepts =
          market.events.stream()
              .filter(event -> event.get("eventType").equals("ACCEPT"))
              .filter(event -> market.parents.get(event) == route)
              .sorted(BY_TIME)
              .toList();
      Map<String, String> first = accepts.isEmpty() ? null : accepts.get(0);
      lines.add(
          line(
              route.get("id"),
              route.get("ReporterId"),
              route.get("timestamp"),
              first == null ? null : first.get("timestamp"),
              accepts.size(),
              first == null ? null : nanos(first) - nanos(route)));
    }
    return lines;
  }

  public static List<String> symbolMinute(RandomMarket market) {
    Map<String, List<Map<String, String>>> minutes =
        market.events.stream()
            .collect(
                Collectors.groupingBy(
                    row ->
                        String.join(
                            "\u0001", // before all else, as SQL sorts
                            row.get("symbol"),
                            traded(row) == null ? LAST : traded(row),
                            minute(row)),
                    TreeMap::new,
                    Collectors.toList()));
    List<String> lines = new ArrayList<>();
    minutes.forEach(
        (minute, events) -> {
          List<Map<String, String>> trades =
              events.stream()
                  .filter(row -> isOf(row, "PARTIAL_FILL", "FILL") && isCounted(row))
                  .sorted(BY_TIME)
                  .toList();
          List<BigDecimal> prices =
              trades.stream()
                  .filter(row -> row.get("lastPx") != null && traded(row) != null)
                  .map(row -> new BigDecimal(row.get("lastPx")))
                  .toList();
          List<BigDecimal> sizes =
              trades.stream()
                  .filter(row -> row.get("lastShares") != null)
                  .map(row -> new BigDecimal(row.get("lastShares")))
                  .toList();
          lines.add(
              line(
                  minute.replace(LAST, "").replace('\u0001', ','),
                  events.size(),
                  count(events, row -> isOf(row, "NEW", "AGGREGATE")),
                  count(events, row -> isOf(row, "ROUTE")),
                  count(events, row -> isOf(row, "REPLACE")),
                  count(events, row -> isOf(row, "CANCEL")),
                  sizes.size(),
                  sizes.stream().reduce(BigDecimal::add).map(ViewAnswers::plain).orElse(null),
                  prices.isEmpty() ? null : plain(prices.get(0)),
                  prices.stream()
                      .max(Comparator.naturalOrder())
                      .map(ViewAnswers::plain)
                      .orElse(null),
                  prices.stream()
                      .min(Comparator.naturalOrder())
                      .map(ViewAnswers::plain)
                      .orElse(null),
                  prices.isEmpty() ? null : plain(prices.get(prices.size() - 1)),
                  prices.isEmpty() ? null : vwap(trades),
                  count(events, row -> isOf(row, "BUST")),
                  count(events, row -> isOf(row, "CORRECT")),
                  count(events, row -> row.get("errorStatus") != null)));
        });
    return lines;
  }

  private static boolean isCounted(Map<String, String> event) {
    return "true".equals(event.get("counted"));
  }

  private static String vwap(List<Map<String, String>> trades) {
    BigDecimal shares = BigDecimal.ZERO;
    BigDecimal value = BigDecimal.ZERO;
    for (Map<String, String> trade : trades) {
      if (trade.get("lastShares") != null && trade.get("lastPx") != null) {
        BigDecimal size = new BigDecimal(trade.get("lastShares"));
        shares = shares.add(size);
        value = value.add(size.multiply(new BigDecimal(trade.get("lastPx"))));
      }
    }
    return shares.signum() == 0
        ? null
        : plain(value.divide(shares, MathContext.DECIMAL128).setScale(6, RoundingMode.HALF_UP));
  }

  private static List<Map<String, String>> lifecycles(RandomMarket market) {
    return market.lifecycles.stream()
        .sorted(
            comparing((Map<String, String> row) -> row.get("firstTime"))
                .thenComparing(row -> row.get("id"))
                .thenComparing(row -> row.get("firstDate")))
        .toList();
  }

  private static List<Map<String, String>> members(
      RandomMarket market, Map<String, String> lifecycle) {
    return market.events.stream()
        .filter(event -> event.get("LifecycleId").equals(lifecycle.get("id")))
        .filter(event -> root(market, event).get("tradeDate").equals(lifecycle.get("firstDate")))
        .toList();
  }

  private static boolean isFill(Map<String, String> event) {
    return isOf(event, "PARTIAL_FILL", "FILL") && !"7".equals(event.get("ordStatus"));
  }

  private static boolean isOf(Map<String, String> event, String... types) {
    return Arrays.asList(types).contains(event.get("eventType"));
  }

  static Stream<String> statuses(Map<String, String> event) {
    String statuses = event.get("errorStatus");
    return statuses == null ? Stream.empty() : Arrays.stream(statuses.split(";", -1));
  }

  static boolean has(Map<String, String> event, String status) {
    return statuses(event).anyMatch(status::equals);
  }

  static long count(List<Map<String, String>> rows, Predicate<Map<String, String>> condition) {
    return rows.stream().filter(condition).count();
  }

  private static long nanos(Map<String, String> event) {
    return Long.parseLong(event.get("timestampNanos"));
  }

  static String rate(long part, long whole) {
    return whole == 0 ? null : number((double) part / whole);
  }

  private static String number(double value) {
    return plain(new BigDecimal(Double.toString(value)));
  }

  static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  static String line(Object... cells) {
    return Arrays.stream(cells)
        .map(cell -> cell == null ? "" : cell.toString())
        .collect(Collectors.joining(","));
  }
}
