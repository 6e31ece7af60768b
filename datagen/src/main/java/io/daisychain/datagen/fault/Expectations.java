package io.daisychain.datagen.fault;

import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.instrument.OptionContract;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.util.Arrays;
import java.util.List;

/**
 * Computes what ingest and link must find in a lifecycle: oldest roots and error statuses, by the
 * rules of docs/input.md and docs/checks.md.
 *
 * <p>Where link does not look on earlier dates ({@code --gtcDays=0}), parents of another date are
 * not found by messages that leave out that date; both readings are computed.
 *
 * <p>Keys must be set. Parents come before their children, except in a cycle, of which the first
 * event has the second as its parent.
 */
public final class Expectations {
  private static final long TOLERANCE_NANOS = 50_000_000L;

  private final Market market;
  private final TradingDay day;
  private final Overfills overfills = new Overfills();
  private boolean searched = true;
  private int[] roots = new int[64];
  private long[] rootTimes = new long[64];
  private boolean[] answered = new boolean[64];

  public Expectations(Market market, TradingDay day) {
    this.market = market;
    this.day = day;
  }

  /** Computes from now on what link finds that looks on earlier dates, or not. */
  public void searchEarlierDates(boolean search) {
    searched = search;
  }

  /** Sets every reported event's oldest root. */
  public void findRoots(List<EventRecord> records) {
    if (roots.length < records.size()) {
      roots = new int[records.size() * 2];
      rootTimes = new long[roots.length];
    }
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      findRoot(records, record, i);
      EventRecord oldest = records.get(roots[i]);
      record.grandparentHigh = oldest.high;
      record.grandparentLow = oldest.low;
    }
  }

  private void findRoot(List<EventRecord> records, EventRecord record, int i) {
    roots[i] = i;
    rootTimes[i] = record.time;
    boolean found = false;
    for (int p = 0; p < record.parentCount(); p++) {
      int parent = record.parent(p);
      EventRecord above = records.get(parent);
      if (!record.finds(above, searched)) {
        continue;
      }
      if (parent > i) { // a cycle: smallest key, and the earliest time of its members
        roots[i] = compareKeys(record, above) < 0 ? i : parent;
        rootTimes[i] = Math.min(record.time, above.time);
      } else if (!found || isOlder(records, parent, i)) {
        roots[i] = roots[parent];
        rootTimes[i] = rootTimes[parent];
      }
      found = true;
    }
  }

  /** True where the root of {@code a} is older than that of {@code b}. */
  private boolean isOlder(List<EventRecord> records, int a, int b) {
    return rootTimes[a] != rootTimes[b]
        ? rootTimes[a] < rootTimes[b]
        : compareKeys(records.get(roots[a]), records.get(roots[b])) < 0;
  }

  static int compareKeys(EventRecord a, EventRecord b) {
    return RowKey.compare(a.high, a.low, b.high, b.low);
  }

  /** Sets every reported event's statuses. */
  public void findStatuses(List<EventRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.reported) {
        checkAlone(record);
        for (int p = 0; p < record.parentCount(); p++) {
          EventRecord parent = records.get(record.parent(p));
          checkEdge(record, parent);
          if (record.parent(p) > i && record.finds(parent, searched)) {
            record.statuses |= ErrorStatus.CYCLE.bit();
            parent.statuses |= ErrorStatus.CYCLE.bit();
          }
        }
      }
    }
    findUnaccepted(records);
    overfills.find(records, searched);
  }

  private void checkAlone(EventRecord record) {
    if (record.badEnum) {
      record.statuses |= ErrorStatus.STRUCTURE.bit();
    }
    boolean isUnknown = record.reporter >= market.firms();
    if (isUnknown) {
      record.statuses |= ErrorStatus.UNKNOWN_REPORTER.bit();
    }
    // In CAT an order without a customer is PENDING, and a merged one its firm's own.
    boolean isUnnamed =
        record.inCat
            && record.customer == EventRecord.NONE
            && (record.type == EventType.NEW || (record.type == EventType.AGGREGATE && isUnknown));
    if (isUnnamed || record.customer >= market.firstCustomer[market.brokers]) {
      record.statuses |= ErrorStatus.UNKNOWN_CUSTOMER.bit();
    }
    if (record.hasInstrument() && record.symbol >= market.symbols) {
      boolean deprecated = record.symbol < market.symbols + market.deprecated;
      record.statuses |=
          (deprecated ? ErrorStatus.DEPRECATED_SYMBOL : ErrorStatus.UNKNOWN_SYMBOL).bit();
    }
    int twice = ErrorKind.DUPLICATE_KEY.bit() | ErrorKind.ACCOUNT_TWICE.bit();
    if ((record.injected & twice) != 0) {
      record.statuses |= ErrorStatus.DUPLICATE_KEY.bit();
    }
    if (record.unknownOriginal) {
      record.statuses |= ErrorStatus.UNKNOWN_ORIGINAL.bit();
    }
    if (!record.inCat && record.firstSendTime() > day.deadline(record.day())) {
      record.statuses |= ErrorStatus.LATE.bit();
    }
  }

  private void checkEdge(EventRecord record, EventRecord parent) {
    if (!record.finds(parent, searched)) {
      record.statuses |= ErrorStatus.ORPHAN.bit();
      return;
    }
    if (record.time < parent.time - TOLERANCE_NANOS) {
      record.statuses |= ErrorStatus.OUT_OF_SEQUENCE.bit();
    }
    if (!record.hasInstrument() || !parent.hasInstrument() || record.leg > 0) {
      return; // a leg is another instrument than its order
    }
    if (record.symbol != parent.symbol) {
      record.statuses |= ErrorStatus.SYMBOL_MISMATCH.bit();
      parent.statuses |= ErrorStatus.SYMBOL_MISMATCH.bit();
    } else if (!OptionContract.areSame(record.option, parent.option)) {
      record.statuses |= ErrorStatus.INSTRUMENT_MISMATCH.bit();
      parent.statuses |= ErrorStatus.INSTRUMENT_MISMATCH.bit();
    }
    boolean haveSides = record.hasSide() && parent.hasSide();
    if (haveSides && sideGroup(record.side) != sideGroup(parent.side)) {
      record.statuses |= ErrorStatus.SIDE_MISMATCH.bit();
      parent.statuses |= ErrorStatus.SIDE_MISMATCH.bit();
    }
  }

  /** Sides 1 and 3 match, 2, 4, 5 and 6 match, all others match only themselves. */
  static int sideGroup(byte side) {
    return switch (side) {
      case '1', '3' -> '1';
      case '2', '4', '5', '6' -> '2';
      default -> side;
    };
  }

  /**
   * Finds routes to a known firm without an ACCEPT, and without a REJECTED or CANCELED report below
   * them. No cycle has a route in it, so one pass from the last event to the first is enough.
   */
  private void findUnaccepted(List<EventRecord> records) {
    if (answered.length < records.size()) {
      answered = new boolean[records.size() * 2];
    }
    Arrays.fill(answered, 0, records.size(), false);
    for (int i = records.size() - 1; i >= 0; i--) { // children before their parents
      EventRecord record = records.get(i);
      if (!record.reported) {
        continue;
      }
      boolean ends = record.type == EventType.REJECTED || record.type == EventType.CANCELED;
      boolean accepts = record.type == EventType.ACCEPT;
      boolean isAnswered = answered[i] || record.refused;
      if (record.type == EventType.ROUTE && !isAnswered && record.deliverTo < market.firms()) {
        record.statuses |= ErrorStatus.UNACCEPTED.bit();
      }
      for (int p = 0; p < record.parentCount(); p++) {
        // An ACCEPT answers its own route; REJECTED and CANCELED answer all routes above.
        if (record.finds(records.get(record.parent(p)), searched)) {
          answered[record.parent(p)] |= accepts || ends || answersAbove(records, i);
        }
      }
    }
  }

  private boolean answersAbove(List<EventRecord> records, int i) {
    return answered[i] && records.get(i).type != EventType.ROUTE;
  }
}
