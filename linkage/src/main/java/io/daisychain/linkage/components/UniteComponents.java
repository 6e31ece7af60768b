package io.daisychain.linkage.components;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.KeyHash;
import java.io.Serializable;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * Finds which components of different partitions are one lifecycle, or may be: from edges between
 * two to the group of each, by the partition that is to be told.
 *
 * <p>In each round every component takes the label of the least among itself and its neighbours,
 * and those of one label are one from then on: some half of them go, whatever the graph (Łącki,
 * Mirrokni, Włodarczyk, Connected Components at Scale via Local Contractions, 2018). A lifecycle of
 * few partitions is a single component after two rounds, and so is a star. Components are numbers
 * that nobody can foresee; every second round they come in another order, since in one and the same
 * a slope loses but its top. Groups that are not done after all rounds are united in one place by
 * union-find, and the way is gone back: who took a label is told the label's group.
 *
 * <p>A round is three groupings of blocks by shard. Its records are sorted in files, so no step but
 * the last holds more in memory than a buffer; see {@link Plan#roundsFor}.
 *
 * <p>Input: {@link ComponentEdge}s in both directions, by {@link Plan#shard}. Output: the group of
 * each component as a {@link GroupRecord}, by its destination.
 */
public final class UniteComponents
    extends PTransform<PCollection<KV<Integer, Block>>, PCollection<KV<Integer, Block>>> {
  private final Plan plan;

  /** Unites as planned. */
  public UniteComponents(Plan plan) {
    this.plan = plan;
  }

  /**
   * How it is done.
   *
   * @param rounds before what is left is united in one place; none for little
   * @param shards that components are dealt into
   * @param partitions destinations of the edges are below this number
   */
  public record Plan(int rounds, int shards, int partitions, KeyHash hash, Spill spill)
      implements Serializable {
    /**
     * Heap that a component takes at most while it is united with others in one place, in bytes.
     */
    static final int UNITED_BYTES = 96;

    /**
     * Rounds in which so many components, one for each event at worst, become so few that an eighth
     * of a heap is enough to unite the rest in one place: each round leaves about a half of those
     * whose group is not done. 0 where that holds for all of them.
     *
     * @param events about how many there are
     * @param heap bytes of heap
     */
    public static int roundsFor(long events, long heap) {
      long fitting = Math.max(1, heap / 8 / UNITED_BYTES);
      int rounds = 0;
      for (long left = events; left > fitting; left /= 2) {
        rounds++;
      }
      return rounds == 1 ? 2 : rounds; // a star takes two
    }

    /** Where a component's edges meet. */
    public int shard(long component) {
      return hash.part(component, 0, shards);
    }

    /** A component's number in the round that follows. */
    long next(long component, int round) {
      return round % 2 == 0 ? hash.permuted(component) : component;
    }

    /** Those who are told groups in a round: partitions in the first, members' shards later. */
    int destinations(int round) {
      return round == 1 ? partitions : shards;
    }

    /** Writes an edge to its shard. */
    public void write(ComponentEdge edge, BlockPacker edges) {
      int shard = shard(edge.from());
      edge.write(edges.begin(shard));
      edges.end(shard);
    }
  }

  @Override
  public PCollection<KV<Integer, Block>> expand(PCollection<KV<Integer, Block>> edges) {
    return unite(edges, 1);
  }

  private PCollection<KV<Integer, Block>> unite(PCollection<KV<Integer, Block>> edges, int round) {
    if (round > plan.rounds()) {
      return edges
          .apply("Edges that are left", Values.create())
          .apply(
              "In one place",
              WithKeys.<Integer, Block>of(0).withKeyType(TypeDescriptors.integers()))
          .apply("Group edges that are left", GroupByKey.create())
          .apply("Unite components", ParDo.of(new UniteComponentsFn(plan)));
    }
    PCollectionTuple labels =
        edges
            .apply("Group edges " + round, GroupByKey.create())
            .apply(
                "Find least neighbours " + round,
                ParDo.of(new FindLeastNeighborsFn(plan, round))
                    .withOutputTags(
                        FindLeastNeighborsFn.LABELS,
                        TupleTagList.of(FindLeastNeighborsFn.MEMBERS)));
    PCollection<KV<Integer, Block>> groups =
        unite(
            labels
                .get(FindLeastNeighborsFn.LABELS)
                .apply("Group labels " + round, GroupByKey.create())
                .apply("Contract edges " + round, ParDo.of(new ContractEdgesFn(plan, round))),
            round + 1);
    return PCollectionList.of(labels.get(FindLeastNeighborsFn.MEMBERS))
        .and(groups)
        .apply("Flatten members and groups " + round, Flatten.pCollections())
        .apply("Group members " + round, GroupByKey.create())
        .apply("Tell groups " + round, ParDo.of(new TellGroupsFn(plan, round)));
  }
}
