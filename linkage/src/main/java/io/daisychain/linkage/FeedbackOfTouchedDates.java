package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.linkage.plan.ToldDates;
import io.daisychain.model.RowKey;
import io.daisychain.reporting.Retelling;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.MetaTable;
import io.daisychain.store.dates.ChangedKeys;
import io.daisychain.store.dates.Dates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * The errors of the trade dates that a run touches and does not scan, read when all of their rows
 * are written: those of which single events were news, and those to which anything was written.
 * Where the lines are kept that an earlier run has told of a date, those of rows that have changed
 * since are read alone.
 *
 * <p>Input: keys written, by date. Output: packed {@link LinkError}s, and what of earlier runs'
 * lines stays.
 */
final class FeedbackOfTouchedDates
    extends PTransform<PCollection<KV<Integer, ChangedKeys>>, PCollectionTuple> {
  /** Packed {@link LinkError}s. */
  static final TupleTag<KV<Integer, Block>> ERRORS = new TupleTag<>() {};

  /** A {@link Retelling} for each shard of feedback. */
  static final TupleTag<KV<Integer, Block>> RETELLING = new TupleTag<>() {};

  private static final TupleTag<KV<Integer, Block>> READ = new TupleTag<>() {};

  /** What a group of rows that were put stands for: it is waited for, and says nothing. */
  private static final int NO_DATE = Integer.MIN_VALUE;

  private static final TypeDescriptor<KV<Integer, KV<Integer, ChangedKeys>>> KEYS =
      TypeDescriptors.kvs(
          TypeDescriptors.integers(),
          TypeDescriptors.kvs(TypeDescriptors.integers(), TypeDescriptor.of(ChangedKeys.class)));

  private final LinkSettings settings;
  private final transient PCollection<Long> put;
  private final boolean isWhole;

  /**
   * Feedback of a run.
   *
   * @param put numbers of rows, one for each block of rows that has been put
   * @param isWhole true where nothing of what earlier runs have told is looked at
   */
  FeedbackOfTouchedDates(LinkSettings settings, PCollection<Long> put, boolean isWhole) {
    this.settings = settings;
    this.put = put;
    this.isWhole = isWhole;
  }

  @Override
  public PCollectionTuple expand(PCollection<KV<Integer, ChangedKeys>> written) {
    List<Integer> known = new ArrayList<>(settings.plan().read().keySet());
    known.add(NO_DATE); // so that shards of feedback hear also where there is no date
    // To group is to wait for all of it.
    PCollectionTuple listed =
        PCollectionList.of(
                put.apply(
                    "Rows put",
                    MapElements.into(KEYS)
                        .via(rows -> KV.of(0, KV.of(NO_DATE, new ChangedKeys())))))
            .and(written.apply("Dates written", MapElements.into(KEYS).via(keys -> KV.of(0, keys))))
            .and(
                written
                    .getPipeline()
                    .apply("Dates read", Create.of(known).withType(TypeDescriptors.integers()))
                    .apply(
                        "Dates read by number",
                        MapElements.into(KEYS)
                            .via(date -> KV.of(0, KV.of(date, new ChangedKeys())))))
            .apply("Flatten dates", Flatten.pCollections())
            .apply("Await rows", GroupByKey.create())
            .apply(
                "List ranges",
                ParDo.of(new ListRangesFn(settings, isWhole))
                    .withOutputTags(READ, TupleTagList.of(RETELLING)));
    return PCollectionTuple.of(
            ERRORS,
            listed
                .get(READ)
                .apply("Distribute ranges", Reshuffle.viaRandomKey())
                .apply("Read errors", ParDo.of(new ReadFeedbackFn(settings))))
        .and(RETELLING, listed.get(RETELLING));
  }

  /** Names every range of every date once, or the rows of it that have changed. */
  private static final class ListRangesFn
      extends DoFn<KV<Integer, Iterable<KV<Integer, ChangedKeys>>>, KV<Integer, Block>> {
    private final LinkSettings settings;

    private final boolean isWhole;

    ListRangesFn(LinkSettings settings, boolean isWhole) {
      this.settings = settings;
      this.isWhole = isWhole;
    }

    @ProcessElement
    public void list(
        @Element KV<Integer, Iterable<KV<Integer, ChangedKeys>>> touched, MultiOutputReceiver out)
        throws IOException {
      TreeMap<Integer, ChangedKeys> dates = new TreeMap<>();
      for (KV<Integer, ChangedKeys> date : touched.getValue()) {
        if (date.getKey() != NO_DATE && settings.isFetched(date.getKey())) {
          dates.computeIfAbsent(date.getKey(), none -> new ChangedKeys()).add(date.getValue());
        }
      }
      boolean isAll = settings.scans() == 0;
      try (Dates opened = Dates.open(settings.table());
          MetaTable meta = MetaTable.open(settings.table())) {
        ToldDates told = ToldDates.of(opened, meta, settings.runId());
        for (Map.Entry<Integer, ChangedKeys> date : dates.entrySet()) {
          Optional<Set<RowKey>> changed =
              isWhole ? Optional.empty() : told.changed(date.getKey(), date.getValue());
          isAll &= changed.isPresent();
          if (changed.isPresent()) {
            ReadFeedbackFn.ofRows(
                changed.get(), block -> out.get(READ).output(KV.of(date.getKey(), block)));
          } else {
            KeyRanges ranges = settings.rangesOf(date.getKey());
            for (int range = 0; range < ranges.count(); range++) {
              out.get(READ).output(KV.of(date.getKey(), ReadFeedbackFn.ofRange(range)));
            }
          }
        }
        told.retelling(isAll)
            .send(
                (shard, bytes, length) ->
                    out.get(RETELLING)
                        .output(KV.of(shard, Block.of(Arrays.copyOf(bytes, length)))));
      }
    }
  }
}
