package io.daisychain.datagen;

import io.daisychain.model.EventType;
import java.util.List;

/**
 * Damages lifecycles: withholds parents, swaps symbols and sides, turns clocks back, breaks fields
 * and checksums.
 *
 * <p>On a share of the events one kind is tried; where it does not fit, the event stays whole. What
 * must be found afterwards is for {@link Expectations} to say, since one fault may show in several
 * places. It draws from dice of its own, so that the damaged lifecycles are those that the same
 * seed makes without errors.
 */
final class ErrorInjector {
  private static final int KINDS = 7;
  private static final long TOLERANCE_NANOS = 50_000_000L;
  private static final long FARTHEST_BACK_NANOS = 5_000_000_000L;

  private final Market market;
  private final double share;
  private final Dice dice = new Dice();

  ErrorInjector(Market market, double share) {
    this.market = market;
    this.share = share;
  }

  void damage(List<EventRecord> records, long seed, int shard, long lifecycle) {
    dice.reset(~seed, shard, lifecycle);
    if (dice.chance(share)) {
      boolean unknown = dice.chance(0.5);
      int symbol =
          unknown
              ? market.symbols + market.deprecated + dice.below(Market.UNKNOWN_SYMBOLS)
              : market.symbols + dice.below(market.deprecated);
      for (EventRecord record : records) {
        record.symbol = symbol;
      }
    }
    boolean[] isParent = parents(records);
    for (int i = 0; i < records.size(); i++) {
      if (dice.chance(share)) {
        damage(records, i, isParent[i]);
      }
    }
  }

  private void damage(List<EventRecord> records, int i, boolean isParent) {
    EventRecord record = records.get(i);
    switch (dice.below(KINDS)) {
      case 0 -> record.reported = !isParent;
      case 1 -> otherSymbol(record);
      case 2 -> otherSide(record);
      case 3 -> earlier(records, record);
      case 4 -> record.badEnum = record.type != EventType.CANCEL; // an F has no harmless one
      case 5 -> garble(record, isParent);
      default -> otherCustomer(record);
    }
  }

  private void otherSymbol(EventRecord record) {
    if (record.hasInstrument()) {
      record.symbol = (record.symbol + 1 + dice.below(market.symbols - 1)) % market.symbols;
    }
  }

  private static void otherSide(EventRecord record) {
    if (record.hasInstrument()) {
      record.side = (byte) (Expectations.sideGroup(record.side) == '1' ? '2' : '1');
    }
  }

  /** Earlier than the earliest parent by more than the tolerance. */
  private void earlier(List<EventRecord> records, EventRecord record) {
    if (record.parentCount() == 0) {
      return;
    }
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i < record.parentCount(); i++) {
      earliest = Math.min(earliest, records.get(record.parent(i)).time);
    }
    int grain = market.clockNanos[record.reporter];
    long back = TOLERANCE_NANOS + 1 + (long) (dice.unit() * FARTHEST_BACK_NANOS);
    record.time = (earliest - back) / grain * grain;
  }

  /** Leaves alone, and no bust or correction: without them other sums would no longer hold. */
  private static void garble(EventRecord record, boolean isParent) {
    boolean amends = record.type == EventType.BUST || record.type == EventType.CORRECT;
    if (!isParent && !amends) {
      record.garbled = true;
      record.reported = false;
    }
  }

  private void otherCustomer(EventRecord record) {
    if (record.customer != EventRecord.NONE) {
      int known = market.firstCustomer[market.brokers];
      record.customer = known + dice.below(1_000);
    }
  }

  private static boolean[] parents(List<EventRecord> records) {
    boolean[] isParent = new boolean[records.size()];
    for (EventRecord record : records) {
      for (int i = 0; i < record.parentCount(); i++) {
        isParent[record.parent(i)] = true;
      }
    }
    return isParent;
  }
}
