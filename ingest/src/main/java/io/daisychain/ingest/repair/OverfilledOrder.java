package io.daisychain.ingest.repair;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.Relation;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what is wrong of orders with more fills than shares (OVERFILL), from the messages that were
 * handed in: the order's quantity where its reports say one that is enough, else a fill.
 */
final class OverfilledOrder {
  private final MessageKeys keys;

  /** By key of an order's version: key of the order that is told. */
  private final Map<String, String> orderOf = new HashMap<>();

  private final Map<String, BigDecimal> largest = new HashMap<>();
  private final Map<String, Fill> fills = new LinkedHashMap<>();
  private final Set<String> settled = new HashSet<>();
  private boolean grew;

  /**
   * What is wrong, most likely.
   *
   * @param message a fill; null where it is the order's quantity
   * @param value what would be right; empty where nothing says it
   * @param text why, for people
   */
  record Suspect(FaultyMessage message, String value, String text) {}

  private record Fill(
      String order,
      FaultyMessage message,
      long time,
      BigDecimal shares,
      BigDecimal sum,
      BigDecimal quantity) {

    boolean repeats(Fill other) {
      return shares.compareTo(other.shares) == 0
          && sameValue(other, FixTag.LAST_PX)
          && sameValue(other, FixTag.TRANSACT_TIME);
    }

    private boolean sameValue(Fill other, int tag) {
      return message.original().valueOf(tag).equals(other.message.original().valueOf(tag));
    }
  }

  private OverfilledOrder(MessageKeys keys, Set<String> orders) {
    this.keys = keys;
    orders.forEach(order -> orderOf.put(order, order));
  }

  /**
   * Looks for what is wrong of each order.
   *
   * @param orders keys of the orders that are told
   * @return by order; none where no fill of it is among the files
   */
  static Map<String, Suspect> find(HandedIn files, EventReader.Rules rules, Set<String> orders)
      throws IOException {
    OverfilledOrder search = new OverfilledOrder(new MessageKeys(rules), orders);
    do { // a version may stand before the one that it replaces
      search.grew = false;
      files.forEach(search::look);
    } while (search.grew);
    Map<String, Suspect> found = new HashMap<>();
    for (String order : orders) {
      search.suspect(order).ifPresent(suspect -> found.put(order, suspect));
    }
    return found;
  }

  private void look(String where, FixMessage in) {
    Optional<OrderEvent> read = keys.read(in);
    if (read.isEmpty()) {
      return;
    }
    OrderEvent event = read.get();
    List<String> parents = MessageKeys.parents(event);
    String key = event.key().toString();
    String parent = parents.isEmpty() ? "" : parents.get(0);
    if (event.relation() == Relation.PRIOR && orderOf.containsKey(parent)) {
      grew |= orderOf.putIfAbsent(key, orderOf.get(parent)) == null;
    }
    if (orderOf.containsKey(key)) {
      raise(orderOf.get(key), in);
    } else if (event.type() == EventType.RESTATED && orderOf.containsKey(parent)) {
      raise(orderOf.get(parent), in);
    } else if (event.type().isFill() && !event.isOfLegs() && orderOf.containsKey(parent)) {
      addFill(key, orderOf.get(parent), event.eventTime(), where, in);
    } else if (event.type() == EventType.BUST || event.type() == EventType.CORRECT) {
      settled.add(parent);
    }
  }

  private void raise(String order, FixMessage in) {
    BigDecimal quantity = number(MessageDraft.of(in), FixTag.ORDER_QTY);
    if (quantity != null) {
      largest.merge(order, quantity, BigDecimal::max);
    }
  }

  private void addFill(String key, String order, long time, String where, FixMessage in) {
    MessageDraft message = MessageDraft.of(in);
    BigDecimal shares = number(message, FixTag.LAST_SHARES);
    if (shares != null && !message.valueOf(FixTag.ORD_STATUS).equals("7")) {
      fills.putIfAbsent(
          key,
          new Fill(
              order,
              FaultyMessage.of(where, in, List.of()),
              time,
              shares,
              number(message, FixTag.CUM_QTY),
              number(message, FixTag.ORDER_QTY)));
    }
  }

  private static BigDecimal number(MessageDraft message, int tag) {
    String text = message.valueOf(tag);
    return text.matches("[0-9]{1,28}([.][0-9]{0,10})?") ? new BigDecimal(text) : null;
  }

  private Optional<Suspect> suspect(String order) {
    List<Fill> own = new ArrayList<>();
    fills.forEach(
        (key, fill) -> {
          if (fill.order.equals(order) && !settled.contains(key)) {
            own.add(fill);
          }
        });
    BigDecimal limit = largest.get(order);
    if (own.isEmpty() || limit == null) {
      return Optional.empty();
    }
    own.sort(Comparator.comparingLong(Fill::time));
    BigDecimal filled = own.stream().map(Fill::shares).reduce(BigDecimal.ZERO, BigDecimal::add);
    if (filled.compareTo(limit) <= 0) {
      return Optional.empty(); // it is one of its legs
    }
    String text = filled.toPlainString() + " filled of " + limit.toPlainString();
    BigDecimal told =
        own.stream()
            .map(Fill::quantity)
            .filter(quantity -> quantity != null)
            .max(Comparator.naturalOrder())
            .orElse(BigDecimal.ZERO);
    if (told.compareTo(filled) >= 0) {
      return Optional.of(
          new Suspect(null, told.toPlainString(), text + ": its reports say 38 is " + told));
    }
    Fill wrong = null;
    BigDecimal right = null;
    String why = "";
    BigDecimal before = BigDecimal.ZERO;
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < own.size() && wrong == null; i++) {
      Fill fill = own.get(i);
      BigDecimal step = fill.sum == null ? fill.shares : fill.sum.subtract(before);
      before = fill.sum == null ? before.add(fill.shares) : fill.sum;
      if (step.signum() > 0
          && step.compareTo(fill.shares) < 0
          && filled.subtract(fill.shares).add(step).compareTo(limit) <= 0) {
        wrong = fill;
        right = step;
        why = ": its 14 says that it was " + step.toPlainString();
      }
    }
    for (int i = 1; i < own.size() && wrong == null; i++) {
      if (own.get(i).repeats(own.get(i - 1))) {
        wrong = own.get(i);
        why =
            ": it says what " + own.get(i - 1).message.where() + " says; deleting it may be right";
      }
    }
    for (int i = 0; i < own.size() && wrong == null; i++) {
      BigDecimal left = limit.subtract(sum);
      sum = sum.add(own.get(i).shares);
      if (sum.compareTo(limit) > 0) {
        wrong = own.get(i);
        right = left.signum() > 0 ? left : null;
        why = ": it is the first beyond that";
      }
    }
    return wrong == null
        ? Optional.empty()
        : Optional.of(
            new Suspect(wrong.message, right == null ? "" : right.toPlainString(), text + why));
  }
}
