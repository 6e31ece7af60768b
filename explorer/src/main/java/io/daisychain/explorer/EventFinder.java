package io.daisychain.explorer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.TextHashes;
import io.daisychain.explorer.point.Workers;
import java.io.IOException;
import java.nio.IntBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Finds events by any of their ids: the event's, EventId (ClOrdID or ExecID), ClOrdID, OrderID, and
 * customers, symbols and reporters by name.
 *
 * <p>A text's hash is compared with those of all events; what is equal is read and compared itself.
 */
final class EventFinder {
  private static final Duration WAIT = Duration.ofSeconds(4);
  private static final int MOST = 100;
  private static final int MOST_NAMES = 12;

  private EventFinder() {}

  /** What a text finds. */
  static ObjectNode find(ShownPublication publication, Points points, String text)
      throws IOException {
    ObjectNode node = Answer.object();
    node.put("q", text);
    names(node.putArray("symbols"), points.symbols, text, false);
    names(node.putArray("reporters"), points.reporters, text, false);
    names(node.putArray("customers"), points.customers, text, true);
    ArrayNode events = node.putArray("events");
    Optional<UUID> id = id(text);
    if (id.isPresent()) {
      int event = points.find(id.get());
      if (event >= 0) {
        EventJson.put(events.addObject(), points, event).put("by", "id");
      }
      return node;
    }
    int hash =
        Integer.parseInt(
            publication.warehouse.rows(
                    "SELECT " + TextHashes.of("CAST(? AS VARCHAR)") + "::VARCHAR", text)
                .get(0)[0]);
    List<Integer> candidates = candidates(points, hash);
    node.put("more", candidates.size() > MOST);
    List<Integer> asked = candidates.subList(0, Math.min(MOST, candidates.size()));
    Map<String, String> by = by(publication, points, asked, text);
    for (int event : asked) {
      String column = by.get(points.id(event).toString());
      if (column != null) {
        EventJson.put(events.addObject(), points, event).put("by", column);
      }
    }
    return node;
  }

  private static Optional<UUID> id(String text) {
    try {
      return text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static List<Integer> candidates(Points points, int hash) throws IOException {
    Points.Hashes hashes = points.hashes(WAIT);
    IntBuffer eventId = hashes.eventId();
    IntBuffer clOrdId = hashes.clOrdId();
    IntBuffer orderId = hashes.orderId();
    List<List<Integer>> found = new ArrayList<>();
    int pieces = Workers.pieces(points.size());
    for (int i = 0; i < pieces; i++) {
      found.add(new ArrayList<>());
    }
    Workers.each(
        pieces,
        piece -> {
          List<Integer> own = found.get(piece);
          int to = (int) ((long) points.size() * (piece + 1) / pieces);
          for (int i = (int) ((long) points.size() * piece / pieces); i < to; i++) {
            if ((eventId.get(i) == hash || clOrdId.get(i) == hash || orderId.get(i) == hash)
                && own.size() <= MOST) {
              own.add(i);
            }
          }
        });
    return found.stream().flatMap(List::stream).toList();
  }

  /** By id of the event, the column in which it has the text. */
  private static Map<String, String> by(
      ShownPublication publication, Points points, List<Integer> events, String text)
      throws IOException {
    Map<String, String> by = new HashMap<>();
    if (events.isEmpty()) {
      return by;
    }
    String ids =
        events.stream()
            .map(event -> "UUID '" + points.id(event) + "'")
            .collect(Collectors.joining(", "));
    List<String> values = new ArrayList<>(Collections.nCopies(5, text));
    values.add("" + points.time[events.get(0)]);
    values.add("" + points.time[events.get(events.size() - 1)]);
    // Files are sorted by symbol and time: little of them has to be read for few symbols.
    IntSummaryStatistics symbols =
        events.stream().mapToInt(points.symbols.codes()::at).summaryStatistics();
    String ofSymbols = "";
    if (symbols.getMin() > 0) {
      ofSymbols = " AND e.symbol BETWEEN ? AND ?";
      values.add(points.symbols.values()[symbols.getMin()]);
      values.add(points.symbols.values()[symbols.getMax()]);
    }
    for (String[] row :
        publication.warehouse.rows(
            "SELECT e.id::VARCHAR, CASE WHEN e.EventId = ? THEN CASE WHEN e.execType IS NULL THEN"
                + " 'ClOrdID' ELSE 'ExecID' END WHEN e.clOrdId = ? THEN 'ClOrdID' ELSE 'OrderID'"
                + " END FROM events AS e WHERE (e.EventId = ? OR e.clOrdId = ? OR e.orderId = ?)"
                + " AND e.timestampNanos BETWEEN CAST(? AS BIGINT) AND CAST(? AS BIGINT)"
                + ofSymbols
                + " AND e.id IN ("
                + ids
                + ") AND "
                + publication.dates().condition("e"),
            values.toArray(String[]::new))) {
      by.put(row[0], row[1]);
    }
    return by;
  }

  private static void names(ArrayNode to, Points.Texts texts, String text, boolean whole) {
    String wanted = text.toLowerCase(Locale.ROOT);
    for (int i = 1; i < texts.values().length && to.size() < MOST_NAMES; i++) {
      String value = texts.values()[i].toLowerCase(Locale.ROOT);
      if (whole ? value.equals(wanted) : value.startsWith(wanted)) {
        to.add(texts.values()[i]);
      }
    }
  }

  /** Symbols that begin with a text, then those that contain it, with all their events. */
  static ObjectNode symbols(Points points, String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    int[] counts = new int[points.symbols.values().length];
    for (int i = 0; i < points.size(); i++) {
      counts[points.symbols.codes().at(i)]++;
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 1; i < counts.length; i++) {
      if (points.symbols.values()[i].toLowerCase(Locale.ROOT).contains(wanted)) {
        found.add(i);
      }
    }
    found.sort(
        (a, b) -> {
          boolean first = points.symbols.values()[a].toLowerCase(Locale.ROOT).startsWith(wanted);
          boolean second = points.symbols.values()[b].toLowerCase(Locale.ROOT).startsWith(wanted);
          return first != second ? (first ? -1 : 1) : Integer.compare(counts[b], counts[a]);
        });
    ObjectNode node = Answer.object();
    node.put("found", found.size());
    ArrayNode symbols = node.putArray("symbols");
    for (int symbol : found.subList(0, Math.min(MOST, found.size()))) {
      symbols.addArray().add(points.symbols.values()[symbol]).add(counts[symbol]);
    }
    return node;
  }
}
