package io.daisychain.datagen;

import io.daisychain.datagen.fault.ErrorKind;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.list.NewOrderList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists of which some orders wait for the others, whose lifecycles last longer. */
final class OpenLists {
  private static final int SENT_TWICE = ErrorKind.DUPLICATE_KEY.bit() | ErrorKind.REPEAT.bit();

  private final Map<NewOrderList, List<EventRecord>> open = new HashMap<>();

  /**
   * Takes an order out of its list where its message is another one than that of the others, or
   * there is none.
   *
   * @return the other orders, where all have come; none where some have not
   */
  List<EventRecord> separate(EventRecord order) {
    NewOrderList list = order.list;
    if (list == null || isSentWith(order, list)) {
      return List.of();
    }
    order.list = null;
    list.leave();
    return take(list);
  }

  private static boolean isSentWith(EventRecord order, NewOrderList list) {
    boolean isReported = order.reported && order.reporter == list.reporter && !order.noiseBefore;
    boolean isSoThen = order.sendTime == list.sendTime && order.due == list.sendTime && !order.late;
    boolean isSentOnce = order.action == 0 && (order.injected & SENT_TWICE) == 0;
    return isReported && isSoThen && isSentOnce;
  }

  /** Adds an order that is to be written; all of its list where these have come, else none. */
  List<EventRecord> add(EventRecord order) {
    open.computeIfAbsent(order.list, none -> new ArrayList<>()).add(order);
    return take(order.list);
  }

  private List<EventRecord> take(NewOrderList list) {
    List<EventRecord> come = open.getOrDefault(list, List.of());
    if (come.size() < list.size()) {
      return List.of();
    }
    open.remove(list);
    return come;
  }
}
