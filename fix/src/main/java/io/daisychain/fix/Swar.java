package io.daisychain.fix;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SIMD within a register: works on eight bytes at a time in one {@code long}, the first byte
 * lowest. {@code SwarTest} compares every method with a plain loop.
 */
final class Swar {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long LOW_SEVEN_BITS = 0x7F7F7F7F7F7F7F7FL;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long ASCII_ZEROS = 0x3030303030303030L;
  private static final long EVEN_BYTES = 0x00FF00FF00FF00FFL;

  // A point, where digits have been turned into their values.
  private static final long POINTS = ONES * ('.' ^ '0');

  /** Result of {@link #digits} for bytes that are not all digits. */
  static final long NOT_DIGITS = -1;

  private Swar() {}

  /** Eight bytes from {@code offset}; all of them must be inside the array. */
  static long load(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset);
  }

  /**
   * Bytes of {@code [offset, limit)}, at most eight, the rest zero. Needs {@code offset < limit}.
   */
  static long loadUpTo(byte[] bytes, int offset, int limit) {
    int count = Math.min(8, limit - offset);
    if (offset + 8 <= bytes.length) {
      return load(bytes, offset) & (-1L >>> (64 - 8 * count));
    }
    long word = 0;
    for (int i = 0; i < count; i++) {
      word |= (bytes[offset + i] & 0xFFL) << (8 * i);
    }
    return word;
  }

  /** A long of eight times the same byte, for {@link #matches}. */
  static long repeat(int value) {
    return value * ONES;
  }

  /**
   * Sets the top bit of each byte of {@code word} that equals that of {@code repeated}, exactly.
   */
  static long matches(long word, long repeated) {
    long difference = word ^ repeated;
    return ~(((difference & LOW_SEVEN_BITS) + LOW_SEVEN_BITS) | difference | LOW_SEVEN_BITS);
  }

  /**
   * As {@link #matches}, but in fewer steps: the first byte marked is right, those above it may not
   * be.
   */
  static long firstMatches(long word, long repeated) {
    long difference = word ^ repeated;
    return (difference - ONES) & ~difference & HIGH_BITS;
  }

  /** Place of the first byte marked by {@link #matches}, 0 to 7, or 8 for none. */
  static int firstMatch(long marks) {
    return Long.numberOfTrailingZeros(marks) >>> 3;
  }

  /** The marks of {@link #matches} as eight bits, the first byte lowest. */
  static long packMarks(long marks) {
    return ((marks >>> 7) * 0x0102040810204080L) >>> 56;
  }

  /** {@link #packMarks} of the {@link #matches} of 64 bytes, the first byte lowest. */
  static long matches64(byte[] bytes, int at, long repeated) {
    return packMarks(matches(load(bytes, at), repeated))
        | packMarks(matches(load(bytes, at + 8), repeated)) << 8
        | packMarks(matches(load(bytes, at + 16), repeated)) << 16
        | packMarks(matches(load(bytes, at + 24), repeated)) << 24
        | packMarks(matches(load(bytes, at + 32), repeated)) << 32
        | packMarks(matches(load(bytes, at + 40), repeated)) << 40
        | packMarks(matches(load(bytes, at + 48), repeated)) << 48
        | packMarks(matches(load(bytes, at + 56), repeated)) << 56;
  }

  /** As {@link #matches64} for the fewer bytes of {@code [at, limit)}. */
  static long matchesUpTo(byte[] bytes, int at, int limit, long repeated) {
    long marks = 0;
    for (int i = at; i < limit; i += 8) {
      marks |= packMarks(matches(loadUpTo(bytes, i, limit), repeated)) << (i - at);
    }
    return marks;
  }

  /** Adds 64 bytes to the lanes of {@link #addBytes}, in fewer steps. */
  static long addBytes64(long lanes, byte[] bytes, int at) {
    long a = load(bytes, at);
    long b = load(bytes, at + 8);
    long c = load(bytes, at + 16);
    long d = load(bytes, at + 24);
    long e = load(bytes, at + 32);
    long f = load(bytes, at + 40);
    long g = load(bytes, at + 48);
    long h = load(bytes, at + 56);
    long evens =
        (a & EVEN_BYTES)
            + (b & EVEN_BYTES)
            + (c & EVEN_BYTES)
            + (d & EVEN_BYTES)
            + (e & EVEN_BYTES)
            + (f & EVEN_BYTES)
            + (g & EVEN_BYTES)
            + (h & EVEN_BYTES);
    // The odd bytes are what is left: their sums have the even bytes' room to grow into.
    long odds = a + b + c + d + e + f + g + h - evens;
    return (lanes + evens + (odds >>> 8)) & EVEN_BYTES;
  }

  /**
   * Adds the bytes of {@code word} to four lanes of 16 bits. A lane keeps only its low byte, so
   * that it never runs over; {@link #laneSum} adds them up.
   */
  static long addBytes(long lanes, long word) {
    return (lanes + (word & EVEN_BYTES) + ((word >>> 8) & EVEN_BYTES)) & EVEN_BYTES;
  }

  /** Sum of the lanes modulo 256. */
  static int laneSum(long lanes) {
    return (int) (lanes + (lanes >>> 16) + (lanes >>> 32) + (lanes >>> 48)) & 0xFF;
  }

  /** As {@link #digits} for 1 to 4 bytes, in fewer steps. */
  static int fewDigits(long word, int count) {
    int shift = 32 - 8 * count;
    int value = ((int) word << shift) ^ ((int) ASCII_ZEROS << shift);
    if (((value | (value + 0x76767676)) & (int) HIGH_BITS) != 0) {
      return (int) NOT_DIGITS;
    }
    value = (value * 10 + (value >>> 8)) & (int) EVEN_BYTES;
    return (value * 100 + (value >>> 16)) & 0xFFFF;
  }

  /**
   * Whether the first {@code count} bytes, 1 to 8, are digits with at most one point among them,
   * and at least one digit.
   */
  static boolean isUnsignedDecimal(long word, int count) {
    int shift = 64 - 8 * count;
    long value = (word << shift) ^ (ASCII_ZEROS << shift);
    long points = matches(value, POINTS);
    value &= ~((points >>> 7) * 0xFF);
    return ((value | (value + 0x7676767676767676L)) & HIGH_BITS) == 0
        && (points & (points - 1)) == 0
        && (points == 0 || count > 1);
  }

  /** Seconds since midnight of {@code HH:MM:SS}, the seconds up to 60; or {@link #NOT_DIGITS}. */
  static int timeOfDay(long word) {
    long value = word ^ 0x30303A30303A3030L;
    boolean digits = ((value | (value + 0x7676767676767676L)) & HIGH_BITS) == 0;
    if (!digits || (value & 0x0000FF0000FF0000L) != 0) {
      return (int) NOT_DIGITS;
    }
    long pairs = value * 10 + (value >>> 8);
    int hours = (int) pairs & 0xFF;
    int minutes = (int) (pairs >>> 24) & 0xFF;
    int seconds = (int) (pairs >>> 48) & 0xFF;
    boolean exists = hours < 24 && minutes < 60 && seconds <= 60;
    return exists ? hours * 3600 + minutes * 60 + seconds : (int) NOT_DIGITS;
  }

  /** Whether all eight bytes are hexadecimal digits of either case. */
  static boolean isHex(long word) {
    long lower = word | 0x2020202020202020L;
    // The top bit of a byte: at least '0', over '9', at least 'a', over 'f'.
    long digits = (word + 0x5050505050505050L) & ~(word + 0x4646464646464646L);
    long letters = (lower + 0x1F1F1F1F1F1F1F1FL) & ~(lower + 0x1919191919191919L);
    return ((digits | letters) & ~word & HIGH_BITS) == HIGH_BITS;
  }

  /** Value of eight hexadecimal digits, the first byte highest; only where {@link #isHex}. */
  static long hex(long word) {
    long nibbles = (word & 0x0F0F0F0F0F0F0F0FL) + 9 * ((word >>> 6) & ONES);
    long bytes = (nibbles << 4 | nibbles >>> 8) & EVEN_BYTES;
    long pairs = (bytes << 8 | bytes >>> 16) & 0x0000FFFF0000FFFFL;
    return (pairs << 16 | pairs >>> 32) & 0xFFFFFFFFL;
  }

  /** Sum modulo 256 of the bytes of {@code [offset, limit)}. */
  static int sum(byte[] bytes, int offset, int limit) {
    long lanes = 0;
    int at = offset;
    for (; at <= limit - 64; at += 64) {
      lanes = addBytes64(lanes, bytes, at);
    }
    for (; at < limit; at += 8) {
      lanes = addBytes(lanes, loadUpTo(bytes, at, limit));
    }
    return laneSum(lanes);
  }

  /** Value of the first {@code count} bytes, 1 to 8, as decimal digits, or {@link #NOT_DIGITS}. */
  static long digits(long word, int count) {
    int shift = 64 - 8 * count;
    // What is shifted in stands for leading zeros.
    long value = (word << shift) ^ (ASCII_ZEROS << shift);
    if (((value | (value + 0x7676767676767676L)) & HIGH_BITS) != 0) {
      return NOT_DIGITS;
    }
    value = (value * 2561) >>> 8;
    value = ((value & EVEN_BYTES) * 6553601) >>> 16;
    return ((value & 0x0000FFFF0000FFFFL) * 42949672960001L) >>> 32;
  }
}
