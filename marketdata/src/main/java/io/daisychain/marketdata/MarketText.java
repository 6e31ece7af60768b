package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnSpec;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;

/** Builds lines of text from numbers, without making objects. Not thread-safe. */
final class MarketText {
  private static final long NANOS = 1_000_000_000L;
  private static final long NANOS_A_DAY = 86_400 * NANOS;

  private byte[] bytes = new byte[1 << 16];
  private int size;
  private long knownDay = Long.MIN_VALUE;
  private byte[] date = {};

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }

  void put(char c) {
    reserve(1);
    bytes[size++] = (byte) c;
  }

  void put(byte[] text) {
    reserve(text.length);
    System.arraycopy(text, 0, bytes, size, text.length);
    size += text.length;
  }

  void put(String text) {
    put(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A field of CSV, in quotes where it needs them. */
  void putField(byte[] text) {
    for (byte b : text) {
      if (b == ',' || b == '"' || b == '\n' || b == '\r') {
        put('"' + new String(text, StandardCharsets.UTF_8).replace("\"", "\"\"") + '"');
        return;
      }
    }
    put(text);
  }

  /** A string of JSON. */
  void putString(byte[] text) {
    put('"');
    for (byte b : text) {
      if (b == '"' || b == '\\') {
        put('\\');
        put((char) b);
      } else if (b >= 0 && b < ' ') {
        put("\\u%04x".formatted((int) b));
      } else {
        reserve(1);
        bytes[size++] = b;
      }
    }
    put('"');
  }

  /** A moment, as {@code 2026-03-16T13:30:00.123000000Z}. */
  void putTime(long nanos) {
    long day = Math.floorDiv(nanos, NANOS_A_DAY);
    if (day != knownDay) {
      date = LocalDate.ofEpochDay(day).toString().getBytes(StandardCharsets.US_ASCII);
      knownDay = day;
    }
    put(date);
    long rest = Math.floorMod(nanos, NANOS_A_DAY);
    long seconds = rest / NANOS;
    put('T');
    putDigits(seconds / 3_600, 2);
    put(':');
    putDigits(seconds / 60 % 60, 2);
    put(':');
    putDigits(seconds % 60, 2);
    put('.');
    putDigits(rest % NANOS, 9);
    put('Z');
  }

  private void putDigits(long number, int count) {
    reserve(count);
    long rest = number;
    for (int i = size + count - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += count;
  }

  /** A number of which {@code scale} digits stand after the point, without zeros at its end. */
  void putNumber(long number, int scale) {
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
    long whole = rest / unit;
    int digits = 1;
    for (long ten = 10; whole >= ten && digits < 18; ten *= 10) {
      digits++;
    }
    putDigits(whole, digits);
    if (left > 0) {
      put('.');
      putDigits(rest % unit, left);
    }
  }

  /** A floating-point number as Java writes it; nothing for what is none. */
  void putDouble(double number) {
    if (!Double.isNaN(number)) {
      put(
          number == Math.rint(number) && Math.abs(number) < 1e15
              ? Long.toString((long) number)
              : Double.toString(number));
    }
  }

  /** A number of a column; nothing for null. */
  void putValue(ColumnSpec column, long value) {
    if (value != ColumnSpec.NULL) {
      if (column.kind() == ColumnSpec.Kind.TIME) {
        putTime(value);
      } else {
        putNumber(value, column.scale());
      }
    }
  }
}
