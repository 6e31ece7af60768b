package io.daisychain.linkage;

import io.daisychain.chunk.Chunk;
import io.daisychain.model.PackedReader;
import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Finds which components of different partitions are one lifecycle or may be: the small graph that
 * remains.
 *
 * <p>Input: the pairs of {@link JoinLooseEndsFn}, all of them. Output, by partition: key of a
 * component, then key of the group that it belongs to.
 */
final class UniteComponentsFn extends DoFn<KV<Integer, Iterable<Chunk>>, KV<Integer, Chunk>> {
  private static final long serialVersionUID = 1;
  private static final int NO_PARTITION = -1;

  @ProcessElement
  public void unite(
      @Element KV<Integer, Iterable<Chunk>> pairs, OutputReceiver<KV<Integer, Chunk>> out) {
    Map<RowKey, Integer> numbers = new HashMap<>();
    List<LooseEnd> components = new ArrayList<>();
    List<int[]> edges = new ArrayList<>();
    PackedReader in = new PackedReader();
    for (Chunk chunk : pairs.getValue()) {
      in.wrap(chunk.bytes(), 0, chunk.length());
      while (in.remaining() > 0) {
        int a = number(LooseEnd.read(in), numbers, components);
        int b = number(LooseEnd.read(in), numbers, components);
        edges.add(new int[] {a, b});
      }
    }
    out.output(KV.of(NO_PARTITION, Chunk.of(new byte[0]))); // even without pairs: see LinkJob
    UnionFind groups = new UnionFind(components.size());
    for (int[] edge : edges) {
      groups.union(edge[0], edge[1]);
    }
    for (int i = 0; i < components.size(); i++) {
      LooseEnd component = components.get(i);
      RowKey group = components.get(groups.find(i)).component();
      byte[] move = new byte[2 * RowKey.LENGTH];
      RowKey.write(component.component().high(), component.component().low(), move, 0);
      RowKey.write(group.high(), group.low(), move, RowKey.LENGTH);
      out.output(KV.of(component.partition(), Chunk.of(move)));
    }
  }

  private static int number(LooseEnd end, Map<RowKey, Integer> numbers, List<LooseEnd> components) {
    Integer known = numbers.get(end.component());
    if (known != null) {
      return known;
    }
    numbers.put(end.component(), components.size());
    components.add(end);
    return components.size() - 1;
  }
}
