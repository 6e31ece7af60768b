package io.daisychain.datagen;

import io.daisychain.datagen.OrderChain.Entry;
import java.util.List;

/**
 * Walks lifecycles: a customer's order and all that firms make of it.
 *
 * <p>Every order walks the chain by itself; news of what happens below reaches it with a delay. A
 * lifecycle follows from seed, shard and its number alone. Reusable, not thread-safe.
 */
final class LifecycleSimulation {
  private final OrderChain chain;
  private final Market market;
  private final Dice dice = new Dice();
  private final Reports reports;
  private final Agenda agenda;
  private final FanOut fanOut;
  private final OrderActions actions;
  private final Executions executions;

  /** How often each transition was drawn: by state, then position of the next one. */
  private final long[][] transitions;

  LifecycleSimulation(OrderChain chain, Market market, TradingDay day, RecordPool pool) {
    this.chain = chain;
    this.market = market;
    OrderChain.Orders laws = chain.orders();
    reports = new Reports(market, laws, pool, dice);
    agenda = new Agenda(chain, day, dice, reports);
    fanOut = new FanOut(chain, market, reports, agenda, dice);
    actions = new OrderActions(reports, agenda, dice, laws.lotSize());
    executions = new Executions(market, reports, agenda, dice, laws.lotSize());
    transitions = new long[chain.states().size()][];
    for (int i = 0; i < transitions.length; i++) {
      transitions[i] = new long[chain.states().get(i).transitions()];
    }
  }

  /**
   * The events of one lifecycle, parents before children; valid until the next run.
   *
   * @param start when its first order comes, in nanoseconds from midnight UTC
   */
  List<EventRecord> run(long seed, int shard, long number, long start) {
    dice.reset(seed, shard, number);
    agenda.queue().clear();
    byte side = (byte) ('0' + chain.orders().sides().drawLong(dice));
    byte type = (byte) ('0' + chain.orders().types().drawLong(dice));
    boolean isGtc = dice.chance(chain.orders().gtc());
    reports.begin(number, market.drawSymbol(dice), side, type, isGtc);
    fanOut.takeOrder(market.drawBroker(dice), isGtc ? Entry.GTC : Entry.CUSTOMER, start);
    StepQueue queue = agenda.queue();
    while (!queue.isEmpty()) {
      long time = queue.nextTime();
      StepQueue.Step step = queue.remove();
      if (step.news() == null) {
        enter(step.order(), step.state(), time);
      } else {
        hear(step.order(), step.news(), step.trade(), time);
      }
    }
    return reports.records();
  }

  /** A number that no id of the lifecycle has yet. */
  int freeNumber() {
    return reports.number();
  }

  long[] ordersByDepth() {
    return fanOut.ordersByDepth();
  }

  long[][] transitions() {
    return transitions;
  }

  private void enter(Order order, int stateIndex, long time) {
    ChainState state = chain.states().get(stateIndex);
    order.state = stateIndex;
    perform(order, state, time);
    if (state.action == Action.AWAIT && order.openChildren > 0) {
      order.awaiting = true;
    } else {
      leave(order, time);
    }
  }

  private void leave(Order order, long time) {
    ChainState state = chain.states().get(order.state);
    if (state.isFinal() || agenda.isExhausted()) {
      end(order, time);
      return;
    }
    int position = state.drawNext(dice);
    transitions[order.state][position]++;
    agenda.schedule(order, state.next(position), time);
  }

  private void end(Order order, long time) {
    actions.accept(order, time); // a receiver reports a route, whatever the chain says
    order.ended = true;
    if (order.openChildren == 0) {
      finish(order, time);
    }
  }

  private void finish(Order order, long time) {
    if (agenda.isClosed(time)) {
      actions.endTheDay(order, market.isVenue(order.own.reporter), agenda.afterClose(time));
    }
    agenda.tell(order, News.DONE, null, time);
  }

  private void perform(Order order, ChainState state, long time) {
    Action action = state.action;
    if (action == Action.NONE) {
      return;
    }
    if (action == Action.REFUSE) {
      if (order.route != null) {
        actions.refuse(order, time);
      }
      return;
    }
    actions.accept(order, time);
    if (order.refused || (action.isTrading() && agenda.isClosed(time))) {
      return;
    }
    switch (action) {
      case ACCEPT, AWAIT -> {}
      case ROUTE -> fanOut.route(order, state, time);
      case INTERNAL -> fanOut.split(order, state, time);
      case POOL -> fanOut.pool(order, state, time);
      case PARTIAL_FILL -> executions.fillPart(order, state.fraction.draw(dice), time);
      case FILL -> executions.fillRest(order, time);
      case BUST -> executions.bust(order, time);
      case CORRECT -> executions.correct(order, time);
      default -> actions.perform(order, action, time);
    }
  }

  private void hear(Order child, News news, Trade trade, long time) {
    switch (news) {
      case DONE -> {
        for (Order parent : child.parents) {
          childDone(parent, time);
        }
      }
      case FILL, BUST, CORRECT -> executions.hear(child, news, trade, time);
      default -> actions.hear(child, news, time);
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
