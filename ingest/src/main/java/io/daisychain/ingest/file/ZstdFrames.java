package io.daisychain.ingest.file;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The uncompressed bytes of a zstd file: of all its frames, one after the other (RFC 8878).
 *
 * <p>The library's own stream takes a file that ends within a later frame for one that has ended.
 * This one fails with a {@link DamagedInputException} there, on damage, and on anything behind the
 * last frame.
 */
final class ZstdFrames extends UnpackedStream {
  private static final int TARGET_BYTES = 128 << 10;

  /** Memory outside of the heap, which is slow to give back, for as many files as are open. */
  private record Buffers(ByteBuffer source, ByteBuffer target) {
    private static final Queue<Buffers> FREE = new ConcurrentLinkedQueue<>();

    static Buffers take() {
      Buffers free = FREE.poll();
      return free != null
          ? free
          : new Buffers(
              ByteBuffer.allocateDirect(StoredBytes.BUFFER_BYTES),
              ByteBuffer.allocateDirect(TARGET_BYTES));
    }

    void giveBack() {
      FREE.add(this);
    }
  }

  private final StoredBytes in;
  private final ZstdDecompressCtx context = new ZstdDecompressCtx();
  private final Buffers buffers = Buffers.take();
  private final ByteBuffer source = buffers.source().limit(0);
  private final ByteBuffer target = buffers.target().limit(0);
  private boolean inFrame;
  private boolean closed;

  ZstdFrames(StoredBytes in) {
    this.in = in;
  }

  @Override
  public int read(byte[] into, int offset, int room) throws IOException {
    while (!target.hasRemaining()) {
      boolean more = source.hasRemaining() || refill();
      if (!more && !inFrame) {
        return -1;
      }
      decompress();
      if (!more && inFrame && !target.hasRemaining()) {
        throw new DamagedInputException("the file ends within a zstd frame");
      }
    }
    int count = Math.min(room, target.remaining());
    target.get(into, offset, count);
    return count;
  }

  /** Puts the next stored bytes into the source; false where there are none. */
  private boolean refill() throws IOException {
    int seen = in.see();
    source.clear().put(in.buffer(), in.position(), seen).flip();
    return seen > 0;
  }

  private void decompress() throws IOException {
    int before = source.position();
    target.clear();
    try {
      inFrame = !context.decompressDirectByteBufferStream(target, source);
    } catch (ZstdException e) {
      target.limit(0);
      throw new DamagedInputException("its compressed data is damaged: " + e.getMessage(), e);
    }
    in.take(source.position() - before);
    target.flip();
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      context.close();
      buffers.giveBack();
    }
    in.close();
  }
}
