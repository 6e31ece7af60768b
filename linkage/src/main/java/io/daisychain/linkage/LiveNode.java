package io.daisychain.linkage;

/**
 * A key that is live: an event, or one that events name as a parent and nobody has reported. Events
 * of one key on several dates are chained.
 */
final class LiveNode {
  final long high;
  final long low;

  /** Trade date of the event. */
  int date;

  /** The event as {@link io.daisychain.linkage.graph.LinkRecord}; null where there is none. */
  byte[] record;

  LiveCluster cluster;

  /** The event of the same key on another date. */
  LiveNode next;

  /** The store may have rows under this key, or events that wait for it, which are not here. */
  boolean mayBeStored;

  LiveNode(long high, long low) {
    this.high = high;
    this.low = low;
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
