package io.daisychain.explorer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.picture.PointFilter;
import io.daisychain.explorer.picture.Summary;
import io.daisychain.explorer.point.BadParameterException;
import io.daisychain.explorer.point.Points;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** What an analyst has to look into, in lists of their own. */
@SuppressWarnings("ImmutableEnumChecker") // its list is
enum Alert {
  ORPHANS("Orphans", "ORPHAN"),
  MISMATCHES("Mismatches", "SYMBOL_MISMATCH", "INSTRUMENT_MISMATCH", "SIDE_MISMATCH"),
  OVERFILLS("Overfills", "OVERFILL"),
  TRADE_THROUGHS("Trade-throughs"),
  LATE("Late", "LATE"),
  OTHERS(
      "Other breaks", "UNACCEPTED", "CYCLE", "OUT_OF_SEQUENCE", "DUPLICATE_KEY", "OVERALLOCATION");

  private static final String DETAILS =
      "SELECT e.id::VARCHAR, e.EventId, e.source, e.destination, e.errorReason, e.lastPx, e.price"
          + " FROM events AS e WHERE e.timestampNanos BETWEEN CAST(? AS BIGINT) AND"
          + " CAST(? AS BIGINT) AND e.id IN (";

  private final String words;
  private final List<String> statuses;

  Alert(String words, String... statuses) {
    this.words = words;
    this.statuses = List.of(statuses);
  }

  String words() {
    return words;
  }

  /** Error statuses of its events; none for what is told by the market. */
  List<String> statuses() {
    return statuses;
  }

  String parameter() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Alert parse(String text) {
    for (Alert alert : values()) {
      if (alert.parameter().equals(text)) {
        return alert;
      }
    }
    throw new BadParameterException(
        "alert must be "
            + Arrays.stream(values()).map(Alert::parameter).collect(Collectors.joining(", ")));
  }

  /**
   * Events of the view that are on the list, whatever status is chosen; empty where that is not
   * known, or not yet.
   */
  OptionalInt count(ShownPublication publication, Points points, EventView view, Summary summary)
      throws IOException {
    if (this == TRADE_THROUGHS) {
      Optional<TradeThroughs> throughs = publication.knownThroughs();
      if (throughs.isEmpty() || !throughs.get().isKnown()) {
        return OptionalInt.empty();
      }
      PointFilter filter = new PointFilter(points, view.withStatuses(List.of()));
      return OptionalInt.of(throughs.get().within(filter).size());
    }
    long bits = 0;
    for (String word : statuses) {
      int bit = points.kinds.words().indexOf(word);
      bits |= bit < 0 ? 0 : 1L << bit;
    }
    int count = 0;
    for (int kind = 0; kind < summary.kinds.length; kind++) {
      if ((points.kinds.wordsOf(kind) & bits) != 0) {
        count += summary.kinds[kind] + summary.kindsOfOtherStatuses[kind];
      }
    }
    return OptionalInt.of(count);
  }

  /** The list: trade-throughs worst first, others by time. */
  ObjectNode list(ShownPublication publication, Points points, EventView view, int limit)
      throws IOException {
    ObjectNode node = Answer.object();
    node.put("alert", parameter());
    ArrayNode rows = node.putArray("events");
    List<Integer> events = new ArrayList<>();
    Map<Integer, TradeThroughs.Through> throughs = new HashMap<>();
    if (this == TRADE_THROUGHS) {
      TradeThroughs found = publication.throughs();
      node.put("known", found.isKnown());
      PointFilter filter = new PointFilter(points, view.withStatuses(List.of()));
      found.within(filter).stream()
          .limit(limit)
          .forEach(
              through -> {
                events.add(through.event());
                throughs.put(through.event(), through);
              });
    } else {
      node.put("known", true);
      PointFilter filter = new PointFilter(points, view.withStatuses(statuses));
      for (int i = filter.from; i < filter.to && events.size() < limit; i++) {
        if (filter.passes(i)) {
          events.add(i);
        }
      }
    }
    Map<String, String[]> details = details(publication, points, events);
    for (int event : events) {
      ObjectNode row = EventJson.put(rows.addObject(), points, event);
      String[] found = details.get(points.id(event).toString());
      if (found != null) {
        row.put("eventId", found[1]);
        row.put("source", found[2]);
        row.put("destination", found[3]);
        row.put("reason", found[4]);
      }
      TradeThroughs.Through through = throughs.get(event);
      if (through != null) {
        row.put("paid", through.price());
        row.put("best", through.best());
        row.put("amount", through.amount());
        row.put("share", through.share());
      }
    }
    return node;
  }

  private static Map<String, String[]> details(
      ShownPublication publication, Points points, List<Integer> events) throws IOException {
    if (events.isEmpty()) {
      return Map.of();
    }
    long from = events.stream().mapToLong(event -> points.time[event]).min().getAsLong();
    long to = events.stream().mapToLong(event -> points.time[event]).max().getAsLong();
    String ids =
        events.stream()
            .map(event -> "UUID '" + points.id(event) + "'")
            .collect(Collectors.joining(", "));
    Map<String, String[]> details = new HashMap<>();
    for (String[] row :
        publication.warehouse.rows(
            DETAILS + ids + ") AND " + publication.dates().condition("e"), "" + from, "" + to)) {
      details.put(row[0], row);
    }
    return details;
  }
}
