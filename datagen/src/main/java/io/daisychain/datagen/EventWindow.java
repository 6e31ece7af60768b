package io.daisychain.datagen;

import java.util.Arrays;

/**
 * Events that wait for their turn, by the time they are due; ties in the order they came.
 *
 * <p>Memory is bounded by giving up order, not events. Events sent within the horizon of the clock
 * are given out in order. Those beyond it (an expiry at the close) wait apart, and where too many
 * wait they all go out early, in order among themselves. A day that fits the window is in order
 * from its first message to its last.
 */
final class EventWindow {
  /** Where the events go. */
  interface Target {
    void accept(EventRecord record) throws java.io.IOException;
  }

  private final int capacity;
  private final long horizonNanos;
  private final Queue near = new Queue();
  private final Queue far = new Queue();

  /**
   * A window of {@code capacity} events on either side of its horizon.
   *
   * @param eventsPerSecond how fast events come when they come fastest
   */
  EventWindow(int capacity, double eventsPerSecond) {
    this.capacity = capacity;
    this.horizonNanos = (long) Math.min(1e15, capacity / eventsPerSecond * 1e9);
  }

  /** Adds an event while the clock stands at {@code now}. */
  void add(EventRecord record, long now) {
    (record.due - now > horizonNanos ? far : near).add(record);
  }

  /** Gives out what is due at {@code now}, and what there is no room for. */
  void advance(long now, Target target) throws java.io.IOException {
    if (far.size >= capacity) {
      while (far.size > 0) {
        target.accept(far.remove());
      }
    }
    while (near.size > 0 && (near.first().due < now || near.size > 2 * capacity)) {
      giveOutOne(target);
    }
  }

  /** Gives out everything. */
  void drain(Target target) throws java.io.IOException {
    while (near.size > 0 || far.size > 0) {
      giveOutOne(target);
    }
  }

  private void giveOutOne(Target target) throws java.io.IOException {
    boolean fromFar = near.size == 0 || (far.size > 0 && far.first().due < near.first().due);
    target.accept((fromFar ? far : near).remove());
  }

  /** A binary heap; its keys join milliseconds of 24 days and a running number. */
  private static final class Queue {
    private static final int NUMBER_BITS = 32;

    private long[] keys = new long[1024];
    private EventRecord[] records = new EventRecord[1024];
    private int size;
    private long added;

    EventRecord first() {
      return records[0];
    }

    void add(EventRecord record) {
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, size * 2);
        records = Arrays.copyOf(records, size * 2);
      }
      long key = ((record.due / 1_000_000) << NUMBER_BITS) | (added++ & ((1L << NUMBER_BITS) - 1));
      int at = size++;
      while (at > 0 && keys[(at - 1) >>> 1] > key) {
        int up = (at - 1) >>> 1;
        keys[at] = keys[up];
        records[at] = records[up];
        at = up;
      }
      keys[at] = key;
      records[at] = record;
    }

    EventRecord remove() {
      EventRecord first = records[0];
      size--;
      long key = keys[size];
      EventRecord last = records[size];
      records[size] = null;
      int at = 0;
      while (2 * at + 1 < size) {
        int down = 2 * at + 1;
        if (down + 1 < size && keys[down + 1] < keys[down]) {
          down++;
        }
        if (keys[down] >= key) {
          break;
        }
        keys[at] = keys[down];
        records[at] = records[down];
        at = down;
      }
      if (size > 0) {
        keys[at] = key;
        records[at] = last;
      }
      return first;
    }
  }
}
