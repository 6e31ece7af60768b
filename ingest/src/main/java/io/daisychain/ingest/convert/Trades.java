package io.daisychain.ingest.convert;

import io.daisychain.model.Action;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Trades that are busted or corrected, and by what: those alone are kept in memory. */
final class Trades {
  /** A trade as it stands. */
  static final class Trade {
    String reporter = "";
    String firmRoeId = "";
    String tradeId = "";
    String symbol = "";
    String side = "";
    String order = "";
    String quantity = "";
    String price = "";
    int orderDay;
    int keyDay;
    int fileDay;
    long time;
    boolean isBusted;
    long bustTime;
    Action action = Action.NEW;
    long sendingTime;

    /** Whether it stands where the other was sent, too: the last correction or deletion does. */
    private boolean isAfter(Trade other) {
      return action != Action.NEW
          && (other.action == Action.NEW || sendingTime >= other.sendingTime);
    }
  }

  /** What a BUST or CORRECT says. */
  record Change(
      RowKey trade,
      boolean isBust,
      long time,
      long sendingTime,
      int fileDay,
      String quantity,
      String price) {}

  private final Map<RowKey, RowKey> corrects = new HashMap<>();
  private final Set<RowKey> wanted = new HashSet<>();
  private final Map<RowKey, Trade> trades = new HashMap<>();
  private final List<Change> changes = new ArrayList<>();

  static boolean isChange(OrderEvent event) {
    return event.type() == EventType.BUST || event.type() == EventType.CORRECT;
  }

  private static boolean namesTrade(OrderEvent event) {
    return event.parents().count() == 1
        && (event.relation() == Relation.BUST || event.relation() == Relation.CORRECT);
  }

  /** First reading. */
  void note(OrderEvent event) {
    if (isChange(event) && namesTrade(event)) {
      wanted.add(event.parents().key(0));
      if (event.type() == EventType.CORRECT) {
        corrects.put(event.key(), event.parents().key(0));
      }
    }
  }

  /** Second reading: a trade that is written. */
  void keep(RowKey key, Trade trade, OrderEvent event) {
    trade.action = event.action();
    trade.sendingTime = event.sendingTime();
    trades.merge(key, trade, (kept, next) -> next.isAfter(kept) ? next : kept);
  }

  boolean isWanted(long high, long low) {
    return !wanted.isEmpty() && wanted.contains(new RowKey(high, low));
  }

  /** Second reading: false where it names no trade. */
  boolean change(OrderEvent event, int fileDay) {
    if (!namesTrade(event)) {
      return false;
    }
    changes.add(
        new Change(
            event.parents().key(0),
            event.type() == EventType.BUST,
            event.eventTime(),
            event.sendingTime(),
            fileDay,
            event.lastShares().toString(),
            event.lastPx().toString()));
    return true;
  }

  /** In the order in which they were sent. */
  List<Change> changes() {
    changes.sort(Comparator.comparingLong(Change::sendingTime));
    return changes;
  }

  /**
   * The trade at the beginning of a chain of corrections; null where it was not written, or was
   * deleted.
   */
  Trade tradeOf(Change change) {
    RowKey key = change.trade();
    Set<RowKey> seen = new HashSet<>();
    while (corrects.containsKey(key) && seen.add(key)) {
      key = corrects.get(key);
    }
    Trade trade = trades.get(key);
    return trade == null || trade.action == Action.DELETION ? null : trade;
  }
}
