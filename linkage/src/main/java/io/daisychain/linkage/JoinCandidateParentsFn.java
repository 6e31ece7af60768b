package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.SortedRecords;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.components.ComponentEdge;
import io.daisychain.linkage.components.UniteComponents;
import java.io.IOException;
import org.apache.beam.sdk.metrics.Distribution;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Brings together what is looked for and what is offered: {@link ComponentEdge}s between components
 * that belong together. Where many look for one event, one of them is joined with each of the
 * others.
 */
final class JoinCandidateParentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private final UniteComponents.Plan plan;
  private final Distribution vain = Metrics.distribution(LinkJob.class, LinkJob.VAIN);

  JoinCandidateParentsFn(UniteComponents.Plan plan) {
    this.plan = plan;
  }

  @ProcessElement
  public void join(
      @Element KV<Integer, Iterable<Block>> shard, OutputReceiver<KV<Integer, Block>> out)
      throws IOException {
    try (Spill.Writer spill = plan.spill().open()) {
      Joiner joiner = new Joiner(plan, new BlockPacker(plan.shards(), spill.into(out)));
      SortedRecords.visit(
          plan.spill(),
          shard.getValue(),
          UnresolvedParent.LENGTH,
          record -> joiner.add(UnresolvedParent.read(record)));
      joiner.edges.flush();
      vain.update(joiner.end());
    }
  }

  /** Takes all ends in their order: of each event first who offers it, then who looks for it. */
  private static final class Joiner {
    private final UniteComponents.Plan plan;
    private final BlockPacker edges;

    /** With whom all others of the event are joined. */
    private UnresolvedParent middle;

    private UnresolvedParent last;
    private boolean offered;

    /** Whether the last event has met nobody yet. */
    private boolean isAlone;

    private long vain;

    Joiner(UniteComponents.Plan plan, BlockPacker edges) {
      this.plan = plan;
      this.edges = edges;
    }

    void add(UnresolvedParent end) {
      if (middle == null || middle.key() != end.key()) {
        end();
        middle = end;
        offered = end.isCandidate();
        isAlone = offered;
      } else if (offered && !end.equals(last)) {
        isAlone = false;
        join(middle, end);
        boolean first = last.isCandidate() && !end.isCandidate();
        if (first && Long.compareUnsigned(end.component(), middle.component()) < 0) {
          middle = end; // the least of all, so that they are a star that is done after one round
        }
      }
      last = end;
    }

    /** Ends with an event; how many were offered so far and not looked for. */
    long end() {
      vain += isAlone ? 1 : 0;
      isAlone = false;
      return vain;
    }

    private void join(UnresolvedParent a, UnresolvedParent b) {
      if (a.component() != b.component() || a.partition() != b.partition()) {
        plan.write(new ComponentEdge(a.component(), b.component(), a.partition()), edges);
        plan.write(new ComponentEdge(b.component(), a.component(), b.partition()), edges);
      }
    }
  }
}
