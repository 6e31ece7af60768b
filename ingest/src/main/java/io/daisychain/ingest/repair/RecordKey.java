package io.daisychain.ingest.repair;

import io.daisychain.model.CatKey;
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
