package io.daisychain.linkage;

import io.daisychain.beam.Block;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;

/** Offers the events of a partition that another partition may be looking for. */
final class FindCandidateParentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;

  private final PCollectionView<KeyBloomFilter> wanted;
  private final KeyHash hash;
  private final int shards;

  FindCandidateParentsFn(PCollectionView<KeyBloomFilter> wanted, KeyHash hash, int shards) {
    this.wanted = wanted;
    this.hash = hash;
    this.shards = shards;
  }

  @ProcessElement
  public void offer(ProcessContext context) {
    KeyBloomFilter filter = context.sideInput(wanted);
    if (filter.isEmpty()) {
      return;
    }
    BlockPacker blocks =
        new BlockPacker(
            shards,
            (shard, buffer, length) ->
                context.output(KV.of(shard, Block.of(Arrays.copyOf(buffer, length)))));
    int partition = context.element().getKey();
    LineageGraph graph = new LineageGraph();
    PartitionGraph<LineageGraph> local = new PartitionGraph<>(graph, context.element().getValue());
    for (int node = 0; node < graph.size; node++) {
      if (filter.mayContain(graph.high[node], graph.low[node])) {
        UnresolvedParent end =
            new UnresolvedParent(graph.key(node), true, local.component(node), partition);
        FindUnresolvedParentsFn.add(end, blocks, hash, shards);
      }
    }
    blocks.flush();
  }
}
