package io.daisychain.watch.ticks;

import io.daisychain.model.LongBytes;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The last tick of each symbol, in a hash table with open addressing: one array, eight numbers a
 * symbol, no object a tick. Not thread-safe.
 *
 * <p>The eighth number has the last byte of the payload, whether the place is taken, and a mark
 * that whoever uses the table may set.
 */
public final class LastValues {
  private static final int SHIFT = 3;
  private static final int FIRST_PLACES = 1 << 12;
  private static final int LAST = 7;
  private static final long TAKEN = 1L << 32;
  private static final long MARK = 0xFFFF_FFFFL;
  private static final int LAST_BYTE = 56;

  /** Numbers of 8 bytes before the last byte of a tick. */
  private static final int WHOLE = 7;

  private final long multiplier = ThreadLocalRandom.current().nextLong() | 1;
  private long[] places = new long[FIRST_PLACES << SHIFT];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(FIRST_PLACES);
  private final int most;
  private int size;

  /** Any number of symbols that fits an array. */
  public LastValues() {
    this(Integer.MAX_VALUE);
  }

  /** So many symbols at most. */
  LastValues(int most) {
    this.most = most;
  }

  /** Keeps the compiler from leaving out what {@link #touch} reads. */
  private long touched;

  /** What was touched last, for nobody. */
  long touched() {
    return touched;
  }

  public int size() {
    return size;
  }

  /**
   * Takes a tick of {@value QuoteTick#LENGTH} bytes as the last of its symbol.
   *
   * @return the place of the symbol, until the table grows; negative where there is room for no
   *     other symbol
   */
  public int update(byte[] from, int at) {
    long symbol = LongBytes.read(from, at);
    long[] table = places;
    int place = find(symbol);
    if ((table[place + LAST] & TAKEN) == 0) {
      if (size >= most) {
        return -1;
      }
      place = add(symbol);
      table = places;
    }
    table[place + 1] = LongBytes.read(from, at + 8);
    table[place + 2] = LongBytes.read(from, at + 16);
    table[place + 3] = LongBytes.read(from, at + 24);
    table[place + 4] = LongBytes.read(from, at + 32);
    table[place + 5] = LongBytes.read(from, at + 40);
    table[place + 6] = LongBytes.read(from, at + 48);
    table[place + LAST] =
        (table[place + LAST] & MARK) | TAKEN | (long) from[at + LAST_BYTE] << LAST_BYTE;
    return place;
  }

  /**
   * Brings the places of ticks into the processor's cache, all at once: an update waits for memory
   * one place after the other where its guess of the place is wrong.
   *
   * @param count of the ticks, some dozens
   */
  public void touch(byte[] from, int at, int count) {
    long[] table = places;
    long sum = 0;
    int end = at + count * QuoteTick.LENGTH;
    for (int tick = at; tick < end; tick += QuoteTick.LENGTH) {
      long symbol = LongBytes.read(from, tick);
      int place = (int) ((symbol * multiplier) >>> shift) << SHIFT;
      sum += table[place] + table[place + LAST];
    }
    touched = sum;
  }

  /** The place of a symbol, or where it would be. */
  private int find(long symbol) {
    long[] table = places;
    int place = (int) ((symbol * multiplier) >>> shift) << SHIFT;
    while (table[place] != symbol && (table[place + LAST] & TAKEN) != 0) {
      place = (place + (1 << SHIFT)) & (table.length - 1);
    }
    return place;
  }

  private int add(long symbol) {
    if (2 * ++size > places.length >> SHIFT) {
      grow();
    }
    int place = find(symbol);
    places[place] = symbol;
    places[place + LAST] = TAKEN;
    return place;
  }

  private void grow() {
    long[] old = places;
    if (old.length > 1 << 29) {
      throw new IllegalStateException("there are more than " + (size - 1) + " symbols");
    }
    places = new long[old.length * 2];
    shift--;
    for (int from = 0; from < old.length; from += 1 << SHIFT) {
      if ((old[from + LAST] & TAKEN) != 0) {
        System.arraycopy(old, from, places, find(old[from]), 1 << SHIFT);
      }
    }
  }

  /** The place of a symbol; negative where it has none. */
  int placeOf(long symbol) {
    int place = find(symbol);
    return (places[place + LAST] & TAKEN) == 0 ? -1 : place;
  }

  /** The mark of a place; 0 where none was set. */
  int mark(int place) {
    return (int) places[place + LAST];
  }

  /** Marks a place. */
  void mark(int place, int mark) {
    places[place + LAST] = (places[place + LAST] & ~MARK) | (mark & MARK);
  }

  /** Writes the last tick of a place. */
  void write(int place, byte[] out, int at) {
    for (int i = 0; i < WHOLE; i++) {
      LongBytes.write(places[place + i], out, at + i * Long.BYTES);
    }
    out[at + LAST_BYTE] = (byte) (places[place + LAST] >> LAST_BYTE);
  }
}
