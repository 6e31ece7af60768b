package io.daisychain.store.write;

import java.io.Serializable;

/**
 * How many packed bytes are sorted in memory for one file.
 *
 * @param given bytes; 0 for what the heap of the process that sorts has room for, which need not be
 *     the process that launched the job
 */
record SortedRunSize(long given) implements Serializable {
  static final SortedRunSize OF_HEAP = new SortedRunSize(0);

  private static final long LARGEST_BYTES = 256L << 20;

  /** A run takes about twice its size, and two workers may have one each. */
  private static final int HEAP_SHARE = 8;

  /** Bytes of a run that this process sorts. */
  long bytesHere() {
    return bytes(Runtime.getRuntime().maxMemory());
  }

  /** Bytes of a run in a process with a heap of so many bytes. */
  long bytes(long heap) {
    return given > 0 ? given : Math.min(LARGEST_BYTES, heap / HEAP_SHARE);
  }
}
