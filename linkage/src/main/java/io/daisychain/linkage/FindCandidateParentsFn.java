package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.LineageGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.PartitionGraph;
import io.daisychain.linkage.graph.UnresolvedParent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
    KeyHash hash = settings.hash();
    List<byte[]> blocks = new ArrayList<>();
    boolean any = false;
    for (Block block : context.element().getValue()) {
      byte[] bytes = block.bytes();
      blocks.add(bytes);
      any = any || hasAny(bytes, filter, hash);
    }
    if (any) {
      offer(context, filter, context.element().getKey(), blocks);
    }
  }

  /** Most partitions lack nothing that another has: of those no graph is made. */
  private static boolean hasAny(byte[] block, KeyBloomFilter filter, KeyHash hash) {
    LinkRecord record = new LinkRecord();
    for (int at = 0; at < block.length; at = record.end()) {
      record.read(block, at);
      if (filter.mayContain(hash.of(record.high(), record.low(), record.date()))) {
        return true;
      }
    }
    return false;
  }

  private void offer(
      ProcessContext context, KeyBloomFilter filter, int partition, List<byte[]> events)
      throws IOException {
    LineageGraph graph = new LineageGraph(settings.dates());
    PartitionGraph<LineageGraph> local =
        new PartitionGraph<>(graph, settings.isOfOtherDates(partition), events);
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
