package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import io.daisychain.reporting.WriteFeedback;
import java.io.IOException;
import java.util.Map;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Resolves the lifecycles of a partition and sends on those of which another partition has a part.
 *
 * <p>The second time, over what was sent on, every lifecycle is whole and nothing is sent on.
 */
final class ResolveFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;

  /** Packed changes by key range. */
  static final TupleTag<KV<Integer, Block>> CHANGES = new TupleTag<>() {};

  /** Packed {@link LinkError}s by {@link WriteFeedback#shardOf}. */
  static final TupleTag<KV<Integer, Block>> FAULTS = new TupleTag<>() {};

  /** Events to be brought together, by group. */
  static final TupleTag<KV<Integer, Block>> MOVED = new TupleTag<>() {};

  /** Cells of children for {@link CompareChildrenFn}, after a run that was not completed. */
  static final TupleTag<KV<Integer, Block>> CHILDREN = new TupleTag<>() {};

  /** Sums. */
  static final TupleTag<LinkCounts> TALLIES = new TupleTag<>() {};

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events linked");

  private final LinkSettings settings;
  private final PCollectionView<Map<Integer, Iterable<Block>>> moves;

  /**
   * Resolves partitions.
   *
   * @param moves by partition, the components to send on with their groups; null to resolve all
   */
  ResolveFn(LinkSettings settings, PCollectionView<Map<Integer, Iterable<Block>>> moves) {
    this.settings = settings;
    this.moves = moves;
  }

  @ProcessElement
  public void resolve(ProcessContext context, MultiOutputReceiver out) throws IOException {
    try (Spill.Writer spill = settings.spill().open()) {
      resolve(context, spill, out);
    }
  }

  private void resolve(ProcessContext context, Spill.Writer spill, MultiOutputReceiver out) {
    PartitionGraph<EventGraph> local =
        new PartitionGraph<>(new EventGraph(), context.element().getValue());
    boolean[] moved = new boolean[local.graph.size];
    LinkCounts tally = new LinkCounts();
    if (moves != null) {
      ComponentAssignment leaving =
          new ComponentAssignment(
              settings.hash(), context.sideInput(moves).get(context.element().getKey()));
      if (!leaving.isEmpty()) {
        tally.moved = move(local, leaving, moved, spill, out);
      }
    }
    Resolution resolution = new Resolution(local.graph, local.components, settings.linkRules());
    write(local.graph, resolution, moved, tally, spill, out);
    out.get(TALLIES).output(tally);
  }

  private long move(
      PartitionGraph<EventGraph> local,
      ComponentAssignment leaving,
      boolean[] moved,
      Spill.Writer spill,
      MultiOutputReceiver out) {
    int[] shards = local.ofComponents(name -> leaving.shard(name, settings.partitions()));
    BlockPacker blocks = new BlockPacker(settings.partitions(), spill.into(out.get(MOVED)));
    long count = 0;
    for (int node = 0; node < local.graph.size; node++) {
      int shard = shards[local.components.find(node)];
      if (shard == KeyIndex.ABSENT) {
        continue;
      }
      moved[node] = true;
      count++;
      LinkRecord record = local.graph.record(node);
      blocks.begin(shard).raw(record.buffer(), record.start(), record.end() - record.start());
      blocks.end(shard);
    }
    blocks.flush();
    return count;
  }

  private void write(
      EventGraph graph,
      Resolution resolution,
      boolean[] moved,
      LinkCounts tally,
      Spill.Writer spill,
      MultiOutputReceiver out) {
    PackedChanges changes = new PackedChanges(settings, spill.into(out.get(CHANGES)));
    ChildCells children = new ChildCells(graph);
    CompareChildrenFn.Cells compared =
        new CompareChildrenFn.Cells(
            settings.hash(), settings.partitions(), spill.into(out.get(CHILDREN)));
    boolean compares = settings.generation().followsUnfinished();
    LinkErrorBlocks faults = new LinkErrorBlocks(spill.into(out.get(FAULTS)));
    tally.cycles = resolution.cycles(node -> !moved[node]);
    for (int node = 0; node < graph.size; node++) {
      if (moved[node]) {
        continue;
      }
      tally.events++;
      tally.edges += graph.parentStart[node + 1] - graph.parentStart[node];
      tally.orphans += graph.orphan[node] ? 1 : 0;
      tally.lifecycles += resolution.isLifecycleRoot(node) ? 1 : 0;
      boolean written = resolution.write(node, changes);
      tally.written += written ? 1 : 0;
      tally.changed += written && graph.record(node).has(LinkRecord.LINKED) ? 1 : 0;
      if (compares) {
        compared.addWanted(graph, node);
      } else if (written) {
        children.write(node, changes);
      }
      if (resolution.statuses(node) != 0) {
        count(resolution.statuses(node), tally);
        report(graph, resolution, node, faults);
      }
    }
    progress.inc(tally.events);
    changes.flush();
    compared.flush();
    faults.flush();
  }

  private static void count(int statuses, LinkCounts tally) {
    for (ErrorStatus status : ErrorStatus.values()) {
      if (status.isIn(statuses)) {
        tally.addStatus(status.name());
      }
    }
  }

  private static void report(
      EventGraph graph, Resolution resolution, int node, LinkErrorBlocks faults) {
    LinkRecord record = graph.record(node);
    RowKey content = new RowKey(record.contentHigh(), record.contentLow());
    int order = 0;
    for (LineageErrors.Found found : resolution.faults(node)) {
      if (found.status() == ErrorStatus.DUPLICATE_KEY) {
        continue;
      }
      RowKey parent =
          found.edge() == KeyIndex.ABSENT
              ? null
              : new RowKey(graph.parentHigh[found.edge()], graph.parentLow[found.edge()]);
      String text = found.told() == null ? "" : found.told();
      faults.add(
          LinkError.of(
              graph.key(node),
              content,
              graph.claim(node),
              parent,
              order++,
              found.status(),
              found.tag(),
              text));
    }
  }
}
