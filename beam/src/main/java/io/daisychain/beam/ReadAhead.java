package io.daisychain.beam;

/**
 * Fetches rows that lie anywhere in memory before they are used, several at a time. Who uses sorted
 * rows one after the other waits for memory with each; loads of which none needs the result of
 * another wait together.
 */
public final class ReadAhead {
  /** Rows to be fetched before the first of them is used. */
  public static final int ROWS = 16;

  private static final int CACHE_LINE = 64;

  /** What was read goes somewhere, or it would not be read at all. */
  @SuppressWarnings("UnusedVariable")
  private byte seen;

  /** Reads some of each part of a row that memory gives at once. */
  public void fetch(byte[] bytes, int start, int length) {
    int end = Math.min(bytes.length, start + length);
    byte read = 0;
    for (int at = start; at < end; at += CACHE_LINE) {
      read ^= bytes[at];
    }
    seen ^= read;
  }
}
