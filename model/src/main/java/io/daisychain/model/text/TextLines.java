package io.daisychain.model.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.util.Arrays;

/** Builds lines of text in an array that grows, without making objects. Not thread-safe. */
public class TextLines {
  /** Bytes of a moment. */
  public static final int TIME_LENGTH = 30;

  /** Bytes of a key. */
  public static final int KEY_LENGTH = 36;

  private static final long NANOS = 1_000_000_000L;
  private static final long NANOS_A_DAY = 86_400 * NANOS;
  private static final VarHandle TWO_BYTES =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  /** Both digits of each byte. */
  private static final short[] HEX = new short[256];

  static {
    for (int i = 0; i < HEX.length; i++) {
      HEX[i] = (short) (Character.forDigit(i >>> 4, 16) << 8 | Character.forDigit(i & 15, 16));
    }
  }

  /** What was written, up to {@link #length}. */
  protected byte[] bytes;

  /** Number of bytes that were written. */
  protected int length;

  private long knownDay = Long.MIN_VALUE;
  private byte[] date = {};

  /** No text yet. */
  public TextLines() {
    this(1 << 16);
  }

  private TextLines(int room) {
    bytes = new byte[room];
  }

  /** A moment, in nanoseconds since 1970, as {@code 2026-03-16T13:30:00.123000000Z}. */
  public static String timeText(long nanos) {
    TextLines text = new TextLines(TIME_LENGTH);
    text.putTime(nanos);
    return new String(text.bytes, 0, text.length, US_ASCII);
  }

  /** The array being written to; valid up to {@link #length}. */
  public final byte[] buffer() {
    return bytes;
  }

  /** Bytes since {@link #clear}. */
  public final int length() {
    return length;
  }

  /** Forgets the text. */
  public void clear() {
    length = 0;
  }

  /** Makes room for bytes to come. */
  protected final void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  /** A character of one byte. */
  public final void put(char c) {
    reserve(1);
    bytes[length++] = (byte) c;
  }

  /** Bytes as they are. */
  public final void put(byte[] text) {
    put(text, 0, text.length);
  }

  /** Some bytes of an array. */
  public final void put(byte[] text, int offset, int count) {
    reserve(count);
    System.arraycopy(text, offset, bytes, length, count);
    length += count;
  }

  /** Characters in UTF-8. */
  public final void put(String text) {
    put(text.getBytes(UTF_8));
  }

  /** A field of CSV (RFC 4180), in quotes where it needs them. */
  public final void putField(byte[] text) {
    for (byte b : text) {
      if (b == ',' || b == '"' || b == '\n' || b == '\r') {
        put('"' + new String(text, UTF_8).replace("\"", "\"\"") + '"');
        return;
      }
    }
    put(text);
  }

  /** A string of JSON. */
  public final void putString(byte[] text) {
    put('"');
    for (byte b : text) {
      if (b == '"' || b == '\\') {
        put('\\');
        put((char) b);
      } else if (b >= 0 && b < ' ') {
        put("\\u%04x".formatted((int) b));
      } else {
        put((char) b);
      }
    }
    put('"');
  }

  /** A moment, in nanoseconds since 1970: {@link #TIME_LENGTH} bytes in years 1 to 9999. */
  public final void putTime(long nanos) {
    long day = Math.floorDiv(nanos, NANOS_A_DAY);
    if (day != knownDay) {
      date = LocalDate.ofEpochDay(day).toString().getBytes(US_ASCII);
      knownDay = day;
    }
    reserve(TIME_LENGTH);
    put(date);
    long rest = nanos - day * NANOS_A_DAY;
    int seconds = (int) (rest / NANOS);
    bytes[length++] = 'T';
    putDigits(seconds / 3_600, 2);
    bytes[length++] = ':';
    putDigits(seconds / 60 % 60, 2);
    bytes[length++] = ':';
    putDigits(seconds % 60, 2);
    bytes[length++] = '.';
    putDigits(rest % NANOS, 9);
    bytes[length++] = 'Z';
  }

  /** The lowest digits of a number that is not negative. */
  private void putDigits(long number, int count) {
    reserve(count);
    long rest = number;
    for (int i = length + count - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += count;
  }

  /** A whole number. */
  public final void putInteger(long number) {
    reserve(20);
    int digits = 1;
    for (long power = number / 10; power != 0; power /= 10) {
      digits++;
    }
    if (number < 0) {
      bytes[length++] = '-';
    }
    long rest = number;
    for (int i = length + digits - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + Math.abs(rest % 10)); // the number may have no positive
      rest /= 10;
    }
    length += digits;
  }

  /** A number of which {@code scale} digits stand after the point, without zeros at its end. */
  public final void putNumber(long number, int scale) {
    long rest = number;
    if (rest < 0) {
      put('-');
      rest = -rest;
    }
    int left = scale;
    while (left > 0 && rest % 10 == 0) {
      rest /= 10;
      left--;
    }
    long unit = 1;
    for (int i = 0; i < left; i++) {
      unit *= 10;
    }
    putInteger(rest / unit);
    if (left > 0) {
      put('.');
      putDigits(rest % unit, left);
    }
  }

  /** A floating-point number as Java writes it; nothing for what is none. */
  public final void putDouble(double number) {
    if (!Double.isNaN(number)) {
      put(
          number == Math.rint(number) && Math.abs(number) < 1e15
              ? Long.toString((long) number)
              : Double.toString(number));
    }
  }

  /** 16 bytes as a UUID, {@link #KEY_LENGTH} bytes. */
  public final void putKey(byte[] source, int offset) {
    reserve(KEY_LENGTH);
    int at = length;
    for (int i = offset; i < offset + 4; i++, at += 2) {
      hex(source[i], at);
    }
    bytes[at++] = '-';
    for (int part = offset + 4; part < offset + 10; part += 2, at += 5) {
      hex(source[part], at);
      hex(source[part + 1], at + 2);
      bytes[at + 4] = '-';
    }
    for (int i = offset + 10; i < offset + 16; i++, at += 2) {
      hex(source[i], at);
    }
    length = at;
  }

  private void hex(byte value, int at) {
    TWO_BYTES.set(bytes, at, HEX[value & 0xff]);
  }
}
