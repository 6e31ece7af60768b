package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.util.Arrays;

/**
 * The components that leave a partition, each with the group in which it is to meet its other
 * parts.
 *
 * <p>Packed: key that names the component (16 bytes), key that names the group (16).
 */
final class ComponentAssignment {
  private final KeyNumbers components = new KeyNumbers();
  private long[] groups = new long[16];

  /**
   * Reads blocks.
   *
   * @param hash of the run, on which all workers agree
   * @param blocks of {@link #write}; null for none
   */
  ComponentAssignment(KeyHash hash, Iterable<Block> blocks) {
    if (blocks == null) {
      return;
    }
    PackedReader in = new PackedReader();
    for (Block block : blocks) {
      in.wrap(block.bytes(), 0, block.length());
      while (in.remaining() > 0) {
        int number = components.number(in.i64(), in.i64());
        if (number == groups.length) {
          groups = Arrays.copyOf(groups, number * 2);
        }
        groups[number] = hash.of(in.i64(), in.i64());
      }
    }
  }

  static void write(PackedWriter out, RowKey component, RowKey group) {
    out.key(component.high(), component.low()).key(group.high(), group.low());
  }

  boolean isEmpty() {
    return components.size() == 0;
  }

  /**
   * The shard where a component's group meets, {@link KeyNumbers#ABSENT} where it stays.
   *
   * @param shards number of shards
   */
  int shard(RowKey component, int shards) {
    int number = components.find(component.high(), component.low());
    return number == KeyNumbers.ABSENT
        ? KeyNumbers.ABSENT
        : (int) Math.floorMod(groups[number], (long) shards);
  }
}
