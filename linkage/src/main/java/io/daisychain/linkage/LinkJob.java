package io.daisychain.linkage;

import io.daisychain.beam.AddUp;
import io.daisychain.beam.AwaitStart;
import io.daisychain.beam.Block;
import io.daisychain.beam.NumbersBelow;
import io.daisychain.linkage.components.UniteComponents;
import io.daisychain.linkage.plan.LinkCounts;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.reporting.Retelling;
import io.daisychain.reporting.WriteFeedback;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.dates.ChangedKeys;
import io.daisychain.store.dates.KeepChanges;
import io.daisychain.store.dates.StoredDate.Kind;
import io.daisychain.store.write.WriteRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.metrics.DistributionResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.transforms.join.CoGbkResult;
import org.apache.beam.sdk.transforms.join.CoGroupByKey;
import org.apache.beam.sdk.transforms.join.KeyedPCollectionTuple;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTag;
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
 *   <li>Unite the components that such a parent connects, and assign each united component to one
 *       group: {@link UniteComponents}.
 *   <li>Resolve every component that is whole within its partition; regroup the others, and resolve
 *       each group in the same way. No result depends on the partition function.
 *   <li>Write lineages, children and sums, grouped by key range, where they differ from what the
 *       rows show; send errors to the reporters' feedback files, those of touched dates that were
 *       not scanned from what their rows say then; add up the counts.
 * </ol>
 *
 * <p>What is written carries the link run's number as its timestamp, so a run may be killed and
 * started again: the later run compares with what the rows show.
 */
public final class LinkJob {
  /** Names of the distributions whose sums tell how well the filter of wanted keys filters. */
  static final String TESTED = "events tested";

  static final String OFFERED = "events offered";
  static final String VAIN = "events offered in vain";

  private static final TupleTagList FURTHER =
      TupleTagList.of(ResolveFn.ERRORS)
          .and(ResolveFn.MOVED)
          .and(ResolveFn.OTHER_CHANGES)
          .and(ResolveFn.WRITTEN)
          .and(ResolveFn.PENDING)
          .and(ResolveFn.CHILDREN)
          .and(ResolveFn.COUNTS);

  private final Pipeline pipeline;
  private final LinkSettings settings;

  /** What several steps tell, to be put together at the end. */
  private final List<PCollection<KV<Integer, Block>>> errors = new ArrayList<>();

  private final List<PCollection<LinkCounts>> counts = new ArrayList<>();

  /** What of the lines of earlier runs stays in feedback. */
  private PCollection<KV<Integer, Block>> retelling;

  /** One that resolves what is whole in its partition, and one that resolves all else. */
  private final List<PCollectionTuple> rounds = new ArrayList<>();

  private LinkJob(Pipeline pipeline, LinkSettings settings) {
    this.pipeline = pipeline;
    this.settings = settings;
  }

  /**
   * Adds the whole job to {@code pipeline}.
   *
   * <p>The sums are kept in the meta table under the run's id.
   */
  public static void build(Pipeline pipeline, LinkSettings settings) {
    new LinkJob(pipeline, settings).build();
  }

  /**
   * Adds a job that writes nothing but the feedback of dates of which all is linked.
   *
   * @param settings with a plan that reads these dates
   */
  public static void buildFeedback(Pipeline pipeline, LinkSettings settings) {
    PCollection<Long> nothingPut =
        pipeline.apply("No rows to put", Create.empty(TypeDescriptors.longs()));
    pipeline
        .apply(
            "No keys written",
            Create.empty(KvCoder.of(VarIntCoder.of(), ChangedKeys.KeysCoder.of())))
        .apply("Feedback of dates", new FeedbackOfTouchedDates(settings, nothingPut, true))
        .get(FeedbackOfTouchedDates.ERRORS)
        .apply("Locate messages", ParDo.of(new LocateMessagesFn(settings)))
        .apply(
            "Write feedback",
            WriteFeedback.ofLink(settings.rejects(), settings.spill(), settings.participants()));
  }

  /**
   * How well events that no other partition looks for were kept back, in words; empty where nobody
   * looked for any.
   */
  public static Optional<String> filtered(MetricResults results) {
    long tested = sum(results, TESTED);
    long offered = sum(results, OFFERED);
    long vain = sum(results, VAIN);
    return tested == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "of %,d events %,d were offered to other partitions, %,d of them in vain: %.3f %%"
                    + " false positives",
                tested,
                offered,
                vain,
                100.0 * vain / Math.max(1, tested - offered + vain)));
  }

  private static long sum(MetricResults results, String name) {
    MetricsFilter filter =
        MetricsFilter.builder().addNameFilter(MetricNameFilter.named(LinkJob.class, name)).build();
    long sum = 0;
    for (MetricResult<DistributionResult> result :
        results.queryMetrics(filter).getDistributions()) {
      sum += result.getAttempted().getSum();
    }
    return sum;
  }

  private void build() {
    if (settings.isSmall()) {
      resolveWhole(news(), "Group events", "Resolve lifecycles");
      write(null);
    } else {
      Partitions partitions = partitions();
      PCollection<KV<Integer, Block>> assignment = assignComponents(partitions);
      rounds.add(
          KeyedPCollectionTuple.of(ResolveFn.EVENTS, partitions.events)
              .and(ResolveFn.ASSIGNMENT, assignment)
              .apply("Group with assignment", CoGroupByKey.create())
              .apply("Resolve partitions", resolve(false)));
      resolveWhole(
          rounds.get(0).get(ResolveFn.MOVED),
          "Group united components",
          "Resolve united components");
      write(partitions.children);
    }
    counts.add(all(ResolveFn.COUNTS, "counts of graphs"));
    PCollectionList.of(
            PCollectionList.of(errors)
                .apply("Flatten errors", Flatten.pCollections())
                .apply("Locate messages", ParDo.of(new LocateMessagesFn(settings))))
        .and(retelling)
        .apply("Flatten lines", Flatten.pCollections())
        .apply(
            "Write feedback",
            WriteFeedback.ofLink(settings.rejects(), settings.spill(), settings.participants())
                .keeping());
    PCollectionList.of(counts)
        .apply("Flatten counts", Flatten.pCollections())
        .apply(
            "Add up counts",
            Combine.globally(AddUp.of(LinkCounts::new, LinkCounts::add)).withoutDefaults())
        .apply("Format counts", MapElements.into(TypeDescriptors.strings()).via(LinkCounts::toJson))
        .apply("Save summary", SaveSummary.of(settings.table(), settings.runId()));
  }

  /**
   * Events by partition.
   *
   * @param events blocks by partition
   * @param unresolved the parents that they name and do not have
   * @param components the keys of their events, with the component of each
   * @param bearsKeys whether any event bears a key beside its id
   * @param children cells of children of the dates that are scanned; null where none are
   */
  private record Partitions(
      PCollection<KV<Integer, Block>> events,
      PCollection<KV<Integer, Block>> unresolved,
      PCollection<KV<Integer, Block>> components,
      PCollection<Boolean> bearsKeys,
      PCollection<KV<Integer, Block>> children) {}

  private Partitions partitions() {
    if (settings.scans() == 0) {
      return fetched(news(), null);
    }
    PCollectionTuple scanned = scan();
    PCollection<KV<Integer, Block>> read = scanned.get(ScanParentReferencesFn.EVENTS);
    PCollection<KV<Integer, Iterable<Block>>> partitions =
        read.apply("Group by partition", GroupByKey.create());
    PCollectionTuple local = findUnresolved(partitions, "Find unresolved parents");
    PCollection<KV<Integer, Block>> unresolved = local.get(FindUnresolvedParentsFn.UNRESOLVED);
    PCollection<KV<Integer, Block>> components = local.get(FindUnresolvedParentsFn.COMPONENTS);
    PCollection<Boolean> bearsKeys = local.get(FindUnresolvedParentsFn.BEARS_KEYS);
    PCollection<KV<Integer, Block>> children = scanned.get(ScanParentReferencesFn.CHILDREN);
    if (!settings.reachesOtherDates()) {
      return new Partitions(read, unresolved, components, bearsKeys, children);
    }
    counts.add(local.get(ScanParentReferencesFn.COUNTS));
    PCollectionList<KV<Integer, Block>> events =
        PCollectionList.of(local.get(ScanParentReferencesFn.EVENTS))
            .and(scanned.get(ScanParentReferencesFn.BEARERS));
    if (!settings.plan().read().isEmpty()) {
      events = events.and(news());
    }
    Partitions fetched =
        fetched(events.apply("Flatten events of other dates", Flatten.pCollections()), children);
    return new Partitions(
        PCollectionList.of(read)
            .and(fetched.events)
            .apply("Flatten events of all dates", Flatten.pCollections()),
        PCollectionList.of(unresolved)
            .and(fetched.unresolved)
            .apply("Flatten unresolved parents of all dates", Flatten.pCollections()),
        PCollectionList.of(components)
            .and(fetched.components)
            .apply("Flatten components of all dates", Flatten.pCollections()),
        PCollectionList.of(bearsKeys)
            .and(fetched.bearsKeys)
            .apply("Flatten whether keys are borne on all dates", Flatten.pCollections()),
        children);
  }

  /** Partitions of events on dates that are not scanned. */
  private Partitions fetched(
      PCollection<KV<Integer, Block>> events, PCollection<KV<Integer, Block>> children) {
    PCollection<KV<Integer, Iterable<Block>>> partitions =
        events.apply("Group events of other dates", GroupByKey.create());
    PCollectionTuple local = findUnresolved(partitions, "Find unresolved parents of other dates");
    return new Partitions(
        events,
        local.get(FindUnresolvedParentsFn.UNRESOLVED),
        local.get(FindUnresolvedParentsFn.COMPONENTS),
        local.get(FindUnresolvedParentsFn.BEARS_KEYS),
        children);
  }

  private PCollectionTuple findUnresolved(
      PCollection<KV<Integer, Iterable<Block>>> partitions, String name) {
    return partitions.apply(
        name,
        ParDo.of(new FindUnresolvedParentsFn(settings))
            .withOutputTags(
                FindUnresolvedParentsFn.UNRESOLVED,
                TupleTagList.of(FindUnresolvedParentsFn.COMPONENTS)
                    .and(FindUnresolvedParentsFn.BEARS_KEYS)
                    .and(ScanParentReferencesFn.EVENTS)
                    .and(ScanParentReferencesFn.COUNTS)));
  }

  private PCollectionTuple scan() {
    PCollectionTuple scanned =
        pipeline
            .apply("Count key ranges", Create.of(settings.scans()))
            .apply("Await start", AwaitStart.create())
            .apply("List key ranges", NumbersBelow.count())
            .apply("Distribute key ranges", Reshuffle.viaRandomKey())
            .apply(
                "Scan parent references",
                ParDo.of(new ScanParentReferencesFn(settings))
                    .withOutputTags(
                        ScanParentReferencesFn.EVENTS,
                        TupleTagList.of(ScanParentReferencesFn.BEARERS)
                            .and(ScanParentReferencesFn.CHILDREN)
                            .and(ScanParentReferencesFn.ERRORS)
                            .and(ScanParentReferencesFn.COUNTS)));
    errors.add(scanned.get(ScanParentReferencesFn.ERRORS));
    counts.add(scanned.get(ScanParentReferencesFn.COUNTS));
    return scanned;
  }

  private PCollection<KV<Integer, Block>> news() {
    PCollectionTuple news =
        pipeline
            .apply("Begin with news", Create.of(0))
            .apply(
                "Fetch lifecycles of news",
                ParDo.of(new FetchNewsFn(settings))
                    .withOutputTags(
                        ScanParentReferencesFn.EVENTS,
                        TupleTagList.of(ScanParentReferencesFn.COUNTS)));
    counts.add(news.get(ScanParentReferencesFn.COUNTS));
    return news.get(ScanParentReferencesFn.EVENTS);
  }

  /** Resolves events that are in one place with all of their lifecycle. */
  private void resolveWhole(
      PCollection<KV<Integer, Block>> events, String groupName, String resolveName) {
    rounds.add(
        KeyedPCollectionTuple.of(ResolveFn.EVENTS, events)
            .apply(groupName, CoGroupByKey.create())
            .apply(resolveName, resolve(true)));
  }

  private ParDo.MultiOutput<KV<Integer, CoGbkResult>, KV<Integer, Block>> resolve(boolean isWhole) {
    return ParDo.of(new ResolveFn(settings, isWhole)).withOutputTags(ResolveFn.CHANGES, FURTHER);
  }

  private void write(PCollection<KV<Integer, Block>> children) {
    PCollection<KV<Integer, ChangedKeys>> written = all(ResolveFn.WRITTEN, "written keys");
    written.apply(
        "Save written keys",
        new KeepChanges(
            settings.table(), settings.plan().writtenVersion(), Kind.LINK, settings.runId()));
    if (settings.scans() > 0) {
      errors.add(all(ResolveFn.ERRORS, "errors of graphs"));
      writeScanned(children);
    }
    if (settings.reachesOtherDates()) {
      PCollection<Long> put =
          all(ResolveFn.OTHER_CHANGES, "changes of other dates")
              .apply("Put rows of other dates", WriteRows.put(settings.table()));
      PCollectionTuple feedback =
          written.apply(
              "Feedback of other dates", new FeedbackOfTouchedDates(settings, put, false));
      errors.add(feedback.get(FeedbackOfTouchedDates.ERRORS));
      retelling = feedback.get(FeedbackOfTouchedDates.RETELLING);
    } else {
      List<KV<Integer, Block>> none = new ArrayList<>();
      Retelling.NONE.send(
          (shard, bytes, length) -> none.add(KV.of(shard, Block.of(Arrays.copyOf(bytes, length)))));
      retelling = pipeline.apply("No lines kept", Create.of(none));
    }
    if (!settings.plan().written().isEmpty()) {
      all(ResolveFn.PENDING, "pending keys")
          .apply(
              "Save pending keys",
              new KeepChanges(
                  settings.table(),
                  settings.plan().pendingVersion(),
                  Kind.BASIS,
                  settings.runId()));
    }
  }

  private void writeScanned(PCollection<KV<Integer, Block>> children) {
    PCollection<KV<Integer, Block>> changes = all(ResolveFn.CHANGES, "changes");
    if (!settings.plan().unfinished().isEmpty()) {
      changes =
          PCollectionList.of(changes)
              .and(
                  PCollectionList.of(children)
                      .and(all(ResolveFn.CHILDREN, "children of graphs"))
                      .apply("Flatten children", Flatten.pCollections())
                      .apply("Group children by parent", GroupByKey.create())
                      .apply("Compare children", ParDo.of(new CompareChildrenFn(settings))))
              .apply("Flatten changes of children", Flatten.pCollections());
    }
    changes.apply(
        "Write rows",
        settings.bulk() ? WriteRows.bulk(settings.table()) : WriteRows.put(settings.table()));
  }

  /** What all rounds have to say. */
  private <T> PCollection<T> all(TupleTag<T> tag, String what) {
    PCollectionList<T> outputs = PCollectionList.empty(pipeline);
    for (PCollectionTuple round : rounds) {
      outputs = outputs.and(round.get(tag));
    }
    return outputs.apply("Flatten " + what, Flatten.pCollections());
  }

  /** By partition, the components that have a part elsewhere, and the group where all meet. */
  private PCollection<KV<Integer, Block>> assignComponents(Partitions partitions) {
    // DirectRunner waits for ever for side inputs that are computed from nothing at all, so there
    // is always an empty block of unresolved parents.
    PCollection<KV<Integer, Block>> wanted =
        PCollectionList.of(partitions.unresolved)
            .and(pipeline.apply("Empty block", Create.of(KV.of(0, Block.of(new byte[0])))))
            .apply("Flatten unresolved parents", Flatten.pCollections());
    // Of each shard its own, so that no worker puts all together.
    KeyBloomFilter.Build build = new KeyBloomFilter.Build(settings.filterKeys(), settings.shards());
    PCollectionView<Iterable<KV<Integer, KeyBloomFilter>>> filters =
        wanted
            .apply("Build Bloom filter", Combine.perKey(build))
            .apply("View Bloom filters", View.asIterable());
    PCollectionView<Iterable<Boolean>> bearsKeys =
        partitions.bearsKeys.apply("View whether keys are borne", View.asIterable());
    PCollectionView<RepeatedKeys> repeated =
        PCollectionList.of(
                partitions.components.apply(
                    "Keys where some are borne",
                    ParDo.of(new RepeatedKeys.WhereSomeAreBorneFn(bearsKeys))
                        .withSideInputs(bearsKeys)))
            .and(pipeline.apply("No key", Create.of(Block.of(new byte[0]))))
            .apply("Flatten keys", Flatten.pCollections())
            .apply(
                "Find repeated keys", Combine.globally(new RepeatedKeys.Build()).asSingletonView());
    PCollection<KV<Integer, Block>> candidates =
        partitions.components.apply(
            "Find candidate parents",
            ParDo.of(new FindCandidateParentsFn(filters, build.empty(), repeated, settings))
                .withSideInputs(filters, repeated));
    UniteComponents.Plan plan = settings.unionPlan();
    return PCollectionList.of(wanted)
        .and(candidates)
        .apply("Flatten parents and candidates", Flatten.pCollections())
        .apply("Group by parent key", GroupByKey.create())
        .apply("Join candidate parents", ParDo.of(new JoinCandidateParentsFn(plan)))
        .apply("Unite", new UniteComponents(plan));
  }
}
