package io.daisychain.datagen.quote;

import java.util.ArrayList;
import java.util.List;

/**
 * The reported orders of a symbol that exchanges show beside what others quote there. One that
 * would lock or cross what was there before shows nothing for as long (SEC Rule 610(d)).
 */
public final class ShownOrders {
  /** Of {@link #bidExchange}: nobody but the others has the best. */
  public static final int OTHERS = -1;

  private final List<Change> orders = new ArrayList<>(4); // what each shows, oldest first

  /**
   * What an order shows from a time on.
   *
   * @param time nanoseconds from midnight UTC of the trade date
   * @param order number of the order in its shard
   * @param price in cents
   * @param size whole lots, in shares; 0 for nothing any more
   */
  public record Change(long time, long order, int exchange, boolean buys, int price, long size) {}

  /** Takes what is shown. */
  public interface Target {
    void accept(Change order);
  }

  /** The best, with the exchange that alone has it. */
  public int bid;

  public int ask;
  public int bidExchange;
  public int askExchange;

  boolean isEmpty() {
    return orders.isEmpty();
  }

  /** An order that shows fewer shares keeps its place. */
  public void apply(Change change) {
    for (int i = 0; i < orders.size(); i++) {
      Change order = orders.get(i);
      if (order.order == change.order) {
        if (order.price == change.price && change.size > 0) {
          orders.set(i, change);
          return;
        }
        orders.remove(i);
        break;
      }
    }
    if (change.size > 0) {
      orders.add(change);
    }
  }

  /** Finds the best beside others' bid and offer, and puts out what is shown. */
  public void look(int othersBid, int othersAsk, Target target) {
    bid = othersBid;
    ask = othersAsk;
    bidExchange = OTHERS;
    askExchange = OTHERS;
    for (int i = 0; i < orders.size(); i++) {
      Change order = orders.get(i);
      if (order.buys ? order.price < ask : order.price > bid) {
        target.accept(order);
        if (order.buys && order.price > bid) {
          bid = order.price;
          bidExchange = order.exchange;
        } else if (!order.buys && order.price < ask) {
          ask = order.price;
          askExchange = order.exchange;
        }
      }
    }
  }
}
