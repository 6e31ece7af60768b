package io.daisychain.ingest.repair;

import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.Relation;
import java.util.Optional;

/** The draft of an order or route that several events name and nobody has reported. */
final class MissingParent {
  /** What a child says of its order too (FIX 4.2, messages D, G, F and 8). */
  private static final int[] COMMON = {
    FixTag.ACCOUNT, FixTag.CLIENT_ID, FixTag.SYMBOL, FixTag.SIDE
  };

  private static final int HANDL_INST = 21;
  private static final String LIMIT = "2";

  private final MessageDraft child;
  private final MessageDraft order = new MessageDraft();

  private MissingParent(MessageDraft child) {
    this.child = child;
  }

  /**
   * Makes the draft.
   *
   * @param child one of the events that name it
   * @param event the same as it was read
   * @param sendingTime 52
   * @return nothing where the parent is no order and no route of the same firm
   */
  static Optional<MessageDraft> of(MessageDraft child, OrderEvent event, String sendingTime) {
    MissingParent parent = new MissingParent(child);
    Relation relation = event.relation();
    if (event.isWireLog() || event.type().isOfAllocation()) {
      return Optional.empty();
    }
    if (relation == Relation.EXECUTION || relation == Relation.PRIOR) {
      int id = relation == Relation.PRIOR ? FixTag.ORIG_CL_ORD_ID : FixTag.CL_ORD_ID;
      return Optional.of(
          parent.draft(
              child.valueOf(id),
              child.valueOf(FixTag.ON_BEHALF_OF_COMP_ID),
              child.valueOf(FixTag.DELIVER_TO_COMP_ID),
              sendingTime));
    }
    if (relation == Relation.ROUTE || relation == Relation.INTERNAL) {
      return Optional.of(
          parent.draft(
              child.valueOf(FixTag.PARENT_CL_ORD_ID),
              child.valueOf(FixTag.PARENT_FIRM),
              "",
              sendingTime));
    }
    return Optional.empty();
  }

  private MessageDraft draft(String id, String source, String destination, String sendingTime) {
    order.frame();
    order.set(order.find(FixTag.MSG_TYPE), "D");
    copy(FixTag.SENDER_COMP_ID);
    copy(FixTag.TARGET_COMP_ID);
    putUnlessEmpty(FixTag.ON_BEHALF_OF_COMP_ID, source);
    putUnlessEmpty(FixTag.DELIVER_TO_COMP_ID, destination);
    copy(FixTag.MSG_SEQ_NUM);
    order.put(FixTag.SENDING_TIME, sendingTime);
    order.put(FixTag.CL_ORD_ID, id.isEmpty() ? MessageDraft.OPEN : id);
    for (int tag : COMMON) {
      putUnlessEmpty(tag, child.valueOf(tag));
    }
    order.put(HANDL_INST, MessageDraft.OPEN);
    order.put(FixTag.TRANSACT_TIME, MessageDraft.OPEN);
    copy(FixTag.ORDER_QTY);
    copy(FixTag.ORD_TYPE);
    if (child.valueOf(FixTag.ORD_TYPE).equals(LIMIT)) {
      copy(FixTag.PRICE);
    }
    putUnlessEmpty(FixTag.TIME_IN_FORCE, child.valueOf(FixTag.TIME_IN_FORCE));
    putUnlessEmpty(FixTag.EVENT_ID, child.valueOf(FixTag.PARENT_EVENT_ID));
    return order;
  }

  private void copy(int tag) {
    String value = child.valueOf(tag);
    order.put(tag, value.isEmpty() ? MessageDraft.OPEN : value);
  }

  private void putUnlessEmpty(int tag, String value) {
    if (!value.isEmpty()) {
      order.put(tag, value);
    }
  }
}
