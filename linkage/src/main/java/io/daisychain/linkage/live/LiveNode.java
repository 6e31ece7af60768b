package io.daisychain.linkage.live;

import io.daisychain.linkage.graph.LinkRecord;

/**
 * A key that is live: an event, or one that events name as a parent and nobody has reported. Events
 * of one key on several dates are chained.
 */
final class LiveNode {
  final long high;
  final long low;

  /** Trade date of the event. */
  int date;

  /** The event as {@link LinkRecord}; null where there is none. */
  byte[] record;

  LiveCluster cluster;

  /** The event of the same key on another date. */
  LiveNode next;

  /** The store may have rows under this key, or events that wait for it, which are not here. */
  boolean mayBeStored;

  /** The next key of the cluster, in a ring of all that it has; of the first event of a key. */
  LiveNode nextKey;

  LiveNode(long high, long low) {
    this.high = high;
    this.low = low;
  }

  /**
   * Adds an event of the key, on a date on which there is none.
   *
   * @param bytes as {@link LinkRecord}
   * @return where it is
   */
  LiveNode event(byte[] bytes) {
    LiveNode event = this;
    if (record != null) {
      event = new LiveNode(high, low);
      event.next = next;
      next = event;
      event.cluster = cluster;
    }
    event.record = bytes;
    event.date = LinkRecord.dateOf(bytes, 0);
    return event;
  }

  /** True when an event of the key is here, on whatever date. */
  boolean hasEvents() {
    return record != null;
  }

  /** The event on a date; null where there is none. */
  LiveNode on(int wanted) {
    LiveNode node = this;
    while (node != null && (node.record == null || node.date != wanted)) {
      node = node.next;
    }
    return node;
  }
}
