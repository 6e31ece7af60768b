package io.daisychain.linkage.components;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.SortedRecords;
import io.daisychain.beam.Spill;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/** Finds each component's label: the least of itself and its neighbours. */
final class FindLeastNeighborsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  /** {@link ComponentLabel}s by shard of the component. */
  static final TupleTag<KV<Integer, Block>> LABELS = new TupleTag<>() {};

  /** Who took a label, as {@link GroupRecord} by shard of the label. */
  static final TupleTag<KV<Integer, Block>> MEMBERS = new TupleTag<>() {};

  private final UniteComponents.Plan plan;
  private final int round;

  FindLeastNeighborsFn(UniteComponents.Plan plan, int round) {
    this.plan = plan;
    this.round = round;
  }

  @ProcessElement
  public void find(@Element KV<Integer, Iterable<Block>> shard, MultiOutputReceiver out)
      throws IOException {
    try (Spill.Writer spill = plan.spill().open()) {
      Finder finder =
          new Finder(
              new BlockPacker(plan.shards(), spill.into(out.get(LABELS))),
              new BlockPacker(plan.shards(), spill.into(out.get(MEMBERS))));
      SortedRecords.visit(
          plan.spill(),
          shard.getValue(),
          ComponentEdge.LENGTH,
          record -> finder.add(ComponentEdge.read(record)));
      finder.labels.flush();
      finder.members.flush();
    }
  }

  /** Takes all edges in their order, so that the first of a component leads to the least. */
  private final class Finder {
    private final BlockPacker labels;
    private final BlockPacker members;
    private ComponentEdge last;
    private long label;

    /** More than one only where two components have one number by chance. */
    private final Set<Integer> told = new TreeSet<>();

    Finder(BlockPacker labels, BlockPacker members) {
      this.labels = labels;
      this.members = members;
    }

    void add(ComponentEdge edge) {
      boolean first = last == null || last.from() != edge.from();
      if (first) {
        label = Long.compareUnsigned(edge.to(), edge.from()) < 0 ? edge.to() : edge.from();
        told.clear();
        tell(new ComponentLabel(edge.from(), true, label));
      }
      if (first || last.to() != edge.to()) {
        tell(new ComponentLabel(edge.to(), false, label));
      }
      if (told.add(edge.destination())) {
        long next = plan.next(label, round);
        int shard = plan.shard(next);
        GroupRecord.member(next, edge.from(), edge.destination()).write(members.begin(shard));
        members.end(shard);
      }
      last = edge;
    }

    private void tell(ComponentLabel of) {
      int shard = plan.shard(of.component());
      of.write(labels.begin(shard));
      labels.end(shard);
    }
  }
}
