package io.daisychain.linkage.components;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.PackedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Unites the components of all edges that there are, in one place and by union-find. In memory a
 * component takes some 50 to 90 bytes with its edges, see {@link
 * UniteComponents.Plan#UNITED_BYTES}.
 */
final class UniteComponentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  /** How many there were: for tests, and whoever watches a job. */
  private final Counter united = Metrics.counter("unite", "components in one place");

  private final UniteComponents.Plan plan;

  UniteComponentsFn(UniteComponents.Plan plan) {
    this.plan = plan;
  }

  @ProcessElement
  public void unite(
      @Element KV<Integer, Iterable<Block>> edges, OutputReceiver<KV<Integer, Block>> out)
      throws IOException {
    KeyNumbers components = new KeyNumbers();
    int[] destinations = new int[0];
    int[] ends = new int[16];
    int count = 0;
    // Two components of different partitions have one number by chance, on one day in a hundred.
    List<ComponentEdge> others = new ArrayList<>();
    PackedReader in = new PackedReader();
    for (Block block : edges.getValue()) {
      in.wrap(block.bytes(), 0, block.length());
      while (in.remaining() > 0) {
        ComponentEdge edge = ComponentEdge.read(in);
        int from = components.number(edge.from(), 0, 0);
        int to = components.number(edge.to(), 0, 0);
        destinations = withRoom(destinations, Math.max(from, to));
        if (destinations[from] == KeyNumbers.ABSENT) {
          destinations[from] = edge.destination();
        } else if (destinations[from] != edge.destination()) {
          others.add(edge);
        }
        if (from < to) { // the same is there from the other side
          ends = withRoom(ends, count + 1);
          ends[count++] = from;
          ends[count++] = to;
        }
      }
    }
    united.inc(components.size());
    UnionFind groups = new UnionFind(components.size());
    for (int i = 0; i < count; i += 2) {
      groups.union(ends[i], ends[i + 1]);
    }
    try (Spill.Writer spill = plan.spill().open()) {
      BlockPacker told = new BlockPacker(plan.destinations(plan.rounds() + 1), spill.into(out));
      for (int i = 0; i < components.size(); i++) {
        tell(components, groups, i, destinations[i], told);
      }
      for (ComponentEdge edge : others) {
        int number = components.find(edge.from(), 0, 0);
        tell(components, groups, number, edge.destination(), told);
      }
      told.flush();
    }
  }

  private static void tell(
      KeyNumbers components, UnionFind groups, int number, int destination, BlockPacker told) {
    long group = components.high(groups.find(number));
    GroupRecord.group(components.high(number), group).write(told.begin(destination));
    told.end(destination);
  }

  private static int[] withRoom(int[] array, int index) {
    if (index < array.length) {
      return array;
    }
    int[] grown = Arrays.copyOf(array, Math.max(16, index * 2));
    Arrays.fill(grown, array.length, grown.length, KeyNumbers.ABSENT);
    return grown;
  }
}
