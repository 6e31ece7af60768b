package io.daisychain.store.worker;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Room beside the heap. Without it HBase's client takes each of its calls for one that the store
 * did not answer, and tries for minutes.
 */
public final class DirectMemory {
  private static final int NEEDED = 8 << 20;

  private DirectMemory() {}

  /**
   * Takes what a client begins with and lets it go again; what jobs that are over had is collected
   * first where there is not enough.
   *
   * @throws IOException if there is none
   */
  public static void require() throws IOException {
    require(NEEDED);
  }

  static void require(int bytes) throws IOException {
    try {
      ByteBuffer.allocateDirect(bytes);
    } catch (OutOfMemoryError e) {
      throw new IOException("HBase's client has no room: " + e.getMessage(), e);
    }
  }
}
