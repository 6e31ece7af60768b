package io.daisychain.warehouse.column;

/** Parquet's hybrid of runs of one number and of numbers packed in bits: codes and levels. */
final class RunPacking {
  private static final int GROUP = 8;

  private RunPacking() {}

  /** Adds numbers below 2^width. */
  static void write(long[] values, int count, int width, ByteBuilder out) {
    int packedFrom = 0;
    int at = 0;
    while (at < count) {
      int end = at + 1;
      while (end < count && values[end] == values[at]) {
        end++;
      }
      // Packed groups are whole: what is left of one is taken from the run that follows.
      int start = at;
      int open = (at - packedFrom) % GROUP;
      if (open > 0) {
        start = Math.min(end, at + GROUP - open);
      }
      if (end - start >= GROUP) {
        packed(values, packedFrom, start, width, out);
        out.putVarint((long) (end - start) << 1);
        long value = values[at];
        for (int bits = 0; bits < width; bits += 8) {
          out.put((int) (value >>> bits));
        }
        packedFrom = end;
      }
      at = end;
    }
    packed(values, packedFrom, count, width, out);
  }

  private static void packed(long[] values, int from, int to, int width, ByteBuilder out) {
    if (from == to) {
      return;
    }
    int groups = (to - from + GROUP - 1) / GROUP;
    out.putVarint(((long) groups << 1) | 1);
    int whole = (to - from) / GROUP * GROUP;
    BitPacking.pack(values, from, whole, width, out);
    if (from + whole < to) {
      long[] last = new long[GROUP];
      System.arraycopy(values, from + whole, last, 0, to - from - whole);
      BitPacking.pack(last, 0, GROUP, width, out);
    }
  }

  static void read(ByteReader in, int width, int[] values, int count) {
    int done = 0;
    while (done < count) {
      int header = (int) in.varint();
      int length = header >>> 1;
      if (length == 0) {
        throw new DamagedColumnException("an empty run");
      }
      if ((header & 1) == 0) {
        int value = 0;
        for (int bits = 0; bits < width; bits += 8) {
          value |= (in.bytes[in.at++] & 0xFF) << bits;
        }
        int end = Math.min(count, done + length);
        java.util.Arrays.fill(values, done, end, value);
        done = end;
      } else {
        int all = Math.min(count - done, length * GROUP);
        unpack(in.bytes, in.at, width, values, done, all);
        in.at += length * width;
        done += all;
      }
    }
  }

  private static void unpack(byte[] bytes, int at, int width, int[] into, int from, int length) {
    int mask = width == 32 ? -1 : (1 << width) - 1;
    int bit = 0;
    for (int i = 0; i < length; i++) {
      long word = (long) ByteBuilder.LONGS.get(bytes, at + (bit >>> 3));
      into[from + i] = (int) (word >>> (bit & 7)) & mask;
      bit += width;
    }
  }
}
