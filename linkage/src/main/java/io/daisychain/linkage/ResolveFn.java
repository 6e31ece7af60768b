package io.daisychain.linkage;

import com.google.common.collect.Iterables;
import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.components.ComponentAssignment;
import io.daisychain.linkage.graph.ChildCells;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.linkage.graph.LineageGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.PartitionGraph;
import io.daisychain.linkage.graph.Resolution;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.linkage.plan.DateSums;
import io.daisychain.linkage.plan.DateWriters;
import io.daisychain.linkage.plan.LinkCounts;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.reporting.WriteFeedback;
import io.daisychain.store.dates.ChangedKeys;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.join.CoGbkResult;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Resolves the lifecycles of a partition and sends on those of which another partition has a part.
 *
 * <p>The second time, over what was sent on, every lifecycle is whole and nothing is sent on.
 */
public final class ResolveFn extends DoFn<KV<Integer, CoGbkResult>, KV<Integer, Block>> {
  /** Packed events of the partition. */
  static final TupleTag<Block> EVENTS = new TupleTag<>() {};

  /** {@link ComponentAssignment} of the partition. */
  static final TupleTag<Block> ASSIGNMENT = new TupleTag<>() {};

  /** Packed changes by key range. */
  static final TupleTag<KV<Integer, Block>> CHANGES = new TupleTag<>() {};

  /** Packed {@link LinkError}s of scanned dates, by {@link WriteFeedback#shardOf}. */
  static final TupleTag<KV<Integer, Block>> ERRORS = new TupleTag<>() {};

  /** The same for dates that are not scanned: they are few, and put. */
  static final TupleTag<KV<Integer, Block>> OTHER_CHANGES = new TupleTag<>() {};

  /** Keys of the rows that are written, by trade date. */
  static final TupleTag<KV<Integer, ChangedKeys>> WRITTEN = new TupleTag<>() {};

  /** Keys of rows of dates that are not to be written, and should be. */
  static final TupleTag<KV<Integer, ChangedKeys>> PENDING = new TupleTag<>() {};

  /** Events to be brought together, by group. */
  static final TupleTag<KV<Integer, Block>> MOVED = new TupleTag<>() {};

  /** Cells of children for {@link CompareChildrenFn}, after a run that was not completed. */
  static final TupleTag<KV<Integer, Block>> CHILDREN = new TupleTag<>() {};

  /** Sums. */
  static final TupleTag<LinkCounts> COUNTS = new TupleTag<>() {};

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events linked");

  /** To tell a runner's counter costs more than a step of progress is worth. */
  static final int PROGRESS_STEP = 1_024;

  private final LinkSettings settings;
  private final boolean isWhole;

  /**
   * Resolves partitions.
   *
   * @param isWhole true when every lifecycle is in one partition, so that there is no assignment
   */
  ResolveFn(LinkSettings settings, boolean isWhole) {
    this.settings = settings;
    this.isWhole = isWhole;
  }

  @ProcessElement
  public void resolve(@Element KV<Integer, CoGbkResult> partition, MultiOutputReceiver out)
      throws IOException {
    try (Spill.Writer spill = settings.spill().open()) {
      resolve(partition.getKey(), partition.getValue(), spill, out);
    }
  }

  private void resolve(
      int number, CoGbkResult partition, Spill.Writer spill, MultiOutputReceiver out)
      throws IOException {
    PartitionGraph<EventGraph> local =
        new PartitionGraph<>(
            new EventGraph(settings.dates()),
            !isWhole && settings.isOfOtherDates(number),
            Iterables.transform(partition.getAll(EVENTS), Block::bytes));
    PartitionGraph<? extends LineageGraph> together = local;
    if (!isWhole) {
      // What moves together hangs together by any version of an event, and by what it meant once.
      boolean more =
          local.graph.hasActions()
              || local.graph.hasLateParents()
              || local.graph.hasIndirectReferences();
      together = more ? allVersions(number, partition) : local.together();
      // For those that move on, and for the open references of those that stay.
      try (EarlierParents earlier = new EarlierParents(settings)) {
        if (earlier.addTo(together.graph)) {
          // What hangs together otherwise, and stays, was linked without these parents.
          local = new PartitionGraph<>(new EventGraph(settings.dates()), together.graph);
        }
      }
    }
    boolean[] moved = new boolean[local.graph.size()];
    LinkCounts counts = new LinkCounts();
    if (!isWhole) {
      var leaving = new ComponentAssignment(settings.hash(), partition.getAll(ASSIGNMENT));
      if (!leaving.isEmpty()) {
        counts.moved = move(together, leaving, moved, spill, out);
      }
    }
    Resolution resolution =
        new Resolution(local.graph, local.components(), settings.linkRules(), node -> !moved[node]);
    write(local.graph, resolution, moved, counts, spill, out);
    out.get(COUNTS).output(counts);
  }

  private PartitionGraph<LineageGraph> allVersions(int number, CoGbkResult partition) {
    return new PartitionGraph<>(
        new LineageGraph(settings.dates()),
        settings.isOfOtherDates(number),
        Iterables.transform(partition.getAll(EVENTS), Block::bytes));
  }

  private long move(
      PartitionGraph<? extends LineageGraph> local,
      ComponentAssignment leaving,
      boolean[] moved,
      Spill.Writer spill,
      MultiOutputReceiver out) {
    int[] shards = local.ofComponents(name -> leaving.shard(name, settings.partitions()));
    BlockPacker blocks = new BlockPacker(settings.partitions(), spill.into(out.get(MOVED)));
    long count = 0;
    for (int node = 0; node < local.graph.size(); node++) {
      int shard = shards[local.components().find(node)];
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
      MultiOutputReceiver out)
      throws IOException {
    noteDates(graph, moved);
    PackedChanges changes =
        new PackedChanges(
            settings, spill.into(out.get(CHANGES)), spill.into(out.get(OTHER_CHANGES)));
    ChildCells children = new ChildCells(graph, date -> !settings.isUnfinished(date));
    CompareChildrenFn.Cells compared =
        new CompareChildrenFn.Cells(
            settings.hash(), settings.partitions(), spill.into(out.get(CHILDREN)));
    LinkErrorBlocks errors = new LinkErrorBlocks(spill.into(out.get(ERRORS)));
    int done = 0;
    Map<Integer, ChangedKeys> writtenKeys = new TreeMap<>();
    Map<Integer, ChangedKeys> pendingKeys = new TreeMap<>();
    try (OpenReferenceWriter open = new OpenReferenceWriter(settings, graph)) {
      for (int node = 0; node < graph.size(); node++) {
        if (moved[node] || settings.dates().isKept(graph.date(node))) {
          continue;
        }
        int date = graph.date(node);
        boolean isWritten = settings.isWritten(date);
        boolean news = resolution.write(node, isWritten ? changes : NOWHERE);
        DateSums sums = counts.of(date);
        count(graph, resolution, node, settings.isScanned(date), sums);
        if (news) {
          (isWritten ? writtenKeys : pendingKeys)
              .computeIfAbsent(date, none -> new ChangedKeys())
              .add(graph.keyHigh(node), graph.keyLow(node));
        }
        if (news && isWritten) {
          sums.written++;
          sums.changed += graph.record(node).has(LinkRecord.LINKED) ? 1 : 0;
          children.write(node, changes);
          open.add(node, sums);
        } else {
          children.writeToNewRows(node, settings::isWritten, changes);
        }
        compared.addWanted(graph, node, settings::isUnfinished);
        if (settings.isScanned(date)) {
          RowKey row = graph.key(node);
          resolution.feedback(node).ifPresent(cell -> errors.add(date, row, cell));
        }
        if (++done == PROGRESS_STEP) {
          progress.inc(done);
          done = 0;
        }
      }
    }
    progress.inc(done);
    changes.flush();
    compared.flush();
    errors.flush();
    writtenKeys.forEach((date, keys) -> out.get(WRITTEN).output(KV.of(date, keys)));
    pendingKeys.forEach((date, keys) -> out.get(PENDING).output(KV.of(date, keys)));
  }

  /**
   * Notes, before anything of it is handed on, to which dates this graph's changes may be written:
   * a run that is killed then leaves a trace on each.
   */
  private void noteDates(EventGraph graph, boolean[] moved) throws IOException {
    Set<Integer> dates = new TreeSet<>();
    int last = 0;
    for (int node = 0; node < graph.size(); node++) {
      if (moved[node]) {
        continue;
      }
      if (dates.isEmpty() || graph.date(node) != last) {
        last = graph.date(node);
        dates.add(last);
      }
      LinkRecord record = graph.record(node);
      for (int i = 0; i < record.priorParents(); i++) {
        dates.add(record.priorParent(i).date());
      }
    }
    dates.removeIf(date -> !settings.dates().has(date) || settings.dates().isKept(date));
    DateWriters.note(settings, dates);
  }

  /**
   * Adds an event of a date that is read whole, or by how much it differs from before.
   *
   * @param scanned true where all of the event's date is read
   */
  public static void count(
      EventGraph graph, Resolution resolution, int node, boolean scanned, DateSums sums) {
    LinkRecord record = graph.record(node);
    boolean before = record.has(LinkRecord.LINKED) && !scanned;
    int edges = graph.firstEdge(node + 1) - graph.firstEdge(node);
    sums.events += graph.isDeleted(node) ? 0 : 1;
    sums.events -= before && !record.has(LinkRecord.WAS_DELETED) ? 1 : 0;
    sums.edges += edges - (before ? record.priorEdges() : 0);
    sums.duplicates += graph.others(node) - (before ? record.priorOthers() : 0);
    sums.cycles += resolution.standsForCycle(node) ? 1 : 0;
    sums.lifecycles += resolution.isLifecycleRoot(node) ? 1 : 0;
    sums.addStatuses(resolution.statuses(node), 1);
    if (before) {
      sums.cycles -= record.stoodForCycle() ? 1 : 0;
      sums.lifecycles -= record.has(LinkRecord.HAS_LIFECYCLE) ? 1 : 0;
      sums.addStatuses(record.priorStatuses(), -1);
    }
    for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
      addNear(graph, node, graph.parentDate(edge), sums);
    }
    for (DatedKey place : graph.formerPlaces(node)) {
      addNear(graph, node, place.date(), sums);
    }
  }

  private static void addNear(EventGraph graph, int node, int date, DateSums sums) {
    if (date != graph.date(node) && !graph.dates().isKept(date)) {
      sums.near.add(date);
    }
  }

  /** Takes what is not to be written. */
  private static final RowChanges NOWHERE =
      new RowChanges() {
        @Override
        public void row(int date, long high, long low) {}

        @Override
        public void put(Family family, byte[] qualifier, byte[] value, int length) {}

        @Override
        public void delete(Family family, byte[] qualifier) {}
      };
}
