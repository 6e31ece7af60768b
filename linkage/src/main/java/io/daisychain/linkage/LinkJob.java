package io.daisychain.linkage;

import io.daisychain.beam.AddUp;
import io.daisychain.beam.AwaitStart;
import io.daisychain.beam.Block;
import io.daisychain.beam.NumbersBelow;
import io.daisychain.reporting.WriteFeedback;
import io.daisychain.store.KeepChanges;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.StoredDate.Kind;
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

/**
 * Links the events of a table into lifecycles and writes to their rows what is new.
 *
 * <ol>
 *   <li>Scan the parent references of every row of the trade dates that have much news, one key
 *       range at a time, and pack them into blocks keyed by partition: a hash of trade date and
 *       symbol.
 *   <li>Group the blocks by partition. A partition is a graph in arrays.
 *   <li>Find the parents that a partition names and does not have, and the events of other
 *       partitions that they may be (a Bloom semi-join, then a join on the key).
 *   <li>Fetch, by key, the lifecycles on other dates that these events belong to, and those of
 *       single events that are news there. They are partitions of their own.
 *   <li>Unite, with union-find, the components that such a parent connects, and assign each united
 *       component to one group.
 *   <li>Resolve every component that is whole within its partition; regroup the others, and resolve
 *       each group in the same way. No result depends on the partition function.
 *   <li>Write lineages, children and sums, grouped by key range, where they differ from what the
 *       rows show; send errors to the reporters' feedback files; add up the counts.
 * </ol>
 *
 * <p>What is written carries the link run's number as its timestamp, so a run may be killed and
 * started again: the later run compares with what the rows show.
 */
public final class LinkJob {
  private static final TupleTagList FURTHER =
      TupleTagList.of(ResolveFn.ERRORS)
          .and(ResolveFn.MOVED)
          .and(ResolveFn.OTHER_CHANGES)
          .and(ResolveFn.WRITTEN)
          .and(ResolveFn.PENDING)
          .and(ResolveFn.CHILDREN)
          .and(ResolveFn.COUNTS);

  private LinkJob() {}

  /**
   * Adds the whole job to {@code pipeline}.
   *
   * <p>The sums are kept in the meta table under the run's id.
   */
  public static void build(Pipeline pipeline, LinkSettings settings) {
    TupleTagList ofRows =
        TupleTagList.of(ScanParentReferencesFn.CHILDREN)
            .and(ScanParentReferencesFn.ERRORS)
            .and(ScanParentReferencesFn.COUNTS);
    PCollectionTuple scanned =
        pipeline
            .apply("Count key ranges", Create.of(settings.scans()))
            .apply("Await start", AwaitStart.create())
            .apply("List key ranges", NumbersBelow.count())
            .apply("Distribute key ranges", Reshuffle.viaRandomKey())
            .apply(
                "Scan parent references",
                ParDo.of(new ScanParentReferencesFn(settings))
                    .withOutputTags(ScanParentReferencesFn.EVENTS, ofRows));
    PCollection<KV<Integer, Iterable<Block>>> partitions =
        scanned.get(ScanParentReferencesFn.EVENTS).apply("Group by partition", GroupByKey.create());
    int shards = Math.max(4, settings.partitions() / 4);
    PCollectionTuple local =
        partitions.apply(
            "Find unresolved parents",
            ParDo.of(new FindUnresolvedParentsFn(settings, shards))
                .withOutputTags(
                    FindUnresolvedParentsFn.UNRESOLVED,
                    TupleTagList.of(ScanParentReferencesFn.EVENTS)
                        .and(ScanParentReferencesFn.ERRORS)
                        .and(ScanParentReferencesFn.COUNTS)));
    PCollectionTuple news =
        pipeline
            .apply("Begin with news", Create.of(0))
            .apply(
                "Fetch lifecycles of news",
                ParDo.of(new FetchNewsFn(settings))
                    .withOutputTags(
                        ScanParentReferencesFn.EVENTS,
                        TupleTagList.of(ScanParentReferencesFn.ERRORS)
                            .and(ScanParentReferencesFn.COUNTS)));
    PCollection<KV<Integer, Iterable<Block>>> fetched =
        PCollectionList.of(local.get(ScanParentReferencesFn.EVENTS))
            .and(news.get(ScanParentReferencesFn.EVENTS))
            .apply("Flatten events of other dates", Flatten.pCollections())
            .apply("Group events of other dates", GroupByKey.create());
    PCollection<KV<Integer, Block>> unresolved =
        PCollectionList.of(local.get(FindUnresolvedParentsFn.UNRESOLVED))
            .and(
                fetched
                    .apply(
                        "Find unresolved parents of other dates",
                        ParDo.of(new FindUnresolvedParentsFn(settings, shards))
                            .withOutputTags(
                                FindUnresolvedParentsFn.UNRESOLVED, TupleTagList.empty()))
                    .get(FindUnresolvedParentsFn.UNRESOLVED))
            .apply("Flatten unresolved parents of all dates", Flatten.pCollections());
    PCollection<KV<Integer, Iterable<Block>>> all =
        PCollectionList.of(partitions)
            .and(fetched)
            .apply("Flatten partitions", Flatten.pCollections());
    PCollectionView<Map<Integer, Iterable<Block>>> assignment =
        assignComponents(all, unresolved, settings, shards);
    PCollectionTuple resolved =
        all.apply(
            "Resolve partitions",
            ParDo.of(new ResolveFn(settings, assignment))
                .withSideInputs(assignment)
                .withOutputTags(ResolveFn.CHANGES, FURTHER));
    PCollectionTuple joined =
        resolved
            .get(ResolveFn.MOVED)
            .apply("Group united components", GroupByKey.create())
            .apply(
                "Resolve united components",
                ParDo.of(new ResolveFn(settings, null)).withOutputTags(ResolveFn.CHANGES, FURTHER));
    write(settings, scanned, resolved, joined);
    PCollectionList.of(resolved.get(ResolveFn.ERRORS))
        .and(joined.get(ResolveFn.ERRORS))
        .and(scanned.get(ScanParentReferencesFn.ERRORS))
        .and(local.get(ScanParentReferencesFn.ERRORS))
        .and(news.get(ScanParentReferencesFn.ERRORS))
        .apply("Flatten errors", Flatten.pCollections())
        .apply("Locate messages", ParDo.of(new LocateMessagesFn(settings)))
        .apply(
            "Write feedback",
            WriteFeedback.ofLink(settings.rejects(), settings.spill(), settings.participants()));
    PCollectionList.of(resolved.get(ResolveFn.COUNTS))
        .and(joined.get(ResolveFn.COUNTS))
        .and(scanned.get(ScanParentReferencesFn.COUNTS))
        .and(local.get(ScanParentReferencesFn.COUNTS))
        .and(news.get(ScanParentReferencesFn.COUNTS))
        .apply("Flatten counts", Flatten.pCollections())
        .apply("Add up counts", Combine.globally(AddUp.of(LinkCounts::new, LinkCounts::add)))
        .apply("Format counts", MapElements.into(TypeDescriptors.strings()).via(LinkCounts::toJson))
        .apply("Save summary", SaveSummary.of(settings.table(), settings.runId()));
  }

  private static void write(
      LinkSettings settings,
      PCollectionTuple scanned,
      PCollectionTuple resolved,
      PCollectionTuple joined) {
    PCollectionList<KV<Integer, Block>> changes =
        PCollectionList.of(resolved.get(ResolveFn.CHANGES)).and(joined.get(ResolveFn.CHANGES));
    if (!settings.plan().unfinished().isEmpty()) {
      changes =
          changes.and(
              PCollectionList.of(scanned.get(ScanParentReferencesFn.CHILDREN))
                  .and(resolved.get(ResolveFn.CHILDREN))
                  .and(joined.get(ResolveFn.CHILDREN))
                  .apply("Flatten children", Flatten.pCollections())
                  .apply("Group children by parent", GroupByKey.create())
                  .apply("Compare children", ParDo.of(new CompareChildrenFn(settings))));
    }
    changes
        .apply("Flatten changes", Flatten.pCollections())
        .apply(
            "Write rows",
            settings.bulk() ? WriteRows.bulk(settings.table()) : WriteRows.put(settings.table()));
    PCollectionList.of(resolved.get(ResolveFn.OTHER_CHANGES))
        .and(joined.get(ResolveFn.OTHER_CHANGES))
        .apply("Flatten changes of other dates", Flatten.pCollections())
        .apply("Put rows of other dates", WriteRows.put(settings.table()));
    PCollectionList.of(resolved.get(ResolveFn.WRITTEN))
        .and(joined.get(ResolveFn.WRITTEN))
        .apply("Flatten written keys", Flatten.pCollections())
        .apply(
            "Save written keys",
            new KeepChanges(
                settings.table(), settings.plan().writtenVersion(), Kind.LINK, settings.runId()));
    PCollectionList.of(resolved.get(ResolveFn.PENDING))
        .and(joined.get(ResolveFn.PENDING))
        .apply("Flatten pending keys", Flatten.pCollections())
        .apply(
            "Save pending keys",
            new KeepChanges(
                settings.table(), settings.plan().pendingVersion(), Kind.BASIS, settings.runId()));
  }

  /** By partition, the components that have a part elsewhere, and the group where all meet. */
  private static PCollectionView<Map<Integer, Iterable<Block>>> assignComponents(
      PCollection<KV<Integer, Iterable<Block>>> partitions,
      PCollection<KV<Integer, Block>> unresolved,
      LinkSettings settings,
      int shards) {
    // DirectRunner waits for ever for side inputs that are computed from nothing at all, so there
    // is always an empty block of unresolved parents, and what follows passes it on.
    PCollection<KV<Integer, Block>> wanted =
        PCollectionList.of(unresolved)
            .and(
                partitions
                    .getPipeline()
                    .apply("Empty block", Create.of(KV.of(0, Block.of(new byte[0])))))
            .apply("Flatten unresolved parents", Flatten.pCollections());
    PCollectionView<KeyBloomFilter> filter =
        wanted
            .apply("Blocks of unresolved parents", Values.create())
            .apply(
                "Build Bloom filter",
                Combine.globally(new KeyBloomFilter.Build(settings.hash())).asSingletonView());
    PCollection<KV<Integer, Block>> candidates =
        partitions.apply(
            "Find candidate parents",
            ParDo.of(new FindCandidateParentsFn(filter, settings, shards)).withSideInputs(filter));
    return PCollectionList.of(wanted)
        .and(candidates)
        .apply("Flatten parents and candidates", Flatten.pCollections())
        .apply("Group by parent key", GroupByKey.create())
        .apply("Join candidate parents", ParDo.of(new JoinCandidateParentsFn()))
        .apply("Group pairs", GroupByKey.create())
        .apply("Unite components", ParDo.of(new UniteComponentsFn()))
        .apply("View assignment", View.asMultimap());
  }
}
