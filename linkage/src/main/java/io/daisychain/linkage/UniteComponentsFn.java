package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.linkage.graph.UnionFind;
import io.daisychain.linkage.graph.UnresolvedParent;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Finds which components of different partitions are one lifecycle or may be: the small graph that
 * remains.
 *
 * <p>Input: the pairs of {@link JoinCandidateParentsFn}, all of them. Output: {@link
 * ComponentAssignment} by partition. In memory a component takes some 55 bytes and a pair 8.
 */
final class UniteComponentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;
  private static final int NO_PARTITION = -1;
  private static final int BLOCK_BYTES = 256 << 10;

  @ProcessElement
  public void unite(
      @Element KV<Integer, Iterable<Block>> pairs, OutputReceiver<KV<Integer, Block>> out) {
    KeyNumbers components = new KeyNumbers();
    int[] partitions = new int[16];
    int[] ends = new int[16];
    int count = 0;
    PackedReader in = new PackedReader();
    for (Block block : pairs.getValue()) {
      in.wrap(block.bytes(), 0, block.length());
      while (in.remaining() > 0) {
        UnresolvedParent end = UnresolvedParent.read(in);
        DatedKey name = end.component();
        int number = components.number(name.key().high(), name.key().low(), name.date());
        partitions = withRoom(partitions, number);
        partitions[number] = end.partition();
        ends = withRoom(ends, count);
        ends[count++] = number;
      }
    }
    out.output(KV.of(NO_PARTITION, Block.of(new byte[0]))); // even without pairs: see LinkJob
    UnionFind groups = new UnionFind(components.size());
    for (int i = 0; i < count; i += 2) {
      groups.union(ends[i], ends[i + 1]);
    }
    move(components, partitions, groups, out);
  }

  private static void move(
      KeyNumbers components,
      int[] partitions,
      UnionFind groups,
      OutputReceiver<KV<Integer, Block>> out) {
    Map<Integer, PackedWriter> assignment = new HashMap<>();
    for (int i = 0; i < components.size(); i++) {
      int group = groups.find(i);
      PackedWriter block = assignment.computeIfAbsent(partitions[i], p -> new PackedWriter());
      ComponentAssignment.write(block, name(components, i), name(components, group));
      if (block.length() >= BLOCK_BYTES) {
        send(partitions[i], block, out);
      }
    }
    assignment.forEach((partition, block) -> send(partition, block, out));
  }

  private static DatedKey name(KeyNumbers components, int number) {
    RowKey key = new RowKey(components.high(number), components.low(number));
    return new DatedKey(components.date(number), key);
  }

  private static void send(
      int partition, PackedWriter block, OutputReceiver<KV<Integer, Block>> out) {
    if (block.length() > 0) {
      out.output(KV.of(partition, Block.of(block.toBytes())));
      block.clear();
    }
  }

  private static int[] withRoom(int[] array, int index) {
    return index < array.length ? array : Arrays.copyOf(array, index * 2);
  }
}
