package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.model.PackedReader;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;

/**
 * Tells which keys events of more than one partition have, as ids or beside them: exactly while
 * keys are few, and by a filter of 64 MB from then on, which counts to two. A false positive costs
 * a useless candidate and nothing else.
 */
final class RepeatedKeys implements Serializable {
  private static final int MOST_HASHES = 1 << 20;

  /** A key has all its places in one line of the processor's cache. */
  private static final int LINES = 1 << 20;

  private static final int LINE_WORDS = 8;
  private static final int PLANE_WORDS = LINE_WORDS / 2;
  private static final int PLACES = 4;

  private long[] hashes = new long[64];
  private int count;

  /** By line: places that a key has, then those that several have; null while keys are few. */
  private long[] lines;

  boolean isEmpty() {
    return count == 0 && lines == null;
  }

  /** True when a key of this hash may be borne in several partitions. */
  boolean mayContain(long key) {
    if (lines == null) {
      return Arrays.binarySearch(hashes, 0, count, key) >= 0;
    }
    int line = line(key);
    boolean all = true;
    for (int i = 0; i < PLACES; i++) {
      int place = place(key, i);
      all &= (lines[line + PLANE_WORDS + (place >> 6)] >>> place & 1) != 0;
    }
    return all;
  }

  private static int line(long key) {
    return (int) (key & (LINES - 1)) * LINE_WORDS;
  }

  /** One of 256 places: a byte of the hash that the line is not taken from. */
  private static int place(long key, int number) {
    return (int) (key >>> (32 + 8 * number)) & 0xff;
  }

  /** Adds a key that a partition bears. */
  void add(long key) {
    if (lines == null && count == MOST_HASHES) {
      useLines();
    }
    if (lines != null) {
      count(key);
      return;
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
    }
    hashes[count++] = key;
  }

  private void count(long key) {
    int line = line(key);
    for (int i = 0; i < PLACES; i++) {
      int place = place(key, i);
      int word = line + (place >> 6);
      long bit = 1L << place;
      lines[word + PLANE_WORDS] |= lines[word] & bit;
      lines[word] |= bit;
    }
  }

  private void useLines() {
    lines = new long[LINES * LINE_WORDS];
    for (int i = 0; i < count; i++) {
      count(hashes[i]);
    }
    hashes = new long[0];
    count = 0;
  }

  private void merge(RepeatedKeys other) {
    if (other.lines != null) {
      if (lines == null) {
        useLines();
      }
      for (int line = 0; line < lines.length; line += LINE_WORDS) {
        for (int word = line; word < line + PLANE_WORDS; word++) {
          lines[word + PLANE_WORDS] |=
              other.lines[word + PLANE_WORDS] | (lines[word] & other.lines[word]);
          lines[word] |= other.lines[word];
        }
      }
    }
    for (int i = 0; i < other.count; i++) {
      add(other.hashes[i]);
    }
  }

  /** Keeps, of keys that are few, those that were added twice. */
  private RepeatedKeys finish() {
    Arrays.sort(hashes, 0, count);
    int kept = 0;
    for (int i = 1; i < count; i++) {
      if (hashes[i] == hashes[i - 1]) {
        hashes[kept++] = hashes[i];
      }
    }
    hashes = Arrays.copyOf(hashes, kept);
    count = kept;
    return this;
  }

  /**
   * Passes on the blocks of a market in which some event bears a key beside its id: without one no
   * two events have a key in common.
   */
  static final class WhereSomeAreBorneFn extends DoFn<KV<Integer, Block>, Block> {
    private final PCollectionView<Iterable<Boolean>> borne;

    WhereSomeAreBorneFn(PCollectionView<Iterable<Boolean>> borne) {
      this.borne = borne;
    }

    @ProcessElement
    public void pass(ProcessContext context) {
      for (boolean some : context.sideInput(borne)) {
        if (some) {
          context.output(context.element().getValue());
          return;
        }
      }
    }
  }

  /** Adds the keys of blocks of {@link FindCandidateParentsFn}. */
  static final class Build extends Combine.CombineFn<Block, RepeatedKeys, RepeatedKeys> {
    @Override
    public RepeatedKeys createAccumulator() {
      return new RepeatedKeys();
    }

    @Override
    public RepeatedKeys addInput(RepeatedKeys keys, Block block) {
      PackedReader in = new PackedReader().wrap(block.bytes(), 0, block.length());
      while (in.remaining() > 0) {
        keys.add(in.i64());
        in.i64(); // the component
      }
      return keys;
    }

    @Override
    public RepeatedKeys mergeAccumulators(Iterable<RepeatedKeys> parts) {
      RepeatedKeys all = new RepeatedKeys();
      parts.forEach(all::merge);
      return all;
    }

    @Override
    public RepeatedKeys extractOutput(RepeatedKeys keys) {
      return keys.finish();
    }
  }
}
