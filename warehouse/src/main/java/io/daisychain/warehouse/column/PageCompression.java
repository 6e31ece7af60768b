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

    @Override
    long expand(byte[] from, int at, int length, byte[] into, int size) {
      System.arraycopy(from, at, into, 0, Math.min(length, size));
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

    @Override
    long expand(byte[] from, int at, int length, byte[] into, int size) throws IOException {
      int told = Snappy.uncompressedLength(from, at, length);
      return told == size ? Snappy.uncompress(from, at, length, into, 0) : told;
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

    @Override
    long expand(byte[] from, int at, int length, byte[] into, int size) {
      return Zstd.decompressByteArray(into, 0, size, from, at, length);
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

  /**
   * Undoes it.
   *
   * @param size of what comes of it, for which there is room
   * @return the number of bytes that came of it; another one than {@code size} for damaged bytes
   */
  abstract long expand(byte[] from, int at, int length, byte[] into, int size) throws IOException;

  /** The one of a number of Parquet's. */
  static PageCompression of(int number) {
    for (PageCompression each : values()) {
      if (each.number == number) {
        return each;
      }
    }
    throw new DamagedColumnException("it is compressed in way " + number);
  }
}
