package io.daisychain.linkage;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.daisychain.linkage.graph.KeyHash;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The keys that are live, in a hash table with open addressing, and, in Bloom filters, those that
 * the store has and that are not live. Not thread-safe.
 */
final class LiveKeys {
  private static final int FIRST_FILTER = 1 << 18;
  private static final double FALSE_POSITIVES = 0.005;

  private final KeyHash hash = KeyHash.random();
  private LiveNode[] slots = new LiveNode[1 << 12];
  private int size;

  private final List<BloomFilter<Long>> filters = new ArrayList<>();
  private long filterRoom;

  /** The node of a key; null where it is not live. */
  LiveNode find(long high, long low) {
    return slots[slotOf(slots, high, low)];
  }

  /** Adds a key that is not live yet. */
  LiveNode add(long high, long low) {
    if (3L * (size + 1) > 2L * slots.length) {
      LiveNode[] grown = new LiveNode[slots.length * 2];
      for (LiveNode node : slots) {
        if (node != null) {
          grown[slotOf(grown, node.high, node.low)] = node;
        }
      }
      slots = grown;
    }
    LiveNode node = new LiveNode(high, low);
    slots[slotOf(slots, high, low)] = node;
    size++;
    return node;
  }

  private int slotOf(LiveNode[] table, long high, long low) {
    int slot = (int) hash.of(high, low) & table.length - 1;
    while (table[slot] != null && (table[slot].high != high || table[slot].low != low)) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }

  /** Number of live keys. */
  int size() {
    return size;
  }

  void forEach(Consumer<LiveNode> action) {
    for (LiveNode node : slots) {
      if (node != null) {
        action.accept(node);
      }
    }
  }

  /** Lets keys go, which are looked for in the store when they are needed again. */
  void retain(Predicate<LiveNode> kept) {
    List<LiveNode> staying = new ArrayList<>();
    for (LiveNode node : slots) {
      if (node != null) {
        if (kept.test(node)) {
          staying.add(node);
        } else {
          addStored(node.high, node.low);
        }
      }
    }
    int room = 1 << 12;
    while (3L * (staying.size() + 1) > 2L * room) {
      room *= 2;
    }
    slots = new LiveNode[room];
    size = staying.size();
    for (LiveNode node : staying) {
      slots[slotOf(slots, node.high, node.low)] = node;
    }
  }

  /** Notes that the store may have something under a key. */
  void addStored(long high, long low) {
    if (filterRoom == 0) {
      filterRoom = (long) FIRST_FILTER << Math.min(10, 2 * filters.size());
      filters.add(BloomFilter.create(Funnels.longFunnel(), filterRoom, FALSE_POSITIVES));
    }
    filterRoom--;
    filters.get(filters.size() - 1).put(hash.of(high, low));
  }

  /** False where the store is known to have nothing under a key that is not live. */
  boolean mayBeStored(long high, long low) {
    long wanted = hash.of(high, low);
    for (BloomFilter<Long> filter : filters) {
      if (filter.mightContain(wanted)) {
        return true;
      }
    }
    return false;
  }
}
