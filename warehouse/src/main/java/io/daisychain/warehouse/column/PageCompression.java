package io.daisychain.warehouse.column;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/** How pages are compressed. */
public enum PageCompression {
  /** Not at all. */
  NONE(0) {
    @Override
    int bound(int length) {
      return length;
    }

    @Override
    int compress(byte[] from, int length, byte[] into) {
      System.arraycopy(from, 0, into, 0, length);
      return length;
    }
  },
  /** Costs little to write and to read. */
  SNAPPY(1) {
    @Override
    int bound(int length) {
      return Snappy.maxCompressedLength(length);
    }

    @Override
    int compress(byte[] from, int length, byte[] into) throws IOException {
      return Snappy.compress(from, 0, length, into, 0);
    }
  },
  /** A quarter smaller. */
  ZSTD(6) {
    @Override
    int bound(int length) {
      return (int) Zstd.compressBound(length);
    }

    @Override
    int compress(byte[] from, int length, byte[] into) {
      // With zstd's own checksum, which every reader of the format holds the contents against.
      long pressed = Zstd.compressByteArray(into, 0, into.length, from, 0, length, LEVEL, true);
      if (Zstd.isError(pressed)) {
        throw new IllegalStateException("zstd: " + Zstd.getErrorName(pressed));
      }
      return (int) pressed;
    }
  };

  private static final int LEVEL = 3;

  /** Parquet's number of the codec. */
  final int number;

  PageCompression(int number) {
    this.number = number;
  }

  /** Bytes that so many may take at most. */
  abstract int bound(int length);

  /** Compresses; returns the number of bytes that came of it. */
  abstract int compress(byte[] from, int length, byte[] into) throws IOException;
}
