package io.daisychain.linkage;

import io.daisychain.beam.AwaitStart;
import io.daisychain.beam.Block;
import io.daisychain.beam.NumbersBelow;
import io.daisychain.reporting.WriteFeedback;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.WriteRows;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptors;

/** Links the events of a table into lifecycles, and writes what is new on their rows. */
public final class LinkJob {
  private static final TupleTagList FURTHER =
      TupleTagList.of(ResolveFn.FAULTS)
          .and(ResolveFn.MOVED)
          .and(ResolveFn.CHILDREN)
          .and(ResolveFn.TALLIES);

  private LinkJob() {}

  /**
   * Adds the whole job to {@code pipeline}.
   *
   * <p>The sums are kept in the meta table under the run's id.
   */
  public static void build(Pipeline pipeline, LinkSettings settings) {
    PCollectionTuple scanned =
        pipeline
            .apply("CountRanges", Create.of(settings.ranges().count()))
            .apply("AwaitStart", AwaitStart.create())
            .apply("ListRanges", NumbersBelow.count())
            .apply("SpreadRanges", Reshuffle.viaRandomKey())
            .apply(
                "ScanClaims",
                ParDo.of(new ScanParentReferencesFn(settings))
                    .withOutputTags(
                        ScanParentReferencesFn.EVENTS,
                        TupleTagList.of(ScanParentReferencesFn.CHILDREN)
                            .and(ScanParentReferencesFn.FAULTS)
                            .and(ScanParentReferencesFn.TALLIES)));
    PCollection<KV<Integer, Iterable<Block>>> partitions =
        scanned.get(ScanParentReferencesFn.EVENTS).apply("GroupByPartition", GroupByKey.create());

    PCollectionView<Map<Integer, Iterable<Block>>> moves =
        findMoves(partitions, settings.hash(), Math.max(4, settings.partitions() / 4));
    PCollectionTuple resolved =
        partitions.apply(
            "ResolvePartitions",
            ParDo.of(new ResolveFn(settings, moves))
                .withSideInputs(moves)
                .withOutputTags(ResolveFn.CHANGES, FURTHER));
    PCollectionTuple joined =
        resolved
            .get(ResolveFn.MOVED)
            .apply("GroupMoved", GroupByKey.create())
            .apply(
                "ResolveMoved",
                ParDo.of(new ResolveFn(settings, null)).withOutputTags(ResolveFn.CHANGES, FURTHER));

    PCollectionList<KV<Integer, Block>> changes =
        PCollectionList.of(resolved.get(ResolveFn.CHANGES)).and(joined.get(ResolveFn.CHANGES));
    if (settings.generation().followsUnfinished()) {
      changes =
          changes.and(
              PCollectionList.of(scanned.get(ScanParentReferencesFn.CHILDREN))
                  .and(resolved.get(ResolveFn.CHILDREN))
                  .and(joined.get(ResolveFn.CHILDREN))
                  .apply("AllChildren", Flatten.pCollections())
                  .apply("GroupChildren", GroupByKey.create())
                  .apply("CompareChildren", ParDo.of(new CompareChildrenFn(settings))));
    }
    changes
        .apply("AllChanges", Flatten.pCollections())
        .apply(
            "WriteRows",
            settings.bulk()
                ? WriteRows.bulk(settings.connector(), settings.table())
                : WriteRows.put(settings.connector(), settings.table()));
    PCollectionList.of(resolved.get(ResolveFn.FAULTS))
        .and(joined.get(ResolveFn.FAULTS))
        .and(scanned.get(ScanParentReferencesFn.FAULTS))
        .apply("AllFaults", Flatten.pCollections())
        .apply("LocateMessages", ParDo.of(new LocateMessagesFn(settings)))
        .apply(
            "WriteFeedback",
            WriteFeedback.ofLink(settings.rejects(), settings.spill(), settings.participants()));
    PCollectionList.of(resolved.get(ResolveFn.TALLIES))
        .and(joined.get(ResolveFn.TALLIES))
        .and(scanned.get(ScanParentReferencesFn.TALLIES))
        .apply("AllTallies", Flatten.pCollections())
        .apply("SumTallies", Combine.globally(new LinkCounts.Sum()))
        .apply("ToJson", MapElements.into(TypeDescriptors.strings()).via(LinkCounts::toJson))
        .apply(
            "SaveSummary",
            SaveSummary.of(settings.connector(), settings.table(), settings.runId()));
  }

  /**
   * By partition, the components that have a part elsewhere, and the group where all parts meet.
   *
   * @param hash of the run, on which all workers agree
   * @param shards number of parts in which parents and their children are joined
   */
  private static PCollectionView<Map<Integer, Iterable<Block>>> findMoves(
      PCollection<KV<Integer, Iterable<Block>>> partitions, KeyHash hash, int shards) {
    PCollection<KV<Integer, Block>> found =
        partitions.apply("FindLooseEnds", ParDo.of(new FindUnresolvedParentsFn(hash, shards)));
    // DirectRunner waits for ever for side inputs that are computed from nothing at all, so there
    // is always an empty block of loose ends, and what follows passes it on.
    PCollection<KV<Integer, Block>> wanted =
        PCollectionList.of(found)
            .and(
                partitions
                    .getPipeline()
                    .apply("NoLooseEnds", Create.of(KV.of(0, Block.of(new byte[0])))))
            .apply("WantedEvents", Flatten.pCollections());
    PCollectionView<KeyBloomFilter> filter =
        wanted
            .apply("WantedKeys", Values.create())
            .apply(
                "GatherKeys", Combine.globally(new KeyBloomFilter.Gather(hash)).asSingletonView());
    PCollection<KV<Integer, Block>> offered =
        partitions.apply(
            "OfferEvents",
            ParDo.of(new FindCandidateParentsFn(filter, hash, shards)).withSideInputs(filter));
    return PCollectionList.of(wanted)
        .and(offered)
        .apply("AllLooseEnds", Flatten.pCollections())
        .apply("GroupLooseEnds", GroupByKey.create())
        .apply("JoinLooseEnds", ParDo.of(new JoinCandidateParentsFn()))
        .apply("GroupPairs", GroupByKey.create())
        .apply("UniteComponents", ParDo.of(new UniteComponentsFn()))
        .apply("ViewMoves", View.asMultimap());
  }
}
