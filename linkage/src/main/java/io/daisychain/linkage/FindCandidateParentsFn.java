package io.daisychain.linkage;

import com.google.common.collect.Iterables;
import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.LineageGraph;
import io.daisychain.linkage.graph.PartitionGraph;
import io.daisychain.linkage.graph.UnresolvedParent;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;

/** Offers the events of a partition that another partition may be looking for. */
final class FindCandidateParentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;

  private final PCollectionView<KeyBloomFilter> wanted;
  private final LinkSettings settings;

  FindCandidateParentsFn(PCollectionView<KeyBloomFilter> wanted, LinkSettings settings) {
    this.wanted = wanted;
    this.settings = settings;
  }

  @ProcessElement
  public void candidate(ProcessContext context) throws IOException {
    KeyBloomFilter filter = context.sideInput(wanted);
    if (filter.isEmpty()) {
      return;
    }
    int partition = context.element().getKey();
    LineageGraph graph = new LineageGraph(settings.dates());
    PartitionGraph<LineageGraph> local =
        new PartitionGraph<>(
            graph,
            settings.isOfOtherDates(partition),
            Iterables.transform(context.element().getValue(), Block::bytes));
    KeyHash hash = settings.hash();
    try (Spill.Writer spill = settings.spill().open()) {
      BlockPacker blocks =
          new BlockPacker(
              settings.shards(),
              (shard, buffer, length) -> context.output(KV.of(shard, spill.block(buffer, length))));
      for (int node = 0; node < graph.size(); node++) {
        long key = hash.of(graph.keyHigh(node), graph.keyLow(node), graph.date(node));
        if (filter.mayContain(key)) {
          UnresolvedParent end =
              new UnresolvedParent(key, true, hash.of(local.component(node)), partition);
          FindUnresolvedParentsFn.add(end, blocks, settings);
        }
      }
      blocks.flush();
    }
  }
}
