package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.dates.ChangedKeys;
import java.io.IOException;
import java.util.TreeSet;
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
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * The errors of the trade dates that a run touches and does not scan, read when all of their rows
 * are written: those of which single events were news, and those to which anything was written.
 *
 * <p>Input: keys written, by date. Output: packed {@link LinkError}s.
 */
final class FeedbackOfTouchedDates
    extends PTransform<PCollection<KV<Integer, ChangedKeys>>, PCollection<KV<Integer, Block>>> {
  /** What a group of rows that were put stands for: it is waited for, and says nothing. */
  private static final int NO_DATE = Integer.MIN_VALUE;

  private static final TypeDescriptor<KV<Integer, Integer>> NUMBERS =
      TypeDescriptors.kvs(TypeDescriptors.integers(), TypeDescriptors.integers());

  private final LinkSettings settings;
  private final transient PCollection<Long> put;

  /**
   * Feedback of a run.
   *
   * @param put numbers of rows, one for each block of rows that has been put
   */
  FeedbackOfTouchedDates(LinkSettings settings, PCollection<Long> put) {
    this.settings = settings;
    this.put = put;
  }

  @Override
  public PCollection<KV<Integer, Block>> expand(PCollection<KV<Integer, ChangedKeys>> written) {
    // To group is to wait for all of it.
    return PCollectionList.of(
            put.apply("Rows put", MapElements.into(NUMBERS).via(rows -> KV.of(0, NO_DATE))))
        .and(
            written.apply(
                "Dates written", MapElements.into(NUMBERS).via(keys -> KV.of(0, keys.getKey()))))
        .and(
            written
                .getPipeline()
                .apply(
                    "Dates read",
                    Create.of(settings.plan().read().keySet()).withType(TypeDescriptors.integers()))
                .apply(
                    "Dates read by number", MapElements.into(NUMBERS).via(date -> KV.of(0, date))))
        .apply("Flatten dates", Flatten.pCollections())
        .apply("Await rows", GroupByKey.create())
        .apply("List ranges", ParDo.of(new ListRangesFn(settings)))
        .apply("Distribute ranges", Reshuffle.viaRandomKey())
        .apply("Read errors", ParDo.of(new ReadFeedbackFn(settings)));
  }

  /** Names every range of every date once. */
  private static final class ListRangesFn
      extends DoFn<KV<Integer, Iterable<Integer>>, KV<Integer, Integer>> {
    private final LinkSettings settings;

    ListRangesFn(LinkSettings settings) {
      this.settings = settings;
    }

    @ProcessElement
    public void list(
        @Element KV<Integer, Iterable<Integer>> touched, OutputReceiver<KV<Integer, Integer>> out)
        throws IOException {
      TreeSet<Integer> dates = new TreeSet<>();
      for (int date : touched.getValue()) {
        if (date != NO_DATE && settings.isFetched(date)) {
          dates.add(date);
        }
      }
      for (int date : dates) {
        KeyRanges ranges = settings.rangesOf(date);
        for (int range = 0; range < ranges.count(); range++) {
          out.output(KV.of(date, range));
        }
      }
    }
  }
}
