package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.PackedReader;
import java.io.IOException;
import java.util.Arrays;
import org.apache.beam.sdk.metrics.Distribution;
import org.apache.beam.sdk.metrics.Metrics;
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
  private static final int EVENT_BYTES = 2 * Long.BYTES;

  private final PCollectionView<Iterable<KV<Integer, KeyBloomFilter>>> wanted;
  private final KeyBloomFilter none;
  private final PCollectionView<RepeatedKeys> repeated;
  private final LinkSettings settings;

  private final Distribution tested = Metrics.distribution(LinkJob.class, LinkJob.TESTED);
  private final Distribution offered = Metrics.distribution(LinkJob.class, LinkJob.OFFERED);

  /** By shard, for the elements of a bundle. */
  private transient KeyBloomFilter[] filters;

  private transient boolean isWanted;

  /**
   * Offers events.
   *
   * @param wanted by shard, of those in which something is looked for
   * @param none of all other shards
   */
  FindCandidateParentsFn(
      PCollectionView<Iterable<KV<Integer, KeyBloomFilter>>> wanted,
      KeyBloomFilter none,
      PCollectionView<RepeatedKeys> repeated,
      LinkSettings settings) {
    this.wanted = wanted;
    this.none = none;
    this.repeated = repeated;
    this.settings = settings;
  }

  private void readFilters(Iterable<KV<Integer, KeyBloomFilter>> all) {
    filters = new KeyBloomFilter[settings.shards()];
    Arrays.fill(filters, none);
    isWanted = false;
    for (KV<Integer, KeyBloomFilter> shard : all) {
      filters[shard.getKey()] = shard.getValue();
      isWanted |= !shard.getValue().isEmpty();
    }
  }

  @ProcessElement
  public void offer(ProcessContext context) throws IOException {
    if (filters == null) {
      readFilters(context.sideInput(wanted));
    }
    RepeatedKeys several = context.sideInput(repeated);
    if (!isWanted && several.isEmpty()) {
      return;
    }
    long found = 0;
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
        int shard = FindUnresolvedParentsFn.shard(key, settings);
        if (filters[shard].mayContain(key) || several.mayContain(key)) {
          new UnresolvedParent(key, true, component, partition).write(blocks.begin(shard));
          blocks.end(shard);
          found++;
        }
      }
      blocks.flush();
      tested.update(bytes.length / EVENT_BYTES);
      offered.update(found);
    }
  }

  @FinishBundle
  public void finish() {
    filters = null;
  }
}
