package io.daisychain.datagen.fault;

import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.List;

/**
 * Has events reported wrongly first and then repaired, each {@link RepairKind} at its rate. The
 * event itself is as it stands in the end; what was sent before it is another message.
 *
 * <p>It has a random source of its own and leaves events with errors alone, so that apart from what
 * it does the workload is that of the same seed without repairs.
 */
public final class RepairMaker {
  private static final long SALT = 0x726570616972732fL;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long SOONEST_NANOS = 1_000_000_000L;

  /**
   * A late repair comes up to so long after the deadline: less than a day, of which all is known.
   */
  private static final long LATEST_NANOS = 20L * 3600 * 1_000_000_000L;

  private final Market market;
  private final TradingDay day;
  private final RepairRates rates;
  private final RandomSource random = new RandomSource();
  private final List<EventRecord> repaired = new ArrayList<>();
  private final List<RepairKind> kinds = new ArrayList<>();

  public RepairMaker(Market market, TradingDay day, RepairRates rates) {
    this.market = market;
    this.day = day;
    this.rates = rates;
  }

  /** Chooses the repairs of a lifecycle, before its keys are made. */
  public void choose(List<EventRecord> records, long seed, int shard) {
    random.reset(seed ^ SALT, shard, records.get(0).lifecycle);
    repaired.clear();
    kinds.clear();
    boolean[] isParent = new boolean[records.size()];
    for (EventRecord record : records) {
      for (int i = 0; i < record.parentCount(); i++) {
        isParent[record.parent(i)] = true;
      }
    }
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      double draw = random.unit();
      if (record.reported && record.injected == 0 && record.action == 0) {
        choose(record, isParent[i], draw);
      }
    }
  }

  private void choose(EventRecord record, boolean isParent, double draw) {
    double left = draw;
    for (RepairKind kind : rates.byKind().keySet()) {
      if (!fits(kind, record, isParent)) {
        continue;
      }
      double rate = rates.rate(kind);
      if (left < rate) {
        repair(kind, record);
        return;
      }
      left -= rate;
    }
  }

  private static boolean fits(RepairKind kind, EventRecord record, boolean isParent) {
    return switch (kind) {
      case CORRECTION -> record.type != EventType.ALLOCATION_STATUS;
      case PARENT -> record.type == EventType.ROUTE || record.type == EventType.INTERNAL;
      case DELETION -> record.type == EventType.NEW;
      case ARRIVAL ->
          isParent && !record.untimed && record.type != EventType.ACCEPT && !record.inCat;
      case UNKNOWN -> !record.untimed;
      case LATE, FIRST -> false;
    };
  }

  private void repair(RepairKind kind, EventRecord record) {
    if (kind == RepairKind.UNKNOWN) {
      record.originalSendTime = record.sendTime;
      record.action = 'C';
      record.unknownOriginal = true;
      return;
    }
    boolean isLate = random.chance(rates.rate(RepairKind.LATE));
    long from = record.sendTime + SOONEST_NANOS;
    long to = day.repairDeadline(record.day());
    if (kind == RepairKind.ARRIVAL) {
      from = day.deadline(record.day()) + NANOS_PER_MILLI;
    }
    if (isLate) {
      from = to + NANOS_PER_MILLI;
      to += LATEST_NANOS;
    }
    long sent = from + (long) (random.unit() * (to - from));
    sent = sent / NANOS_PER_MILLI * NANOS_PER_MILLI;
    if (kind == RepairKind.ARRIVAL) {
      send(record, sent);
      return;
    }
    repaired.add(record);
    kinds.add(kind);
    record.originalSendTime = record.sendTime;
    record.action = (byte) (kind == RepairKind.DELETION ? 'D' : 'C');
    record.reported = kind != RepairKind.DELETION;
    send(record, sent);
    if (random.chance(rates.rate(RepairKind.FIRST)) && !record.inCat) {
      record.due = record.originalSendTime - NANOS_PER_MILLI;
      record.late = false;
    }
  }

  private void send(EventRecord record, long sent) {
    record.sendTime = sent;
    record.due = sent;
    record.late = sent > day.deadline(record.day());
  }

  /**
   * Messages beside those of the events as they stand: what was reported first, and deletions;
   * called when keys and statuses are known.
   */
  public List<EventRecord> others(RecordPool pool) {
    List<EventRecord> others = new ArrayList<>();
    for (int i = 0; i < repaired.size(); i++) {
      EventRecord record = repaired.get(i);
      EventRecord first = pool.take();
      first.copyFrom(record);
      first.superseded = true;
      first.sendTime = record.originalSendTime;
      first.due = first.sendTime;
      switch (kinds.get(i)) {
        case CORRECTION -> makeWrong(first);
        case PARENT -> nameAnother(first);
        default -> {
          EventRecord deletion = pool.take();
          deletion.copyFrom(record);
          deletion.superseded = true;
          deletion.action = record.action;
          deletion.due = record.due;
          deletion.late = record.late;
          others.add(deletion);
        }
      }
      others.add(first);
    }
    return others;
  }

  private void makeWrong(EventRecord first) {
    if (first.inCat && !first.hasSide()) {
      first.badEnum = true;
      return;
    }
    int choice = random.below(3);
    if (choice == 0 && first.customer != EventRecord.NONE) {
      first.customer =
          market.firstCustomer[market.brokers] + random.below(2 * Market.CLOSED_ACCOUNTS);
    } else if (choice == 1 && first.type != EventType.CANCEL) {
      first.badEnum = true;
    } else if (first.hasInstrument()) {
      if (random.chance(0.5) && !first.inCat) { // its key has the symbol
        first.symbol = (first.symbol + 1 + random.below(market.symbols - 1)) % market.symbols;
      } else {
        first.side = (byte) (Expectations.sideGroup(first.side) == '1' ? '2' : '1');
      }
    } else {
      first.badEnum = true;
    }
  }

  /** Names an order that nobody reported. */
  private void nameAnother(EventRecord first) {
    first.parentNo = UNUSED;
    first.parentHigh = (~first.parentHigh & ~0xf000L) | 0x4000L;
    first.parentLow = (~first.parentLow & ~(3L << 62)) | (1L << 63);
  }

  /** A number of no id of a lifecycle: these are counted from 0. */
  private static final int UNUSED = 9_999_999;
}
