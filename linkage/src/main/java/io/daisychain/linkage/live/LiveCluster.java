package io.daisychain.linkage.live;

import java.util.Arrays;

/**
 * Events that name one another, or the same parents: one lifecycle, or a few that have an
 * unreported parent in common. Of two that meet, the larger takes over the smaller.
 */
final class LiveCluster {
  private LiveCluster into;

  /** One of its keys, which are a ring. */
  LiveNode ring;

  /** Number of its keys, of events and of parents that nobody has reported. */
  int keys = 1;

  /** The events. */
  LiveNode[] events = new LiveNode[2];

  int size;

  /** True when something is new that has not been resolved. */
  boolean isDirty;

  /** True where the life of its faults is not up to date. */
  boolean lacksFaultsLife;

  /** True when it is among those of which that may be so. */
  boolean isListedLacking;

  /** True while another thread resolves it. */
  boolean isAway;

  /** The epoch in which it was touched last. */
  long touched;

  /** Nanosecond before which it is not resolved again, where it is large. */
  long due;

  /** When the first event came that is not resolved yet. */
  long waitingSince;

  /** When the last event came. */
  long cameLast;

  /** When it was listed among those that are to rest. */
  long listedAt;

  /** True when it is among those that are to rest when nothing comes to them. */
  boolean isListed;

  /** A cluster of one key. */
  LiveCluster(LiveNode first) {
    ring = first;
    first.nextKey = first;
  }

  /** The cluster that this one belongs to by now. */
  LiveCluster root() {
    LiveCluster root = this;
    while (root.into != null) {
      root = root.into;
    }
    LiveCluster at = this;
    while (at.into != null) {
      LiveCluster next = at.into;
      at.into = root;
      at = next;
    }
    return root;
  }

  void add(LiveNode event) {
    if (size == events.length) {
      events = Arrays.copyOf(events, size * 2);
    }
    events[size++] = event;
  }

  /** Joins two; one that is away stays. */
  static LiveCluster join(LiveCluster a, LiveCluster b) {
    if (a == b) {
      return a;
    }
    boolean first = a.isAway || (!b.isAway && a.size >= b.size);
    LiveCluster stays = first ? a : b;
    LiveCluster goes = first ? b : a;
    if (stays.size + goes.size > stays.events.length) {
      stays.events =
          Arrays.copyOf(
              stays.events, Math.max(stays.size + goes.size, stays.events.length * 3 / 2));
    }
    System.arraycopy(goes.events, 0, stays.events, stays.size, goes.size);
    stays.size += goes.size;
    LiveNode nextKey = stays.ring.nextKey;
    stays.ring.nextKey = goes.ring.nextKey;
    goes.ring.nextKey = nextKey;
    goes.ring = null;
    stays.keys += goes.keys;
    stays.isDirty |= goes.isDirty;
    stays.lacksFaultsLife |= goes.lacksFaultsLife;
    stays.touched = Math.max(stays.touched, goes.touched);
    if (stays.waitingSince == 0
        || (goes.waitingSince != 0 && goes.waitingSince < stays.waitingSince)) {
      stays.waitingSince = goes.waitingSince;
    }
    goes.into = stays;
    goes.events = null;
    return stays;
  }
}
