package io.daisychain.fix;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes at a time in one {@code long}, the first byte lowest. The cleverness of this package
 * stays in here: every method is checked against its plain loop in {@code SwarTest}.
 */
final class Swar {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOW_SEVEN_BITS = 0x7F7F7F7F7F7F7F7FL;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long ASCII_ZEROS = 0x3030303030303030L;
  private static final long EVEN_BYTES = 0x00FF00FF00FF00FFL;

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
    return value * 0x0101010101010101L;
  }

  /**
   * Sets the top bit of each byte of {@code word} that equals that of {@code repeated}, exactly.
   */
  static long matches(long word, long repeated) {
    long difference = word ^ repeated;
    return ~(((difference & LOW_SEVEN_BITS) + LOW_SEVEN_BITS) | difference | LOW_SEVEN_BITS);
  }

  /** Place of the first byte marked by {@link #matches}, 0 to 7, or 8 for none. */
  static int firstMatch(long marks) {
    return Long.numberOfTrailingZeros(marks) >>> 3;
  }

  /** The marks of {@link #matches} as eight bits, the first byte lowest. */
  static long packMarks(long marks) {
    return ((marks >>> 7) * 0x0102040810204080L) >>> 56;
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
