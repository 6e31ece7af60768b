package io.daisychain.datagen.option;

import io.daisychain.datagen.instrument.OptionContract;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.model.EventType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes orders in an option of orders that were simulated in its underlying: each price becomes
 * what the option is worth at it. Who buys a put is where the one was who sold shares, so that
 * nobody gets worse than a limit.
 */
public final class OptionOrders {
  private final Map<View, Long> worth = new HashMap<>();
  private final Map<Integer, Execution> executions = new HashMap<>(); // by the number of 17

  /** An order as one firm reports it. */
  private record View(int reporter, int onBehalfOf, int deliverTo, int order) {
    static View of(EventRecord record) {
      return new View(record.reporter, record.onBehalfOf, record.deliverTo, record.orderNo);
    }
  }

  /** Quantity and price as they stand. */
  private record Execution(long qty, int price) {
    long worth() {
      return qty * price;
    }
  }

  /** Changes the events of a lifecycle, in the order in which they happened. */
  public void convert(List<EventRecord> records) {
    if (records.get(0).option == null) {
      return;
    }
    worth.clear();
    executions.clear();
    for (EventRecord record : records) {
      OptionContract option = record.option;
      record.price = option.premium(record.price);
      if (record.lastQty > 0) {
        record.lastPrice = option.premium(record.lastPrice);
      }
      if (option.isPut) {
        record.side = otherSide(record.side);
      }
      if (record.type.isReport()) {
        book(record);
      }
    }
  }

  /** AvgPx is that of the executions so far. */
  private void book(EventRecord record) {
    View view = View.of(record);
    boolean amends = record.type == EventType.BUST || record.type == EventType.CORRECT;
    if (amends || record.lastQty > 0) {
      Execution before = amends ? executions.get(record.execRefNo) : null;
      Execution now = new Execution(record.lastQty, record.lastPrice);
      executions.put(record.execNo, now);
      worth.merge(view, now.worth() - (before == null ? 0 : before.worth()), Long::sum);
    }
    record.notional = worth.getOrDefault(view, 0L);
  }

  private static byte otherSide(byte side) {
    return switch (side) {
      case '1' -> '2';
      case '3' -> '4'; // buy minus, sell plus
      case '4' -> '3';
      default -> '1';
    };
  }
}
