package io.daisychain.explorer.point;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/**
 * The checksums of a {@link SideFile}, which stand at its end: one of each 4 MB, so that all cores
 * hold the bytes against them, and only as far as they are wanted. The end itself has one too.
 */
final class SideFileSums {
  private static final int PIECE = 4 << 20;
  private static final long WHOLE = 0x5ea1_ed0f_f001_c0deL;

  /** Number of bytes that have sums, number of bytes in front that are read at once, sum, mark. */
  private static final int FIXED = 4 * Long.BYTES;

  private final List<Long> sums = new ArrayList<>();
  private final CRC32 sum = new CRC32();
  private long length;
  private long front;

  /** Bytes of the file follow. */
  void add(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      int left = (int) (PIECE - length % PIECE);
      int limit = bytes.limit();
      int count = Math.min(left, bytes.remaining());
      bytes.limit(bytes.position() + count);
      sum.update(bytes);
      bytes.limit(limit);
      length += count;
      if (count == left) {
        end();
      }
    }
  }

  private void end() {
    sums.add(sum.getValue());
    sum.reset();
  }

  /** What came so far is what is read at once. */
  void endFront(long bytes) {
    front = bytes;
  }

  /** The end of the file. */
  ByteBuffer tail() {
    if (length % PIECE != 0) {
      end();
    }
    ByteBuffer tail = buffer(sums.size() * Long.BYTES + FIXED);
    sums.forEach(tail::putLong);
    tail.putLong(length).putLong(front);
    sum.update(tail.duplicate().flip());
    return tail.putLong(sum.getValue()).putLong(WHOLE).flip();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The sums of a file that is there; null if it is not whole. */
  static SideFileSums read(FileChannel channel) throws IOException {
    long size = channel.size();
    if (size < FIXED) {
      return null;
    }
    ByteBuffer end = bytes(channel, size - FIXED, FIXED);
    SideFileSums read = new SideFileSums();
    read.length = end.getLong();
    read.front = end.getLong();
    long pieces = (size - FIXED - read.length) / Long.BYTES;
    if (end.getLong(3 * Long.BYTES) != WHOLE
        || read.length < 0
        || read.length > size
        || pieces != (read.length + PIECE - 1) / PIECE
        || size != read.length + pieces * Long.BYTES + FIXED) {
      return null;
    }
    ByteBuffer tail = bytes(channel, read.length, (int) (size - read.length));
    read.sum.update(tail.slice(0, tail.capacity() - 2 * Long.BYTES));
    if (read.sum.getValue() != end.getLong(2 * Long.BYTES)) {
      return null;
    }
    for (int i = 0; i < pieces; i++) {
      read.sums.add(tail.getLong());
    }
    return read;
  }

  private static ByteBuffer bytes(FileChannel channel, long from, int count) throws IOException {
    ByteBuffer bytes = buffer(count);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, from + bytes.position()) < 0) {
        throw new IOException("it ends before its end");
      }
    }
    return bytes.flip();
  }

  /** Holds what is read at once against its sums. */
  void requireFront(FileChannel channel) throws IOException {
    require(channel, 0, (int) ((front + PIECE - 1) / PIECE));
  }

  /** Holds the rest against its sums. */
  void requireRest(FileChannel channel) throws IOException {
    require(channel, (int) (front / PIECE), sums.size());
  }

  private void require(FileChannel channel, int from, int to) throws IOException {
    AtomicLong wrong = new AtomicLong(-1);
    IOException[] failed = new IOException[1];
    Workers.each(
        to - from,
        piece -> {
          try {
            long at = (long) (from + piece) * PIECE;
            CRC32 found = new CRC32();
            found.update(
                channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(PIECE, length - at)));
            if (found.getValue() != sums.get(from + piece)) {
              wrong.set(at);
            }
          } catch (IOException e) {
            failed[0] = e;
          }
        });
    if (failed[0] != null) {
      throw failed[0];
    }
    if (wrong.get() >= 0) {
      throw new IOException(
          "it is damaged: bytes "
              + wrong.get()
              + " to "
              + (Math.min(wrong.get() + PIECE, length) - 1)
              + " do not have the checksum that they were written with");
    }
  }
}
