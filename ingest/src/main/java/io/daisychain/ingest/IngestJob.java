package io.daisychain.ingest;

import io.daisychain.feedback.WriteFeedback;
import io.daisychain.start.AwaitStart;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.WriteRows;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileIO;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptors;

/** Reads FIX 4.2 files, stores each event as one row, and sets the rest aside with a reason. */
public final class IngestJob {
  private IngestJob() {}

  /**
   * Adds the whole job to {@code pipeline}.
   *
   * <p>What became of everything is kept in the meta table under the run's id.
   */
  public static void build(Pipeline pipeline, IngestSettings settings) {
    IngestPlan plan =
        new IngestPlan(
            settings.rules(),
            settings.reference(),
            settings.rejects(),
            settings.ranges(),
            settings.spill());
    PCollectionTuple read =
        pipeline
            .apply("Input", Create.of(settings.input()))
            .apply("AwaitStart", AwaitStart.create())
            .apply(
                "MatchFiles",
                FileIO.matchAll().withEmptyMatchTreatment(EmptyMatchTreatment.DISALLOW))
            .apply("SplitFiles", ParDo.of(new SplitFilesFn(settings.rangeBytes())))
            .apply("SpreadRanges", Reshuffle.viaRandomKey())
            .apply(
                "ReadMessages",
                ParDo.of(new ReadMessagesFn(plan))
                    .withOutputTags(
                        ReadMessagesFn.ROWS,
                        TupleTagList.of(ReadMessagesFn.FAULTS)
                            .and(ReadMessagesFn.LINES)
                            .and(ReadMessagesFn.TALLIES)));

    read.get(ReadMessagesFn.ROWS)
        .apply(
            "WriteRows",
            settings.bulk()
                ? WriteRows.bulk(settings.connector(), settings.table())
                : WriteRows.put(settings.connector(), settings.table()));
    read.get(ReadMessagesFn.FAULTS)
        .apply(
            "WriteFeedback",
            WriteFeedback.ofIngest(
                settings.rejects(), WriteFeedback.viewOf(read.get(ReadMessagesFn.LINES))));
    read.get(ReadMessagesFn.TALLIES)
        .apply("SumTallies", Combine.globally(new Tally.Sum()))
        .apply("ToJson", MapElements.into(TypeDescriptors.strings()).via(Tally::toJson))
        .apply(
            "SaveSummary",
            SaveSummary.of(settings.connector(), settings.table(), settings.runId()));
  }
}
