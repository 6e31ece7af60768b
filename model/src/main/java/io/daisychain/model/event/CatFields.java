package io.daisychain.model.event;

import io.daisychain.cat.CanonicalText;
import io.daisychain.fix.FixTag;
import io.daisychain.model.cell.EventCell;
import java.util.List;

/** Which field of a record of CAT a finding of linkage is about (docs/cat.md). */
public final class CatFields {
  private static final List<String> ROUTED =
      List.of("routedOrderID", "receivedQuoteID", "routedQuoteID");

  /** By what others are named, the first that a record has; of a route its own id is none. */
  public static final List<String> PARENT =
      List.of(
          "parentOrderID",
          "priorRoutedOrderID",
          "priorOrderID",
          "priorQuoteID",
          "priorFulfillmentID",
          "priorAllocationID",
          "tradeID",
          "fulfillmentID",
          "orderID",
          "quoteID");

  private CatFields() {}

  /**
   * The field.
   *
   * @param code of the finding
   * @return empty where several may be meant, or none
   */
  public static String of(EventCell event, String type, String code) {
    return switch (code) {
      case "3002" -> "firmROEID";
      case "3004" -> "orderID";
      case "3010" -> "tradeID";
      case "3012" -> "fulfillmentID";
      case "3016" -> "quoteID";
      case "3020" -> "allocationID";
      case "3505" -> "manualOrderID";
      case "3601" -> "eventTimestamp";
      case "6003", "6013", "8003", "8013", "9003" -> first(event, type, ROUTED);
      case "8009", "9009" -> first(event, type, List.of("symbol", "optionID"));
      case "3501" ->
          type.endsWith("CR") && !type.endsWith("OCR") && !type.endsWith("ICR")
              ? first(event, type, List.of("routedOrderID", "orderID"))
              : first(event, type, PARENT);
      case "3502" -> only(event, type, List.of("buyDetails", "sellDetails"));
      case "3503" -> only(event, type, List.of("clientDetails", "firmDetails"));
      case "3504" ->
          only(
              event,
              type,
              List.of("aggregatedOrders", "bidAggregatedOrders", "askAggregatedOrders"));
      default -> "";
    };
  }

  private static boolean has(EventCell event, String type, String field) {
    String kept = event.content().value(FixTag.CAT_RECORD);
    return !CanonicalText.valueOf(type, event.eventTime(), kept, field).isEmpty();
  }

  private static String first(EventCell event, String type, List<String> fields) {
    return fields.stream().filter(field -> has(event, type, field)).findFirst().orElse("");
  }

  private static String only(EventCell event, String type, List<String> fields) {
    List<String> there = fields.stream().filter(field -> has(event, type, field)).toList();
    return there.size() == 1 ? there.get(0) : "";
  }
}
