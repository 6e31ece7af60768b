package io.daisychain.datagen.option;

import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.model.EventType;
import java.util.HashMap;
import java.util.Map;

/** What was paid for an order as each firm reports it, when its prices have become others. */
final class Worth {
  private final Map<View, Long> byView = new HashMap<>();
  private final Map<Integer, Long> byExecution = new HashMap<>(); // by the number of 17

  /** An order as one firm reports it. */
  private record View(int reporter, int onBehalfOf, int deliverTo, int order) {
    static View of(EventRecord record) {
      return new View(record.reporter, record.onBehalfOf, record.deliverTo, record.orderNo);
    }
  }

  void clear() {
    byView.clear();
    byExecution.clear();
  }

  /** Takes a report, whose average price becomes that of the executions so far. */
  void book(EventRecord record) {
    View view = View.of(record);
    boolean amends = record.type == EventType.BUST || record.type == EventType.CORRECT;
    if (amends || record.lastQty > 0) {
      long before = amends ? byExecution.getOrDefault(record.execRefNo, 0L) : 0;
      long now = record.lastQty * record.lastPrice;
      byExecution.put(record.execNo, now);
      byView.merge(view, now - before, Long::sum);
    }
    record.notional = byView.getOrDefault(view, 0L);
  }
}
