package io.daisychain.watch.ticks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Who hears of some symbols. What comes waits as it is, in order, while there is room; beyond that
 * only which symbols have changed is kept, and each is sent once, with its latest tick. Guarded by
 * the lock of {@link TickPlant}.
 */
final class TickSubscriber {
  private static final int ROOM = 16_384 * QuoteTick.LENGTH;
  private static final int FIRST_ROOM = 64 * QuoteTick.LENGTH;

  private final Semaphore rings;

  private final Map<Long, Integer> numbers = new HashMap<>();
  private long[] symbols = new long[16];
  private boolean[] missed = new boolean[16];

  /** Which it wants; others it has taken back. */
  private boolean[] wanted = new boolean[16];

  /** Symbols whose latest is to be sent, by number, in the order in which that was missed. */
  private int[] late = new int[16];

  private int lateFrom;
  private int lateCount;

  private byte[] ring = new byte[FIRST_ROOM];
  private int ringFrom;
  private int ringLength;
  private Thread sender;
  private volatile boolean waits;

  /**
   * Somebody who has asked for nothing yet.
   *
   * @param rings bytes that wait for all subscribers together, beyond the first few
   */
  TickSubscriber(Semaphore rings) {
    this.rings = rings;
  }

  void sender(Thread thread) {
    sender = thread;
  }

  int size() {
    return numbers.size();
  }

  /** The number of a symbol, a new one where it has none. */
  int add(long symbol) {
    Integer known = numbers.get(symbol);
    if (known != null) {
      return known;
    }
    int number = numbers.size();
    numbers.put(symbol, number);
    if (number == symbols.length) {
      int[] queued = new int[2 * number];
      for (int i = 0; i < lateCount; i++) {
        queued[i] = late[(lateFrom + i) % late.length];
      }
      late = queued;
      lateFrom = 0;
      symbols = Arrays.copyOf(symbols, 2 * number);
      missed = Arrays.copyOf(missed, 2 * number);
      wanted = Arrays.copyOf(wanted, 2 * number);
    }
    symbols[number] = symbol;
    return number;
  }

  /** It wants a symbol; false where it does already. */
  boolean want(int number) {
    boolean before = wanted[number];
    wanted[number] = true;
    return !before;
  }

  /** It does not want a symbol any more; false where it does not anyway. */
  boolean drop(long symbol) {
    Integer number = numbers.get(symbol);
    if (number == null || !wanted[number]) {
      return false;
    }
    wanted[number] = false;
    return true;
  }

  /** The latest of a symbol is to be sent. */
  void miss(int number) {
    if (!missed[number]) {
      missed[number] = true;
      late[(lateFrom + lateCount++) % late.length] = number;
    }
  }

  /** A tick of a symbol. */
  void tick(int number, byte[] from, int at) {
    if (lateCount == 0 && (ringLength < ring.length || grow())) {
      int to = ringFrom + ringLength;
      System.arraycopy(from, at, ring, to < ring.length ? to : to - ring.length, QuoteTick.LENGTH);
      ringLength += QuoteTick.LENGTH;
    } else {
      miss(number);
    }
  }

  /** Makes room for more ticks where there may be more. */
  private boolean grow() {
    int more = Math.min(ring.length, ROOM - ring.length);
    if (more == 0 || !rings.tryAcquire(more)) {
      return false;
    }
    byte[] larger = new byte[ring.length + more];
    int piece = Math.min(ringLength, ring.length - ringFrom);
    System.arraycopy(ring, ringFrom, larger, 0, piece);
    System.arraycopy(ring, 0, larger, piece, ringLength - piece);
    ring = larger;
    ringFrom = 0;
    return true;
  }

  /** Gives back what it holds. */
  void release() {
    rings.release(ring.length - FIRST_ROOM);
    ring = new byte[FIRST_ROOM];
    ringFrom = 0;
    ringLength = 0;
  }

  /** A symbol by its number. */
  long symbol(int number) {
    return symbols[number];
  }

  /**
   * Takes what is to be sent next.
   *
   * @return bytes, 0 where there is nothing
   */
  int take(byte[] out, LastValues values) {
    int length = 0;
    while (ringLength > 0 && length < out.length) {
      int piece = Math.min(Math.min(ringLength, ring.length - ringFrom), out.length - length);
      System.arraycopy(ring, ringFrom, out, length, piece);
      length += piece;
      ringLength -= piece;
      ringFrom = ringFrom + piece == ring.length ? 0 : ringFrom + piece;
    }
    while (ringLength == 0 && lateCount > 0 && length < out.length) {
      int number = late[lateFrom];
      lateFrom = (lateFrom + 1) % late.length;
      lateCount--;
      missed[number] = false;
      if (wanted[number]) {
        values.write(values.placeOf(symbols[number]), out, length);
        length += QuoteTick.LENGTH;
      }
    }
    waits = length == 0;
    return length;
  }

  /** Wakes the sender where it waits and there is something. */
  void wake() {
    if (waits && ringLength + lateCount > 0) {
      waits = false;
      LockSupport.unpark(sender);
    }
  }

  boolean waits() {
    return waits;
  }
}
