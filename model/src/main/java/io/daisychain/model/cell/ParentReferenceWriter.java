package io.daisychain.model.cell;

import io.daisychain.fix.Limits;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CatKey;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.ValidationFlags;

/** Writes the cells that {@link ParentReferenceCell} reads. */
final class ParentReferenceWriter {
  private ParentReferenceWriter() {}

  /**
   * Appends the parent references of {@code event} to {@code out}.
   *
   * @param hash of the event's content
   */
  static void write(
      OrderEvent event, ValidationFlags findings, ContentHash hash, PackedWriter out) {
    out.u8(ParentReferenceForm.version(event));
    if (event.action() != Action.NEW) {
      out.u8(event.action().code()).key(hash.contentHigh(), hash.contentLow());
    }
    out.u8(event.type().code());
    int ownFlags = event.brokenParent() ? ParentReferenceForm.BROKEN_PARENT : 0;
    CheckedCell.writeChecks(findings, ownFlags, out);
    out.u8(event.relation().code());
    out.i64(event.eventTime()).i64(event.sendingTime());
    ParentReferences parents = event.parents();
    out.varint(parents.count());
    for (int i = 0; i < parents.count(); i++) {
      out.key(parents.high(i), parents.low(i));
    }
    writeDates(parents, event.tradeDate(), out);
    if (event.isCat()) {
      writeCat(event, out);
    }
    text(out, event.symbol());
    text(out, event.side());
    text(out, event.ordType());
    text(out, event.reporter());
    text(out, event.eventId());
    text(out, event.orderQty());
    text(out, event.lastShares());
    text(out, event.ordStatus());
    switch (event.type()) {
      case ROUTE -> text(out, event.destination());
      case ACCEPT -> text(out, event.source());
      default -> out.varint(0);
    }
    if (event.isDerivative()) {
      text(out, event.instrument());
    }
    if (event.isOfLegs()) {
      ByteSlice legs = event.legs();
      out.text(legs.buffer(), legs.offset(), legs.length());
    }
    writeFurther(event, findings, out);
  }

  private static void writeCat(OrderEvent event, PackedWriter out) {
    for (int i = 0; i < event.parents().count(); i++) {
      int rest = event.parents().isWithoutSymbol(i) ? CatKey.WITHOUT_SYMBOL : 0;
      out.u8(event.parents().relation(i).code() | rest);
    }
    out.u8(event.catFlags).u8(event.keyKind().code());
    if (event.keyKind() != CatKey.Kind.NONE) {
      out.key(event.keyHigh, event.keyLow).i32(event.keyDate).i64(event.keySession);
    }
  }

  private static void writeFurther(OrderEvent event, ValidationFlags findings, PackedWriter out) {
    boolean isCorrect = event.type() == EventType.CORRECT;
    ParentReferences parents = event.parents();
    int mask = event.clientId().isEmpty() ? 0 : 1;
    mask |= event.account().isEmpty() ? 0 : 2;
    mask |= event.price().isEmpty() ? 0 : 4;
    mask |= event.timeInForce().isEmpty() ? 0 : 8;
    mask |= !isCorrect || event.lastPx().isEmpty() ? 0 : 16;
    for (int i = 0; i < parents.count(); i++) {
      mask |=
          parents.quantity(i) == ParentReferences.NO_QUANTITY ? 0 : ParentReferenceForm.QUANTITIES;
    }
    boolean isFaulty = event.brokenParent() || ErrorStatus.STRUCTURE.isIn(findings.statuses());
    mask |= isFaulty ? ParentReferenceForm.FAULT : 0;
    mask |= event.isSentAgain() ? ParentReferenceForm.SENT_AGAIN : 0;
    out.u8(mask);
    furtherText(mask & 1, event.clientId(), out);
    furtherText(mask & 2, event.account(), out);
    furtherText(mask & 4, event.price(), out);
    furtherText(mask & 8, event.timeInForce(), out);
    furtherText(mask & 16, event.lastPx(), out);
    for (int i = 0; i < parents.count() && (mask & ParentReferenceForm.QUANTITIES) != 0; i++) {
      out.i64(parents.quantity(i));
    }
    if (isFaulty) {
      out.varint(findings.brokenTag()).text(findings.reason()).varint(event.brokenParentTag());
    }
  }

  private static void furtherText(int bit, ByteSlice value, PackedWriter out) {
    if (bit != 0) {
      text(out, value);
    }
  }

  private static void writeDates(ParentReferences parents, int ownDate, PackedWriter out) {
    if (parents.count() == 0) {
      return;
    }
    boolean own = true;
    boolean tagged = true;
    for (int i = 0; i < parents.count(); i++) {
      own &= !parents.isTagged(i) && parents.date(i) == ownDate;
      tagged &= parents.isTagged(i) && parents.date(i) == ParentReferences.NO_DATE;
    }
    if (own || tagged) {
      out.u8(own ? ParentReferenceForm.OWN_DATES : ParentReferenceForm.TAGGED_WITHOUT_DATES);
      return;
    }
    out.u8(ParentReferenceForm.EACH_DATE);
    for (int i = 0; i < parents.count(); i++) {
      boolean dated = parents.date(i) != ParentReferences.NO_DATE;
      out.u8(
          (parents.isTagged(i) ? ParentReferenceForm.TAGGED : 0)
              | (dated ? ParentReferenceForm.DATED : 0));
      out.i32(dated ? parents.date(i) : 0);
    }
  }

  private static void text(PackedWriter out, ByteSlice value) {
    out.text(value.buffer(), value.offset(), Math.min(value.length(), Limits.LONGEST_NAME));
  }
}
