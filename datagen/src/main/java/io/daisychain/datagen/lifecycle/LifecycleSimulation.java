package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.ChainAction;
import io.daisychain.datagen.chain.ChainState;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.OrderChain.Entry;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.quote.Quotes;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Simulates the lifecycles of a shard in order of time: an order of a customer each, and all orders
 * that follow from it. They meet in the venues' books.
 *
 * <p>Every order walks the Markov chain by itself and learns with a delay what happens to its child
 * orders. A lifecycle has random numbers of its own. Not thread-safe.
 */
public final class LifecycleSimulation {
  private final OrderChain chain;
  private final Market market;
  private final SymbolRange symbols;
  private final TradingDay day;
  private final GtcOrders gtc;
  private final Books books;
  private final ArrayDeque<Lifecycle> live = new ArrayDeque<>(); // by start; some have ended
  private final ArrayDeque<StepQueue> freeQueues = new ArrayDeque<>();
  private long ended;
  private long dropped; // of those that have ended, from the list
  private final RandomSource random = new RandomSource();
  private final EventRecorder recorder;
  private final StepScheduler scheduler;
  private final FanOut fanOut;
  private final OrderActions actions;
  private final ExecutionReports executions;

  /** How often each transition was drawn, by state and position of the transition. */
  private final long[][] transitions;

  public LifecycleSimulation(
      OrderChain chain,
      Market market,
      SymbolRange symbols,
      Quotes quotes,
      TradingDay day,
      GtcOrders gtc,
      RecordPool pool) {
    this.chain = chain;
    this.market = market;
    this.symbols = symbols;
    books = new Books(market);
    this.day = day;
    this.gtc = gtc;
    OrderChain.Orders settings = chain.orders();
    recorder = new EventRecorder(market, settings, pool, random);
    scheduler = new StepScheduler(chain, day, random, recorder);
    OrderPrices prices = new OrderPrices(market, quotes, settings.taking(), recorder, random);
    fanOut = new FanOut(chain, market, recorder, prices, scheduler, random);
    actions = new OrderActions(recorder, prices, scheduler, random, settings.lotSize());
    executions = new ExecutionReports(books, prices, recorder, scheduler, random, settings.lotSize());
    transitions = new long[chain.states().size()][];
    for (int i = 0; i < transitions.length; i++) {
      transitions[i] = new long[chain.states().get(i).transitions()];
    }
  }

  /**
   * Begins a lifecycle.
   *
   * @param start time of its first order, in nanoseconds from midnight UTC; not before that of any
   *     step that was made
   */
  public void begin(long seed, int shard, long number, long start) {
    StepQueue queue = freeQueues.isEmpty() ? new StepQueue() : freeQueues.removeLast();
    Lifecycle lifecycle = new Lifecycle(number, start, queue);
    recorder.turnTo(lifecycle);
    live.addLast(lifecycle);
    random.reset(seed, shard, number);
    lifecycle.side = (byte) ('0' + chain.orders().sides().drawLong(random));
    lifecycle.ordType = (byte) ('0' + chain.orders().types().drawLong(random));
    boolean isGtc = random.chance(gtc.share());
    lifecycle.nights = Math.min(day.nights(), gtc.drawNights(isGtc, random));
    lifecycle.rests = isGtc && !gtc.ofModel();
    lifecycle.symbol = symbols.draw(random);
    lifecycle.timeInForce = (byte) (isGtc ? '1' : random.chance(0.8) ? '0' : '3');
    Entry entry = gtc.drawEntry(isGtc, random);
    fanOut.takeOrder(market.drawBroker(random), entry, start);
    scheduler.await(lifecycle);
  }

  /** Time of the next step of any lifecycle; {@link Long#MAX_VALUE} for none. */
  public long nextTime() {
    return scheduler.nextTime();
  }

  /**
   * Makes the next steps of one lifecycle, as far as no other has one.
   *
   * @param until not those after this time
   * @return its events if it has ended, parents before children; else null
   */
  public List<EventRecord> step(long until) {
    Lifecycle lifecycle = scheduler.next();
    recorder.turnTo(lifecycle);
    StepQueue queue = lifecycle.queue;
    do {
      makeStep(queue);
      if (queue.isEmpty() || scheduler.isAfterTrading(queue.nextTime())) {
        return finish(lifecycle);
      }
    } while (queue.nextTime() <= Math.min(until, scheduler.nextTime()));
    scheduler.await(lifecycle);
    return null;
  }

  /** Ends the oldest lifecycle, without the others; returns its events. */
  public List<EventRecord> finishOldest() {
    Lifecycle oldest = oldest();
    oldest.wakes = Lifecycle.RUNNING;
    return finish(oldest);
  }

  /** Makes all further steps of a lifecycle, which trades with the background only. */
  private List<EventRecord> finish(Lifecycle lifecycle) {
    recorder.turnTo(lifecycle);
    books.leave(lifecycle);
    StepQueue queue = lifecycle.queue;
    while (!queue.isEmpty()) {
      makeStep(queue);
    }
    queue.clear();
    freeQueues.addLast(queue);
    recorder.end();
    ended++;
    return lifecycle.records;
  }

  /** Number of lifecycles that have begun and not ended. */
  public long open() {
    return live.size() - (ended - dropped);
  }

  /** Number of the events of lifecycles that have not ended. */
  public int waitingEvents() {
    return recorder.waiting();
  }

  /** Start of the oldest lifecycle that has not ended; {@link Long#MAX_VALUE} for none. */
  public long oldestStart() {
    Lifecycle oldest = oldest();
    return oldest == null ? Long.MAX_VALUE : oldest.start;
  }

  private Lifecycle oldest() {
    while (!live.isEmpty() && live.getFirst().alone) {
      live.removeFirst();
      dropped++;
    }
    return live.peekFirst();
  }

  private void makeStep(StepQueue queue) {
    long time = queue.nextTime();
    StepQueue.Step step = queue.remove();
    if (step.update() == null) {
      enter(step.order(), step.state(), time);
      books.update(step.order());
    } else {
      apply(step.order(), step.update(), step.trade(), time);
    }
  }

  /** True if the orders of the lifecycle that ended last are good till cancel. */
  public boolean isGoodTillCanceled() {
    return recorder.isGoodTillCanceled();
  }

  /** A number for an id that the lifecycle that ended last does not use yet. */
  public int freeNumber() {
    return recorder.number();
  }

  public long[] ordersByDepth() {
    return fanOut.ordersByDepth();
  }

  public long[][] transitions() {
    return transitions;
  }

  private void enter(Order order, int stateIndex, long time) {
    ChainState state = chain.states().get(stateIndex);
    order.state = stateIndex;
    perform(order, state, time);
    if (state.action == ChainAction.AWAIT && order.openChildren > 0) {
      order.awaiting = true;
    } else {
      leave(order, time);
    }
  }

  private void leave(Order order, long time) {
    ChainState state = chain.states().get(order.state);
    if (state.isFinal() || scheduler.isExhausted()) {
      end(order, time);
      return;
    }
    int position = state.drawNext(random);
    transitions[order.state][position]++;
    scheduler.schedule(order, state.next(position), time);
  }

  private void end(Order order, long time) {
    actions.accept(order, time); // a route is reported even if the chain has no ACCEPT
    order.ended = true;
    if (order.openChildren == 0) {
      finish(order, time);
    }
  }

  private void finish(Order order, long time) {
    if (scheduler.isClosed(time)) {
      actions.endTheDay(order, market.isVenue(order.own.reporter), scheduler.afterClose(time));
    }
    scheduler.notifyParents(order, ChildUpdate.DONE, null, time);
  }

  private void perform(Order order, ChainState state, long time) {
    ChainAction action = state.action;
    if (action == ChainAction.NONE) {
      return;
    }
    if (action == ChainAction.REFUSE) {
      if (order.route != null) {
        actions.refuse(order, time);
      }
      return;
    }
    actions.accept(order, time);
    if (order.refused || (action.isTrading() && scheduler.isClosed(time))) {
      return;
    }
    switch (action) {
      case ACCEPT, AWAIT -> {}
      case ROUTE -> fanOut.route(order, state, time);
      case INTERNAL -> fanOut.split(order, state, time);
      case POOL -> fanOut.pool(order, state, time);
      case PARTIAL_FILL -> executions.fillPart(order, state.fraction.draw(random), time);
      case FILL -> executions.fillRest(order, time);
      case BUST -> executions.bust(order, time);
      case CORRECT -> executions.correct(order, time);
      default -> actions.perform(order, action, time);
    }
  }

  private void apply(Order child, ChildUpdate update, Trade trade, long time) {
    switch (update) {
      case DONE -> {
        for (Order parent : child.parents) {
          childDone(parent, time);
        }
      }
      case FILL, BUST, CORRECT -> executions.apply(child, update, trade, time);
      default -> actions.apply(child, update, time);
    }
  }

  private void childDone(Order parent, long time) {
    parent.openChildren--;
    if (parent.openChildren > 0) {
      return;
    }
    if (parent.awaiting) {
      parent.awaiting = false;
      leave(parent, time);
    } else if (parent.ended) {
      finish(parent, time);
    }
  }
}
