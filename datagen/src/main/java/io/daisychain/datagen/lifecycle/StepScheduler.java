package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.ChainState;
import io.daisychain.datagen.chain.Distribution;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.quote.Quotes;

/**
 * Schedules the steps of lifecycles: orders that enter a state after its delay, and parents that
 * learn of what happened to a child order after the latency of a link or desk.
 */
final class StepScheduler {
  /** Limits of one lifecycle: beyond them each walk ends in the state where it is. */
  private static final int MAX_STEPS = 1 << 15;

  private static final int MAX_EVENTS = 5_000;

  /** Share of the steps of an order that is good till cancel which wait for the next day. */
  private static final double RESTING = 0.25;

  private final OrderChain chain;
  private final TradingDay day;
  private final Quotes quotes;
  private final RandomSource random;
  private final EventRecorder recorder;
  private final KeyedHeap<Lifecycle> waiting = new KeyedHeap<>(); // some are out of date

  StepScheduler(
      OrderChain chain,
      TradingDay day,
      Quotes quotes,
      RandomSource random,
      EventRecorder recorder) {
    this.quotes = quotes;
    this.chain = chain;
    this.day = day;
    this.random = random;
    this.recorder = recorder;
  }

  /** Time of the next step of any lifecycle that waits; {@link Long#MAX_VALUE} for none. */
  long nextTime() {
    while (waiting.size() > 0 && waiting.first().wakes != waiting.firstKey()) {
      waiting.remove();
    }
    return waiting.size() == 0 ? Long.MAX_VALUE : waiting.firstKey();
  }

  /** Takes the lifecycle that has the next step; it waits no more. */
  Lifecycle next() {
    Lifecycle next = waiting.remove();
    next.wakes = Lifecycle.RUNNING;
    return next;
  }

  /** Lets a lifecycle wait for its next step. */
  void await(Lifecycle lifecycle) {
    lifecycle.wakes = lifecycle.queue.nextTime();
    waiting.add(lifecycle.wakes, lifecycle);
  }

  /** True if a time is after the last execution of the trade date. */
  boolean isAfterTrading(long time) {
    return day.session(time) > 0 || day.isClosed(time);
  }

  /** True when the lifecycle has reached its limits: no order may begin in it any more. */
  boolean isExhausted() {
    return recorder.lifecycle().queue.added() >= MAX_STEPS
        || recorder.records().size() >= MAX_EVENTS;
  }

  /** True if a time is after the last order and execution of its day. */
  boolean isClosed(long time) {
    return day.isClosed(time);
  }

  /** The time at which an order that is open at the close is reported as ended. */
  long afterClose(long time) {
    return desk(Math.max(time, day.closeAfter(time)));
  }

  /** Lets an order enter a state after the state's delay. */
  void schedule(Order order, int state, long time) {
    ChainState next = chain.states().get(state);
    boolean hasTomorrow = day.session(time) < recorder.lifecycle().nights;
    boolean isLeft =
        recorder.lifecycle().rests && hasTomorrow && canRest(order, next) && random.chance(RESTING);
    long start = isLeft ? day.at(day.session(time) + 1, random.unit()) : time;
    long from =
        switch (next.from) {
          case BEFORE -> start;
          case CLOSE -> Math.max(start, day.closeAfter(start));
          case OPEN -> hasTomorrow ? day.openAfter(time) : time;
          case MOVE ->
              quotes.moves(order.lifecycle.symbol, time, order.own.price, order.lifecycle.isBuy());
        };
    add(from, next.delay.drawLong(random), new StepQueue.Step(order, null, state, null));
  }

  /** Ends the walk of an order. */
  void end(Order order, long time) {
    add(time, 0, new StepQueue.Step(order, null, StepQueue.END, null));
  }

  private static boolean canRest(Order order, ChainState next) {
    return order.accepted && next.action.canRest() && next.from != ChainState.From.OPEN;
  }

  /** Sends an update to the parents of an order; updates of one order arrive in their order. */
  void notifyParents(Order order, ChildUpdate update, Trade trade, long time) {
    if (order.isCustomers()) {
      return;
    }
    Distribution latency = order.route != null ? chain.orders().link() : chain.orders().desk();
    long arrival = Math.max(time + latency.drawLong(random), order.lastUpdateTime + 1);
    order.lastUpdateTime = arrival;
    add(time, arrival - time, new StepQueue.Step(order, update, 0, trade));
  }

  long link(long time) {
    return time + chain.orders().link().drawLong(random);
  }

  long desk(long time) {
    return time + chain.orders().desk().drawLong(random);
  }

  private void add(long time, long delay, StepQueue.Step step) {
    Lifecycle lifecycle = recorder.lifecycle();
    lifecycle.queue.add(Math.min(time + delay, day.limitAfter(time)), step);
    if (lifecycle.queue.nextTime() < lifecycle.wakes) {
      await(lifecycle);
    }
  }
}
