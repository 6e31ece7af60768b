package io.daisychain.ingest.repair;

import io.daisychain.ingest.RecordScan;
import io.daisychain.model.Action;
import io.daisychain.model.CatKey;
import io.daisychain.model.event.CatEventReader;
import java.util.Map;

/**
 * By what a record of CAT is named by others, but for the date.
 *
 * @param symbol or option; empty in events of several legs
 */
record RecordKey(CatKey.Kind kind, String firm, String symbol, String value) {
  private static final Map<String, CatKey.Kind> KINDS =
      Map.of(
          "orderID", CatKey.Kind.ORDER,
          "parentOrderID", CatKey.Kind.ORDER,
          "priorOrderID", CatKey.Kind.ORDER,
          "manualOrderID", CatKey.Kind.ORDER,
          "quoteID", CatKey.Kind.QUOTE,
          "priorQuoteID", CatKey.Kind.QUOTE,
          "tradeID", CatKey.Kind.TRADE,
          "fulfillmentID", CatKey.Kind.FULFILLMENT,
          "priorFulfillmentID", CatKey.Kind.FULFILLMENT,
          "priorAllocationID", CatKey.Kind.ALLOCATION);

  /** The key that the event of a record bears; null for none. */
  static RecordKey of(RecordScan scan) {
    CatEventReader events = scan.events();
    boolean bears =
        scan.isEvent()
            && events.event().keyKind() != CatKey.Kind.NONE
            && events.event().keyKind() != CatKey.Kind.ROUTE
            && events.event().action() != Action.DELETION;
    return bears
        ? new RecordKey(
            events.event().keyKind(), events.keyReporter(), events.keySymbol(), events.keyValue())
        : null;
  }

  /** What a field names; null for a field that names nothing. */
  static RecordKey of(String field, String firm, String symbol, String value) {
    CatKey.Kind kind = KINDS.get(field);
    return kind == null ? null : new RecordKey(kind, firm, symbol, value);
  }

  /** The field that has the date of what a field names. */
  static String dateOf(String field) {
    String name = field.substring(0, field.length() - 2);
    return name.replace("ulfillment", "ill") + "KeyDate";
  }
}
