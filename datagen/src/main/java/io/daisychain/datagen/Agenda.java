package io.daisychain.datagen;

/** When things happen in a lifecycle: states that orders enter, and news that travels upward. */
final class Agenda {
  /** Beyond these a walk ends where it stands, whatever the chain would like. */
  private static final int MAX_STEPS = 1 << 15;

  private static final int MAX_EVENTS = 5_000;

  private final OrderChain chain;
  private final TradingDay day;
  private final Dice dice;
  private final Reports reports;
  private final StepQueue queue = new StepQueue();

  Agenda(OrderChain chain, TradingDay day, Dice dice, Reports reports) {
    this.chain = chain;
    this.day = day;
    this.dice = dice;
    this.reports = reports;
  }

  StepQueue queue() {
    return queue;
  }

  /** True when the lifecycle has grown so long that nothing new may begin in it. */
  boolean isExhausted() {
    return queue.added() >= MAX_STEPS || reports.records().size() >= MAX_EVENTS;
  }

  /** True where nothing is ordered or executed any more on a time's day. */
  boolean isClosed(long time) {
    return day.isClosed(time);
  }

  /** When an order that is open at the end of a time's day is reported to be over. */
  long afterClose(long time) {
    return desk(Math.max(time, day.closeAfter(time)));
  }

  /** Lets an order enter a state, {@code delay} after {@code time}. */
  void schedule(Order order, int state, long time) {
    ChainState next = chain.states().get(state);
    long from =
        switch (next.from) {
          case BEFORE -> time;
          case CLOSE -> Math.max(time, day.closeAfter(time));
          case OPEN -> day.openAfter(time);
        };
    add(from, next.delay.drawLong(dice), new StepQueue.Step(order, null, state, null));
  }

  /** Lets the parents of an order hear of something; what is told first is heard first. */
  void tell(Order order, News news, Trade trade, long time) {
    if (order.isCustomers()) {
      return;
    }
    Distribution latency = order.route != null ? chain.orders().link() : chain.orders().desk();
    long heard = Math.max(time + latency.drawLong(dice), order.newsTime + 1);
    order.newsTime = heard;
    add(time, heard - time, new StepQueue.Step(order, news, 0, trade));
  }

  long link(long time) {
    return time + chain.orders().link().drawLong(dice);
  }

  long desk(long time) {
    return time + chain.orders().desk().drawLong(dice);
  }

  private void add(long time, long delay, StepQueue.Step step) {
    queue.add(Math.min(time + delay, day.limitAfter(time)), step);
  }
}
