package io.daisychain.ingest.convert;

import io.daisychain.fix.FixTag;
import java.math.BigDecimal;

/** Records of cancels, and of what became of orders and routes. */
final class ReportRecords {
  private final ConvertedEvent of;

  /** What was traded, where the record written last is one of a trade; else null. */
  Trades.Trade trade;

  ReportRecords(ConvertedEvent of) {
    this.of = of;
  }

  Unsayable cancel() {
    String prior = of.prior();
    Unsayable why = of.named(prior);
    if (why != null) {
      return why;
    }
    of.head("MEOCR");
    of.key(of.parentDay(), ConvertedEvent.id(of.event.source().toString(), prior));
    of.at();
    of.electronic(false);
    of.text.number(
        "cancelQty", of.event.orderQty().isEmpty() ? "0" : of.event.orderQty().toString());
    return null;
  }

  private String remaining() {
    String ordered = of.event.orderQty().toString();
    of.fields.quantity(FixTag.CUM_QTY, of.work);
    if (ordered.isEmpty() || of.work.isEmpty()) {
      return ordered.isEmpty() ? "0" : ordered;
    }
    BigDecimal rest =
        new BigDecimal(RecordText.plain(ordered))
            .subtract(new BigDecimal(RecordText.plain(of.work.toString())));
    return rest.signum() < 0 ? "0" : rest.toPlainString();
  }

  Unsayable canceled() {
    String order = of.reported();
    Unsayable why = of.named(order);
    if (why != null) {
      return why;
    }
    of.head("MEOC");
    of.key(of.parentDay(), ConvertedEvent.id(of.event.source().toString(), order));
    of.at();
    of.electronic(false);
    of.text.number("cancelQty", remaining()).number("leavesQty", "0").with("initiator", "C");
    return null;
  }

  Unsayable canceledRoute() {
    String route = of.reported();
    if (route.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!of.isImid(of.destination)) {
      return Unsayable.IMID;
    }
    if (of.parentDay() != of.event.tradeDate()) {
      return Unsayable.OTHER_DAY;
    }
    of.head("MECR");
    String order = of.sourceOrder();
    of.key(of.event.tradeDate(), order.isEmpty() ? route : order);
    of.at();
    of.electronic(false);
    of.text.number("cancelQty", remaining());
    of.text.with("destination", of.destination).with("destinationType", "F");
    of.text
        .with("routedOrderID", route)
        .with("routeRejectedFlag", false)
        .with("multiLegInd", false);
    return null;
  }

  Unsayable restated() {
    String order = of.reported();
    Unsayable why = of.named(order);
    if (why != null) {
      return why;
    }
    of.head("MEOJ");
    of.key(of.parentDay(), ConvertedEvent.id(of.event.source().toString(), order));
    of.at();
    of.electronic(false);
    of.text.with("initiator", "F");
    of.text.number("price", of.event.price().toString());
    of.text.number("quantity", of.event.orderQty().toString());
    of.timeInForce();
    return null;
  }

  Unsayable traded() {
    String order = of.reported();
    Unsayable why = of.named(order);
    if (why != null) {
      return why;
    }
    Trades.Trade made = new Trades.Trade();
    made.reporter = of.event.reporter().toString();
    made.firmRoeId = of.firmRoeId();
    made.tradeId = of.event.eventId().toString();
    made.symbol = of.event.symbol().toString();
    made.side = of.side();
    made.quantity = of.event.lastShares().toString();
    made.price = of.event.lastPx().toString();
    made.keyDay = of.event.tradeDate();
    made.time = of.event.eventTime();
    made.order = ConvertedEvent.id(of.event.source().toString(), order);
    made.orderDay = of.parentDay();
    of.head("MEOT");
    write(made);
    trade = made;
    return null;
  }

  /** Writes once more what has become of a trade. */
  void change(Trades.Trade changed) {
    of.head("MEOT", "COR", changed.firmRoeId, changed.reporter);
    write(changed);
    trade = null;
  }

  private void write(Trades.Trade made) {
    of.text.with("tradeKeyDate", of.keyDate(made.keyDay)).with("tradeID", made.tradeId);
    of.text.with("symbol", made.symbol).with("eventTimestamp", made.time);
    of.text.with("manualFlag", false).with("cancelFlag", made.isBusted);
    if (made.isBusted) {
      of.text.with("cancelTimestamp", made.bustTime);
    }
    of.text.number("quantity", made.quantity).number("price", made.price).with("capacity", "A");
    boolean isBuy = made.side.equals("B");
    of.text.with("sideDetailsInd", isBuy ? "BUY" : "SELL");
    of.text.beginArray(isBuy ? "buyDetails" : "sellDetails").beginElement();
    of.text.with("orderKeyDate", of.keyDate(made.orderDay)).with("orderID", made.order);
    of.text.with("side", made.side).endObject().endArray().with("multiLegInd", false);
  }
}
