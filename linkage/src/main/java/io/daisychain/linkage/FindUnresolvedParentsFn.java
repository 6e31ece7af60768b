package io.daisychain.linkage;

import com.google.common.collect.Iterables;
import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.LineageGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.PartitionGraph;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.PackedWriter;
import java.io.IOException;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Tells which parents a partition names and does not have. Those, and children, that may lie on
 * trade dates which are not scanned are fetched, with all that hangs together with them.
 */
final class FindUnresolvedParentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  /** Packed {@link UnresolvedParent}s by shard. */
  static final TupleTag<KV<Integer, Block>> UNRESOLVED = new TupleTag<>() {};

  /** By partition, its events in blocks of {@link FindCandidateParentsFn}. */
  static final TupleTag<KV<Integer, Block>> COMPONENTS = new TupleTag<>() {};

  /** Whether any of its events bears a key beside its id. */
  static final TupleTag<Boolean> BEARS_KEYS = new TupleTag<>() {};

  /** Large, since each block of them makes one for each shard. */
  private static final int COMPONENT_BLOCK_BYTES = 4 << 20;

  private final LinkSettings settings;

  FindUnresolvedParentsFn(LinkSettings settings) {
    this.settings = settings;
  }

  @ProcessElement
  public void find(@Element KV<Integer, Iterable<Block>> partition, MultiOutputReceiver out)
      throws IOException {
    int number = partition.getKey();
    boolean fetched = settings.isOfOtherDates(number);
    PartitionGraph<LineageGraph> local =
        new PartitionGraph<>(
            new LineageGraph(settings.dates()),
            fetched,
            Iterables.transform(partition.getValue(), Block::bytes));
    try (EarlierParents earlier = new EarlierParents(settings)) {
      earlier.addTo(local.graph);
    }
    try (Spill.Writer spill = settings.spill().open()) {
      BlockPacker blocks = new BlockPacker(settings.shards(), spill.into(out.get(UNRESOLVED)));
      if (fetched || !settings.reachesOtherDates()) {
        local.findUnresolvedParents(
            (component, candidates, sent) -> addAll(component, candidates, number, blocks));
      } else {
        try (LifecycleFetch fetch = new LifecycleFetch(settings, spill, out)) {
          local.findUnresolvedParents(
              (component, candidates, sent) -> {
                addAll(component, candidates, number, blocks);
                fetch.addFirst(candidates, sent);
              });
          addFromRows(local.graph, fetch);
          fetch.run();
        }
      }
      blocks.flush();
      boolean bearsKeys = tellComponents(local, number, spill, out.get(COMPONENTS));
      out.get(BEARS_KEYS).output(bearsKeys);
    }
  }

  /**
   * Tells the keys of all events, those that they bear beside their ids among them; true where
   * there are such.
   */
  private boolean tellComponents(
      PartitionGraph<LineageGraph> local,
      int partition,
      Spill.Writer spill,
      OutputReceiver<KV<Integer, Block>> out) {
    KeyHash hash = settings.hash();
    LineageGraph graph = local.graph;
    long[] components = local.ofNodes(hash::of);
    PackedWriter block = new PackedWriter();
    boolean bearsKeys = false;
    for (int node = 0; node < graph.size(); node++) {
      block.i64(hash.of(graph.keyHigh(node), graph.keyLow(node), graph.date(node)));
      block.i64(components[node]);
      DatedKey borne = graph.borneKey(node);
      if (borne != null) {
        block.i64(hash.of(borne)).i64(components[node]);
        bearsKeys = true;
      }
      if (block.length() >= COMPONENT_BLOCK_BYTES || node == graph.size() - 1) {
        out.output(KV.of(partition, spill.block(block.buffer(), block.length())));
        block.clear();
      }
    }
    return bearsKeys;
  }

  /**
   * Children on other dates, parents of before, rows of keys there, and what has waited for events
   * that are new.
   */
  private void addFromRows(LineageGraph graph, LifecycleFetch fetch) throws IOException {
    for (int node = 0; node < graph.size(); node++) {
      LinkRecord record = graph.record(node);
      DatedKey borne = graph.borneKey(node);
      if (borne != null) {
        fetch.add(borne);
      }
      if (!record.has(LinkRecord.LINKED)) {
        fetch.addWaiting(new DatedKey(record.date(), graph.key(node)));
        if (borne != null) {
          fetch.addWaiting(borne);
        }
      }
      fetch.addFrom(record);
    }
  }

  private void addAll(
      DatedKey component, List<DatedKey> candidates, int partition, BlockPacker blocks) {
    KeyHash hash = settings.hash();
    for (DatedKey key : candidates) {
      if (settings.dates().has(key.date())) {
        var wanted = new UnresolvedParent(hash.of(key), false, hash.of(component), partition);
        add(wanted, blocks, settings);
      }
    }
  }

  /** Where an event's hash is looked for. */
  static int shard(long key, LinkSettings settings) {
    return settings.hash().part(key, 0, settings.shards());
  }

  private static void add(UnresolvedParent end, BlockPacker blocks, LinkSettings settings) {
    int shard = shard(end.key(), settings);
    end.write(blocks.begin(shard));
    blocks.end(shard);
  }
}
