package io.daisychain.warehouse.column;

/**
 * Parquet's DELTA_BINARY_PACKED: differences of neighbours, in blocks of 128, less the smallest of
 * the block, in as many bits as the largest of 32 takes.
 */
final class DeltaPacking {
  private static final int BLOCK = 128;
  private static final int PARTS = 4;
  private static final int PART = BLOCK / PARTS;

  private final long[] deltas = new long[BLOCK];

  void write(long[] values, int count, ByteBuilder out) {
    out.putVarint(BLOCK);
    out.putVarint(PARTS);
    out.putVarint(count);
    out.putZigzag(count == 0 ? 0 : values[0]);
    for (int from = 1; from < count; from += BLOCK) {
      int length = Math.min(BLOCK, count - from);
      long least = Long.MAX_VALUE;
      for (int i = 0; i < length; i++) {
        deltas[i] = values[from + i] - values[from + i - 1];
        least = Math.min(least, deltas[i]);
      }
      for (int i = 0; i < BLOCK; i++) {
        deltas[i] = i < length ? deltas[i] - least : 0;
      }
      out.putZigzag(least);
      out.reserve(PARTS);
      int widths = out.size;
      out.size += PARTS;
      for (int part = 0; part < PARTS; part++) {
        long all = 0;
        for (int i = part * PART; i < (part + 1) * PART; i++) {
          all |= deltas[i];
        }
        int width = BitPacking.width(all);
        out.bytes[widths + part] = (byte) width;
        if (part * PART < length) {
          BitPacking.pack(deltas, part * PART, PART, width, out);
        }
      }
    }
  }

  /** Reads numbers, which a {@link ByteReader} stands before; fails if there are not so many. */
  static void read(ByteReader in, long[] values, int count) {
    int block = (int) in.varint();
    int parts = (int) in.varint();
    long all = in.varint();
    if (all != count || block != BLOCK || parts != PARTS) {
      throw new DamagedColumnException(all + " numbers in blocks of " + block + " in " + parts);
    }
    long value = in.zigzag();
    if (count == 0) {
      return;
    }
    values[0] = value;
    byte[] bytes = in.bytes;
    int done = 1;
    while (done < count) {
      long least = in.zigzag();
      int widths = in.at;
      int at = widths + PARTS;
      for (int part = 0; part < PARTS && done < count; part++) {
        int width = bytes[widths + part];
        int length = Math.min(PART, count - done);
        value = part(bytes, at, width, least, value, values, done, length);
        done += length;
        at += width * (PART / 8);
      }
      in.at = at;
    }
  }

  /** Apart, with plain locals only, so that it is compiled well. */
  private static long part(
      byte[] bytes, int at, int width, long least, long before, long[] into, int from, int length) {
    long value = before;
    if (width == 0) {
      for (int i = 0; i < length; i++) {
        value += least;
        into[from + i] = value;
      }
    } else if (width <= 56) {
      long mask = (1L << width) - 1;
      int bit = 0;
      for (int i = 0; i < length; i++) {
        long word = (long) ByteBuilder.LONGS.get(bytes, at + (bit >>> 3));
        value += least + ((word >>> (bit & 7)) & mask);
        into[from + i] = value;
        bit += width;
      }
    } else {
      for (int i = 0; i < length; i++) {
        value += least + BitPacking.unpack(bytes, at, i, width);
        into[from + i] = value;
      }
    }
    return value;
  }
}
