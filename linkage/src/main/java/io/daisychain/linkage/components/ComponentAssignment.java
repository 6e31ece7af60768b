package io.daisychain.linkage.components;

import io.daisychain.beam.Block;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.model.PackedReader;
import java.util.Arrays;

/**
 * The components of a partition that leave it, each with the group in which it is to meet its other
 * parts.
 */
public final class ComponentAssignment {
  private final KeyHash hash;
  private final KeyNumbers components = new KeyNumbers();
  private long[] groups = new long[16];

  /**
   * Reads what {@link UniteComponents} tells a partition.
   *
   * @param hash of the run, on which all workers agree
   */
  public ComponentAssignment(KeyHash hash, Iterable<Block> blocks) {
    this.hash = hash;
    PackedReader in = new PackedReader();
    for (Block block : blocks) {
      in.wrap(block.bytes(), 0, block.length());
      while (in.remaining() > 0) {
        GroupRecord record = GroupRecord.read(in);
        int number = components.number(record.component(), 0, 0);
        if (number == groups.length) {
          groups = Arrays.copyOf(groups, number * 2);
        }
        groups[number] = record.value();
      }
    }
  }

  /** True where every component stays. */
  public boolean isEmpty() {
    return components.size() == 0;
  }

  /**
   * The shard where a component's group meets, {@link KeyNumbers#ABSENT} where it stays.
   *
   * @param shards number of shards
   */
  public int shard(DatedKey component, int shards) {
    int number = components.find(hash.of(component), 0, 0);
    return number == KeyNumbers.ABSENT ? KeyNumbers.ABSENT : hash.part(groups[number], 0, shards);
  }
}
