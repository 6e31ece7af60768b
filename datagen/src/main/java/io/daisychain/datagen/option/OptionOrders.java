package io.daisychain.datagen.option;

import io.daisychain.datagen.instrument.OptionContract;
import io.daisychain.datagen.lifecycle.EventRecord;
import java.util.List;

/**
 * Makes orders in an option of orders that were simulated in its underlying: each price becomes
 * what the option is worth at it. Who buys a put is where the one was who sold shares, so that
 * nobody gets worse than a limit.
 */
public final class OptionOrders {
  private final Worth worth = new Worth();

  /** Changes the events of a lifecycle, in the order in which they happened. */
  public void convert(List<EventRecord> records) {
    if (records.get(0).option == null) {
      return;
    }
    worth.clear();
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
        worth.book(record);
      }
    }
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
