package io.daisychain.datagen.lifecycle;

import java.io.IOException;

/**
 * Sorts events by the time they are due, in bounded memory; ties stay in the order of arrival.
 *
 * <p>Events that are due within the horizon are put out in order. Later ones (an expiry at the
 * close) wait in a queue of their own; when it is full, all of them are put out early, sorted among
 * themselves. The events of a day that fits the window are all in order.
 */
public final class EventWindow {
  /** Takes the events that are put out. */
  public interface Target {
    void accept(EventRecord record) throws IOException;
  }

  private final int capacity;
  private final long horizonNanos;
  private final Queue near = new Queue();
  private final Queue far = new Queue();

  /**
   * A window of {@code capacity} events on either side of its horizon.
   *
   * @param eventsPerSecond the highest rate of events
   */
  public EventWindow(int capacity, double eventsPerSecond) {
    this.capacity = capacity;
    this.horizonNanos = (long) Math.min(1e15, capacity / eventsPerSecond * 1e9);
  }

  /** Adds an event; {@code now} is the time of the simulation. */
  public void add(EventRecord record, long now) {
    (record.due - now > horizonNanos ? far : near).add(record);
  }

  /** Number of events that wait. */
  public int size() {
    return near.size() + far.size();
  }

  /** Puts out the events that are due, and those for which there is no room. */
  public void advance(long now, Target target) throws IOException {
    if (far.size() >= capacity) {
      while (far.size() > 0) {
        target.accept(far.remove());
      }
    }
    while (near.size() > 0 && (near.first().due < now || near.size() > 2 * capacity)) {
      putOutOne(target);
    }
  }

  /** Puts out all events. */
  public void drain(Target target) throws IOException {
    while (near.size() > 0 || far.size() > 0) {
      putOutOne(target);
    }
  }

  private void putOutOne(Target target) throws IOException {
    boolean fromFar = near.size() == 0 || (far.size() > 0 && far.first().due < near.first().due);
    target.accept((fromFar ? far : near).remove());
  }

  /** A priority queue of events by the millisecond in which they are due. */
  private static final class Queue {
    private static final int NUMBER_BITS = 32; // beside milliseconds of 24 days

    private final KeyedHeap<EventRecord> heap = new KeyedHeap<>();
    private long added;

    int size() {
      return heap.size();
    }

    EventRecord first() {
      return heap.first();
    }

    EventRecord remove() {
      return heap.remove();
    }

    void add(EventRecord record) {
      long number = added++ & ((1L << NUMBER_BITS) - 1);
      heap.add(((record.due / 1_000_000) << NUMBER_BITS) | number, record);
    }
  }
}
