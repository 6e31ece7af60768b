package io.daisychain.datagen.option;

import io.daisychain.datagen.instrument.Spread;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.EventRecorder;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.model.EventType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes orders of several legs of orders that were simulated in their underlying, and adds what is
 * reported of each leg: for each execution one a leg, which is busted and corrected with it.
 */
public final class SpreadOrders {
  private final Worth worth = new Worth();

  /** By an execution, its bust or correction: the first of the reports of its legs. */
  private final Map<Integer, Integer> ofLegs = new HashMap<>();

  /** Changes the events of a lifecycle, in the order in which they happened, and adds others. */
  public void convert(List<EventRecord> records, LifecycleSimulation simulation, RecordPool pool) {
    Spread spread = records.get(0).spread;
    if (spread == null) {
      return;
    }
    worth.clear();
    ofLegs.clear();
    int size = records.size();
    for (int i = 0; i < size; i++) {
      EventRecord record = records.get(i);
      int underlying = record.lastPrice;
      record.price = spread.premium(record.price);
      if (record.lastQty > 0) {
        record.lastPrice = spread.premium(underlying);
      }
      if (record.type.isReport()) {
        worth.book(record);
      }
      if (record.type.isFill()
          || record.type == EventType.BUST
          || record.type == EventType.CORRECT) {
        addLegs(records, i, underlying, simulation, pool);
      }
    }
  }

  private void addLegs(
      List<EventRecord> records,
      int i,
      int underlying,
      LifecycleSimulation simulation,
      RecordPool pool) {
    EventRecord whole = records.get(i);
    Integer before = ofLegs.get(whole.parent);
    ofLegs.put(i, records.size());
    boolean isBuy = EventRecorder.isBuy(whole.side);
    for (int l = 0; l < whole.spread.legs().size(); l++) {
      Spread.Leg leg = whole.spread.legs().get(l);
      EventRecord report = pool.take();
      report.copyFrom(whole);
      report.leg = l + 1;
      report.option = leg.option();
      report.side = leg.side(isBuy);
      report.execNo = simulation.freeNumber();
      report.qty *= leg.ratio();
      report.cum *= leg.ratio();
      report.leaves *= leg.ratio();
      report.lastQty *= leg.ratio();
      report.lastPrice = whole.lastQty > 0 ? leg.premium(underlying) : 0;
      report.notional = report.lastPrice * report.cum;
      report.otherSide = false;
      if (before != null) {
        report.parent = before + l;
        report.execRefNo = records.get(report.parent).execNo;
      }
      records.add(report);
    }
  }
}
