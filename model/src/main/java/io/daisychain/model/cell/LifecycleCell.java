package io.daisychain.model.cell;

import io.daisychain.model.DamagedCellException;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.math.BigDecimal;

/**
 * Sums of one lifecycle, on the row of its oldest root: the cell in {@code Link:Lifecycle}.
 *
 * <p>Layout, version 2: version (1 byte); first and last time in nanoseconds since 1970 (8 each);
 * events, depth, firms, errors (varint each); ordered, filled and busted quantity as plain
 * decimals, OrdStatus of the final state and the oldest root's Symbol (each: length as varint, then
 * bytes). Then OrdStatus of the root's state and the {@link Terms} in their order, as texts.
 * Version 1 has none of these.
 *
 * @param firstTime time of the earliest event, nanoseconds since 1970
 * @param lastTime time of the latest event, nanoseconds since 1970
 * @param events number of events
 * @param depth largest depth of an event
 * @param firms number of distinct reporters
 * @param errors number of events that carry an error status
 * @param orderedQuantity in shares; null if no version that was not refused has one
 * @param filledQuantity in shares
 * @param bustedQuantity in shares
 * @param ordStatus OrdStatus (39) of the latest report; empty if there is no report
 * @param symbol the oldest root's Symbol, one character a byte; empty where absent
 * @param rootStatus OrdStatus (39) of the latest report on the oldest root; empty if there is none
 * @param terms of the oldest root's latest version
 */
public record LifecycleCell(
    long firstTime,
    long lastTime,
    int events,
    int depth,
    int firms,
    int errors,
    BigDecimal orderedQuantity,
    BigDecimal filledQuantity,
    BigDecimal bustedQuantity,
    String ordStatus,
    String symbol,
    String rootStatus,
    Terms terms) {

  private static final int VERSION = 2;
  private static final int WITHOUT_TERMS = 1;

  /**
   * What a version of an order says, one character a byte; each empty where it says nothing.
   *
   * @param reporter MPID of who reported it
   * @param clientId FIX 4.2, tag 109
   * @param account tag 1
   * @param side tag 54
   * @param ordType tag 40
   * @param price tag 44, a number
   * @param timeInForce tag 59
   */
  public record Terms(
      String reporter,
      String clientId,
      String account,
      String side,
      String ordType,
      String price,
      String timeInForce) {
    /** Of a lifecycle that was linked before there were any. */
    public static final Terms NONE = new Terms("", "", "", "", "", "", "");

    /** What the version with these parent references says. */
    public static Terms of(ParentReferenceCell version) {
      return new Terms(
          version.reporter().toString(),
          version.clientId().toString(),
          version.account().toString(),
          version.side().toString(),
          version.ordType().toString(),
          version.price().toString(),
          version.timeInForce().toString());
    }

    private void write(PackedWriter out) {
      out.text(reporter).text(clientId).text(account).text(side);
      out.text(ordType).text(price).text(timeInForce);
    }

    private static Terms read(PackedReader in) {
      return new Terms(
          in.string(),
          in.string(),
          in.string(),
          in.string(),
          in.string(),
          in.string(),
          in.string());
    }
  }

  /** Appends this cell to {@code out}. */
  public void write(PackedWriter out) {
    out.u8(VERSION).i64(firstTime).i64(lastTime);
    out.varint(events).varint(depth).varint(firms).varint(errors);
    out.text(orderedQuantity == null ? "" : plain(orderedQuantity));
    out.text(plain(filledQuantity));
    out.text(plain(bustedQuantity));
    out.text(ordStatus);
    out.text(symbol);
    out.text(rootStatus);
    terms.write(out);
  }

  /** Reads the cell at {@code offset}. */
  public static LifecycleCell read(byte[] source, int offset, int length) {
    try {
      return parse(source, offset, length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
      throw new DamagedCellException("lifecycle", e);
    }
  }

  private static LifecycleCell parse(byte[] source, int offset, int length) {
    PackedReader in = new PackedReader().wrap(source, offset, length);
    int version = in.u8();
    if (version != VERSION && version != WITHOUT_TERMS) {
      throw new IllegalStateException("lifecycle of layout version " + version + "; known: 1, 2");
    }
    long firstTime = in.i64();
    long lastTime = in.i64();
    int events = in.varint();
    int depth = in.varint();
    int firms = in.varint();
    int errors = in.varint();
    String ordered = in.string();
    String filled = in.string();
    String busted = in.string();
    String ordStatus = in.string();
    String symbol = in.string();
    boolean hasTerms = version == VERSION;
    return new LifecycleCell(
        firstTime,
        lastTime,
        events,
        depth,
        firms,
        errors,
        ordered.isEmpty() ? null : new BigDecimal(ordered),
        new BigDecimal(filled),
        new BigDecimal(busted),
        ordStatus,
        symbol,
        hasTerms ? in.string() : "",
        hasTerms ? Terms.read(in) : Terms.NONE);
  }

  /** A quantity as published: no exponent, no trailing zeros. */
  public static String plain(BigDecimal quantity) {
    return quantity.signum() == 0 ? "0" : quantity.stripTrailingZeros().toPlainString();
  }
}
