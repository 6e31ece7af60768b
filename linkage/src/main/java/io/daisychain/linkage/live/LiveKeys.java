package io.daisychain.linkage.live;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.daisychain.linkage.graph.KeyHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * The keys that are live, in a hash table with open addressing, and, in Bloom filters, those that
 * the store has and that are not live. Not thread-safe.
 */
final class LiveKeys implements AutoCloseable {
  private static final int FIRST_FILTER = 1 << 18;
  private static final double FALSE_POSITIVES = 0.005;

  private static final int LEAST_SLOTS = 1 << 12;
  private static final double GROWTH = 1.5;

  private final KeyHash hash = KeyHash.random();
  private final Consumer<LiveCluster> woken;
  private final RestingCluster resting = new RestingCluster();

  /** Of each slot 32 bits of its key's hash. */
  private int[] hashes = new int[LEAST_SLOTS];

  /** A {@link LiveNode}, or the array of the {@link RestingCluster} that has the key. */
  private Object[] slots = new Object[LEAST_SLOTS];

  private int size;
  private long restingBytes;
  private long restingKeys;

  private final List<BloomFilter<Long>> filters = new ArrayList<>();
  private long filterRoom;

  /**
   * No keys.
   *
   * @param woken takes clusters that have rested and are looked at again
   */
  LiveKeys(Consumer<LiveCluster> woken) {
    this.woken = woken;
  }

  /** The node of a key, whose cluster does not rest then; null where it is not live. */
  LiveNode find(long high, long low) {
    int part = part(high, low);
    for (int slot = first(part); slots[slot] != null; slot = after(slot)) {
      if (hashes[slot] == part) {
        if (slots[slot] instanceof byte[] packed) {
          wake(packed);
        }
        LiveNode node = (LiveNode) slots[slot];
        if (node.high == high && node.low == low) {
          return node;
        }
      }
    }
    return null;
  }

  private int part(long high, long low) {
    return (int) (hash.of(high, low) >>> Integer.SIZE);
  }

  private int first(int part) {
    return (int) ((Integer.toUnsignedLong(part) * slots.length) >>> Integer.SIZE);
  }

  private int after(int slot) {
    return slot + 1 == slots.length ? 0 : slot + 1;
  }

  /** Adds a key that is not live yet. */
  LiveNode add(long high, long low) {
    if (4L * (size + 1) > 3L * slots.length) {
      resize((int) (slots.length * GROWTH), there -> true);
    }
    LiveNode node = new LiveNode(high, low);
    put(part(high, low), node);
    return node;
  }

  private void put(int part, Object there) {
    int slot = first(part);
    while (slots[slot] != null) {
      slot = after(slot);
    }
    slots[slot] = there;
    hashes[slot] = part;
    size++;
  }

  private void resize(int room, Predicate<Object> stays) {
    Object[] before = slots;
    int[] parts = hashes;
    slots = new Object[room];
    hashes = new int[room];
    size = 0;
    for (int slot = 0; slot < before.length; slot++) {
      if (before[slot] != null && stays.test(before[slot])) {
        put(parts[slot], before[slot]);
      }
    }
  }

  /** Has a cluster rest: its nodes are gone then. */
  void rest(LiveCluster cluster) {
    byte[] packed = resting.pack(cluster);
    LiveNode node = cluster.ring;
    for (int i = 0; i < cluster.keys; i++) {
      // While its keys are at hand: all that rest may be let go in one moment.
      if (!mayBeStored(node.high, node.low)) {
        addStored(node.high, node.low);
      }
      replace(part(node.high, node.low), node, packed);
      node = node.nextKey;
    }
    restingBytes += packed.length;
    restingKeys += cluster.keys;
  }

  private void wake(byte[] packed) {
    LiveCluster cluster = resting.unpack(packed);
    LiveNode node = cluster.ring;
    for (int i = 0; i < cluster.keys; i++) {
      replace(part(node.high, node.low), packed, node);
      node = node.nextKey;
    }
    restingBytes -= packed.length;
    restingKeys -= cluster.keys;
    woken.accept(cluster);
  }

  private void replace(int part, Object before, Object after) {
    int slot = first(part);
    while (slots[slot] != before || hashes[slot] != part) {
      slot = after(slot);
    }
    slots[slot] = after;
  }

  /** Number of live keys. */
  int size() {
    return size;
  }

  /** Number of keys of clusters that rest. */
  long restingKeys() {
    return restingKeys;
  }

  /** Bytes of the clusters that rest. */
  long restingBytes() {
    return restingBytes;
  }

  /** Hands over of each key the epoch in which its cluster was touched last. */
  void forEachTouched(LongConsumer action) {
    for (Object there : slots) {
      if (there != null) {
        action.accept(touched(there));
      }
    }
  }

  private long touched(Object there) {
    return there instanceof byte[] packed
        ? resting.touched(packed)
        : LiveGraph.clusterOf((LiveNode) there).touched;
  }

  /**
   * Lets keys go whose clusters were last touched before an epoch; they are looked for in the store
   * when they are needed again.
   */
  void retain(long from) {
    int staying = 0;
    Set<byte[]> gone = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Object there : slots) {
      if (there != null && touched(there) >= from) {
        staying++;
      } else if (there instanceof byte[] packed) {
        restingKeys--;
        restingBytes -= gone.add(packed) ? packed.length : 0;
      } else if (there instanceof LiveNode node) {
        addStored(node.high, node.low);
      }
    }
    int room = (int) Math.max(LEAST_SLOTS, staying * GROWTH);
    resize(room, there -> touched(there) >= from);
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

  @Override
  public void close() {
    resting.close();
  }
}
