package io.daisychain.beam;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * Arrays of one size that are used again: what is gathered, written and gathered anew is otherwise
 * copied by the collection of garbage each time. Not thread-safe.
 */
public final class Chunks {
  private final int bytes;
  private final Deque<byte[]> idle = new ArrayDeque<>();

  /** Arrays of so many bytes. */
  public Chunks(int bytes) {
    this.bytes = bytes;
  }

  /** An array of at least {@code least} bytes, with anything in them. */
  public byte[] take(int least) {
    byte[] chunk = least > bytes ? null : idle.poll();
    return chunk != null ? chunk : new byte[Math.max(bytes, least)];
  }

  /** Takes back arrays that nobody uses any more, and forgets those of other sizes. */
  public void giveBack(Collection<byte[]> chunks) {
    for (byte[] chunk : chunks) {
      if (chunk.length == bytes) {
        idle.add(chunk);
      }
    }
  }
}
