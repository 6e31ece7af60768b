package io.daisychain.publish.table;

import static io.daisychain.warehouse.ColumnType.BIGINT;
import static io.daisychain.warehouse.ColumnType.BOOLEAN;
import static io.daisychain.warehouse.ColumnType.DATE;
import static io.daisychain.warehouse.ColumnType.INTEGER;
import static io.daisychain.warehouse.ColumnType.PRICE;
import static io.daisychain.warehouse.ColumnType.QUANTITY;
import static io.daisychain.warehouse.ColumnType.TEXT;
import static io.daisychain.warehouse.ColumnType.TIMESTAMP;
import static io.daisychain.warehouse.ColumnType.TOTAL;
import static io.daisychain.warehouse.ColumnType.UUID;

import io.daisychain.marketdata.MarketKind;
import io.daisychain.publish.row.DuplicateLines;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseTable.Column;
import io.daisychain.warehouse.WarehouseView;
import java.util.List;
import java.util.stream.Stream;

/** The published tables: their columns, in order, and what they mean. */
public final class PublishedTables {

  /** One row an event: the paper's columns, then ours. */
  public static final WarehouseTable EVENTS =
      new WarehouseTable(
          "events",
          "One row an event that was reported.",
          List.of(
              column("id", UUID, "Row key of the event: tag 10001, or derived from its identity."),
              column(
                  "Parent",
                  UUID,
                  "Direct parent, the first that the message names; shown even if never reported."),
              column("GrandParent", UUID, "Oldest root above the event; a root's own id."),
              column(
                  "timestamp",
                  TIMESTAMP,
                  "Time of the event in UTC: TransactTime (60), else SendingTime (52)."),
              column(
                  "EventId",
                  TEXT,
                  "The reporter's own id: ExecID (17) of an ExecutionReport, else ClOrdID (11)."),
              column(
                  "ReporterId",
                  TEXT,
                  "MPID of the reporter (49; 56 of a venue's message in a wire log)."),
              column(
                  "Child",
                  UUID,
                  "First child that disagrees in symbol or side, else the earliest."),
              column("CustomerId", TEXT, "ClientID (109)."),
              column(
                  "CustomerIdValid",
                  BOOLEAN,
                  "Whether the customer was known on the event's day; null if unchecked."),
              column("side", TEXT, "Side (54) as in the message."),
              column("CHILD_side", TEXT, "Side of Child."),
              column("symbol", TEXT, "Symbol (55)."),
              column("CHILD_symbol", TEXT, "Symbol of Child."),
              column("CHILD_ordType", TEXT, "OrdType of Child."),
              column("eventType", TEXT, "What happened: NEW, ROUTE, ACCEPT, FILL and so on."),
              column(
                  "brokenTag",
                  INTEGER,
                  "Tag of the structural fault nearest the front; null for none."),
              column(
                  "ReporterIdValid",
                  BOOLEAN,
                  "Whether the reporter was a participant on the event's day; null if unchecked."),
              column(
                  "SideMatch",
                  BOOLEAN,
                  "Whether every child is on this side; null where no child can be compared."),
              column(
                  "SymbolMatch",
                  BOOLEAN,
                  "Whether every child has this symbol; null where no child can be compared."),
              column(
                  "SymbolValid",
                  BOOLEAN,
                  "Whether the symbol was current on the event's day; null if unchecked."),
              column("LifecycleId", UUID, "Id of the lifecycle: its oldest root's."),
              column("Merge", TEXT, "Further parents of an aggregated order, separated by |."),
              column(
                  "relation",
                  TEXT,
                  "How the event hangs on Parent: MERGE, INTERNAL, ROUTE, ACCEPT, PRIOR, EXECUTION,"
                      + " BUST, CORRECT."),
              column(
                  "depth",
                  INTEGER,
                  "Longest way up to a root; 0 for roots and members of a cycle."),
              column("childCount", INTEGER, "Number of distinct reported children."),
              column("quantity", QUANTITY, "OrderQty (38)."),
              column("price", PRICE, "Price (44)."),
              column("ordType", TEXT, "OrdType (40)."),
              column(
                  "source",
                  TEXT,
                  "OnBehalfOfCompID (115): the firm that sent the order to the reporter."),
              column(
                  "destination",
                  TEXT,
                  "DeliverToCompID (128): the firm or venue that the reporter routes to."),
              column("lastMkt", TEXT, "LastMkt (30)."),
              column(
                  "errorStatus",
                  TEXT,
                  "What is wrong with the event: words separated by semicolons; null for nothing."),
              column(
                  "errorReason",
                  TEXT,
                  "Reason of the structural fault and what linking has to say, for people."),
              column("timestampNanos", BIGINT, "The timestamp in nanoseconds since 1970."),
              column(
                  "sendingTime",
                  TIMESTAMP,
                  "SendingTime (52), the earliest of a repeated message."),
              column("execType", TEXT, "ExecType (150)."),
              column("execTransType", TEXT, "ExecTransType (20)."),
              column("ordStatus", TEXT, "OrdStatus (39)."),
              column("lastShares", QUANTITY, "LastShares (32)."),
              column("lastPx", PRICE, "LastPx (31)."),
              column("cumQty", QUANTITY, "CumQty (14)."),
              column("leavesQty", QUANTITY, "LeavesQty (151)."),
              column("avgPx", PRICE, "AvgPx (6)."),
              column("clOrdId", TEXT, "ClOrdID (11)."),
              column("origClOrdId", TEXT, "OrigClOrdID (41)."),
              column("orderId", TEXT, "OrderID (37)."),
              column(
                  "execRefId", TEXT, "ExecRefID (19): the execution that is busted or corrected."),
              column("timeInForce", TEXT, "TimeInForce (59)."),
              column("text", TEXT, "Text (58)."),
              column(
                  "taggedLineage", BOOLEAN, "Whether the reporter named the event's key (10001)."),
              column("wireLog", BOOLEAN, "Whether the message came in a wire log."),
              column(
                  "version",
                  INTEGER,
                  "Number of the version that is published, as in history; 1 for an event without."),
              column("stopPx", PRICE, "StopPx (99)."),
              column("account", TEXT, "Account (1)."),
              column(
                  "capacity",
                  TEXT,
                  "Rule80A (47): in what capacity the firm acted, A agency, P principal and so on."),
              column(
                  "standingQuantity",
                  QUANTITY,
                  "Shares that stand of an execution: LastShares of a fill, or of a CORRECT without a"
                      + " reported execution, as corrected; null once busted, and for other events."),
              column("standingPrice", PRICE, "LastPx that stands with them."),
              column(
                  "counted",
                  BOOLEAN,
                  "Of an execution, busted or not, whether its order went no further: no version of"
                      + " it has a ROUTE, ACCEPT, INTERNAL or MERGE child, so that the filledQuantity"
                      + " of lifecycles counts it; null for other events, and before link."),
              column(
                  "tradeDate",
                  DATE,
                  "Trade date: the day of timestamp, by the zone and day roll of ingest.")),
          List.of("symbol", "timestamp", "id"),
          "id",
          List.of("symbol", "GrandParent"));

  /** One row an edge. */
  public static final WarehouseTable LINKS =
      new WarehouseTable(
          "links",
          "One row an edge from an event to a parent that it names, reported or not.",
          List.of(
              column("parent", UUID, "The parent's id."),
              column("child", UUID, "The child's id."),
              column("relation", TEXT, "How the child hangs on the parent."),
              column(
                  "SymbolMatch",
                  BOOLEAN,
                  "Whether both name the same symbol; null if they cannot be compared."),
              column(
                  "SideMatch",
                  BOOLEAN,
                  "Whether both are on the same side; null if they cannot be compared."),
              column(
                  "quantity",
                  QUANTITY,
                  "What of the parent went into an aggregate (10889); null for other children."),
              column("tradeDate", DATE, "Trade date of the child.")),
          List.of("parent", "child"),
          "child",
          List.of("parent"));

  /** One row a lifecycle. */
  public static final WarehouseTable LIFECYCLES =
      new WarehouseTable(
          "lifecycles",
          "One row a lifecycle: all events that hang together over reported parents.",
          List.of(
              column("id", UUID, "Id of the oldest root."),
              column("symbol", TEXT, "The oldest root's Symbol (55)."),
              column("firstTime", TIMESTAMP, "Time of the earliest event in UTC."),
              column("lastTime", TIMESTAMP, "Time of the latest event in UTC."),
              column("events", INTEGER, "Number of events."),
              column("depth", INTEGER, "Largest depth of an event."),
              column("firms", INTEGER, "Number of distinct reporters."),
              column(
                  "orderedQuantity",
                  TOTAL,
                  "OrderQty of the oldest root's latest version that was not refused; of an aggregate"
                      + " without one the sum of its parents' quantities (10889)."),
              column(
                  "filledQuantity",
                  TOTAL,
                  "Standing fills of the orders and routes that went no further."),
              column("bustedQuantity", TOTAL, "What stood when each bust came."),
              column(
                  "finalState",
                  TEXT,
                  "OrdStatus (39) of the latest report, by its FIX name; null without a report."),
              column("errors", INTEGER, "Number of events with an error status."),
              column(
                  "rootState",
                  TEXT,
                  "OrdStatus (39) of the latest report on the oldest root, or on a version of it, by"
                      + " its FIX name; null without one."),
              column(
                  "ReporterId",
                  TEXT,
                  "MPID of who reported the oldest root's latest version that was not refused; that"
                      + " version, which may be a CANCEL, also gives the columns that follow."),
              column("CustomerId", TEXT, "Its ClientID (109)."),
              column("account", TEXT, "Its Account (1)."),
              column("side", TEXT, "Its Side (54)."),
              column("ordType", TEXT, "Its OrdType (40)."),
              column("price", PRICE, "Its Price (44)."),
              column("timeInForce", TEXT, "Its TimeInForce (59)."),
              column("firstDate", DATE, "Trade date of the oldest root.")),
          List.of("firstTime", "id"),
          "id",
          List.of("symbol", "id"));

  /** One row a content that was reported under another's id and is not published there. */
  public static final WarehouseTable DUPLICATES =
      new WarehouseTable(
          "duplicates",
          "One row a content of a DUPLICATE_KEY that is not the one in events.",
          Stream.of(
                  Stream.of(
                      ofEvents("id"),
                      column(
                          "LifecycleId",
                          UUID,
                          "Lifecycle of the content that is published; null before link."),
                      column("reporter", TEXT, "MPID of the firm that reported this content.")),
                  DuplicateLines.OF_EVENTS.stream().map(PublishedTables::ofEvents),
                  Stream.of(
                      column(
                          "message",
                          TEXT,
                          "The fields that are content, as they came, with | for SOH."),
                      ofEvents("tradeDate")))
              .flatMap(columns -> columns)
              .toList(),
          List.of("id", "sendingTime", "message"),
          "id",
          List.of("id"));

  /** One row a version of an event that has several, or an action. */
  public static final WarehouseTable HISTORY =
      new WarehouseTable(
          "history",
          "One row a version of an event that was corrected, deleted or reported with several"
              + " contents.",
          List.of(
              ofEvents("id"),
              column(
                  "version", INTEGER, "Number of the version, in order of sentTime; 1 the oldest."),
              column("action", TEXT, "Action (10004): N new, C correction, D deletion."),
              column(
                  "sentTime", TIMESTAMP, "SendingTime (52), the earliest of a repeated message."),
              column("ReporterId", TEXT, "MPID of the firm that sent the version."),
              column(
                  "standing", BOOLEAN, "Whether this version stands: it is published, or deletes."),
              column(
                  "changed",
                  TEXT,
                  "Against the version before, by tag: 38:100>200|55:IBM>AAPL; values of a repeated tag"
                      + " are joined by commas; empty for the first and for deletions."),
              ofEvents("tradeDate")),
          List.of("id", "sentTime"),
          "id",
          List.of("id"));

  /** One row a fault of an event that was not gone by the deadline of reports. */
  public static final WarehouseTable ERRORS =
      new WarehouseTable(
          "errors",
          "One row a fault of an event, from when it was there until when it was gone; what was gone"
              + " by 08:00 New York time of the next business day is none.",
          List.of(
              ofEvents("id"),
              ofEvents("tradeDate"),
              column("ReporterId", TEXT, "MPID of the firm that is told."),
              column(
                  "role",
                  TEXT,
                  "reporter, or named: the other firm of an order that only one reported, or another"
                      + " that reported the same key."),
              column("status", TEXT, "What is wrong, as in errorStatus of events."),
              column("reason", TEXT, "Reason of the fault, as in feedback; null for named."),
              column("tag", INTEGER, "Tag in error, as in feedback."),
              column(
                  "firstSeen", TIMESTAMP, "SendingTime of the message after which it was there."),
              column(
                  "repaired",
                  TIMESTAMP,
                  "SendingTime of the message after which it was gone; null while it is open."),
              column(
                  "repairedBy",
                  TEXT,
                  "What that message did, to whichever event: correction, deletion or arrival."),
              column(
                  "inTime",
                  BOOLEAN,
                  "Whether it was gone by 08:00 New York time of the third business day after the"
                      + " trade date; null while it is open.")),
          List.of("id", "firstSeen", "status"),
          "id",
          List.of("id"));

  /** One row a pair of firms that disagree about an event. */
  public static final WarehouseTable BREAKS =
      new WarehouseTable(
          "breaks",
          "One row a pair of firms that disagree, and in what.",
          List.of(
              column(
                  "kind",
                  TEXT,
                  "UNLINKED, UNACCEPTED, SYMBOL_MISMATCH, SIDE_MISMATCH or DUPLICATE_KEY."),
              column("reporter", TEXT, "MPID of the child's reporter, or of the published one's."),
              column("named", TEXT, "MPID of the other firm."),
              column("id", UUID, "Id of the reporter's event."),
              column("EventId", TEXT, "The reporter's own id of it."),
              column("namedId", UUID, "Id of the other firm's event; null where it is not known."),
              column(
                  "namedEventId",
                  TEXT,
                  "The other firm's own id of it; null where it is not known."),
              column("field", INTEGER, "Tag in which they differ: 55 or 54; null for other kinds."),
              column("value", TEXT, "What the reporter says in it."),
              column("namedValue", TEXT, "What the other firm says in it."),
              column("state", TEXT, "open or repaired."),
              ofEvents("tradeDate")),
          List.of("id", "kind", "named"),
          "id",
          List.of("id"));

  private PublishedTables() {}

  /** All tables and the views over them. */
  public static WarehouseSchema schema() {
    return new WarehouseSchema(
        List.of(EVENTS, LINKS, LIFECYCLES, DUPLICATES, HISTORY, ERRORS, BREAKS),
        PublishedViews.ALL);
  }

  /** Names of what a DuckDB warehouse has besides where market data were found. */
  public static List<String> marketNames() {
    return Stream.of(
            Stream.of(MarketViews.EVENT_MARKET.name()),
            Stream.of(MarketKind.values()).map(MarketKind::view),
            MarketViews.ALL.stream().map(WarehouseView::name))
        .flatMap(names -> names)
        .toList();
  }

  private static Column ofEvents(String name) {
    return EVENTS.columns().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Column column(String name, ColumnType type, String meaning) {
    return new Column(name, type, meaning);
  }
}
