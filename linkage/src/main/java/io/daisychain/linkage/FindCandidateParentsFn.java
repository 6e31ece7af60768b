package io.daisychain.linkage;

import com.google.common.collect.Iterables;
import io.daisychain.beam.Block;
import io.daisychain.linkage.graph.LineageGraph;
import io.daisychain.linkage.graph.PartitionGraph;
import io.daisychain.linkage.graph.UnresolvedParent;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;

/** Offers the events of a partition that another partition may be looking for. */
final class FindCandidateParentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;

  private final PCollectionView<KeyBloomFilter> wanted;
  private final LinkSettings settings;
  private final int shards;

  FindCandidateParentsFn(
      PCollectionView<KeyBloomFilter> wanted, LinkSettings settings, int shards) {
    this.wanted = wanted;
    this.settings = settings;
    this.shards = shards;
  }

  @ProcessElement
  public void candidate(ProcessContext context) {
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
    LineageGraph graph = new LineageGraph(settings.dates());
    PartitionGraph<LineageGraph> local =
        new PartitionGraph<>(
            graph,
            settings.isOfOtherDates(partition),
            Iterables.transform(context.element().getValue(), Block::bytes));
    for (int node = 0; node < graph.size(); node++) {
      if (filter.mayContain(graph.keyHigh(node), graph.keyLow(node))) {
        UnresolvedParent end =
            new UnresolvedParent(graph.datedKey(node), true, local.component(node), partition);
        FindUnresolvedParentsFn.add(end, blocks, settings.hash(), shards);
      }
    }
    blocks.flush();
  }
}
