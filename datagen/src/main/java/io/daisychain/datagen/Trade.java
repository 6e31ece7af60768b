package io.daisychain.datagen;

import java.util.ArrayList;
import java.util.List;

/** One execution, and the report of it that each firm up the chain made. */
final class Trade {
  /**
   * A firm's report of the trade.
   *
   * <p>Mutable: a correction is itself what a later correction or bust refers to.
   */
  static final class Leg {
    final Ledger ledger;

    /** Shares as first reported; firms above may hear of the trade after it was amended. */
    final long firstQty;

    int event;
    int execNo;
    long qty;
    int price;

    Leg(Ledger ledger, EventRecord report, int event) {
      this.ledger = ledger;
      this.event = event;
      this.execNo = report.execNo;
      this.qty = report.lastQty;
      this.firstQty = report.lastQty;
      this.price = report.lastPrice;
    }

    /** A trade that a firm knows of without reporting it. */
    Leg(Ledger ledger, long qty, int price) {
      this.ledger = ledger;
      this.event = EventRecord.NONE;
      this.qty = qty;
      this.firstQty = qty;
      this.price = price;
    }
  }

  final List<Leg> legs = new ArrayList<>(4);

  /** The limit, where there is one, of the order at the time. */
  final int limit;

  long qty;
  int price;
  boolean busted;

  Trade(long qty, int price, int limit) {
    this.qty = qty;
    this.price = price;
    this.limit = limit;
  }

  /** The report that a ledger holds of this trade, null if it made none. */
  Leg leg(Ledger ledger) {
    for (int i = 0; i < legs.size(); i++) {
      if (legs.get(i).ledger == ledger) {
        return legs.get(i);
      }
    }
    return null;
  }
}
