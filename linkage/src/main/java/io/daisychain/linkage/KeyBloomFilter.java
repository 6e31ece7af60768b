package io.daisychain.linkage;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.daisychain.beam.Block;
import io.daisychain.model.PackedReader;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.Combine;

/**
 * Tells which keys of one shard some partition looks for: exactly while they are few, which costs 8
 * bytes each, and by a Bloom filter from then on. Where they are so many that it would let through
 * most of what is not looked for, it is given up, and every key may be among them. A false positive
 * costs a useless candidate and nothing else.
 */
final class KeyBloomFilter implements Serializable {
  /** Of all shards together; 8 MB. */
  private static final long MOST_HASHES = 1 << 20;

  private static final double FALSE_POSITIVES = 0.05;

  /** A filter that lets more through saves less than it costs to be sent to all workers. */
  private static final double MOST_FALSE_POSITIVES = 0.5;

  private static final int LEAST_KEYS = 16;

  /** So many keys are added between two looks at how full it is. */
  private static final int LOOK = 1 << 12;

  private final int mostHashes;
  private final int room;
  private long[] hashes = new long[8];
  private int count;
  private BloomFilter<Long> filter;
  private boolean isFull;
  private boolean sorted = true;

  /**
   * None yet.
   *
   * @param mostHashes keys that are kept exactly
   * @param room keys for which a filter is made
   */
  private KeyBloomFilter(int mostHashes, int room) {
    this.mostHashes = mostHashes;
    this.room = room;
  }

  boolean isEmpty() {
    return count == 0 && filter == null && !isFull;
  }

  /** Share of the keys that nobody looks for of which {@link #mayContain} is true, about. */
  double falsePositives() {
    if (isFull) {
      return 1;
    }
    return filter == null ? 0 : filter.expectedFpp();
  }

  /** True when a key of this hash may be among them. */
  boolean mayContain(long wanted) {
    if (filter != null) {
      return filter.mightContain(wanted);
    }
    if (!sorted) {
      throw new IllegalStateException("the filter is still being filled");
    }
    return isFull || Arrays.binarySearch(hashes, 0, count, wanted) >= 0;
  }

  /** Adds a key by its hash. */
  private void add(long key) {
    if (isFull) {
      return;
    }
    if (filter == null && count == mostHashes) {
      useFilter(BloomFilter.create(Funnels.longFunnel(), room, FALSE_POSITIVES));
    }
    if (filter != null) {
      filter.put(key);
      if (++count % LOOK == 0) {
        look();
      }
      return;
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
    }
    hashes[count++] = key;
    sorted = false;
  }

  private void useFilter(BloomFilter<Long> bloom) {
    filter = bloom;
    for (int i = 0; i < count; i++) {
      filter.put(hashes[i]);
    }
    hashes = new long[0];
    count = 0;
  }

  /** Gives a filter up that is too full to be of use. */
  private void look() {
    if (filter != null && filter.expectedFpp() > MOST_FALSE_POSITIVES) {
      giveUp();
    }
  }

  private void giveUp() {
    isFull = true;
    filter = null;
    hashes = new long[0];
    count = 0;
  }

  private void merge(KeyBloomFilter other) {
    if (isFull || other.isFull) {
      giveUp();
      return;
    }
    if (other.filter == null) {
      for (int i = 0; i < other.count; i++) {
        add(other.hashes[i]);
      }
    } else if (filter == null) {
      useFilter(other.filter.copy());
    } else {
      filter.putAll(other.filter);
    }
    look();
  }

  private KeyBloomFilter finish() {
    look();
    if (filter == null) {
      Arrays.sort(hashes, 0, count);
    }
    sorted = true;
    return this;
  }

  /** Adds the keys of blocks of {@link UnresolvedParent}s, of each shard by itself. */
  static final class Build extends Combine.CombineFn<Block, KeyBloomFilter, KeyBloomFilter> {
    private final int mostHashes;
    private final int room;

    /**
     * Filters of all shards.
     *
     * @param keys for how many they are to have room together
     * @param shards over which keys are spread evenly
     */
    Build(long keys, int shards) {
      this.mostHashes = of(Math.min(keys, MOST_HASHES), shards);
      this.room = of(keys, shards);
    }

    private static int of(long keys, int shards) {
      return (int) Math.max(LEAST_KEYS, Math.min(Integer.MAX_VALUE, keys / shards));
    }

    /** Of a shard that nobody looks for anything in. */
    KeyBloomFilter empty() {
      return new KeyBloomFilter(mostHashes, room);
    }

    @Override
    public KeyBloomFilter createAccumulator() {
      return empty();
    }

    @Override
    public KeyBloomFilter addInput(KeyBloomFilter filter, Block block) {
      PackedReader in = new PackedReader().wrap(block.bytes(), 0, block.length());
      while (in.remaining() > 0) {
        filter.add(UnresolvedParent.read(in).key());
      }
      return filter;
    }

    @Override
    public KeyBloomFilter mergeAccumulators(Iterable<KeyBloomFilter> filters) {
      KeyBloomFilter all = empty();
      filters.forEach(all::merge);
      return all;
    }

    @Override
    public KeyBloomFilter extractOutput(KeyBloomFilter filter) {
      return filter.finish();
    }
  }
}
