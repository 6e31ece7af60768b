package io.daisychain.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StoreTableTest {
  private static final StoreTable TABLE =
      new StoreTable(
          new StoreConnector(StoreAddress.parse("bigtable://project/instance", ""), 0),
          "market_events");

  @Test
  void hasATableOfEachTradeDate() {
    assertEquals("market_events_20260316", TABLE.ofDate(Rows.DATE));
    assertEquals("market_events_19700101", TABLE.ofDate(0));
    for (int date = -1; date < 40_000; date += 333) {
      assertEquals(OptionalInt.of(date), TABLE.dateOf(TABLE.ofDate(date)));
    }
  }

  @Test
  void knowsNoDateOfAnotherTable() {
    for (String other :
        new String[] {
          "market_events",
          "market_events_",
          "market_events_meta",
          "market_events_2026031",
          "market_events_202603160",
          "market_events_20260230",
          "market_events_x_20260316",
          "market_events20260316",
          "market_event_20260316",
          "other_20260316"
        }) {
      assertEquals(OptionalInt.empty(), TABLE.dateOf(other), other);
    }
  }
}
