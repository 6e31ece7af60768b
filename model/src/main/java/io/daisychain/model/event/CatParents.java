package io.daisychain.model.event;

import io.daisychain.cat.CatRecord;
import io.daisychain.fix.FixValue;
import io.daisychain.model.CatKey;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.Relation;
import java.math.BigDecimal;

/** The keys of the parents that a record of CAT names, by the table of docs/cat.md. Reusable. */
final class CatParents {
  private final CatNames names;

  CatParents(CatNames names) {
    this.names = names;
  }

  /** Adds them to those of the event. */
  void read() {
    switch (names.kind) {
      case "NO" -> {
        if (!merged("aggregatedOrders")) {
          manual();
        }
      }
      case "OA" -> {
        accepted("routedOrderID");
        manual();
      }
      case "CO", "IR" -> order("parentOrderKeyDate", "parentOrderID", Relation.INTERNAL);
      case "OR" -> order("orderKeyDate", "orderID", Relation.ROUTE);
      case "MR" -> {
        if (!route("priorRoutedOrderID", Relation.PRIOR)) {
          order("orderKeyDate", "orderID", Relation.ROUTE);
        }
      }
      case "CR" -> {
        if (!route("routedOrderID", Relation.EXECUTION)) {
          order("orderKeyDate", "orderID", Relation.EXECUTION);
        }
      }
      case "OM", "COM", "IM" -> {
        if (!order("priorOrderKeyDate", "priorOrderID", Relation.PRIOR)) {
          order("orderKeyDate", "orderID", Relation.PRIOR);
        }
        if (names.kind.equals("OM")) {
          accepted("routedOrderID");
          merged("aggregatedOrders");
        }
      }
      case "OJ", "OE" -> {
        if (!order("priorOrderKeyDate", "priorOrderID", Relation.EXECUTION)) {
          order("orderKeyDate", "orderID", Relation.EXECUTION);
        }
      }
      case "OC", "COC", "IC", "OMR", "IMR", "OCR", "ICR" ->
          order("orderKeyDate", "orderID", Relation.EXECUTION);
      case "OT" -> traded();
      case "OF" -> fulfilled();
      case "FA" -> {
        if (!reference(
            CatKey.Kind.FULFILLMENT, "priorFillKeyDate", "priorFulfillmentID", Relation.CORRECT)) {
          fulfilled();
        }
      }
      case "AA" ->
          reference(
              CatKey.Kind.ALLOCATION,
              "priorAllocationKeyDate",
              "priorAllocationID",
              Relation.PRIOR);
      case "NQ" -> {
        merged("bidAggregatedOrders");
        merged("askAggregatedOrders");
      }
      case "RQ" -> quote(Relation.ROUTE);
      case "QR" -> accepted("receivedQuoteID");
      case "QM" -> {
        if (!reference(CatKey.Kind.QUOTE, "priorQuoteKeyDate", "priorQuoteID", Relation.PRIOR)) {
          quote(Relation.PRIOR);
        }
      }
      case "QC" -> quote(Relation.EXECUTION);
      case "QS" -> quote(names.isMultiLeg() ? Relation.SUPPLEMENT : Relation.EXECUTION);
      default -> supplement();
    }
  }

  /** First what it supplements; whatever follows counts as parents of that. */
  private void supplement() {
    switch (names.kind) {
      case "OTS" -> {
        reference(CatKey.Kind.TRADE, "tradeKeyDate", "tradeID", Relation.SUPPLEMENT);
        traded();
      }
      case "OFS" -> {
        reference(CatKey.Kind.FULFILLMENT, "fillKeyDate", "fulfillmentID", Relation.SUPPLEMENT);
        fulfilled();
      }
      case "NQS", "RQS" -> {
        quote(Relation.SUPPLEMENT);
        merged("bidAggregatedOrders");
        merged("askAggregatedOrders");
      }
      case "NOS", "OMS", "OS", "ORS", "MRS", "CRS" -> {
        order("orderKeyDate", "orderID", Relation.SUPPLEMENT);
        merged("aggregatedOrders");
      }
      default -> {}
    }
  }

  private ParentReferences parents() {
    return names.event.parents;
  }

  private CatRecord record() {
    return names.record;
  }

  private void add(int day, Relation relation) {
    parents().addNative(names.identity.high(), names.identity.low(), day);
    parents().relation(relation);
  }

  private boolean order(String date, String id, Relation relation) {
    return reference(CatKey.Kind.ORDER, date, id, relation);
  }

  private void quote(Relation relation) {
    reference(CatKey.Kind.QUOTE, "quoteKeyDate", "quoteID", relation);
  }

  private boolean reference(CatKey.Kind of, String date, String id, Relation relation) {
    String value = record().text(id);
    if (value.isEmpty()) {
      return false;
    }
    int day = names.day(record().node(date));
    names.key(of, day, names.named, names.symbol, value);
    add(day, relation);
    addWithoutSymbol(of, day, names.named, value, relation);
    return true;
  }

  /** A leg of an order of several names that order, whose key has no symbol. */
  private void addWithoutSymbol(
      CatKey.Kind of, int day, String firm, String id, Relation relation) {
    if (!names.symbol.isEmpty() && record().isTrue("multiLegInd")) {
      names.key(of, day, firm, "", id);
      add(day, relation);
      parents().setWithoutSymbol();
    }
  }

  private boolean route(String id, Relation relation) {
    String value = record().text(id);
    if (value.isEmpty()) {
      return false;
    }
    names.routeKey(names.sender(), names.imid("destination"), value);
    add(names.event.tradeDate, relation);
    return true;
  }

  private void accepted(String id) {
    String value = record().text(id);
    String sender = names.imid("senderIMID");
    if (!value.isEmpty() && !sender.isEmpty()) {
      String receiver = names.imid("receiverIMID");
      names.routeKey(sender, receiver.isEmpty() ? names.reporter : receiver, value);
      add(names.event.tradeDate, Relation.ACCEPT);
    }
  }

  private void manual() {
    order("manualOrderKeyDate", "manualOrderID", Relation.MANUAL);
  }

  private boolean merged(String field) {
    return details(field, Relation.MERGE, Relation.MERGE);
  }

  private void traded() {
    boolean isBought = details("buyDetails", Relation.EXECUTION, Relation.CONTRA);
    details("sellDetails", isBought ? Relation.CONTRA : Relation.EXECUTION, Relation.CONTRA);
  }

  private void fulfilled() {
    details("clientDetails", Relation.EXECUTION, Relation.EXECUTION);
    details("firmDetails", Relation.FULFILLMENT, Relation.FULFILLMENT);
  }

  /** The orders that an array names; false for none. */
  private boolean details(String field, Relation first, Relation further) {
    int array = record().node(field);
    int before = parents().count();
    if (array == CatRecord.ABSENT) {
      return false;
    }
    for (int element = record().first(array);
        element != CatRecord.ABSENT;
        element = record().following(element, array)) {
      String id = record().text(record().inside(element, "orderID"));
      if (!id.isEmpty()) {
        String firm =
            CatNames.withoutCrd(record().text(record().inside(element, "originatingIMID")));
        int day = names.day(record().inside(element, "orderKeyDate"));
        String of = firm.isEmpty() ? names.named : firm;
        Relation relation = parents().count() == before ? first : further;
        names.key(CatKey.Kind.ORDER, day, of, names.symbol, id);
        add(day, relation);
        if (first == Relation.MERGE) {
          quantity(record().inside(element, "quantity"));
        }
        addWithoutSymbol(CatKey.Kind.ORDER, day, of, id, relation);
      }
    }
    return parents().count() > before;
  }

  private void quantity(int node) {
    if (node != CatRecord.ABSENT
        && FixValue.isQuantity(
            record().bytes(), record().from(node), record().to(node) - record().from(node))) {
      parents().quantity(new BigDecimal(record().text(node)).movePointRight(6).longValueExact());
    }
  }
}
