package io.daisychain.datagen.allocation;

import io.daisychain.datagen.chain.OrderChain.Allocations;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Allocates, after the close, what was executed of customers' orders: a broker's orders of one
 * lifecycle together, where they are of one day.
 *
 * <p>It has a random source of its own and changes no other event.
 */
public final class EndOfDay {
  private static final long SALT = 0x616c6c6f6361746eL;
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final int LATEST_MINUTES = 30;
  private static final long MILLISECOND = 1_000_000L;

  /** From the event to its submission. */
  private static final long SENDING = 2 * MILLISECOND;

  /** Numbers of accounts that a customer may have. */
  private static final long ACCOUNTS = 1_000;

  private final Allocations settings;
  private final Market market;
  private final TradingDay day;
  private final RandomSource random = new RandomSource();
  private final List<EventRecord> changed = new ArrayList<>();
  private List<EventRecord> records;
  private LifecycleSimulation simulation;
  private RecordPool pool;

  /** What is known of a customer's order when it has ended. */
  private static final class Filled {
    final int customer;

    /** Its last version that executed something. */
    int version;

    /** Its last report. */
    EventRecord last;

    Filled(int customer) {
      this.customer = customer;
    }
  }

  /** Orders that may be allocated together. */
  private record Together(int reporter, int versionDay, int lastDay) {}

  public EndOfDay(Allocations settings, Market market, TradingDay day) {
    this.settings = settings;
    this.market = market;
    this.day = day;
  }

  /** Adds the allocations of a lifecycle that has ended, before its keys are made. */
  public void allocate(
      List<EventRecord> lifecycle, LifecycleSimulation of, RecordPool from, long seed, int shard) {
    changed.clear();
    if (settings.customers() == 0 || lifecycle.get(0).spread != null) {
      return;
    }
    records = lifecycle;
    simulation = of;
    pool = from;
    random.reset(seed ^ SALT, shard, lifecycle.get(0).lifecycle);
    Map<Together, List<Filled>> together = new LinkedHashMap<>();
    for (Filled order : filled()) {
      EventRecord version = records.get(order.version);
      Together key = new Together(version.reporter, version.day(), order.last.day());
      together.computeIfAbsent(key, none -> new ArrayList<>()).add(order);
    }
    together.values().stream()
        .filter(orders -> orders.stream().anyMatch(order -> isAllocated(order.customer, seed)))
        .toList()
        .forEach(this::allocateTogether);
  }

  private boolean isAllocated(int customer, long seed) {
    double place = (RandomSource.mix(seed ^ SALT ^ customer) >>> 11) * 0x1.0p-53;
    return market.ownerOf(customer) == EventRecord.NONE && place < settings.customers();
  }

  /** Customers' orders of which something is executed in the end. */
  private List<Filled> filled() {
    Map<Integer, Filled> byOrder = new LinkedHashMap<>();
    for (EventRecord record : records) {
      boolean isOfCustomer =
          record.onBehalfOf == EventRecord.NONE && record.deliverTo == EventRecord.NONE;
      if (record.type == EventType.NEW) {
        byOrder.put(record.orderNo, new Filled(record.customer));
      } else if (isOfCustomer && record.type.isReport() && byOrder.containsKey(record.orderNo)) {
        Filled order = byOrder.get(record.orderNo);
        order.last = record;
        order.version = record.type.isFill() ? record.parent : order.version;
      }
    }
    return byOrder.values().stream()
        .filter(order -> order.last != null && order.last.cum > 0)
        .toList();
  }

  private void allocateTogether(List<Filled> orders) {
    EventRecord last = orders.get(0).last;
    long shares = 0;
    long worth = 0;
    for (Filled order : orders) {
      last = order.last.time > last.time ? order.last : last;
      shares += order.last.cum;
      worth += order.last.notional;
    }
    EventRecord allocation =
        message(EventType.ALLOCATION, records.get(orders.get(0).version), last);
    allocation.merged = new int[orders.size()];
    allocation.mergedNos = new int[orders.size()];
    for (int i = 0; i < orders.size(); i++) {
      allocation.merged[i] = orders.get(i).version;
      allocation.mergedNos[i] = records.get(orders.get(i).version).clOrdNo;
    }
    allocation.allocated = accounts(orders.get(0).customer, shares);
    allocation.cum = shares;
    allocation.notional = worth;
    allocation.clOrdNo = simulation.freeNumber();
    int place = records.size();
    records.add(allocation);
    if (random.chance(settings.answered())) {
      answer(place, '3'); // received
      if (random.chance(0.5)) {
        answer(place, '0'); // accepted
      }
    }
    if (random.chance(settings.replaced())) {
      change(allocation, 'C');
    } else if (random.chance(settings.canceled())) {
      change(allocation, 'D');
      allocation.reported = false;
    }
  }

  /** A message after the close and after what was before it, at the latest on the same day. */
  private EventRecord message(EventType type, EventRecord like, EventRecord after) {
    EventRecord message = pool.take();
    message.copyFrom(like);
    message.type = type;
    message.customer = EventRecord.NONE;
    message.parent = EventRecord.NONE;
    message.parentNo = EventRecord.NONE;
    message.parentFirm = EventRecord.NONE;
    message.merged = null;
    message.mergedNos = null;
    message.origNo = EventRecord.NONE;
    message.execNo = EventRecord.NONE;
    message.instruction = 0;
    long earliest = after.time + SECOND;
    long wanted =
        Math.max(day.closeAfter(after.time), earliest)
            + (long) (random.unit() * LATEST_MINUTES * MINUTE);
    long time = wanted < day.limitAfter(after.time) ? wanted : earliest;
    int grain = market.clockNanos[message.reporter];
    message.time = time / grain * grain;
    message.sendTime = (message.time + SENDING) / MILLISECOND * MILLISECOND;
    message.due = message.sendTime;
    return message;
  }

  /** So many accounts, each with something. */
  private long[] accounts(int customer, long shares) {
    int count = (int) Math.min(shares, Math.min(ACCOUNTS, settings.accounts().drawLong(random)));
    long[] allocated = new long[2 * count];
    long left = shares;
    for (int i = 0; i < count; i++) {
      boolean isLast = i == count - 1;
      long most = left - (count - 1 - i); // each of the others gets one
      allocated[2 * i] = customer * ACCOUNTS + i;
      allocated[2 * i + 1] = isLast ? left : 1 + (long) (random.unit() * (most - 1));
      left -= allocated[2 * i + 1];
    }
    return allocated;
  }

  private void answer(int place, int status) {
    EventRecord allocation = records.get(place);
    EventRecord before = records.get(records.size() - 1);
    EventRecord answer = message(EventType.ALLOCATION_STATUS, allocation, before);
    answer.allocated = allocation.allocated;
    answer.clOrdNo = allocation.clOrdNo;
    answer.parent = place;
    answer.ordStatus = (byte) status;
    answer.cum = allocation.cum;
    answer.notional = allocation.notional;
    boolean hasOwnId = random.chance(settings.reports());
    answer.execNo = hasOwnId ? simulation.freeNumber() : EventRecord.NONE;
    records.add(answer);
  }

  /** A later message replaces or cancels what was allocated first. */
  private void change(EventRecord allocation, char action) {
    allocation.action = (byte) action;
    allocation.originalSendTime = allocation.sendTime;
    allocation.execNo = simulation.freeNumber();
    allocation.sendTime += (1 + random.below(LATEST_MINUTES)) * MINUTE;
    allocation.due = allocation.sendTime;
    changed.add(allocation);
  }

  /**
   * Messages beside those of the allocations as they stand: what was said first, and what cancels
   * it; called when keys and statuses are known.
   */
  public List<EventRecord> others() {
    List<EventRecord> others = new ArrayList<>();
    for (EventRecord allocation : changed) {
      EventRecord first = copy(allocation);
      first.sendTime = allocation.originalSendTime;
      first.due = first.sendTime;
      first.execNo = EventRecord.NONE;
      if (allocation.action == 'D') {
        EventRecord cancel = copy(allocation);
        cancel.action = allocation.action;
        others.add(cancel);
      } else { // all went to the first account
        first.allocated = new long[] {allocation.allocated[0], allocation.cum};
      }
      others.add(first);
    }
    return others;
  }

  private EventRecord copy(EventRecord allocation) {
    EventRecord copy = pool.take();
    copy.copyFrom(allocation);
    copy.superseded = true;
    return copy;
  }
}
