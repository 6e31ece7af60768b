package io.daisychain.datagen.fault;

import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.EventRecorder;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts errors into lifecycles on purpose, each {@link ErrorKind} at its rate.
 *
 * <p>{@link Expectations} computes which statuses must be found afterwards, since one error may
 * show on several events. The injector has a random source of its own, so that apart from the
 * errors the lifecycles are those of the same seed without errors.
 */
public final class ErrorInjector {
  private static final long TOLERANCE_NANOS = 50_000_000L;
  private static final long FARTHEST_BACK_NANOS = 5_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int LATEST_MILLIS = 3 * 3600 * 1000;
  private static final int RESENT_MILLIS = 10_000;
  private static final int SHUFFLED_MILLIS = 60_000;

  private static final int OTHER_QUANTITY = 100;

  /** Share of repeats that come after the deadline. */
  private static final double LATE_REPEATS = 0.25;

  private final Market market;
  private final TradingDay day;
  private final ErrorRates rates;
  private final List<ErrorKind> kinds = new ArrayList<>();
  private final double highest; // sum of the rates: a draw above it means no error
  private final RandomSource random = new RandomSource();
  private final List<EventRecord> copied = new ArrayList<>();
  private List<EventRecord> records;
  private LifecycleSimulation simulation;
  private RecordPool pool;
  private boolean[] isParent; // of the current lifecycle; null until it is needed
  private int size; // number of events before any was added

  public ErrorInjector(Market market, TradingDay day, ErrorRates rates) {
    this.market = market;
    this.day = day;
    this.rates = rates;
    double sum = 0;
    for (ErrorKind kind : rates.byKind().keySet()) {
      if (!kind.isOfLifecycle()) {
        kinds.add(kind);
        sum += rates.rate(kind);
      }
    }
    highest = sum;
  }

  /** Puts errors into a lifecycle before its keys are made; may add events at the end. */
  public void damage(
      List<EventRecord> lifecycle,
      LifecycleSimulation of,
      RecordPool records,
      long seed,
      int shard) {
    this.records = lifecycle;
    simulation = of;
    pool = records;
    isParent = null;
    size = lifecycle.size();
    copied.clear();
    random.reset(~seed, shard, lifecycle.get(0).lifecycle);
    if (random.chance(rates.rate(ErrorKind.UNKNOWN_REPORTER))) {
      renameFirstBroker();
    }
    double draw = random.unit();
    double unknown = rates.rate(ErrorKind.UNKNOWN_SYMBOL);
    if (draw < unknown) {
      int symbol = market.symbols + market.deprecated + random.below(Market.UNKNOWN_SYMBOLS);
      trade(symbol, ErrorKind.UNKNOWN_SYMBOL);
    } else if (draw < unknown + rates.rate(ErrorKind.DEPRECATED_SYMBOL)) {
      trade(market.symbols + random.below(market.deprecated), ErrorKind.DEPRECATED_SYMBOL);
    }
    for (int i = 0; i < size; i++) {
      double hit = random.unit();
      boolean canBe = !lifecycle.get(i).unsaid && lifecycle.get(i).action == 0;
      if (hit < highest && canBe) {
        choose(i, hit);
      }
    }
  }

  /** Messages that are sent again; called when keys and statuses are known. */
  public List<EventRecord> copies() {
    List<EventRecord> copies = new ArrayList<>();
    for (EventRecord original : copied) {
      copies.add(copy(original));
    }
    return copies;
  }

  private void choose(int i, double hit) {
    double left = hit;
    for (ErrorKind kind : kinds) {
      if (fits(kind, i)) {
        double rate = rates.rate(kind);
        if (left < rate) {
          inject(kind, i);
          return;
        }
        left -= rate;
      }
    }
  }

  private boolean fits(ErrorKind kind, int i) {
    EventRecord record = records.get(i);
    EventType type = record.type;
    if (record.inCat && !fitsCat(kind, i)) {
      return false;
    }
    if (record.untimed && isOfTime(kind)) {
      return false;
    }
    return switch (kind) {
      case STRUCTURE -> // the only enumeration of a cancel is Side, of an answer a part of its key
          type != EventType.CANCEL && type != EventType.ALLOCATION_STATUS;
      case UNKNOWN_CUSTOMER -> record.customer != EventRecord.NONE;
      case ORPHAN -> type != EventType.ACCEPT && isParent()[i];
      case CYCLE ->
          type == EventType.INTERNAL
              && records.get(record.parent).parent < record.parent // not in a cycle already
              && childForCycle(i) != EventRecord.NONE;
      case SYMBOL_MISMATCH, SIDE_MISMATCH ->
          record.hasInstrument() && record.leg == 0 && hasNeighbour(i);
      case INSTRUMENT_MISMATCH ->
          record.option != null && record.hasInstrument() && record.leg == 0 && hasNeighbour(i);
      case OUT_OF_SEQUENCE -> record.parentCount() > 0 && isOfOneDay(record);
      case OVERFILL -> type == EventType.FILL && record.leg == 0;
      case LEG_OVERFILL -> type == EventType.FILL && record.leg > 0;
      case OVERALLOCATION -> type == EventType.ALLOCATION;
      case ACCOUNT_TWICE -> type == EventType.ALLOCATION && record.allocated[1] > 2;
      case BEYOND_LIMIT ->
          record.leg == 0 && record.ordType == '2' && isFill(type) && roomBeyond(record) > 0;
      case UNACCEPTED -> type == EventType.ACCEPT;
      // Without a bust or correction the sums of fills would be wrong.
      case GARBLED -> type != EventType.BUST && type != EventType.CORRECT && !isParent()[i];
      default -> true;
    };
  }

  /** True of what is sent at another time: an event without a time of its own would be another. */
  private static boolean isOfTime(ErrorKind kind) {
    return kind == ErrorKind.LATE
        || kind == ErrorKind.REPEAT
        || kind == ErrorKind.OUT_OF_SEQUENCE
        || kind == ErrorKind.DUPLICATE_KEY;
  }

  private boolean hasNeighbour(int i) {
    return records.get(i).parentCount() > 0 || isParent()[i];
  }

  /**
   * Whether a record of CAT can have the error: an event without its order's symbol does not name
   * it, what is sent late has no time of its own, and what is corrected has no faults after that.
   */
  private boolean fitsCat(ErrorKind kind, int i) {
    EventRecord record = records.get(i);
    return switch (kind) {
      case CYCLE, SYMBOL_MISMATCH, LATE, NOISE -> false;
      case SIDE_MISMATCH -> record.hasSide();
      case STRUCTURE, DUPLICATE_KEY -> !isFill(record.type) || !isParent()[i];
      default -> true;
    };
  }

  /** True if the parents are of the event's day; else an earlier time would change its day. */
  private boolean isOfOneDay(EventRecord record) {
    for (int i = 0; i < record.parentCount(); i++) {
      if (records.get(record.parent(i)).day() != record.day()) {
        return false;
      }
    }
    return true;
  }

  private void inject(ErrorKind kind, int i) {
    EventRecord record = records.get(i);
    record.injected |= kind.bit();
    switch (kind) {
      case STRUCTURE -> record.badEnum = true;
      case UNKNOWN_CUSTOMER ->
          record.customer =
              market.firstCustomer[market.brokers] + random.below(2 * Market.CLOSED_ACCOUNTS);
      case ORPHAN, UNACCEPTED -> record.reported = false;
      case CYCLE -> closeCycle(record, childForCycle(i));
      case SYMBOL_MISMATCH ->
          record.symbol = (record.symbol + 1 + random.below(market.symbols - 1)) % market.symbols;
      case INSTRUMENT_MISMATCH -> record.option = record.option.other(random.below(3));
      case SIDE_MISMATCH ->
          record.side = (byte) (Expectations.sideGroup(record.side) == '1' ? '2' : '1');
      case DUPLICATE_KEY, REPEAT -> copied.add(record);
      case OUT_OF_SEQUENCE -> setBack(record);
      case LATE -> sendLate(record);
      case OVERFILL, LEG_OVERFILL -> executeAgain(record, kind);
      case BEYOND_LIMIT -> priceBeyondLimit(record);
      case OVERALLOCATION -> record.allocated[1] += record.cum - record.allocatedTotal() + 1;
      case ACCOUNT_TWICE -> nameFirstAccountTwice(record);
      case GARBLED -> {
        record.garbling = (byte) (1 + random.below(Garbling.WAYS));
        record.reported = false;
      }
      case NOISE -> record.noiseBefore = true;
      case SHUFFLE -> record.due += (1 + random.below(SHUFFLED_MILLIS)) * NANOS_PER_MILLI;
      default -> throw new IllegalStateException(kind + " befalls lifecycles");
    }
  }

  private void renameFirstBroker() {
    int known = records.get(0).reporter;
    int unknown = market.firms() + random.below(Market.UNKNOWN_FIRMS);
    for (EventRecord record : records) {
      if (record.reporter == known) {
        record.reporter = unknown;
        record.injected |= ErrorKind.UNKNOWN_REPORTER.bit();
      }
      record.onBehalfOf = record.onBehalfOf == known ? unknown : record.onBehalfOf;
      record.deliverTo = record.deliverTo == known ? unknown : record.deliverTo;
      record.parentFirm = record.parentFirm == known ? unknown : record.parentFirm;
    }
  }

  private void trade(int symbol, ErrorKind kind) {
    for (EventRecord record : records) {
      if (record.hasInstrument()) {
        record.symbol = symbol;
        record.injected |= kind.bit();
      }
    }
  }

  /** A child order at the same firm that native lineage can name as a parent. */
  private int childForCycle(int i) {
    EventRecord record = records.get(i);
    for (int child = i + 1; child < size; child++) {
      EventRecord below = records.get(child);
      boolean named =
          below.type == EventType.INTERNAL
              || below.type == EventType.REPLACE
              || below.type == EventType.CANCEL;
      boolean takesPart = below.parent == i && below.deliverTo == EventRecord.NONE;
      if (named && takesPart && below.reporter == record.reporter) {
        return child;
      }
    }
    return EventRecord.NONE;
  }

  private void closeCycle(EventRecord record, int child) {
    EventRecord below = records.get(child);
    record.parent = child;
    record.parentNo = below.clOrdNo;
    record.parentFirm = below.onBehalfOf;
    isParent = null;
  }

  /** Sets the time before that of the earliest parent, by more than the tolerance. */
  private void setBack(EventRecord record) {
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i < record.parentCount(); i++) {
      earliest = Math.min(earliest, records.get(record.parent(i)).time);
    }
    int grain = market.clockNanos[record.reporter];
    long back = TOLERANCE_NANOS + 1 + (long) (random.unit() * FARTHEST_BACK_NANOS);
    record.time = (earliest - back) / grain * grain;
  }

  private void sendLate(EventRecord record) {
    record.late = true;
    record.sendTime =
        day.deadline(record.day()) + (1 + random.below(LATEST_MILLIS)) * NANOS_PER_MILLI;
    record.due = record.sendTime;
  }

  private static boolean isFill(EventType type) {
    return type == EventType.FILL || type == EventType.PARTIAL_FILL;
  }

  /** Cents that a price can be beyond the limit: a twentieth of it; a price stays positive. */
  private static int roomBeyond(EventRecord fill) {
    int twentieth = Math.max(1, fill.price / 20);
    return EventRecorder.isBuy(fill.side) ? twentieth : Math.min(twentieth, fill.price - 1);
  }

  /** Changes LastPx only; AvgPx stays right. */
  private void priceBeyondLimit(EventRecord fill) {
    int beyond = 1 + random.below(roomBeyond(fill));
    fill.lastPrice = fill.price + (EventRecorder.isBuy(fill.side) ? beyond : -beyond);
  }

  /** The second time it gets one share of those that it got. */
  private static void nameFirstAccountTwice(EventRecord allocation) {
    int size = allocation.allocated.length;
    allocation.allocated = Arrays.copyOf(allocation.allocated, size + 2);
    allocation.allocated[1]--;
    allocation.allocated[size] = allocation.allocated[0];
    allocation.allocated[size + 1] = 1;
  }

  /** Reports the same execution again under another ExecID. */
  private void executeAgain(EventRecord fill, ErrorKind kind) {
    EventRecord again = pool.take();
    again.copyFrom(fill);
    again.execNo = simulation.freeNumber();
    again.injected = kind.bit();
    again.sendTime += (1 + random.below(RESENT_MILLIS)) * NANOS_PER_MILLI;
    again.due = again.sendTime;
    fill.injected &= ~kind.bit();
    records.add(again);
  }

  private EventRecord copy(EventRecord original) {
    EventRecord copy = pool.take();
    copy.copyFrom(original);
    copy.injected = original.injected & (ErrorKind.DUPLICATE_KEY.bit() | ErrorKind.REPEAT.bit());
    original.injected &= ~copy.injected;
    copy.sendTime += (1 + random.below(RESENT_MILLIS)) * NANOS_PER_MILLI;
    if (copy.injected == ErrorKind.REPEAT.bit()) {
      copy.repeat = true;
      if (random.chance(LATE_REPEATS) && !copy.inCat) {
        sendLate(copy);
      }
    } else {
      // The earlier contents count, so another symbol here is no SYMBOL_MISMATCH.
      copy.duplicate = true;
      if (copy.inCat) { // which says neither text nor another symbol
        copy.qty += OTHER_QUANTITY;
        copy.lastQty += OTHER_QUANTITY;
      } else if (copy.hasInstrument() && random.chance(0.5)) {
        copy.symbol = (copy.symbol + 1) % market.symbols;
      }
    }
    copy.due = copy.sendTime;
    return copy;
  }

  private boolean[] isParent() {
    if (isParent == null) {
      isParent = new boolean[records.size()];
      for (EventRecord record : records) {
        for (int i = 0; i < record.parentCount(); i++) {
          isParent[record.parent(i)] = true;
        }
      }
    }
    return isParent;
  }
}
