package io.daisychain.model.event;

import io.daisychain.fix.FixTag;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.MessageFields;
import io.daisychain.model.OrderEvent;

/**
 * Derives keys of native lineage from what a message names: its own, and those of the orders,
 * routes, executions and allocations of which it speaks.
 */
final class LineageKeys {
  private final OrderEvent event;
  private final Parties parties;
  private final MessageFields fields;
  private final Identity identity = new Identity();
  private final ByteSlice status = new ByteSlice();
  private final ByteSlice nobody = new ByteSlice();

  /**
   * @param event its reporter is read before any key
   * @param fields of the message
   */
  LineageKeys(OrderEvent event, Parties parties, MessageFields fields) {
    this.event = event;
    this.parties = parties;
    this.fields = fields;
  }

  /** First half of the key derived last. */
  long high() {
    return identity.high();
  }

  /** Second half of the key derived last. */
  long low() {
    return identity.low();
  }

  /** The event's own key, of its type, trade date and id. */
  void own() {
    int date = event.tradeDate;
    ByteSlice id = event.eventId;
    switch (event.type) {
      case NEW, AGGREGATE -> order(date, nobody, id);
      case ALLOCATION -> allocation(date, id);
      case ALLOCATION_STATUS -> allocationStatus(date);
      case CANCEL_REJECT -> reject(date);
      default -> {
        if (event.type.isReport()) {
          execution(date, id);
        } else {
          orderOrRoute(date, id);
        }
      }
    }
  }

  /** An order, or, where the message names whom it is for, the route. */
  void orderOrRoute(long date, ByteSlice id) {
    if (parties.deliverTo.isEmpty()) {
      order(date, parties.onBehalfOf, id);
    } else {
      route(date, event.reporter, parties.deliverTo, id);
    }
  }

  /**
   * An order of the reporter's.
   *
   * @param firm from which it came; empty for its own
   */
  void order(long date, ByteSlice firm, ByteSlice id) {
    identity.order((int) date);
    add(event.reporter);
    add(firm);
    add(id);
    identity.derive();
  }

  void route(long date, ByteSlice from, ByteSlice to, ByteSlice id) {
    identity.route((int) date);
    add(from);
    add(to);
    add(id);
    identity.derive();
  }

  void execution(long date, ByteSlice id) {
    identity.execution((int) date);
    add(event.reporter);
    add(id);
    addVenue();
    identity.derive();
  }

  void allocation(long date, ByteSlice id) {
    identity.allocation((int) date);
    add(event.reporter);
    add(id);
    identity.derive();
  }

  private void reject(int date) {
    identity.reject(date);
    add(event.reporter);
    add(event.eventId);
    addVenue();
    identity.derive();
  }

  /** Of an allocation several things are said, which one message without an id does not tell. */
  private void allocationStatus(int date) {
    boolean hasOwnId = fields.has(FixTag.ALLOC_REPORT_ID);
    identity.allocationStatus(date, hasOwnId);
    add(event.reporter);
    add(event.eventId);
    if (!hasOwnId) {
      fields.value(FixTag.ALLOC_STATUS, status);
      add(status);
    }
    addVenue();
    identity.derive();
  }

  /** In a wire log each venue numbers its own executions. */
  private void addVenue() {
    if (parties.wire) {
      add(parties.sender);
    }
  }

  private void add(ByteSlice component) {
    identity.with(component.buffer(), component.offset(), component.length());
  }
}
