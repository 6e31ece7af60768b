package io.daisychain.model.event;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;

/**
 * The orders that an allocation names in its group 73, in the message's order: each by its ClOrdID
 * (11), one without it by its OrderID (37). Elsewhere neither tag stands in an allocation, so that
 * a broken group still says which orders are meant.
 */
final class AllocatedOrders {
  private FixMessage message;
  private int at;

  /** Begins with the first order of a message. */
  AllocatedOrders of(FixMessage allocation) {
    message = allocation;
    int group = allocation.find(FixTag.NO_ORDERS);
    at = group < 0 ? allocation.fieldCount() : group + 1;
    return this;
  }

  /** The field that names the next order; {@link FixMessage#NOT_FOUND} after the last. */
  int next() {
    int named = FixMessage.NOT_FOUND;
    boolean begun = false;
    boolean hasOrderId = false;
    for (; at < message.fieldCount(); at++) {
      int tag = message.tag(at);
      if (tag != FixTag.CL_ORD_ID && tag != FixTag.ORDER_ID) {
        continue;
      }
      boolean isOrderId = tag == FixTag.ORDER_ID;
      if (begun && (!isOrderId || hasOrderId)) {
        if (named >= 0) {
          return named;
        }
        hasOrderId = false;
      }
      begun = true;
      hasOrderId |= isOrderId;
      if (named < 0 && message.valueLength(at) > 0) {
        named = at;
      }
    }
    return named;
  }
}
