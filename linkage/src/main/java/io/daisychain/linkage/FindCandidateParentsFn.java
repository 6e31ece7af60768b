package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.PackedReader;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;

/**
 * Offers the events of a partition that another partition may be looking for, or that bear a key
 * which events of another partition may bear: which is meant is decided where all of them are.
 *
 * <p>A block has of each event 8 bytes that are the hash of its key, and 8 that are the hash of the
 * name of its component; of a key that it bears beside its id, too.
 */
final class FindCandidateParentsFn extends DoFn<KV<Integer, Block>, KV<Integer, Block>> {
  private final PCollectionView<KeyBloomFilter> wanted;
  private final PCollectionView<RepeatedKeys> repeated;
  private final LinkSettings settings;

  FindCandidateParentsFn(
      PCollectionView<KeyBloomFilter> wanted,
      PCollectionView<RepeatedKeys> repeated,
      LinkSettings settings) {
    this.wanted = wanted;
    this.repeated = repeated;
    this.settings = settings;
  }

  @ProcessElement
  public void offer(ProcessContext context) throws IOException {
    KeyBloomFilter filter = context.sideInput(wanted);
    RepeatedKeys several = context.sideInput(repeated);
    if (filter.isEmpty() && several.isEmpty()) {
      return;
    }
    int partition = context.element().getKey();
    byte[] bytes = context.element().getValue().bytes();
    PackedReader events = new PackedReader().wrap(bytes, 0, bytes.length);
    try (Spill.Writer spill = settings.spill().open()) {
      BlockPacker blocks =
          new BlockPacker(
              settings.shards(),
              (shard, buffer, length) -> context.output(KV.of(shard, spill.block(buffer, length))));
      while (events.remaining() > 0) {
        long key = events.i64();
        long component = events.i64();
        if (filter.mayContain(key) || several.mayContain(key)) {
          UnresolvedParent end = new UnresolvedParent(key, true, component, partition);
          FindUnresolvedParentsFn.add(end, blocks, settings);
        }
      }
      blocks.flush();
    }
  }
}
