package io.daisychain.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigDecimal;

/**
 * Sums of one lifecycle, on the row of its oldest root: the cell in {@code Link:Lifecycle}.
 *
 * <p>Layout, version 1: version (1 byte); first and last time in nanoseconds since 1970 (8 each);
 * events, depth, firms, errors (varint each); ordered, filled and busted quantity as plain
 * decimals, OrdStatus of the final state and the oldest root's Symbol (each: length as varint, then
 * bytes).
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
    String symbol) {

  private static final int VERSION = 1;

  /** Appends this cell to {@code out}. */
  public void write(PackedWriter out) {
    out.u8(VERSION).i64(firstTime).i64(lastTime);
    out.varint(events).varint(depth).varint(firms).varint(errors);
    text(out, orderedQuantity == null ? "" : plain(orderedQuantity));
    text(out, plain(filledQuantity));
    text(out, plain(bustedQuantity));
    text(out, ordStatus);
    text(out, symbol);
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
    if (version != VERSION) {
      throw new IllegalStateException("lifecycle of layout version " + version + "; known: 1");
    }
    long firstTime = in.i64();
    long lastTime = in.i64();
    int events = in.varint();
    int depth = in.varint();
    int firms = in.varint();
    int errors = in.varint();
    String ordered = text(in);
    String filled = text(in);
    String busted = text(in);
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
        text(in),
        text(in));
  }

  /** A quantity as published: no exponent, no trailing zeros. */
  public static String plain(BigDecimal quantity) {
    return quantity.signum() == 0 ? "0" : quantity.stripTrailingZeros().toPlainString();
  }

  private static void text(PackedWriter out, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    out.text(bytes, 0, bytes.length);
  }

  private static String text(PackedReader in) {
    int count = in.varint();
    return new String(in.buffer(), in.advance(count), count, ISO_8859_1);
  }
}
