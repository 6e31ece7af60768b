package io.daisychain.ingest.repair;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;
import io.daisychain.fix.MsgType;
import io.daisychain.fix.OrderList;
import io.daisychain.reporting.FeedbackEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Messages as repairs see them: of a list of orders each is a message, the list with it alone. */
final class ListedOrders {
  private ListedOrders() {}

  /** Takes a message, or the orders of a list, each valid during the call. */
  static void forEach(FixMessage message, Consumer<FixMessage> taker) {
    if (MsgType.of(message) != MsgType.ORDER_LIST || !message.endsWithCheckSum()) {
      taker.accept(message);
      return;
    }
    OrderList orders = new OrderList().read(message);
    for (int i = 0; i < orders.count() && !orders.isTooLarge(); i++) {
      taker.accept(orders.order(i));
    }
  }

  static boolean any(FixMessage message, Predicate<FixMessage> wanted) {
    boolean[] found = {wanted.test(message)};
    if (!found[0]) {
      forEach(message, order -> found[0] |= wanted.test(order));
    }
    return found[0];
  }

  /** What is to be mended of a message: of a list that was stored the orders that are told. */
  static List<FaultyMessage> faulty(String where, FixMessage message, List<FeedbackEntry> faults) {
    if (MsgType.of(message) != MsgType.ORDER_LIST
        || faults.stream().anyMatch(FeedbackEntry::isRejected)) {
      return List.of(FaultyMessage.of(where, message, faults));
    }
    List<FaultyMessage> orders = new ArrayList<>();
    forEach(
        message,
        order -> {
          String id = FeedbackEntry.shown(MessageDraft.of(order).valueOf(FixTag.CL_ORD_ID));
          List<FeedbackEntry> own =
              faults.stream().filter(fault -> fault.eventId().equals(id)).toList();
          if (!own.isEmpty()) {
            orders.add(FaultyMessage.of(where, order, own));
          }
        });
    return orders;
  }
}
