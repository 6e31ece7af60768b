package io.daisychain.datagen;

import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.util.Arrays;
import java.util.List;

/**
 * What ingest and link must find in a lifecycle: oldest roots and error statuses, by the rules of
 * sections 4 and 5 of the contract.
 *
 * <p>Only rules that generated lifecycles can break are here. Fills never exceed an order, nothing
 * is late, and no key is used twice, with or without injected errors.
 */
final class Expectations {
  private static final long TOLERANCE_NANOS = 50_000_000L;

  private final Market market;
  private int[] roots = new int[64];
  private boolean[] answered = new boolean[64];

  Expectations(Market market) {
    this.market = market;
  }

  /** Sets every reported event's oldest root. Keys must be set. */
  void findRoots(List<EventRecord> records) {
    if (roots.length < records.size()) {
      roots = new int[records.size() * 2];
    }
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      int root = EventRecord.NONE;
      for (int p = 0; p < record.parentCount(); p++) {
        int parent = record.parent(p);
        if (records.get(parent).reported) {
          root = older(records, root, roots[parent]);
        }
      }
      roots[i] = root == EventRecord.NONE ? i : root;
      EventRecord oldest = records.get(roots[i]);
      record.grandparentHigh = oldest.high;
      record.grandparentLow = oldest.low;
    }
  }

  private static int older(List<EventRecord> records, int a, int b) {
    if (a == EventRecord.NONE) {
      return b;
    }
    EventRecord first = records.get(a);
    EventRecord second = records.get(b);
    if (first.time != second.time) {
      return first.time < second.time ? a : b;
    }
    return RowKey.compare(first.high, first.low, second.high, second.low) <= 0 ? a : b;
  }

  /** Sets every reported event's statuses. */
  void findStatuses(List<EventRecord> records) {
    for (EventRecord record : records) {
      if (record.reported) {
        checkAlone(record);
        for (int p = 0; p < record.parentCount(); p++) {
          checkEdge(record, records.get(record.parent(p)));
        }
      }
    }
    findUnaccepted(records);
  }

  private void checkAlone(EventRecord record) {
    if (record.badEnum) {
      record.statuses |= ErrorStatus.STRUCTURE.bit();
    }
    if (record.customer >= market.firstCustomer[market.brokers]) {
      record.statuses |= ErrorStatus.UNKNOWN_CUSTOMER.bit();
    }
    if (record.hasInstrument() && record.symbol >= market.symbols) {
      boolean deprecated = record.symbol < market.symbols + market.deprecated;
      record.statuses |=
          (deprecated ? ErrorStatus.DEPRECATED_SYMBOL : ErrorStatus.UNKNOWN_SYMBOL).bit();
    }
  }

  private static void checkEdge(EventRecord record, EventRecord parent) {
    if (!parent.reported) {
      record.statuses |= ErrorStatus.ORPHAN.bit();
      return;
    }
    if (record.time < parent.time - TOLERANCE_NANOS) {
      record.statuses |= ErrorStatus.OUT_OF_SEQUENCE.bit();
    }
    if (!record.hasInstrument() || !parent.hasInstrument()) {
      return;
    }
    if (record.symbol != parent.symbol) {
      record.statuses |= ErrorStatus.SYMBOL_MISMATCH.bit();
      parent.statuses |= ErrorStatus.SYMBOL_MISMATCH.bit();
    }
    if (sideGroup(record.side) != sideGroup(parent.side)) {
      record.statuses |= ErrorStatus.SIDE_MISMATCH.bit();
      parent.statuses |= ErrorStatus.SIDE_MISMATCH.bit();
    }
  }

  /** Sides 1 and 3 are one, 2 4 5 6 another, others match only themselves. */
  static int sideGroup(byte side) {
    return switch (side) {
      case '1', '3' -> '1';
      case '2', '4', '5', '6' -> '2';
      default -> side;
    };
  }

  /** A route that nobody accepted, and of which no report below says rejected or canceled. */
  private void findUnaccepted(List<EventRecord> records) {
    if (answered.length < records.size()) {
      answered = new boolean[records.size() * 2];
    }
    Arrays.fill(answered, 0, records.size(), false);
    for (int i = records.size() - 1; i >= 0; i--) { // children come after their parents
      EventRecord record = records.get(i);
      if (!record.reported) {
        continue;
      }
      boolean ends = record.type == EventType.REJECTED || record.type == EventType.CANCELED;
      boolean accepts = record.type == EventType.ACCEPT;
      if (record.type == EventType.ROUTE && !answered[i]) {
        record.statuses |= ErrorStatus.UNACCEPTED.bit();
      }
      for (int p = 0; p < record.parentCount(); p++) {
        // An acceptance answers its route alone; the end of anything answers all above it.
        answered[record.parent(p)] |= accepts || ends || answersAbove(records, i);
      }
    }
  }

  private boolean answersAbove(List<EventRecord> records, int i) {
    return answered[i] && records.get(i).type != EventType.ROUTE;
  }
}
