package io.daisychain.model.event;

import io.daisychain.fix.FixTag;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.MessageFields;

/** Whom a message's header names. */
final class Parties {
  /** FIX 4.2, tag 49. */
  final ByteSlice sender = new ByteSlice();

  /** FIX 4.2, tag 56. */
  final ByteSlice target = new ByteSlice();

  /** FIX 4.2, tag 115; in a wire log nobody. */
  final ByteSlice onBehalfOf = new ByteSlice();

  /** FIX 4.2, tag 128; in a wire log nobody. */
  final ByteSlice deliverTo = new ByteSlice();

  /** True for a message of a wire log, false for a submission. */
  boolean wire;

  /** Reads a message that may be either: a submission is to {@code receiver}, or to nobody. */
  void read(MessageFields fields, ByteSlice receiver) {
    fields.value(FixTag.TARGET_COMP_ID, target);
    read(fields, !target.isEmpty() && !target.sameAs(receiver));
  }

  /** Reads a message of which it is known whether it is of a wire log. */
  void read(MessageFields fields, boolean ofWire) {
    wire = ofWire;
    fields.value(FixTag.SENDER_COMP_ID, sender);
    fields.value(FixTag.TARGET_COMP_ID, target);
    fields.value(FixTag.ON_BEHALF_OF_COMP_ID, onBehalfOf);
    fields.value(FixTag.DELIVER_TO_COMP_ID, deliverTo);
    if (wire) { // there they name desks of the wire's two ends
      onBehalfOf.clear();
      deliverTo.clear();
    }
  }
}
