package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.util.Arrays;

/**
 * The components that leave a partition, each with the group in which it is to meet its other
 * parts.
 *
 * <p>Packed: date and key that name the component (20 bytes), those that name the group (20).
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
        DatedKey component = DatedKey.read(in);
        int number =
            components.number(component.key().high(), component.key().low(), component.date());
        if (number == groups.length) {
          groups = Arrays.copyOf(groups, number * 2);
        }
        DatedKey group = DatedKey.read(in);
        groups[number] = hash.of(group.key().high(), group.key().low(), group.date());
      }
    }
  }

  static void write(PackedWriter out, DatedKey component, DatedKey group) {
    component.write(out);
    group.write(out);
  }

  boolean isEmpty() {
    return components.size() == 0;
  }

  /**
   * The shard where a component's group meets, {@link KeyNumbers#ABSENT} where it stays.
   *
   * @param shards number of shards
   */
  int shard(DatedKey component, int shards) {
    int number = components.find(component.key().high(), component.key().low(), component.date());
    return number == KeyNumbers.ABSENT
        ? KeyNumbers.ABSENT
        : (int) Math.floorMod(groups[number], (long) shards);
  }
}
