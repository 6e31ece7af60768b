package io.daisychain.linkage.graph.flow;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What of the fills of orders is allocated: a flow from allocations to orders. Allocations take
 * fills one after the other; one of several orders gives way to a later one where it can take
 * elsewhere. Not thread-safe.
 */
public final class AllocatedFills {
  /**
   * So many orders and allocations, beside its own orders, are looked at to make room for one: else
   * the cost of many that hang together would grow with their square.
   */
  static final int MOST_LOOKED_AT = 1_000;

  private static final int NONE = -1;

  private int lookedAt; // for the allocation that takes
  private int mostLookedAt;

  /** By order: its fills that nobody has taken. */
  private final Map<Integer, BigDecimal> left = new HashMap<>();

  private final BigDecimal[] filled;

  /** Orders without fills left, of which all that were taken could not be taken elsewhere. */
  private final Set<Integer> closed = new HashSet<>();

  /** By order: what each allocation of several orders has taken of it. */
  private final Map<Integer, Map<Integer, BigDecimal>> takers = new HashMap<>();

  /** By allocation: the orders that it names. */
  private final List<Set<Integer>> named = new ArrayList<>();

  /**
   * Of which nothing is taken.
   *
   * @param filled by order; null for nothing
   */
  public AllocatedFills(BigDecimal[] filled) {
    this.filled = filled;
  }

  /**
   * Takes fills of some orders, for which earlier allocations make room if they can.
   *
   * @return what they have not; zero where that would take too long to find out
   */
  public BigDecimal take(BigDecimal quantity, Set<Integer> orders) {
    int allocation = named.size();
    named.add(orders);
    lookedAt = 0;
    mostLookedAt = MOST_LOOKED_AT + 2 * orders.size();
    BigDecimal open = quantity;
    for (int order : orders) {
      BigDecimal taken = open.min(left(order));
      if (taken.signum() > 0) {
        left.put(order, left(order).subtract(taken));
        addTaken(order, allocation, taken);
        open = open.subtract(taken);
      }
    }
    while (open.signum() > 0) {
      BigDecimal moved = move(allocation, open);
      if (moved.signum() == 0) {
        return lookedAt > mostLookedAt ? BigDecimal.ZERO : open;
      }
      open = open.subtract(moved);
    }
    return open;
  }

  /** Orders and allocations that the last one to take has looked at. */
  int lookedAt() {
    return lookedAt;
  }

  private void addTaken(int order, int allocation, BigDecimal shares) {
    if (named.get(allocation).size() > 1) { // one of a single order makes no room
      takers
          .computeIfAbsent(order, none -> new LinkedHashMap<>())
          .merge(allocation, shares, BigDecimal::add);
    }
  }

  private BigDecimal left(int order) {
    BigDecimal all = filled[order];
    return left.computeIfAbsent(order, none -> all == null ? BigDecimal.ZERO : all);
  }

  /** Moves shares along the shortest way from an allocation to an order with fills left. */
  private BigDecimal move(int allocation, BigDecimal most) {
    Map<Integer, int[]> reachedBy = new LinkedHashMap<>(); // order to allocation, and its order
    Deque<int[]> open = new ArrayDeque<>();
    open.add(new int[] {allocation, NONE});
    Set<Integer> seen = new HashSet<>(Set.of(allocation));
    while (!open.isEmpty()) {
      int[] from = open.remove();
      for (int order : named.get(from[0])) {
        if (++lookedAt > mostLookedAt) {
          return BigDecimal.ZERO;
        }
        if (closed.contains(order) || reachedBy.putIfAbsent(order, from) != null) {
          continue;
        }
        if (left(order).signum() > 0) {
          return moveTo(order, reachedBy, most);
        }
        for (Map.Entry<Integer, BigDecimal> taker :
            takers.getOrDefault(order, Map.of()).entrySet()) {
          if (++lookedAt > mostLookedAt) {
            return BigDecimal.ZERO;
          }
          if (taker.getValue().signum() > 0 && seen.add(taker.getKey())) {
            open.add(new int[] {taker.getKey(), order});
          }
        }
      }
    }
    closed.addAll(reachedBy.keySet());
    return BigDecimal.ZERO;
  }

  private BigDecimal moveTo(int last, Map<Integer, int[]> reachedBy, BigDecimal most) {
    BigDecimal moved = most.min(left(last));
    for (int order = last; reachedBy.get(order)[1] != NONE; ) {
      int[] from = reachedBy.get(order);
      moved = moved.min(takers.get(from[1]).get(from[0]));
      order = from[1];
    }
    left.put(last, left(last).subtract(moved));
    for (int order = last; order != NONE; ) {
      int[] from = reachedBy.get(order);
      addTaken(order, from[0], moved);
      if (from[1] != NONE) {
        takers.get(from[1]).merge(from[0], moved.negate(), BigDecimal::add);
      }
      order = from[1];
    }
    return moved;
  }
}
