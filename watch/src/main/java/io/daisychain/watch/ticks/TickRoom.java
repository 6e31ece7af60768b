package io.daisychain.watch.ticks;

import java.util.concurrent.Semaphore;

/**
 * What all who send and ask for ticks may have in memory together, by the heap: whatever comes, it
 * holds.
 */
public final class TickRoom {
  /** Bytes of a symbol's last tick, where the table is as full as it gets. */
  private static final long SYMBOL_BYTES = 128;

  /** Bytes of a symbol that somebody has asked for. */
  private static final long ASKED_BYTES = 200;

  private static final int VALUES_PART = 16;
  private static final int BOOKS_PART = 8;
  private static final int WINDOWS_PART = 8;
  private static final int ASKED_PART = 32;
  private static final int RINGS_PART = 32;

  private final int symbols;
  private final int bookBytes;
  private final long windowBytes;
  private final Semaphore asked;
  private final Semaphore rings;

  private TickRoom(long heap) {
    symbols = part(Long.highestOneBit(heap / VALUES_PART) / SYMBOL_BYTES);
    bookBytes = part(heap / BOOKS_PART);
    windowBytes = heap / WINDOWS_PART;
    asked = new Semaphore(part(heap / ASKED_PART / ASKED_BYTES));
    rings = new Semaphore(part(heap / RINGS_PART));
  }

  private static int part(long bytes) {
    return (int) Math.min(1 << 30, bytes);
  }

  /** Of this process's heap. */
  public static TickRoom ofHeap() {
    return of(Runtime.getRuntime().maxMemory());
  }

  /** Of a heap of so many bytes. */
  static TickRoom of(long heap) {
    return new TickRoom(heap);
  }

  /** Symbols that have a tick, at most. */
  public int symbols() {
    return symbols;
  }

  /** Bytes for best bids and offers. */
  int bookBytes() {
    return bookBytes;
  }

  /** Bytes for windows. */
  public long windowBytes() {
    return windowBytes;
  }

  /** Symbols that all subscribers may have asked for. */
  Semaphore asked() {
    return asked;
  }

  /** Bytes of ticks that may wait for subscribers. */
  Semaphore rings() {
    return rings;
  }
}
