package io.daisychain.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;

/**
 * A part of an array that holds a value; empty if the value is absent.
 *
 * <p>Reusable; valid until the array is written to. {@link #toString} maps each byte to the
 * character of the same number.
 */
public final class ByteSlice {
  private static final byte[] NOTHING = {};

  private byte[] buffer = NOTHING;
  private int offset;
  private int length;

  /** Points at {@code length} bytes from {@code offset} on. */
  public ByteSlice set(byte[] buffer, int offset, int length) {
    this.buffer = buffer;
    this.offset = offset;
    this.length = length;
    return this;
  }

  /** Points at what {@link PackedReader#text} returned. */
  public ByteSlice set(byte[] buffer, long packed) {
    return set(buffer, (int) (packed >>> 32), (int) packed);
  }

  /** Points at nothing. */
  public ByteSlice clear() {
    return set(NOTHING, 0, 0);
  }

  /** The array that holds the value. */
  public byte[] buffer() {
    return buffer;
  }

  /** Index of the first byte. */
  public int offset() {
    return offset;
  }

  /** Number of bytes. */
  public int length() {
    return length;
  }

  /** True where the value is absent. */
  public boolean isEmpty() {
    return length == 0;
  }

  /** The only byte of a value of one byte; 0 for any other. */
  public byte single() {
    return length == 1 ? buffer[offset] : 0;
  }

  /** True when both hold the same bytes. */
  public boolean sameAs(ByteSlice other) {
    return Arrays.equals(
        buffer, offset, offset + length, other.buffer, other.offset, other.offset + other.length);
  }

  /** A hash of the bytes, the same on every machine. */
  public long hash() {
    return Hashing.xxh3_64().hashBytesToLong(buffer, offset, length);
  }

  @Override
  public String toString() {
    return new String(buffer, offset, length, ISO_8859_1);
  }
}
