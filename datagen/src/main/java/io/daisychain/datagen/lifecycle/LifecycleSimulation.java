package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.ChainAction;
import io.daisychain.datagen.chain.ChainState;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.OrderChain.Entry;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.instrument.OptionChains;
import io.daisychain.datagen.list.ListSizes;
import io.daisychain.datagen.list.NewOrderList;
import io.daisychain.datagen.quote.Quotes;
import io.daisychain.datagen.quote.ShownOrders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Simulates the lifecycles of a shard in order of time: an order of a customer each, and all orders
 * that follow from it. They meet in the venues' books.
 *
 * <p>Every order walks the Markov chain by itself and learns with a delay what happens to its child
 * orders. A lifecycle has random numbers of its own. Not thread-safe.
 */
public final class LifecycleSimulation {
  /** A model may have one side alone. */
  private static final int MOST_DRAWN_SIDES = 32;

  private final OrderChain chain;
  private final Market market;
  private final SymbolRange symbols;
  private final Quotes quotes;
  private final TradingDay day;
  private final GtcOrders gtc;
  private final OptionChains options;
  private final ListSizes lists;
  private final Books books;
  private final ArrayDeque<Lifecycle> live =
      new ArrayDeque<>(); // in the order in which they began; some have ended
  private final ArrayDeque<StepQueue> freeQueues = new ArrayDeque<>();
  private final ArrayDeque<Lifecycle> ready = new ArrayDeque<>(); // that have nothing left to do
  private final ArrayDeque<Lifecycle> done = new ArrayDeque<>(); // of which nobody took the events
  private final ArrayDeque<Lifecycle> held = new ArrayDeque<>();
  private long heldStart = Long.MAX_VALUE;
  private int heldEvents;
  private final long seed;
  private final int shard;
  private long begun;
  private final RandomSource random = new RandomSource();
  private final RecordPool pool;
  private final EventRecorder recorder;
  private final StepScheduler scheduler;
  private final OrderPrices prices;
  private final FanOut fanOut;
  private final OrderActions actions;
  private final ExecutionReports executions;

  /** How often each transition was drawn, by state and position of the transition. */
  private final long[][] transitions;

  /**
   * The lifecycles of a shard.
   *
   * @param symbols in whose books its orders stand
   * @param areQuoted whether exchanges quote those that stand there
   */
  public LifecycleSimulation(
      OrderChain chain,
      Market market,
      SymbolRange symbols,
      boolean areQuoted,
      Quotes quotes,
      TradingDay day,
      GtcOrders gtc,
      RecordPool pool,
      long seed,
      int shard) {
    this.seed = seed;
    this.pool = pool;
    this.shard = shard;
    this.chain = chain;
    this.market = market;
    this.symbols = symbols;
    this.quotes = quotes;
    books = new Books(market, areQuoted ? symbols : null);
    this.day = day;
    this.gtc = gtc;
    lists = new ListSizes(chain.lists(), seed, shard);
    options = new OptionChains(chain.instruments(), quotes, day, seed, shard);
    OrderChain.Orders settings = chain.orders();
    recorder = new EventRecorder(market, settings, pool, random);
    scheduler = new StepScheduler(chain, day, quotes, random, recorder);
    prices = new OrderPrices(market, quotes, books, chain, recorder, random);
    fanOut = new FanOut(chain, market, recorder, prices, scheduler, random);
    actions = new OrderActions(recorder, prices, scheduler, random, settings.lotSize());
    MarketMakers makers =
        new MarketMakers(
            this::beginMakers,
            chain,
            market,
            quotes,
            day,
            fanOut,
            actions,
            recorder,
            scheduler,
            random);
    executions =
        new ExecutionReports(
            market,
            makers,
            books,
            prices,
            actions,
            recorder,
            scheduler,
            random,
            settings.lotSize());
    transitions = new long[chain.states().size()][];
    for (int i = 0; i < transitions.length; i++) {
      transitions[i] = new long[chain.states().get(i).transitions()];
    }
  }

  /**
   * Begins a customer's lifecycle, or several where the order is one of a list.
   *
   * @param start time of its first order, in nanoseconds from midnight UTC; not before that of any
   *     step that was made
   * @return how many have begun
   */
  public int begin(long start) {
    int orders = lists.draw(begun);
    Lifecycle lifecycle = beginOrder(start, null);
    if (orders > 0) {
      EventRecord first = lifecycle.records.get(0);
      NewOrderList list =
          new NewOrderList(first.lifecycle, first.clOrdNo, first.reporter, first.sendTime);
      addTo(list, lifecycle);
      for (int i = 1; i < orders; i++) {
        Lifecycle next = beginOrder(start, first);
        addTo(list, next);
        next.join(lifecycle); // none is left out without the others
      }
    }
    return Math.max(1, orders);
  }

  private Lifecycle begin(long start, boolean isMakers) {
    StepQueue queue = freeQueues.isEmpty() ? new StepQueue() : freeQueues.removeLast();
    Lifecycle lifecycle = new Lifecycle(begun, start, queue, isMakers);
    recorder.turnTo(lifecycle);
    random.reset(seed, shard, begun++);
    recorder.begin();
    return lifecycle;
  }

  /** Orders of several legs have a message of their own. */
  private static void addTo(NewOrderList list, Lifecycle lifecycle) {
    if (lifecycle.spread == null) {
      EventRecord order = lifecycle.records.get(0);
      order.list = list;
      order.sendTime = list.sendTime;
      order.due = list.sendTime;
      list.enter();
    }
  }

  /**
   * Begins the lifecycle of a customer's order.
   *
   * @param like an order of the same customer at the same broker; null for anybody's
   */
  private Lifecycle beginOrder(long start, EventRecord like) {
    Lifecycle lifecycle = begin(start, false);
    live.addLast(lifecycle);
    lifecycle.side = drawSide();
    lifecycle.ordType = (byte) ('0' + chain.orders().types().drawLong(random));
    boolean isGtc = random.chance(gtc.share());
    lifecycle.nights = Math.min(day.nights(), gtc.drawNights(isGtc, random));
    lifecycle.rests = isGtc && !gtc.ofModel();
    lifecycle.symbol = symbols.draw(random);
    lifecycle.isInformed = random.chance(chain.shape().trading().informed());
    if (lifecycle.isInformed) {
      takeSide(lifecycle);
    }
    lifecycle.timeInForce = (byte) (isGtc ? '1' : random.chance(0.8) ? '0' : '3');
    Entry entry = gtc.drawEntry(isGtc, random);
    lifecycle.option = options.draw(lifecycle.symbol, lifecycle.number);
    lifecycle.spread = options.drawSpread(lifecycle.symbol, lifecycle.number);
    boolean isInShares = lifecycle.option == null && lifecycle.spread == null;
    lifecycle.alone = !isInShares; // the books are of shares
    if (like == null) {
      fanOut.takeOrder(market.drawBroker(random), entry, start);
    } else {
      fanOut.takeOrder(like.reporter, like.customer, entry, start);
    }
    if (isInShares) {
      scheduler.await(lifecycle);
    } else {
      ready.addLast(lifecycle);
      finishReady();
    }
    return lifecycle;
  }

  private byte drawSide() {
    return (byte) ('0' + chain.orders().sides().drawLong(random));
  }

  /** The side of a customer who knows where the price goes, if the model has it. */
  private void takeSide(Lifecycle lifecycle) {
    long start = lifecycle.start;
    int rise = quotes.rise(lifecycle.symbol, start, start + chain.shape().trading().ahead());
    for (int i = 0; i < MOST_DRAWN_SIDES && rise != 0 && lifecycle.isBuy() != rise > 0; i++) {
      lifecycle.side = drawSide();
    }
  }

  /** Begins the lifecycle of a market maker who trades with an order: of a day, at a limit. */
  private void beginMakers(Order other, long start) {
    Lifecycle lifecycle = begin(start, true);
    lifecycle.symbol = other.lifecycle.symbol;
    lifecycle.option = other.lifecycle.option;
    lifecycle.spread = other.lifecycle.spread;
    lifecycle.side = (byte) (other.lifecycle.isBuy() ? '2' : '1');
    lifecycle.ordType = '2';
    lifecycle.timeInForce = '0';
    if (other.lifecycle.alone) {
      lifecycle.alone = true; // and ends with it
      ready.addLast(lifecycle);
    } else {
      live.addLast(lifecycle);
      lifecycle.wakes = Lifecycle.IDLE;
    }
  }

  /** Time of the next step of any lifecycle; {@link Long#MAX_VALUE} for none. */
  public long nextTime() {
    return scheduler.nextTime();
  }

  /**
   * Makes the next steps of one lifecycle, as far as no other has one.
   *
   * @param until not those after this time
   */
  public void step(long until) {
    long now = scheduler.nextTime();
    Lifecycle lifecycle = scheduler.next();
    recorder.turnTo(lifecycle);
    StepQueue queue = lifecycle.queue;
    do {
      books.advance(queue.nextTime());
      makeStep(queue);
    } while (!queue.isEmpty() && queue.nextTime() <= Math.min(until, scheduler.nextTime()));
    if (queue.isEmpty()) {
      lifecycle.wakes = Lifecycle.IDLE;
      readyIfOver(lifecycle);
    } else if (scheduler.isAfterTrading(queue.nextTime())
        && (lifecycle.standing.isEmpty() || scheduler.isAfterTrading(now))) {
      ready.addLast(lifecycle);
    } else {
      scheduler.await(lifecycle);
    }
    finishReady();
  }

  private void readyIfOver(Lifecycle lifecycle) {
    boolean isOver = lifecycle.wakes == Lifecycle.IDLE && lifecycle.partners == 0;
    if (isOver && lifecycle.queue.isEmpty() && !lifecycle.alone) {
      ready.addLast(lifecycle);
    }
  }

  private void finishReady() {
    while (!ready.isEmpty()) {
      finish(ready.removeFirst());
    }
  }

  /** Ends the oldest lifecycle, without the others. */
  public void finishOldest() {
    if (isOpen()) {
      ready.addLast(oldest());
      finishReady();
    }
    scheduler.nextTime(); // forgets it
  }

  /**
   * Makes all further steps of a lifecycle, which meets only market makers that come for it alone.
   */
  private void finish(Lifecycle lifecycle) {
    if (lifecycle.isDone) {
      return;
    }
    lifecycle.wakes = Lifecycle.RUNNING;
    recorder.turnTo(lifecycle);
    books.leave(lifecycle);
    StepQueue queue = lifecycle.queue;
    while (!queue.isEmpty()) {
      makeStep(queue);
    }
    queue.clear();
    freeQueues.addLast(queue);
    lifecycle.isDone = true;
    recorder.end();
    done.addLast(lifecycle);
  }

  /**
   * Takes the events of a lifecycle that has ended, parents before children; null if there is none.
   *
   * @param isKept false if it may be put aside
   */
  public List<EventRecord> takeEnded(boolean isKept) {
    Lifecycle lifecycle = done.pollFirst();
    if (lifecycle == null) {
      return null;
    }
    lifecycle.cluster().isTaken |= isKept;
    recorder.turnTo(lifecycle);
    return lifecycle.records;
  }

  /** The best bid or offer of a symbol at the time of the step that is made, or shortly before. */
  public int best(int symbol, boolean bid, long time) {
    return prices.best(symbol, bid, time);
  }

  /** What orders of a symbol have shown at exchanges. */
  public List<ShownOrders.Change> shown(int symbol) {
    return books.changes(symbol);
  }

  /** True if the lifecycle that was taken last began with a customer's order. */
  public boolean isCustomers() {
    return !recorder.lifecycle().isMakers;
  }

  /** Time of the last event of the lifecycle that was taken last. */
  public long lastTime() {
    return recorder.lastTime();
  }

  /** Puts the lifecycle that was taken last aside. */
  public void hold() {
    Lifecycle lifecycle = recorder.lifecycle();
    held.addLast(lifecycle);
    heldStart = Math.min(heldStart, lifecycle.start);
    heldEvents += lifecycle.records.size();
  }

  /**
   * Leaves out lifecycles that were put aside, each with all that traded with it, until there are
   * as many events as are wanted, or nearly so.
   */
  public void leaveOut(long wanted) {
    List<Lifecycle> clusters = new ArrayList<>();
    for (Lifecycle lifecycle : held) {
      Lifecycle cluster = lifecycle.cluster();
      if (cluster.heldEvents == 0 && !cluster.isTaken) {
        clusters.add(cluster);
      }
      cluster.heldEvents += lifecycle.records.size();
    }
    clusters.sort(Comparator.comparingLong(cluster -> RandomSource.mix(seed + cluster.number)));
    long rest = heldEvents;
    for (Lifecycle cluster : clusters) {
      boolean isNearer = rest - cluster.heldEvents >= Math.max(1, wanted);
      cluster.isLeftOut = isNearer;
      rest -= isNearer ? cluster.heldEvents : 0;
    }
  }

  /** Takes the events of the next lifecycle that was put aside; null if there is none. */
  public List<EventRecord> takeHeld() {
    while (!held.isEmpty()) {
      Lifecycle lifecycle = held.removeFirst();
      heldEvents -= lifecycle.records.size();
      if (!lifecycle.cluster().isLeftOut) {
        recorder.turnTo(lifecycle);
        return lifecycle.records;
      }
      lifecycle.records.forEach(pool::giveBack);
    }
    heldStart = Long.MAX_VALUE;
    return null;
  }

  /** Customers' lifecycles have so many events, about. */
  public void expect(int events) {
    recorder.expect(events);
  }

  /** Events that customers' lifecycles that have not ended will still have, about. */
  public long expectedEvents() {
    return recorder.expected();
  }

  /** Number of the events of lifecycles that have not ended, or were put aside. */
  public int waitingEvents() {
    return recorder.waiting() + heldEvents;
  }

  /** True if a lifecycle has not ended. */
  public boolean isOpen() {
    return oldest() != null;
  }

  /**
   * Start of the oldest lifecycle that has not ended or was put aside; {@link Long#MAX_VALUE} for
   * none.
   */
  public long oldestStart() {
    Lifecycle oldest = oldest();
    return Math.min(heldStart, oldest == null ? Long.MAX_VALUE : oldest.start);
  }

  private Lifecycle oldest() {
    while (!live.isEmpty() && live.getFirst().isDone) {
      live.removeFirst();
    }
    return live.peekFirst();
  }

  private void makeStep(StepQueue queue) {
    long time = queue.nextTime();
    StepQueue.Step step = queue.remove();
    if (step.state() == StepQueue.END) {
      end(step.order(), time);
    } else if (step.update() == null) {
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
    for (Trade trade : order.trades) {
      if (trade.other != null) {
        Lifecycle partner = trade.other.order.lifecycle;
        partner.partners--;
        readyIfOver(partner);
      }
    }
    if (order.openChildren == 0) {
      finish(order, time);
    }
  }

  private void finish(Order order, long time) {
    actions.endTheDay(order, market.isVenue(order.own.reporter), time);
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
