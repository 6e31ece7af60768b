package io.daisychain.watch.subscribe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of one table as they stand, and those who want to hear of them. Safe for several
 * threads; nobody waits for a subscriber.
 *
 * @param <K> names a row
 */
final class LiveTable<K> {
  private final List<String> columns;
  private final Map<K, LiveRow> rows = new HashMap<>();
  private final List<Subscriber<K>> subscribers = new ArrayList<>();

  /**
   * A table.
   *
   * @param columns besides id
   */
  LiveTable(List<String> columns) {
    this.columns = columns;
  }

  List<String> columns() {
    return columns;
  }

  /** Sets a row. */
  synchronized void set(K key, LiveRow row) {
    rows.put(key, row);
    subscribers.forEach(subscriber -> subscriber.changed(key));
  }

  /**
   * Takes a row away.
   *
   * @param into the row that took it over; null for none
   */
  synchronized void remove(K key, K into, String intoId) {
    if (rows.remove(key) != null) {
      subscribers.forEach(subscriber -> subscriber.gone(key, into, intoId));
    }
  }

  synchronized LiveRow get(K key) {
    return rows.get(key);
  }

  /** Adds a subscriber, who begins with all rows that match. */
  synchronized void add(Subscriber<K> subscriber) {
    subscribers.add(subscriber);
    rows.forEach(
        (key, row) -> {
          if (subscriber.shown(row) != null) {
            subscriber.changed(key);
          }
        });
    subscriber.endSnapshot();
  }

  synchronized void remove(Subscriber<K> subscriber) {
    subscribers.remove(subscriber);
  }
}
