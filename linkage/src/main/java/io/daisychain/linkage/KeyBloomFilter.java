package io.daisychain.linkage;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.daisychain.beam.Block;
import io.daisychain.model.PackedReader;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.Combine;

/**
 * Tells which keys some partition looks for: exactly while they are few, which costs 8 bytes each,
 * and by a Bloom filter of 32 MB from then on. A false positive costs a useless candidate and
 * nothing else.
 */
final class KeyBloomFilter implements Serializable {
  private static final int MOST_HASHES = 1 << 20;

  /** With these a filter has 2^28 bits and four hash functions. */
  private static final int EXPECTED_KEYS = 43_000_000;

  private static final double FALSE_POSITIVES = 0.05;

  private long[] hashes = new long[64];
  private int count;
  private BloomFilter<Long> filter;
  private boolean sorted = true;

  boolean isEmpty() {
    return count == 0 && filter == null;
  }

  /** True when a key of this hash may be among them. */
  boolean mayContain(long wanted) {
    if (filter != null) {
      return filter.mightContain(wanted);
    }
    if (!sorted) {
      throw new IllegalStateException("the filter is still being filled");
    }
    return Arrays.binarySearch(hashes, 0, count, wanted) >= 0;
  }

  /** Adds a key by its hash. */
  void add(long key) {
    if (filter == null && count == MOST_HASHES) {
      useFilter(BloomFilter.create(Funnels.longFunnel(), EXPECTED_KEYS, FALSE_POSITIVES));
    }
    if (filter != null) {
      filter.put(key);
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

  private void merge(KeyBloomFilter other) {
    if (other.filter != null) {
      if (filter == null) {
        useFilter(other.filter.copy());
      } else {
        filter.putAll(other.filter);
      }
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

  /** Adds the keys of blocks of {@link UnresolvedParent}s. */
  static final class Build extends Combine.CombineFn<Block, KeyBloomFilter, KeyBloomFilter> {
    @Override
    public KeyBloomFilter createAccumulator() {
      return new KeyBloomFilter();
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
      KeyBloomFilter all = new KeyBloomFilter();
      filters.forEach(all::merge);
      return all;
    }

    @Override
    public KeyBloomFilter extractOutput(KeyBloomFilter filter) {
      return filter.finish();
    }
  }
}
