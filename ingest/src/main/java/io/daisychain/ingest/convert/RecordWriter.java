package io.daisychain.ingest.convert;

import io.daisychain.fix.FixMessage;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.TradeDates;
import java.util.Set;

/** Says an event of FIX as a record of CAT, by the table of docs/cat.md. Not thread-safe. */
final class RecordWriter {
  private static final int SECURITY_TYPE = 167;
  private static final int PUT_OR_CALL = 201;
  private static final Set<String> NO_EQUITY = Set.of("OPT", "OOF", "OOP", "FUT", "MLEG");

  private final ConvertedEvent event;
  private final OrderRecords orders;
  private final ReportRecords reports;
  private byte[] record = {};

  RecordWriter(TradeDates dates, OrderIndex known) {
    event = new ConvertedEvent(dates, known);
    orders = new OrderRecords(event);
    reports = new ReportRecords(event);
  }

  /** The record written last. */
  byte[] record() {
    return record;
  }

  /** What was traded, where the record written last is one of a trade; else null. */
  Trades.Trade trade() {
    return reports.trade;
  }

  /** Writes the record of an event; null where that could be done, else why not. */
  Unsayable write(OrderEvent of, FixMessage from) {
    event.of(of, from);
    reports.trade = null;
    if (!event.isImid(of.reporter().toString())) {
      return Unsayable.IMID;
    }
    if (of.brokenParent()) {
      return Unsayable.NO_ORDER;
    }
    boolean isOption = event.fields.has(PUT_OR_CALL);
    if (isOption || of.isOfLegs() || NO_EQUITY.contains(event.value(SECURITY_TYPE))) {
      return Unsayable.NO_EQUITY;
    }
    boolean isRoutes = !event.destination.isEmpty();
    event.text.begin();
    Unsayable why =
        switch (of.type()) {
          case NEW, AGGREGATE -> orders.order();
          case ROUTE -> orders.route();
          case ACCEPT -> orders.accept();
          case INTERNAL -> orders.internal();
          case REPLACE -> isRoutes ? orders.modifiedRoute() : orders.modified();
          case CANCEL -> isRoutes ? Unsayable.ROUTE_CANCEL : reports.cancel();
          case CANCELED -> isRoutes ? reports.canceledRoute() : reports.canceled();
          case RESTATED -> isRoutes ? Unsayable.REPORT : reports.restated();
          case PARTIAL_FILL, FILL -> isRoutes ? Unsayable.REPORT : reports.traded();
          default -> Unsayable.REPORT;
        };
    if (why == null) {
      record = event.text.end();
    }
    return why;
  }

  /** Writes once more what has become of a trade. */
  void change(Trades.Trade changed) {
    event.text.begin();
    reports.change(changed);
    record = event.text.end();
  }
}
