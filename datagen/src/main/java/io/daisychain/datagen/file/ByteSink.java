package io.daisychain.datagen.file;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A reusable array in which lines are built; it is written out when it is half full. */
public final class ByteSink {
  private static final int CAPACITY = 1 << 20;
  private static final int WRITE_AT = CAPACITY / 2; // no line is half as long as the array
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  /** The two hexadecimal digits of each octet, the first in the lower byte. */
  private static final short[] HEX = new short[256];

  private static final byte[] PAIRS = new byte[200];

  static {
    String digits = "0123456789abcdef";
    for (int i = 0; i < 256; i++) {
      HEX[i] = (short) (digits.charAt(i >> 4) | digits.charAt(i & 15) << 8);
    }
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (byte) ('0' + i / 10);
      PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
  }

  private final OutputStream target;
  final byte[] bytes = new byte[CAPACITY];
  int at;
  private long flushed;

  public ByteSink(OutputStream target) {
    this.target = target;
  }

  /** Number of bytes since the beginning. */
  public long total() {
    return flushed + at;
  }

  /** Makes room for a line; called between lines. */
  public void makeRoom() throws IOException {
    if (at >= WRITE_AT) {
      flush();
    }
  }

  public void flush() throws IOException {
    target.write(bytes, 0, at);
    flushed += at;
    at = 0;
  }

  public void put(byte[] text) {
    System.arraycopy(text, 0, bytes, at, text.length);
    at += text.length;
  }

  public void put(int character) {
    bytes[at++] = (byte) character;
  }

  /** A tag and its equals sign. Callers pass constants, so the compiler removes the branches. */
  void tag(int tag) {
    if (tag < 10) {
      bytes[at++] = (byte) ('0' + tag);
    } else if (tag < 100) {
      pair(tag);
    } else if (tag < 1_000) {
      bytes[at++] = (byte) ('0' + tag / 100);
      pair(tag % 100);
    } else {
      number(tag);
    }
    bytes[at++] = '=';
  }

  /** A natural number in decimal. */
  public void number(long value) {
    if (value < 10) {
      bytes[at++] = (byte) ('0' + value);
    } else if (value < 100) {
      pair((int) value);
    } else if (value < 10_000) {
      if (value >= 1_000) {
        pair((int) value / 100);
      } else {
        bytes[at++] = (byte) ('0' + value / 100);
      }
      pair((int) value % 100);
    } else {
      longNumber(value);
    }
  }

  private void longNumber(long value) {
    int digits = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      digits++;
    }
    int end = at + digits;
    long rest = value;
    int place = end;
    while (rest >= 100) {
      int pair = (int) (rest % 100) * 2;
      rest /= 100;
      bytes[--place] = PAIRS[pair + 1];
      bytes[--place] = PAIRS[pair];
    }
    if (rest >= 10) {
      bytes[--place] = PAIRS[(int) rest * 2 + 1];
      bytes[--place] = PAIRS[(int) rest * 2];
    } else {
      bytes[--place] = (byte) ('0' + rest);
    }
    at = end;
  }

  /** A number below 100 in two digits. */
  public void pair(int value) {
    bytes[at++] = PAIRS[2 * value];
    bytes[at++] = PAIRS[2 * value + 1];
  }

  /** The lowest {@code digits} decimal digits of a natural number. */
  void digits(long value, int digits) {
    long rest = value;
    for (int place = at + digits - 1; place >= at; place--) {
      bytes[place] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    at += digits;
  }

  /** A customer's id: C and six digits or more. */
  void customer(int customer) {
    put('C');
    if (customer < 1_000_000) {
      digits(customer, 6);
    } else {
      number(customer);
    }
  }

  /** An account of a customer: A and its number. */
  public void account(long number) {
    put('A');
    number(number);
  }

  /** A key as a UUID of 36 characters. */
  public void uuid(long high, long low) {
    int start = at;
    hex(high >>> 48, start);
    hex(high >>> 32, start + 4);
    bytes[start + 8] = '-';
    hex(high >>> 16, start + 9);
    bytes[start + 13] = '-';
    hex(high, start + 14);
    bytes[start + 18] = '-';
    hex(low >>> 48, start + 19);
    bytes[start + 23] = '-';
    hex(low >>> 32, start + 24);
    hex(low >>> 16, start + 28);
    hex(low, start + 32);
    at = start + 36;
  }

  /** The lowest 16 bits in four digits. */
  private void hex(long value, int to) {
    SHORTS.set(bytes, to, HEX[(int) (value >>> 8) & 0xff]);
    SHORTS.set(bytes, to + 2, HEX[(int) value & 0xff]);
  }
}
