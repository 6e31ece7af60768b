package io.daisychain.datagen.fault;

import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds orders and routes of which more was executed than ordered: the sum of the fills of all
 * versions that were not busted exceeds the largest quantity of the versions and their RESTATED
 * reports.
 *
 * <p>Versions are grouped by the first version of their order; corrections and busts by their
 * execution. Only events that are reported count. Of allocations it finds those that give more than
 * was filled.
 */
final class Overfills {
  /** A leg, from 1, of the order whose first version has an index. */
  private record LegOf(int order, int leg) {}

  private final Map<LegOf, Long> legs = new HashMap<>(); // what was executed of each
  private boolean searched;
  private int[] order = new int[64]; // by version: first version of its order
  private int[] chain = new int[64]; // by execution, correction, bust: the execution
  private int[] latest = new int[64]; // by execution: the latest correction
  private int[] oldest = new int[64]; // by first version: the oldest one
  private long[] most = new long[64];
  private long[] filled = new long[64];
  private boolean[] busted = new boolean[64];

  /**
   * Adds OVERFILL to the oldest version of each overfilled order.
   *
   * @param onEarlierDates as {@link EventRecord#finds}
   */
  void find(List<EventRecord> records, boolean onEarlierDates) {
    searched = onEarlierDates;
    if (!hasExecutions(records)) {
      return;
    }
    clear(records.size());
    legs.clear();
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i).reported || records.get(i).changesTrade()) {
        visit(records, i);
      }
    }
    for (int i = 0; i < records.size(); i++) {
      if (chain[i] == i && !busted[i]) {
        int parent = records.get(i).parent;
        if (parent != EventRecord.NONE && order[parent] != EventRecord.NONE) {
          add(records.get(i), order[parent], records.get(latest[i]).lastQty);
        }
      }
    }
    findLegs(records);
    for (int i = 0; i < records.size(); i++) {
      if (order[i] == i && filled[i] > most[i]) {
        records.get(oldest[i]).statuses |= ErrorStatus.OVERFILL.bit();
      }
      if (records.get(i).type == EventType.ALLOCATION && records.get(i).reported) {
        allocate(records.get(i), records);
      }
    }
  }

  private void add(EventRecord execution, int of, long shares) {
    if (execution.leg == 0) {
      filled[of] += shares;
    } else {
      legs.merge(new LegOf(of, execution.leg), shares, Long::sum);
    }
  }

  /** Of a leg no more may be executed than its ratio of the order. */
  private void findLegs(List<EventRecord> records) {
    legs.forEach(
        (leg, shares) -> {
          int ratio = records.get(leg.order).spread.legs().get(leg.leg - 1).ratio();
          if (shares > ratio * most[leg.order]) {
            records.get(oldest[leg.order]).statuses |= ErrorStatus.OVERFILL.bit();
          }
        });
  }

  /** No order is in two allocations; one that names an order that is not found is an orphan. */
  private void allocate(EventRecord allocation, List<EventRecord> records) {
    long left = allocation.allocatedTotal();
    for (int parent : allocation.merged) {
      if (!allocation.finds(records.get(parent), searched)) {
        return;
      }
      left -= filled[order[parent]];
    }
    if (left > 0) {
      allocation.statuses |= ErrorStatus.OVERALLOCATION.bit();
    }
  }

  private static boolean hasExecutions(List<EventRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i).lastQty > 0) {
        return true;
      }
    }
    return false;
  }

  private void clear(int size) {
    if (order.length < size) {
      order = new int[2 * size];
      chain = new int[2 * size];
      latest = new int[2 * size];
      oldest = new int[2 * size];
      most = new long[2 * size];
      filled = new long[2 * size];
      busted = new boolean[2 * size];
    }
    Arrays.fill(order, 0, size, EventRecord.NONE);
    Arrays.fill(chain, 0, size, EventRecord.NONE);
    Arrays.fill(most, 0, size, 0);
    Arrays.fill(filled, 0, size, 0);
    Arrays.fill(busted, 0, size, false);
  }

  private void visit(List<EventRecord> records, int i) {
    EventRecord record = records.get(i);
    boolean hangs =
        record.parent != EventRecord.NONE && record.finds(records.get(record.parent), searched);
    switch (record.type) {
      case NEW, AGGREGATE, ROUTE, ACCEPT, INTERNAL -> version(records, i, i);
      case REPLACE, CANCEL -> version(records, i, hangs ? order[record.parent] : i);
      case RESTATED -> {
        if (hangs) {
          int first = order[record.parent];
          most[first] = Math.max(most[first], record.qty);
        }
      }
      case FILL, PARTIAL_FILL -> {
        chain[i] = hangs ? i : EventRecord.NONE;
        latest[i] = i;
      }
      case CORRECT, BUST -> {
        if (hangs && chain[record.parent] != EventRecord.NONE) {
          amend(records, i, chain[record.parent]);
        }
      }
      default -> {}
    }
  }

  private void version(List<EventRecord> records, int i, int first) {
    EventRecord record = records.get(i);
    order[i] = first;
    most[first] = Math.max(most[first], record.qty);
    if (i == first || isOlder(record, records.get(oldest[first]))) {
      oldest[first] = i;
    }
  }

  private static boolean isOlder(EventRecord a, EventRecord b) {
    return a.time != b.time ? a.time < b.time : Expectations.compareKeys(a, b) < 0;
  }

  private void amend(List<EventRecord> records, int i, int execution) {
    EventRecord record = records.get(i);
    if (record.type == EventType.BUST) {
      busted[execution] = true;
      return;
    }
    chain[i] = execution;
    int before = latest[execution];
    if (before == execution || isOlder(records.get(before), record)) {
      latest[execution] = i;
    }
  }
}
