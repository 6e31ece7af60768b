package io.daisychain.model;

import java.util.UUID;

/**
 * Row key of one event: 16 bytes, ordered as unsigned bytes, written for people as a UUID.
 *
 * @param high the first eight bytes, big-endian
 * @param low the last eight bytes, big-endian
 */
public record RowKey(long high, long low) implements Comparable<RowKey> {

  /** Bytes of a row key. */
  public static final int LENGTH = 16;

  /** The key whose 16 bytes begin at {@code offset}. */
  public static RowKey read(byte[] buffer, int offset) {
    return new RowKey(high(buffer, offset), low(buffer, offset));
  }

  /** The key that {@code text} writes as a UUID of 36 characters, in either case. */
  public static RowKey parse(String text) {
    UUID uuid = UUID.fromString(text);
    if (text.length() != 36) {
      throw new IllegalArgumentException("not a UUID of 36 characters: " + text);
    }
    return new RowKey(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  /** First half of the key at {@code offset}, without an object. */
  public static long high(byte[] buffer, int offset) {
    return LongBytes.read(buffer, offset);
  }

  /** Second half of the key at {@code offset}, without an object. */
  public static long low(byte[] buffer, int offset) {
    return LongBytes.read(buffer, offset + 8);
  }

  /** Writes the 16 bytes of a key at {@code offset}. */
  public static void write(long high, long low, byte[] buffer, int offset) {
    LongBytes.write(high, buffer, offset);
    LongBytes.write(low, buffer, offset + 8);
  }

  /** Orders two keys as unsigned bytes do. */
  public static int compare(long highA, long lowA, long highB, long lowB) {
    int byHigh = Long.compareUnsigned(highA, highB);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(lowA, lowB);
  }

  /** The 16 bytes, in an array of their own. */
  public byte[] toBytes() {
    byte[] bytes = new byte[LENGTH];
    write(high, low, bytes, 0);
    return bytes;
  }

  @Override
  public int compareTo(RowKey other) {
    return compare(high, low, other.high, other.low);
  }

  @Override
  public String toString() {
    return new UUID(high, low).toString();
  }
}
