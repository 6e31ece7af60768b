package io.daisychain.linkage.components;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.SortedRecords;
import io.daisychain.beam.Spill;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Makes edges between labels out of edges between components. Between components of one label there
 * is none any more.
 */
final class ContractEdgesFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private final UniteComponents.Plan plan;
  private final int round;

  ContractEdgesFn(UniteComponents.Plan plan, int round) {
    this.plan = plan;
    this.round = round;
  }

  @ProcessElement
  public void contract(
      @Element KV<Integer, Iterable<Block>> shard, OutputReceiver<KV<Integer, Block>> out)
      throws IOException {
    try (Spill.Writer spill = plan.spill().open()) {
      Contractor contractor = new Contractor(new BlockPacker(plan.shards(), spill.into(out)));
      SortedRecords.visit(
          plan.spill(),
          shard.getValue(),
          ComponentLabel.LENGTH,
          record -> contractor.add(ComponentLabel.read(record)));
      contractor.edges.flush();
    }
  }

  /** Takes all labels in their order: a component's own, then those of its neighbours. */
  private final class Contractor {
    private final BlockPacker edges;
    private ComponentLabel last;
    private long own;

    Contractor(BlockPacker edges) {
      this.edges = edges;
    }

    void add(ComponentLabel of) {
      if (of.isOwn()) {
        own = of.label();
      } else if (of.label() != own && !of.equals(last)) {
        long from = plan.next(own, round);
        plan.write(new ComponentEdge(from, plan.next(of.label(), round), plan.shard(from)), edges);
      }
      last = of;
    }
  }
}
