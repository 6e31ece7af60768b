package io.daisychain.watch.ticks;

import io.daisychain.model.LongBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A tick whose payload is a quote of an exchange, or a trade. All numbers are big-endian.
 *
 * <pre>
 *  0  symbol         8 bytes, ASCII, spaces behind it
 *  8  sequence       8 bytes
 * 16  time           8 bytes, nanoseconds since 1970
 * 24  bid            8 bytes, ten thousandths
 * 32  ask            8 bytes, ten thousandths
 * 40  bidSize        4 bytes, shares, unsigned
 * 44  askSize        4 bytes, shares, unsigned
 * 48  exchange       8 bytes, ASCII, spaces behind it
 * 56  kind           Q both sides, B the bid, A the ask; q, b, a the same, not counted for the NBBO
 * </pre>
 *
 * <p>A trade has in the places of
 *
 * <pre>
 * 24  price          8 bytes, millionths
 * 32  size           8 bytes, shares
 * 40  nothing        8 bytes
 * 56  kind           T; t the same, not counted for VWAP and windows
 * </pre>
 *
 * <p>A price or size of 0 withdraws a side. What has another kind, or an exchange that is no ASCII
 * text, is a tick like all others, and no quote.
 */
public final class QuoteTick {
  public static final int LENGTH = 57;

  /** Most characters of a symbol and of an exchange. */
  public static final int TEXT = 8;

  static final int SEQUENCE = 8;
  static final int TIME = 16;
  static final int BID = 24;
  static final int ASK = 32;
  static final int BID_SIZE = 40;
  static final int ASK_SIZE = 44;
  static final int EXCHANGE = 48;
  static final int KIND = 56;

  private static final long MOST_SIZE = 0xFFFF_FFFFL;

  private QuoteTick() {}

  /** True where a text fits a tick: 1 to 8 printable ASCII characters. */
  public static boolean fits(byte[] text) {
    boolean fits = text.length > 0 && text.length <= TEXT;
    for (byte b : text) {
      fits &= b > ' ' && b < 0x7F;
    }
    return fits;
  }

  /** A text that {@link #fits}, as a number. */
  public static long number(byte[] text) {
    byte[] padded = Arrays.copyOf(text, TEXT);
    Arrays.fill(padded, text.length, TEXT, (byte) ' ');
    return LongBytes.read(padded, 0);
  }

  /** The text of a number: without the spaces and NULs behind it. */
  public static String text(long number) {
    byte[] bytes = new byte[TEXT];
    LongBytes.write(number, bytes, 0);
    int end = TEXT;
    while (end > 0 && (bytes[end - 1] == ' ' || bytes[end - 1] == 0)) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
  }

  /**
   * Writes a tick.
   *
   * @param hasBid false where the bid is unchanged
   * @param hasAsk false where the ask is unchanged
   */
  public static void write(
      byte[] out,
      int at,
      long symbol,
      long sequence,
      long time,
      long exchange,
      boolean hasBid,
      long bid,
      long bidSize,
      boolean hasAsk,
      long ask,
      long askSize,
      boolean counts) {
    LongBytes.write(symbol, out, at);
    LongBytes.write(sequence, out, at + SEQUENCE);
    LongBytes.write(time, out, at + TIME);
    LongBytes.write(hasBid ? bid : 0, out, at + BID);
    LongBytes.write(hasAsk ? ask : 0, out, at + ASK);
    LongBytes.writeInt(hasBid ? (int) Math.min(MOST_SIZE, bidSize) : 0, out, at + BID_SIZE);
    LongBytes.writeInt(hasAsk ? (int) Math.min(MOST_SIZE, askSize) : 0, out, at + ASK_SIZE);
    LongBytes.write(exchange, out, at + EXCHANGE);
    char kind = hasBid && hasAsk ? 'Q' : hasBid ? 'B' : 'A';
    out[at + KIND] = (byte) (counts ? kind : Character.toLowerCase(kind));
  }

  /** Writes a tick of a trade. */
  public static void writeTrade(
      byte[] out,
      int at,
      long symbol,
      long sequence,
      long time,
      long exchange,
      long price,
      long size,
      boolean counts) {
    write(out, at, symbol, sequence, time, exchange, true, price, 0, true, size, 0, counts);
    out[at + KIND] = (byte) (counts ? 'T' : 't');
  }

  /** Gives a tick a sequence number. */
  public static void number(byte[] out, int at, long sequence) {
    LongBytes.write(sequence, out, at + SEQUENCE);
  }

  /** Gives a tick a time, in nanoseconds since 1970. */
  public static void time(byte[] out, int at, long time) {
    LongBytes.write(time, out, at + TIME);
  }

  /** True where a tick is a quote that counts for the NBBO. */
  static boolean isQuote(byte[] tick, int at) {
    byte kind = tick[at + KIND];
    return (kind == 'Q' || kind == 'B' || kind == 'A')
        && isText(tick, at)
        && isText(tick, at + EXCHANGE);
  }

  /** True where a tick is a trade that counts for VWAP and windows. */
  static boolean isTrade(byte[] tick, int at) {
    return tick[at + KIND] == 'T' && isText(tick, at) && isText(tick, at + EXCHANGE);
  }

  private static boolean isText(byte[] bytes, int at) {
    for (int i = at; i < at + TEXT; i++) {
      if (bytes[i] < ' ' || bytes[i] == 0x7F) {
        return false;
      }
    }
    return bytes[at] != ' ';
  }
}
