package io.daisychain.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/** Writes numbers, keys and texts of packed cells to an array that grows. */
public final class PackedWriter {
  private static final int MOST_VARINT_BYTES = 5;

  private byte[] bytes = new byte[512];
  private int length;

  /** Begins again with the same array. */
  public PackedWriter clear() {
    length = 0;
    return this;
  }

  /** Bytes written since {@link #clear}. */
  public int length() {
    return length;
  }

  /** The array being written to; valid up to {@link #length} until the next write. */
  public byte[] buffer() {
    return bytes;
  }

  /** A copy of what was written. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** One byte. */
  public PackedWriter u8(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** Two bytes, big-endian. */
  public PackedWriter u16(int value) {
    return u8(value >>> 8).u8(value);
  }

  /** Appends the four bytes of a number. */
  public PackedWriter i32(int value) {
    ensure(Integer.BYTES);
    LongBytes.writeInt(value, bytes, length);
    length += Integer.BYTES;
    return this;
  }

  /** Eight bytes, big-endian. */
  public PackedWriter i64(long value) {
    ensure(Long.BYTES);
    LongBytes.write(value, bytes, length);
    length += Long.BYTES;
    return this;
  }

  /** Sixteen bytes of a row key. */
  public PackedWriter key(RowKey key) {
    return key(key.high(), key.low());
  }

  /** Sixteen bytes of a row key. */
  public PackedWriter key(long high, long low) {
    ensure(RowKey.LENGTH);
    RowKey.write(high, low, bytes, length);
    length += RowKey.LENGTH;
    return this;
  }

  /** A natural number in groups of seven bits, lowest first. */
  public PackedWriter varint(int value) {
    ensure(MOST_VARINT_BYTES);
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    return this;
  }

  /** Bytes, preceded by their number. */
  public PackedWriter text(byte[] source, int offset, int count) {
    return varint(count).raw(source, offset, count);
  }

  /** A text of one byte a character, preceded by its length. */
  public PackedWriter text(String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    return text(bytes, 0, bytes.length);
  }

  /** Bytes without their number. */
  public PackedWriter raw(byte[] source, int offset, int count) {
    ensure(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
    return this;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
