package io.daisychain.datagen.quote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.datagen.quote.ShownOrders.Change;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownOrdersTest {
  private final ShownOrders shown = new ShownOrders();

  private void change(long order, int exchange, boolean buys, int price, long size) {
    shown.apply(new Change(0, order, exchange, buys, price, size));
  }

  /** The orders that are shown beside others' 10.00 x 10.10. */
  private List<Long> look() {
    List<Long> orders = new ArrayList<>();
    shown.look(1_000, 1_010, order -> orders.add(order.order()));
    return orders;
  }

  @Test
  void haveTheBestAtTheirExchangeWhereTheyImproveIt() {
    change(1, 3, true, 1_003, 200);
    change(2, 4, false, 1_010, 100);
    change(3, 5, false, 1_008, 100);

    assertEquals(List.of(1L, 2L, 3L), look());
    assertEquals("1003 at 3, 1008 at 5", best());
  }

  private String best() {
    return shown.bid + " at " + shown.bidExchange + ", " + shown.ask + " at " + shown.askExchange;
  }

  @Test
  void neverLockWhatWasThereBefore() {
    change(1, 3, true, 1_005, 200);
    change(2, 4, false, 1_005, 100);
    change(3, 5, true, 1_010, 100);

    assertEquals(List.of(1L), look());
    assertEquals("1005 at 3, 1010 at -1", best());

    change(1, 3, true, 1_005, 0);
    assertEquals(List.of(2L), look());
    assertEquals("1000 at -1, 1005 at 4", best());
  }

  @Test
  void keepTheirPlaceWithFewerSharesAndLoseItAtAnotherPrice() {
    change(1, 3, true, 1_005, 200);
    change(2, 4, false, 1_005, 100);
    change(1, 3, true, 1_005, 100);
    assertEquals(List.of(1L), look());

    change(1, 3, true, 1_006, 100);
    assertEquals(List.of(2L), look());
  }
}
