package io.daisychain.cli.query;

import io.daisychain.cli.option.EventParameter;
import io.daisychain.model.RowKey;
import io.daisychain.model.event.Identity;
import io.daisychain.warehouse.SqlQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Finds events by what their reporters call them. */
final class EventSearch {
  /** Matches that a message lists; a reporter may use one id every day. */
  private static final int MOST_LISTED = 20;

  private static final String MATCHES =
      """
      SELECT id, LifecycleId, CAST(tradeDate AS $TEXT), eventType, source, destination
      FROM events
      WHERE ReporterId = ? AND EventId = ?
      ORDER BY timestamp, id
      """;

  /** Of a warehouse of many dates it reads this one alone. */
  private static final String OF_DATE =
      MATCHES.replace("EventId = ?", "EventId = ? AND tradeDate = CAST(? AS DATE)");

  /**
   * An event that fits.
   *
   * @param id its row key
   * @param lifecycle LifecycleId, empty where it was not published
   * @param text when, what, from and to whom
   */
  record Match(RowKey id, String lifecycle, String text) {}

  private EventSearch() {}

  /**
   * The published events of a reporter that have this EventId, in order of time.
   *
   * @param date their trade date, if only those of one are meant
   */
  static List<Match> published(
      SqlQuery warehouse, String reporter, String eventId, Optional<LocalDate> date)
      throws IOException {
    List<String> parameters = new ArrayList<>(List.of(reporter, eventId));
    date.ifPresent(day -> parameters.add(day.toString()));
    String template = date.isPresent() ? OF_DATE : MATCHES;
    String sql = warehouse.dialect().query(template, UnaryOperator.identity());
    List<Match> matches = new ArrayList<>();
    for (String[] row : warehouse.rows(sql, parameters.toArray(String[]::new))) {
      String text =
          row[2]
              + "  "
              + row[3]
              + (row[4] == null ? "" : " from " + row[4])
              + (row[5] == null ? "" : " to " + row[5]);
      matches.add(new Match(RowKey.parse(row[0]), row[1], text));
    }
    return matches;
  }

  /**
   * The row keys that can be derived from reporter, EventId and trade date alone: those of native
   * events that neither come from another firm (115) nor go to one (128).
   */
  static List<Match> derived(String reporter, String eventId, LocalDate date) {
    Identity identity = new Identity();
    int day = (int) date.toEpochDay();
    byte[] firm = reporter.getBytes(StandardCharsets.ISO_8859_1);
    byte[] id = eventId.getBytes(StandardCharsets.ISO_8859_1);
    return List.of(
        match(date, "order", with(with(identity.order(day), firm).without(), id)),
        match(date, "execution", with(with(identity.execution(day), firm), id)),
        match(date, "cancel reject", with(with(identity.reject(day), firm), id)));
  }

  private static Identity with(Identity identity, byte[] component) {
    return identity.with(component, 0, component.length);
  }

  private static Match match(LocalDate date, String kind, Identity identity) {
    return new Match(identity.key(), "", date + "  " + kind);
  }

  /** A message that several events fit, and which. */
  static String several(EventParameter event, List<Match> matches) {
    StringBuilder text = new StringBuilder(event.shown());
    text.append(" is ").append(matches.size()).append(" events; name one by its id");
    text.append(event.date().isEmpty() ? " or say --date:" : ":");
    for (Match match : matches.subList(0, Math.min(MOST_LISTED, matches.size()))) {
      text.append("\n  ").append(match.text()).append("  ").append(match.id());
    }
    int more = matches.size() - MOST_LISTED;
    return text.append(more > 0 ? "\n  and " + more + " more" : "").toString();
  }
}
