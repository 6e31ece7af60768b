package io.daisychain.datagen.lifecycle;

import io.daisychain.model.EventType;
import io.daisychain.model.event.Identity;

/** Computes the row keys that ingest derives from messages in native lineage, for the truth. */
public final class NativeKeys {
  private final Identity identity = new Identity();
  private final byte[] id = new byte[48];
  private final byte[][] firms;
  private final ShardIds ids;
  private final int tradeDate;

  public NativeKeys(Market market, ShardIds ids, int epochDay) {
    this.firms = market.firmNames;
    this.ids = ids;
    this.tradeDate = epochDay;
  }

  /** Sets the key of an event. */
  public void derive(EventRecord record) {
    deriveOn(record, record.day());
    record.high = identity.high();
    record.low = identity.low();
  }

  /**
   * Derives the key that an event would have on another day: a reference without a date names it.
   *
   * @param day counted from the trade date
   */
  public void deriveOn(EventRecord record, int day) {
    int epochDay = tradeDate + day;
    if (record.type.isReport()) {
      identity.execution(epochDay);
      firm(record.reporter);
      id(record, record.execNo);
    } else if (record.type == EventType.ALLOCATION) {
      identity.allocation(epochDay);
      firm(record.reporter);
      id(record, record.clOrdNo);
    } else if (record.type == EventType.ALLOCATION_STATUS) {
      boolean hasOwnId = record.execNo != EventRecord.NONE;
      identity.allocationStatus(epochDay, hasOwnId);
      firm(record.reporter);
      id(record, hasOwnId ? record.execNo : record.clOrdNo);
      if (!hasOwnId) {
        id[0] = record.ordStatus;
        identity.with(id, 0, 1);
      }
    } else if (record.type == EventType.CANCEL_REJECT) {
      identity.reject(epochDay);
      firm(record.reporter);
      id(record, record.clOrdNo);
    } else {
      boolean route = record.deliverTo != EventRecord.NONE;
      if (route) {
        identity.route(epochDay);
      } else {
        identity.order(epochDay);
      }
      firm(record.reporter);
      firm(route ? record.deliverTo : record.onBehalfOf);
      id(record, record.clOrdNo);
    }
    identity.derive();
  }

  /** The upper half of the key derived last. */
  public long high() {
    return identity.high();
  }

  /** The lower half of the key derived last. */
  public long low() {
    return identity.low();
  }

  private void firm(int firm) {
    if (firm == EventRecord.NONE) {
      identity.without();
    } else {
      identity.with(firms[firm], 0, firms[firm].length);
    }
  }

  private void id(EventRecord record, int number) {
    identity.with(id, 0, ids.write(id, 0, record.lifecycle, number));
  }
}
