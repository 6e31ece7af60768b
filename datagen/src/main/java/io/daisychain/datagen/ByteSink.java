package io.daisychain.datagen;

import java.io.IOException;
import java.io.OutputStream;

/** One reusable array that lines are built in, handed on when it is nearly full. */
final class ByteSink {
  private static final int CAPACITY = 1 << 20;
  private static final int HAND_ON_AT = CAPACITY / 2; // no line is half as long as the array
  private static final byte[] HEX = new byte[512];
  private static final byte[] PAIRS = new byte[200];

  static {
    String digits = "0123456789abcdef";
    for (int i = 0; i < 256; i++) {
      HEX[2 * i] = (byte) digits.charAt(i >> 4);
      HEX[2 * i + 1] = (byte) digits.charAt(i & 15);
    }
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (byte) ('0' + i / 10);
      PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
  }

  private final OutputStream target;
  final byte[] bytes = new byte[CAPACITY];
  int at;
  private long handedOn;

  ByteSink(OutputStream target) {
    this.target = target;
  }

  /** Bytes since the beginning. */
  long total() {
    return handedOn + at;
  }

  /** Between lines: makes room for the next. */
  void makeRoom() throws IOException {
    if (at >= HAND_ON_AT) {
      handOn();
    }
  }

  void handOn() throws IOException {
    target.write(bytes, 0, at);
    handedOn += at;
    at = 0;
  }

  void put(byte[] text) {
    System.arraycopy(text, 0, bytes, at, text.length);
    at += text.length;
  }

  void put(int character) {
    bytes[at++] = (byte) character;
  }

  /** A natural number in decimal. */
  void number(long value) {
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
  void pair(int value) {
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

  /** A key as a UUID of 36 characters. */
  void uuid(long high, long low) {
    hex(high >>> 32, 4);
    put('-');
    hex(high >>> 16, 2);
    put('-');
    hex(high, 2);
    put('-');
    hex(low >>> 48, 2);
    put('-');
    hex(low, 6);
  }

  private void hex(long value, int count) {
    for (int shift = 8 * count - 8; shift >= 0; shift -= 8) {
      int octet = (int) (value >>> shift) & 0xff;
      bytes[at++] = HEX[2 * octet];
      bytes[at++] = HEX[2 * octet + 1];
    }
  }
}
