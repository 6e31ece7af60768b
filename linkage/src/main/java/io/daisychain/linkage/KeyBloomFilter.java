package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.model.PackedReader;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.Combine;

/**
 * Tells which keys some partition looks for: exactly while they are few, later with false alarms,
 * in a bounded number of bytes. A false alarm costs a useless offer and nothing else.
 */
final class KeyBloomFilter implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int MOST_HASHES = 1 << 20;
  private static final int BITS = 1 << 28;
  private static final int PROBES = 4;

  private final KeyHash hash;
  private long[] hashes = new long[64];
  private int count;
  private long[] bits;
  private boolean sorted = true;

  /** A filter of no keys; all that are merged have one hash. */
  KeyBloomFilter(KeyHash hash) {
    this.hash = hash;
  }

  boolean isEmpty() {
    return count == 0 && bits == null;
  }

  void add(long high, long low) {
    add(hash.of(high, low));
  }

  boolean mayContain(long high, long low) {
    long wanted = hash.of(high, low);
    if (bits != null) {
      boolean all = true;
      for (int probe = 0; all && probe < PROBES; probe++) {
        int bit = bit(wanted, probe);
        all = (bits[bit >>> 6] & (1L << bit)) != 0;
      }
      return all;
    }
    if (!sorted) {
      throw new IllegalStateException("the filter is still being filled");
    }
    return Arrays.binarySearch(hashes, 0, count, wanted) >= 0;
  }

  private void add(long key) {
    if (bits == null && count == MOST_HASHES) {
      bits = new long[BITS / Long.SIZE];
      for (int i = 0; i < count; i++) {
        mark(hashes[i]);
      }
      hashes = new long[0];
      count = 0;
    }
    if (bits != null) {
      mark(key);
      return;
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
    }
    hashes[count++] = key;
    sorted = false;
  }

  private void mark(long key) {
    for (int probe = 0; probe < PROBES; probe++) {
      int bit = bit(key, probe);
      bits[bit >>> 6] |= 1L << bit;
    }
  }

  private static int bit(long key, int probe) {
    return (int) ((key + probe * (key >>> 33 | 1)) & (BITS - 1));
  }

  private void merge(KeyBloomFilter other) {
    if (other.bits != null) {
      if (bits == null) {
        long[] mine = hashes;
        int mineCount = count;
        bits = other.bits.clone();
        hashes = new long[0];
        count = 0;
        for (int i = 0; i < mineCount; i++) {
          mark(mine[i]);
        }
        return;
      }
      for (int i = 0; i < bits.length; i++) {
        bits[i] |= other.bits[i];
      }
      return;
    }
    for (int i = 0; i < other.count; i++) {
      add(other.hashes[i]);
    }
  }

  private KeyBloomFilter finish() {
    Arrays.sort(hashes, 0, count);
    sorted = true;
    return this;
  }

  /** Gathers the keys of blocks of {@link UnresolvedParent}s. */
  static final class Gather extends Combine.CombineFn<Block, KeyBloomFilter, KeyBloomFilter> {
    private static final long serialVersionUID = 1;

    private final KeyHash hash;

    Gather(KeyHash hash) {
      this.hash = hash;
    }

    @Override
    public KeyBloomFilter createAccumulator() {
      return new KeyBloomFilter(hash);
    }

    @Override
    public KeyBloomFilter addInput(KeyBloomFilter filter, Block block) {
      PackedReader in = new PackedReader().wrap(block.bytes(), 0, block.length());
      while (in.remaining() > 0) {
        UnresolvedParent end = UnresolvedParent.read(in);
        filter.add(end.key().high(), end.key().low());
      }
      return filter;
    }

    @Override
    public KeyBloomFilter mergeAccumulators(Iterable<KeyBloomFilter> filters) {
      KeyBloomFilter all = new KeyBloomFilter(hash);
      filters.forEach(all::merge);
      return all;
    }

    @Override
    public KeyBloomFilter extractOutput(KeyBloomFilter filter) {
      return filter.finish();
    }
  }
}
