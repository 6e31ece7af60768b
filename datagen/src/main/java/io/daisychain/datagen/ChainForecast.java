package io.daisychain.datagen;

import io.daisychain.datagen.OrderChain.Entry;
import io.daisychain.model.EventType;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Expected events of a lifecycle, computed from the chain: nothing is drawn.
 *
 * <p>A walk's probability flows from state to state together with what decides whether an action
 * makes sense ({@link WalkStatus}), until it has ended. Where orders beget orders, theirs are
 * forecast first, one firm deeper. That the day is over is known of what waits for the close, and
 * of what waits for that. Not in it are other times: that two requests cross, that a part is too
 * small to be parted again, or that the close comes before a slow order is worked off, makes the
 * differences to what is generated.
 */
final class ChainForecast {
  private static final double NEGLIGIBLE = 1e-10;
  private static final int MOST_ROUNDS = 20_000;

  private final OrderChain chain;
  private final int depths;
  private final Map<Entry, Map<Integer, OrderForecast>> known = new EnumMap<>(Entry.class);

  private ChainForecast(OrderChain chain) {
    this.chain = chain;
    depths = chain.orders().depth() + 2;
  }

  /** What is expected of one lifecycle, its first order counted. */
  static OrderForecast lifecycle(OrderChain chain) {
    ChainForecast forecast = new ChainForecast(chain);
    OrderForecast whole = new OrderForecast(forecast.depths);
    double gtc = chain.orders().gtc();
    whole.addBelow(forecast.order(Entry.CUSTOMER, 0), 1 - gtc);
    if (gtc > 0) {
      whole.addBelow(forecast.order(Entry.GTC, 0), gtc);
    }
    whole.events[EventType.NEW.code()] += 1;
    return whole;
  }

  private OrderForecast order(Entry entry, int wantedDepth) {
    int depth = Math.min(wantedDepth, depths - 1);
    Map<Integer, OrderForecast> byDepth = known.computeIfAbsent(entry, key -> new HashMap<>());
    OrderForecast forecast = byDepth.get(depth);
    if (forecast == null) {
      // Only venues that route on, at the last depth, meet themselves below: there it ends.
      OrderForecast nothing = new OrderForecast(depths);
      nothing.filled[WalkStatus.NOTHING] = 1;
      byDepth.put(depth, nothing);
      forecast = new Walk(entry, depth).forecast();
      byDepth.put(depth, forecast);
    }
    return forecast;
  }

  /** All walks of one kind of order at once, weighted by their probabilities. */
  private final class Walk {
    private final Entry entry;
    private final int depth;
    private final boolean isRouted;
    private final OrderForecast result = new OrderForecast(depths);
    private double[][] mass = new double[chain.states().size()][WalkStatus.COUNT];
    private double[][] next = new double[chain.states().size()][WalkStatus.COUNT];
    private ChainState state; // that is entered
    private double weight; // of the walks that enter it

    Walk(Entry entry, int depth) {
      this.entry = entry;
      this.depth = depth;
      isRouted = entry == Entry.BROKER || entry == Entry.VENUE;
    }

    OrderForecast forecast() {
      result.ordersByDepth[Math.min(depth, depths - 1)] += 1;
      mass[chain.entry(entry)][0] = 1;
      double left = 1;
      for (int round = 0; round < MOST_ROUNDS && left > NEGLIGIBLE; round++) {
        left = step();
      }
      return result;
    }

    private double step() {
      double left = 0;
      for (int s = 0; s < mass.length; s++) {
        state = chain.states().get(s);
        for (int status = 0; status < WalkStatus.COUNT; status++) {
          weight = mass[s][status];
          mass[s][status] = 0;
          if (weight > 0) {
            left += weight;
            enter(status);
          }
        }
      }
      double[][] spare = mass;
      mass = next;
      next = spare;
      return left;
    }

    private void enter(int earlier) {
      Action action = state.action;
      int before =
          switch (state.from) {
            case BEFORE -> earlier;
            case CLOSE -> WalkStatus.withLate(earlier, true);
            case OPEN -> WalkStatus.withLate(earlier, false);
          };
      if (action == Action.REFUSE && isRouted && !WalkStatus.isAccepted(before)) {
        result.refused += weight;
        leave(WalkStatus.accepted(WalkStatus.closed(before)), weight);
        return;
      }
      int status = action == Action.NONE || action == Action.REFUSE ? before : accept(before);
      if (action.isTrading() && WalkStatus.isLate(status)) {
        leave(status, weight);
        return;
      }
      switch (action) {
        case ROUTE, INTERNAL -> fanOut(status);
        case POOL -> pool(status);
        case AWAIT -> await(status);
        case BUST, CORRECT -> amend(status);
        case REPLACED -> replaced(status);
        default -> leave(act(status), weight);
      }
    }

    private int accept(int status) {
      if (isRouted && !WalkStatus.isAccepted(status)) {
        result.events[EventType.ACCEPT.code()] += weight;
        return WalkStatus.accepted(status);
      }
      return status;
    }

    /** Actions with one outcome; returns the status after it. */
    private int act(int status) {
      boolean open = WalkStatus.isOpen(status);
      boolean available = WalkStatus.isAvailable(status);
      return switch (state.action) {
        case PENDING_NEW -> report(WalkStatus.isUntouched(status), EventType.PENDING_NEW, status);
        case ACK ->
            report(
                WalkStatus.isUntouched(status), EventType.ACK, status, WalkStatus.touched(status));
        case REJECT ->
            report(WalkStatus.isUntouched(status), EventType.REJECTED, status, close(status));
        case STOP -> report(open, EventType.STOPPED, status);
        case SUSPEND -> report(open, EventType.SUSPENDED, status);
        case RESTATE -> report(open, EventType.RESTATED, status);
        case CALCULATE ->
            report(
                !WalkStatus.isClosed(status) && WalkStatus.filled(status) == WalkStatus.ALL,
                EventType.CALCULATED,
                status);
        case DONE_FOR_DAY -> report(open, EventType.DONE_FOR_DAY, status, close(status));
        case EXPIRE -> report(open, EventType.EXPIRED, status, close(status));
        case CANCELED -> report(open, EventType.CANCELED, status, close(status));
        case REPLACE -> request(EventType.REPLACE, WalkStatus.REPLACE, status);
        case CANCEL -> request(EventType.CANCEL, WalkStatus.CANCEL, status);
        case PENDING_REPLACE ->
            report(
                WalkStatus.request(status) == WalkStatus.REPLACE,
                EventType.PENDING_REPLACE,
                status);
        case PENDING_CANCEL ->
            report(
                WalkStatus.request(status) == WalkStatus.CANCEL, EventType.PENDING_CANCEL, status);
        case CANCEL_REJECT ->
            report(
                WalkStatus.request(status) != WalkStatus.NO_REQUEST,
                EventType.CANCEL_REJECT,
                status,
                WalkStatus.withRequest(status, WalkStatus.NO_REQUEST));
        case PARTIAL_FILL ->
            report(
                available,
                EventType.PARTIAL_FILL,
                status,
                WalkStatus.withFilled(status, WalkStatus.PART));
        case FILL ->
            report(
                available, EventType.FILL, status, WalkStatus.withFilled(status, WalkStatus.ALL));
        default -> status;
      };
    }

    private int close(int status) {
      return WalkStatus.withRequest(WalkStatus.closed(status), WalkStatus.NO_REQUEST);
    }

    private int report(boolean makesSense, EventType type, int status) {
      return report(makesSense, type, status, status);
    }

    private int report(boolean makesSense, EventType type, int status, int after) {
      if (!makesSense) {
        return status;
      }
      count(type, weight);
      return after;
    }

    /** A report at the order itself, which all above it hear of. */
    private void count(EventType type, double times) {
      result.events[type.code()] += times;
      result.own[type.code()] += times;
    }

    private int request(EventType type, int request, int status) {
      if (!WalkStatus.isOpen(status) || WalkStatus.request(status) != WalkStatus.NO_REQUEST) {
        return status;
      }
      // Of a route, sender and receiver report it.
      result.events[type.code()] += isRouted ? 2 * weight : weight;
      return WalkStatus.withRequest(status, request);
    }

    private void replaced(int status) {
      if (WalkStatus.request(status) != WalkStatus.REPLACE || !WalkStatus.isOpen(status)) {
        leave(status, weight);
        return;
      }
      count(EventType.REPLACED, weight);
      int after = WalkStatus.touched(WalkStatus.withRequest(status, WalkStatus.NO_REQUEST));
      double lowered = isRouted ? OrderActions.LOWERED_SHARE : 0;
      leave(WalkStatus.lowered(after), weight * lowered);
      leave(after, weight * (1 - lowered));
    }

    private void amend(int status) {
      int filled = WalkStatus.filled(status);
      if (filled == WalkStatus.NOTHING) {
        leave(status, weight);
        return;
      }
      boolean bust = state.action == Action.BUST;
      count(bust ? EventType.BUST : EventType.CORRECT, weight);
      // A bust takes back the latest of one execution or more; a few corrections lower the
      // quantity.
      int less = WalkStatus.withFilled(status, filled == WalkStatus.ALL ? WalkStatus.PART : filled);
      int none = WalkStatus.withFilled(status, WalkStatus.NOTHING);
      leave(bust ? less : status, weight * (bust ? 0.5 : 1 - Executions.LOWERED_SHARE));
      leave(bust ? none : less, weight * (bust ? 0.5 : Executions.LOWERED_SHARE));
    }

    private void fanOut(int status) {
      boolean isRoute = state.action == Action.ROUTE;
      boolean tooDeep = depth >= chain.orders().depth();
      if (!WalkStatus.isAvailable(status) || (tooDeep && !isRoute)) {
        leave(status, weight);
        return;
      }
      boolean toVenue = state.toVenue || tooDeep;
      Entry kind = !isRoute ? Entry.DESK : toVenue ? Entry.VENUE : Entry.BROKER;
      OrderForecast child = order(kind, depth + 1);
      double whole = weight;
      state.count.forEach(
          (count, share) -> {
            weight = whole * share;
            children(
                status, child, isRoute, (double) Math.min(Math.round(count), FanOut.MAX_PARTS));
          });
      weight = whole;
    }

    private void children(int status, OrderForecast child, boolean isRoute, double parts) {
      result.addBelow(child, weight * parts);
      result.events[(isRoute ? EventType.ROUTE : EventType.INTERNAL).code()] += weight * parts;
      if (isRoute) {
        relay(child, weight * parts);
      }
      double all = Math.pow(child.filled[WalkStatus.ALL], parts);
      double nothing = Math.pow(child.filled[WalkStatus.NOTHING], parts);
      hearExecutions(child, parts, all);
      double free = Math.pow(1 - child.left, parts);
      leaveFilled(status, nothing, all, free, 1 - Math.pow(1 - child.late, parts));
    }

    /** The sender of a route reports what it hears; of a refused one in any case. */
    private void relay(OrderForecast child, double times) {
      double relays = chain.orders().relays();
      for (int code = 0; code < child.own.length; code++) {
        if (isRelayed(code)) {
          result.events[code] += times * relays * child.own[code];
        }
      }
      result.events[EventType.REJECTED.code()] += times * child.refused;
    }

    private static boolean isRelayed(int code) {
      for (EventType type : FanOut.RELAYED) {
        if (type.code() == code) {
          return true;
        }
      }
      return false;
    }

    /** Executions below are reported here too; the one that completes the order is a FILL. */
    private void hearExecutions(OrderForecast child, double parts, double all) {
      double fills = child.own[EventType.FILL.code()] + child.own[EventType.PARTIAL_FILL.code()];
      count(EventType.FILL, weight * all);
      count(EventType.PARTIAL_FILL, weight * Math.max(0, parts * fills - all));
      count(EventType.BUST, weight * parts * child.own[EventType.BUST.code()]);
      count(EventType.CORRECT, weight * parts * child.own[EventType.CORRECT.code()]);
    }

    /**
     * Leaves with what the children did: nothing, all, or a part.
     *
     * @param free probability that no child keeps what it did not execute
     * @param late probability that a child ends after the close, which are those not all executed
     */
    private void leaveFilled(int status, double nothing, double all, double free, double late) {
      leave(WalkStatus.withFilled(status, WalkStatus.ALL), weight * all);
      double rest = 1 - all;
      if (rest <= 0) {
        return;
      }
      double whole = weight;
      double share = Math.min(1, late / rest);
      weight = whole * share;
      leaveRest(WalkStatus.withLate(status, true), nothing, all, free);
      weight = whole * (1 - share);
      leaveRest(status, nothing, all, free);
      weight = whole;
    }

    private void leaveRest(int status, double nothing, double all, double free) {
      double rest = 1 - all;
      double kept = weight * Math.min(1, (1 - free) / rest);
      double given = weight - kept;
      int some = WalkStatus.withFilled(status, WalkStatus.PART);
      double part = Math.max(0, rest - nothing);
      leave(status, given * nothing);
      leave(some, given * part);
      leave(WalkStatus.stuck(status), kept * nothing);
      leave(WalkStatus.stuck(some), kept * part);
    }

    private void pool(int status) {
      boolean fresh =
          depth == 0
              && WalkStatus.isOpen(status)
              && WalkStatus.request(status) == WalkStatus.NO_REQUEST;
      if (!fresh || entry == Entry.POOLED) {
        leave(status, weight);
        return;
      }
      OrderForecast pooled = order(Entry.POOLED, 0);
      OrderForecast merged = order(Entry.AGGREGATE, 1);
      double whole = weight;
      state.count.forEach(
          (value, share) -> {
            double count = (double) Math.min(Math.round(value), FanOut.MAX_PARTS);
            weight = whole * share;
            if (count < 2) {
              leave(status, weight);
              return;
            }
            result.addBelow(pooled, weight * (count - 1));
            result.events[EventType.NEW.code()] += weight * (count - 1);
            result.addBelow(merged, weight);
            result.events[EventType.AGGREGATE.code()] += weight;
            // Executions go to one order after the other; where one ends, both report.
            shareOut(merged, count, count);
            leaveFilled(
                status,
                merged.filled[WalkStatus.NOTHING],
                merged.filled[WalkStatus.ALL],
                1 - merged.left,
                merged.late);
          });
      weight = whole;
    }

    /** Reports of a merged order's executions by the orders in it. */
    private void shareOut(OrderForecast merged, double count, double orders) {
      double some = 1 - merged.filled[WalkStatus.NOTHING];
      double all = merged.filled[WalkStatus.ALL];
      double fills = merged.own[EventType.FILL.code()] + merged.own[EventType.PARTIAL_FILL.code()];
      double reports = fills + some * (count - 1) * (0.5 + 0.5 * all / Math.max(all, some));
      count(EventType.FILL, weight * all * orders);
      count(EventType.PARTIAL_FILL, weight * Math.max(0, reports - all * orders));
      count(EventType.BUST, weight * merged.own[EventType.BUST.code()]);
      count(EventType.CORRECT, weight * merged.own[EventType.CORRECT.code()]);
    }

    private void await(int status) {
      if (entry != Entry.POOLED || WalkStatus.isAccepted(status)) {
        leave(status, weight);
        return;
      }
      OrderForecast merged = order(Entry.AGGREGATE, 1);
      int after = WalkStatus.accepted(status);
      leaveFilled(
          after,
          merged.filled[WalkStatus.NOTHING],
          merged.filled[WalkStatus.ALL],
          1 - merged.left,
          merged.late);
    }

    private void leave(int status, double share) {
      if (share == 0) {
        return;
      }
      if (!state.isFinal()) {
        for (int i = 0; i < state.transitions(); i++) {
          next[state.next(i)][status] += share * state.probability(i);
        }
        return;
      }
      if (isRouted && !WalkStatus.isAccepted(status)) {
        result.events[EventType.ACCEPT.code()] += share;
      }
      boolean over = endTheDay(status, share);
      int filled = WalkStatus.filled(status);
      boolean lacks = filled == WalkStatus.ALL && WalkStatus.isLowered(status);
      result.left += WalkStatus.isOpen(status) && !over ? share : 0;
      result.late += WalkStatus.isLate(status) && filled != WalkStatus.ALL ? share : 0;
      result.filled[lacks ? WalkStatus.PART : filled] += share;
    }

    /** What is open at the end of a walk after the close is over then. */
    private boolean endTheDay(int status, double share) {
      if (!WalkStatus.isLate(status) || !WalkStatus.isOpen(status) || entry == Entry.GTC) {
        return false;
      }
      count(entry == Entry.VENUE ? EventType.EXPIRED : EventType.DONE_FOR_DAY, share);
      return true;
    }
  }
}
