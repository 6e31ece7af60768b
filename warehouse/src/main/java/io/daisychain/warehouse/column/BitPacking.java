package io.daisychain.warehouse.column;

/** Numbers of so many bits each, one after the other, the lowest bit first. */
final class BitPacking {
  /** Bytes that may be read behind the last number. */
  static final int SLACK = 8;

  private BitPacking() {}

  /** Bits that a number takes as unsigned. */
  static int width(long largest) {
    return 64 - Long.numberOfLeadingZeros(largest);
  }

  /** Adds {@code count} numbers, a multiple of eight, of {@code width} bits. */
  static void pack(long[] values, int from, int count, int width, ByteBuilder out) {
    int bytes = count / 8 * width;
    out.reserve(bytes + SLACK + 1);
    long pending = 0;
    int bits = 0;
    int at = out.size;
    for (int i = from; i < from + count; i++) {
      long value = values[i];
      pending |= value << bits;
      bits += width;
      if (bits >= 64) {
        ByteBuilder.LONGS.set(out.bytes, at, pending);
        at += 8;
        bits -= 64;
        pending = bits == 0 ? 0 : value >>> (width - bits);
      }
    }
    for (; bits > 0; bits -= 8) {
      out.bytes[at++] = (byte) pending;
      pending >>>= 8;
    }
    out.size += bytes;
  }

  /** One number; the array has {@link #SLACK} bytes behind it. */
  static long unpack(byte[] bytes, int start, int index, int width) {
    if (width == 0) {
      return 0;
    }
    long bit = (long) index * width;
    int at = start + (int) (bit >>> 3);
    int shift = (int) (bit & 7);
    long value = (long) ByteBuilder.LONGS.get(bytes, at) >>> shift;
    if (width + shift > 64) {
      value |= (bytes[at + 8] & 0xFFL) << (64 - shift);
    }
    return width == 64 ? value : value & ((1L << width) - 1);
  }
}
