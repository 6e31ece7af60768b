package io.daisychain.model.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.CanonicalText;
import io.daisychain.fix.FixTag;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;

/**
 * Writes what is kept of a record of CAT: what means the same in FIX under its tag, so that whoever
 * reads a stored event reads it once, and then the record itself. Reusable.
 */
public final class CatContent {
  private static final byte SOH = 1;

  private final CanonicalText text = new CanonicalText();
  private PackedWriter out;

  /** Appends the content of the event that was read last. */
  public void write(CatEventReader reader, PackedWriter into) {
    out = into;
    OrderEvent event = reader.event();
    field(FixTag.CAT_TYPE, event.catType());
    field(FixTag.FIRM_ROE_ID, reader.record().text("firmROEID"));
    field(FixTag.SENDER_COMP_ID, event.reporter());
    field(FixTag.CL_ORD_ID, reader.record().text("orderID"));
    field(FixTag.ORIG_CL_ORD_ID, reader.record().text("priorOrderID"));
    field(FixTag.SYMBOL, event.symbol());
    field(FixTag.SECURITY_TYPE, event.isDerivative() ? "OPT" : "");
    field(FixTag.SIDE, event.side());
    field(FixTag.ORDER_QTY, event.orderQty());
    field(FixTag.PRICE, event.price());
    field(FixTag.ORD_TYPE, event.ordType());
    field(FixTag.TIME_IN_FORCE, event.timeInForce());
    field(FixTag.CLIENT_ID, event.clientId());
    field(FixTag.ON_BEHALF_OF_COMP_ID, event.source());
    field(FixTag.DELIVER_TO_COMP_ID, event.destination());
    field(FixTag.LAST_SHARES, event.lastShares());
    field(FixTag.LAST_PX, event.lastPx());
    field(
        FixTag.LEAVES_QTY,
        CanonicalText.number(reader.record(), reader.record().node("leavesQty")));
    field(FixTag.LAST_MKT, reader.record().text("marketCenterID"));
    field(FixTag.RULE_80A, reader.record().text("capacity"));
    field(FixTag.KEY_REPORTER, reader.keyReporter());
    field(FixTag.KEY_COUNTERPARTY, reader.keyCounterparty());
    field(FixTag.KEY_SYMBOL, reader.keySymbol());
    field(FixTag.KEY_VALUE, reader.keyValue());
    text.of(reader.record());
    tag(FixTag.CAT_RECORD);
    out.raw(text.bytes(), 0, text.length()).u8(SOH);
  }

  private void tag(int tag) {
    digits(tag);
    out.u8('=');
  }

  private void digits(int number) {
    if (number > 9) {
      digits(number / 10);
    }
    out.u8('0' + number % 10);
  }

  private void field(int tag, ByteSlice value) {
    if (!value.isEmpty()) {
      tag(tag);
      for (int i = 0; i < value.length(); i++) {
        byte b = value.buffer()[value.offset() + i];
        out.u8(b == SOH ? '?' : b);
      }
      out.u8(SOH);
    }
  }

  private void field(int tag, String value) {
    byte[] bytes = value.getBytes(ISO_8859_1);
    field(tag, new ByteSlice().set(bytes, 0, bytes.length));
  }
}
