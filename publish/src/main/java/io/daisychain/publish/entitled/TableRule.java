package io.daisychain.publish.entitled;

import io.daisychain.publish.table.PublishedTables;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which rows of a table may be seen, and which of their columns.
 *
 * @param table its name
 * @param rows what follows FROM, with the table as {@code t}
 * @param own columns that are shown as they are
 * @param made others, by name, each with its SQL
 * @param other when the rest of the columns are shown; they are null else
 */
record TableRule(
    String table, String rows, List<String> own, Map<String, String> made, String other) {
  private static final String ALWAYS = "true";
  private static final String NEVER = "false";

  /** Joins an event, or what stands for one, with its share of a lifecycle. */
  private static final String SHARE = " LEFT JOIN shares AS s ON s.LifecycleId = t.LifecycleId";

  private static final String OWN = " JOIN own AS o ON o.id = t.id AND o.tradeDate = t.tradeDate";

  /** True where nobody else has anything in the lifecycle. */
  private static final String WHOLE = "s.isShared IS FALSE";

  /** Columns of an event that are of its own message, or of the checks of it alone. */
  private static final List<String> MESSAGE =
      List.of(
          ("id Parent timestamp EventId ReporterId CustomerId CustomerIdValid side symbol "
                  + "eventType brokenTag ReporterIdValid SideMatch SymbolMatch SymbolValid Merge "
                  + "relation quantity price stopPx account capacity ordType source destination "
                  + "lastMkt errorStatus errorReason timestampNanos sendingTime execType "
                  + "execTransType ordStatus lastShares lastPx cumQty leavesQty avgPx clOrdId "
                  + "origClOrdId orderId execRefId timeInForce text taggedLineage wireLog version "
                  + "securityType instrument maturity putOrCall strike multiplier InstrumentMatch legRefId "
                  + "multiLeg "
                  + "reporter message format catType firmROEID errorCode tradeDate")
              .split(" ", -1));

  private static final String IS_OWN = "SELECT id FROM own_ids";

  /** All that have a rule. */
  static final List<TableRule> ALL =
      List.of(
          new TableRule(
              "events",
              "events AS t" + OWN + SHARE + " LEFT JOIN children AS c ON c.parent = t.id",
              MESSAGE,
              Map.of(
                  "LifecycleId", "s.id",
                  "GrandParent",
                      "CASE WHEN %s OR t.GrandParent IN (%s) THEN t.GrandParent END"
                          .formatted(WHOLE, IS_OWN),
                  "childCount", "COALESCE(c.children, 0)",
                  "Child", child("Child"),
                  "CHILD_side", child("CHILD_side"),
                  "CHILD_symbol", child("CHILD_symbol"),
                  "CHILD_ordType", child("CHILD_ordType")),
              WHOLE),
          new TableRule(
              "links",
              "links AS t JOIN own AS o ON o.id = t.child AND o.tradeDate = t.tradeDate LEFT JOIN"
                  + " shares AS s ON s.LifecycleId = o.LifecycleId",
              List.of("parent", "child", "relation", "SymbolMatch", "SideMatch", "tradeDate"),
              Map.of(),
              WHOLE),
          new TableRule(
              "lifecycles",
              "shares AS s LEFT JOIN lifecycles AS t ON t.id = s.LifecycleId AND NOT s.isShared"
                  + " WHERE s.isShared OR t.id IS NOT NULL",
              List.of(),
              Stream.of("id", "symbol", "firstDate", "firstTime", "lastTime", "events", "errors")
                  .collect(
                      Collectors.toMap(
                          column -> column,
                          column ->
                              "CASE WHEN s.isShared THEN s.$ ELSE t.$ END".replace("$", column))),
              WHOLE),
          new TableRule(
              "duplicates",
              "duplicates AS t" + SHARE + " WHERE $EVENT(t.reporter, t.symbol)",
              MESSAGE,
              Map.of("LifecycleId", "s.id"),
              NEVER),
          new TableRule(
              "history",
              "history AS t WHERE $FIRM(t.ReporterId) AND ($ALL_SYMBOLS() OR EXISTS (SELECT 1 FROM"
                  + " own AS o WHERE o.id = t.id AND o.tradeDate = t.tradeDate))",
              List.of("id", "version", "action", "sentTime", "ReporterId", "standing", "tradeDate"),
              Map.of(
                  "changed", // against the version before, which may be another firm's
                  "CASE WHEN NOT EXISTS (SELECT 1 FROM history AS h WHERE h.id = t.id AND"
                      + " h.tradeDate = t.tradeDate AND h.ReporterId <> t.ReporterId) THEN"
                      + " t.changed END"),
              NEVER),
          new TableRule(
              "errors",
              "errors AS t LEFT JOIN own AS o ON o.id = t.id AND o.tradeDate = t.tradeDate LEFT"
                  + " JOIN shares AS s ON s.LifecycleId = o.LifecycleId WHERE"
                  + " $FIRM(t.ReporterId) AND ($ALL_SYMBOLS() OR o.id IS NOT NULL)",
              List.of(
                  "id tradeDate ReporterId role status reason tag repairedBy inTime"
                      .split(" ", -1)),
              Map.of(),
              WHOLE), // the times are of whoever's message brought the fault, or took it away
          new TableRule(
              "breaks",
              ("breaks AS t WHERE ($FIRM(t.reporter) OR $FIRM(t.named)) AND "
                      + "($ALL_SYMBOLS() OR t.id IN (%s) OR t.namedId IN (%s))")
                  .formatted(IS_OWN, IS_OWN),
              List.of(
                  "kind reporter named id namedId field value namedValue state tradeDate"
                      .split(" ", -1)),
              Map.of( // of a key that both have each is told who the other is, and no more
                  "EventId",
                  "CASE WHEN t.kind <> 'DUPLICATE_KEY' OR $FIRM(t.reporter) THEN t.EventId END",
                  "namedEventId",
                  "CASE WHEN t.kind <> 'DUPLICATE_KEY' OR $FIRM(t.named) THEN t.namedEventId"
                      + " END"),
              NEVER),
          new TableRule("keys", "keys AS t" + OWN, List.of(), Map.of(), ALWAYS),
          new TableRule("allocations", "allocations AS t" + OWN, List.of(), Map.of(), ALWAYS),
          new TableRule("legs", "legs AS t" + OWN, List.of(), Map.of(), ALWAYS),
          new TableRule("event_market", "event_market AS t" + OWN, List.of(), Map.of(), ALWAYS),
          new TableRule(
              "quotes", "quotes AS t WHERE $SYMBOL(t.symbol)", List.of(), Map.of(), ALWAYS),
          new TableRule("nbbo", "nbbo AS t WHERE $SYMBOL(t.symbol)", List.of(), Map.of(), ALWAYS),
          new TableRule(
              "trades", "trades AS t WHERE $SYMBOL(t.symbol)", List.of(), Map.of(), ALWAYS),
          new TableRule(
              "windows", "windows AS t WHERE $SYMBOL(t.symbol)", List.of(), Map.of(), ALWAYS));

  /** Tables that one must be allowed to see: of windows those that they are made of. */
  List<String> needs() {
    return table.equals("windows") ? List.of("nbbo", "trades") : List.of(table);
  }

  private static String child(String column) {
    return "CASE WHEN t.Child IN (" + IS_OWN + ") THEN t." + column + " END";
  }

  /** The rows with these columns. */
  String select(List<String> columns) {
    return columns.stream()
        .map(column -> value(column) + " AS \"" + column + '"')
        .collect(Collectors.joining(", ", "SELECT ", " FROM " + rows + order()));
  }

  /** As the warehouse has them: a join would leave them in another order each time. */
  private String order() {
    return PublishedTables.schema().tables().stream()
        .filter(published -> published.name().equals(table))
        .findFirst()
        .map(
            published ->
                published.sortedBy().stream()
                    .map(column -> '"' + column + '"')
                    .collect(Collectors.joining(", ", " ORDER BY ", "")))
        .orElse("");
  }

  private String value(String column) {
    String plain = "t.\"" + column + '"';
    return own.contains(column)
        ? plain
        : made.getOrDefault(column, "CASE WHEN " + other + " THEN " + plain + " END");
  }
}
