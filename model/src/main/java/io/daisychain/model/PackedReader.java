package io.daisychain.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Reads what {@link PackedWriter} wrote, without copying.
 *
 * <p>Reading beyond the end throws {@link IndexOutOfBoundsException}: the cell is damaged.
 */
public final class PackedReader {
  private byte[] bytes = new byte[0];
  private int position;
  private int limit;

  /** Reads from {@code offset} on, {@code count} bytes at most. */
  public PackedReader wrap(byte[] source, int offset, int count) {
    bytes = source;
    position = offset;
    limit = offset + count;
    return this;
  }

  /** The array being read. */
  public byte[] buffer() {
    return bytes;
  }

  /** Where the next read begins. */
  public int position() {
    return position;
  }

  /** Bytes left. */
  public int remaining() {
    return limit - position;
  }

  /** One byte, 0 to 255. */
  public int u8() {
    return bytes[advance(1)] & 0xff;
  }

  /** Two bytes, big-endian. */
  public int u16() {
    return (u8() << 8) | u8();
  }

  /** Eight bytes, big-endian. */
  public long i64() {
    return RowKey.high(bytes, advance(8));
  }

  /** The next four bytes as a number. */
  public int i32() {
    return i32(bytes, advance(Integer.BYTES));
  }

  /** The four bytes at {@code offset} as a number. */
  public static int i32(byte[] source, int offset) {
    return LongBytes.readInt(source, offset);
  }

  /** A natural number written by {@link PackedWriter#varint}. */
  public int varint() {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int group = u8();
      value |= (group & 0x7f) << shift;
      if (group < 0x80) {
        return value;
      }
    }
    throw new IndexOutOfBoundsException("a number of more than five groups");
  }

  /** Skips {@code count} bytes and returns the offset of the first. */
  public int advance(int count) {
    int start = position;
    if (count < 0 || count > limit - start) {
      throw new IndexOutOfBoundsException(
          "cell ends " + (count - (limit - start)) + " bytes early");
    }
    position = start + count;
    return start;
  }

  /** Skips {@code count} items of {@code size} bytes and returns the offset of the first. */
  public int advance(int count, int size) {
    if (count < 0 || count > remaining() / size) {
      throw new IndexOutOfBoundsException(
          "cell has no room for %s items of %s bytes"
              .formatted(Integer.toUnsignedString(count), size));
    }
    return advance(count * size);
  }

  /** The text that {@link PackedWriter#text(String)} wrote. */
  public String string() {
    int count = varint();
    return new String(buffer(), advance(count), count, ISO_8859_1);
  }

  /** Sixteen bytes of a row key. */
  public RowKey key() {
    return RowKey.read(buffer(), advance(RowKey.LENGTH));
  }

  /**
   * Skips a text: bytes preceded by their number, which may be 0.
   *
   * @return offset of the first byte in the upper half, number of bytes in the lower
   */
  public long text() {
    int count = varint();
    return ((long) advance(count) << 32) | count;
  }
}
