package io.daisychain.linkage;

import com.google.common.collect.Iterables;
import io.daisychain.beam.Block;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.LineageGraph;
import io.daisychain.linkage.graph.PartitionGraph;
import io.daisychain.linkage.graph.UnresolvedParent;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Tells which parents a partition names and does not have. */
final class FindUnresolvedParentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;

  private final KeyHash hash;
  private final int shards;

  FindUnresolvedParentsFn(KeyHash hash, int shards) {
    this.hash = hash;
    this.shards = shards;
  }

  @ProcessElement
  public void find(
      @Element KV<Integer, Iterable<Block>> partition, OutputReceiver<KV<Integer, Block>> out) {
    BlockPacker blocks =
        new BlockPacker(
            shards,
            (shard, buffer, length) ->
                out.output(KV.of(shard, Block.of(Arrays.copyOf(buffer, length)))));
    new PartitionGraph<>(
            new LineageGraph(), Iterables.transform(partition.getValue(), Block::bytes))
        .findUnresolvedParents(partition.getKey(), end -> add(end, blocks, hash, shards));
    blocks.flush();
  }

  static void add(UnresolvedParent end, BlockPacker blocks, KeyHash hash, int shards) {
    int shard = hash.part(end.key().high(), end.key().low(), shards);
    end.write(blocks.begin(shard));
    blocks.end(shard);
  }
}
