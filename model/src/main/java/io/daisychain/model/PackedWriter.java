package io.daisychain.model;

import java.util.Arrays;

/** Writes numbers, keys and texts of packed cells to an array that grows. */
public final class PackedWriter {
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
    return u16(value >>> 16).u16(value);
  }

  /** Eight bytes, big-endian. */
  public PackedWriter i64(long value) {
    ensure(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
    return this;
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
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      u8((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    return u8(rest);
  }

  /** Bytes, preceded by their number. */
  public PackedWriter text(byte[] source, int offset, int count) {
    return varint(count).raw(source, offset, count);
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
