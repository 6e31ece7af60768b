package io.daisychain.linkage;

import com.google.common.collect.Iterables;
import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.ChildCells;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.linkage.graph.LineageErrors;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.PartitionGraph;
import io.daisychain.linkage.graph.Resolution;
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
  static final TupleTag<KV<Integer, Block>> ERRORS = new TupleTag<>() {};

  /** Events to be brought together, by group. */
  static final TupleTag<KV<Integer, Block>> MOVED = new TupleTag<>() {};

  /** Cells of children for {@link CompareChildrenFn}, after a run that was not completed. */
  static final TupleTag<KV<Integer, Block>> CHILDREN = new TupleTag<>() {};

  /** Sums. */
  static final TupleTag<LinkCounts> COUNTS = new TupleTag<>() {};

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events linked");

  private final LinkSettings settings;
  private final PCollectionView<Map<Integer, Iterable<Block>>> assignment;

  /**
   * Resolves partitions.
   *
   * @param assignment by partition, the components to send on with their groups; null to resolve
   *     all
   */
  ResolveFn(LinkSettings settings, PCollectionView<Map<Integer, Iterable<Block>>> assignment) {
    this.settings = settings;
    this.assignment = assignment;
  }

  @ProcessElement
  public void resolve(ProcessContext context, MultiOutputReceiver out) throws IOException {
    try (Spill.Writer spill = settings.spill().open()) {
      resolve(context, spill, out);
    }
  }

  private void resolve(ProcessContext context, Spill.Writer spill, MultiOutputReceiver out) {
    PartitionGraph<EventGraph> local =
        new PartitionGraph<>(
            new EventGraph(), Iterables.transform(context.element().getValue(), Block::bytes));
    boolean[] moved = new boolean[local.graph.size()];
    LinkCounts counts = new LinkCounts();
    if (assignment != null) {
      ComponentAssignment leaving =
          new ComponentAssignment(
              settings.hash(), context.sideInput(assignment).get(context.element().getKey()));
      if (!leaving.isEmpty()) {
        counts.moved = move(local, leaving, moved, spill, out);
      }
    }
    Resolution resolution = new Resolution(local.graph, local.components, settings.linkRules());
    write(local.graph, resolution, moved, counts, spill, out);
    out.get(COUNTS).output(counts);
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
    for (int node = 0; node < local.graph.size(); node++) {
      int shard = shards[local.components.find(node)];
      if (shard == KeyNumbers.ABSENT) {
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
      LinkCounts counts,
      Spill.Writer spill,
      MultiOutputReceiver out) {
    PackedChanges changes = new PackedChanges(settings, spill.into(out.get(CHANGES)));
    ChildCells children = new ChildCells(graph);
    CompareChildrenFn.Cells compared =
        new CompareChildrenFn.Cells(
            settings.hash(), settings.partitions(), spill.into(out.get(CHILDREN)));
    boolean compares = settings.linkRun().followsUnfinished();
    LinkErrorBlocks errors = new LinkErrorBlocks(spill.into(out.get(ERRORS)));
    counts.cycles = resolution.cycles(node -> !moved[node]);
    for (int node = 0; node < graph.size(); node++) {
      if (moved[node]) {
        continue;
      }
      counts.events++;
      counts.edges += graph.firstEdge(node + 1) - graph.firstEdge(node);
      counts.orphans += graph.isOrphan(node) ? 1 : 0;
      counts.lifecycles += resolution.isLifecycleRoot(node) ? 1 : 0;
      boolean written = resolution.write(node, changes);
      counts.written += written ? 1 : 0;
      counts.changed += written && graph.record(node).has(LinkRecord.LINKED) ? 1 : 0;
      if (compares) {
        compared.addWanted(graph, node);
      } else if (written) {
        children.write(node, changes);
      }
      if (resolution.statuses(node) != 0) {
        count(resolution.statuses(node), counts);
        report(graph, resolution, node, errors);
      }
    }
    progress.inc(counts.events);
    changes.flush();
    compared.flush();
    errors.flush();
  }

  private static void count(int statuses, LinkCounts counts) {
    for (ErrorStatus status : ErrorStatus.values()) {
      if (status.isIn(statuses)) {
        counts.addStatus(status.name());
      }
    }
  }

  private static void report(
      EventGraph graph, Resolution resolution, int node, LinkErrorBlocks errors) {
    LinkRecord record = graph.record(node);
    RowKey content = new RowKey(record.contentHigh(), record.contentLow());
    int order = 0;
    for (LineageErrors.Found found : resolution.errors(node)) {
      if (found.status() == ErrorStatus.DUPLICATE_KEY) {
        continue;
      }
      RowKey parent =
          found.edge() == KeyNumbers.ABSENT
              ? null
              : new RowKey(graph.parentHigh(found.edge()), graph.parentLow(found.edge()));
      String text = found.message() == null ? "" : found.message();
      errors.add(
          LinkError.of(
              graph.key(node),
              content,
              graph.references(node),
              parent,
              order++,
              found.status(),
              found.tag(),
              text));
    }
  }
}
