package io.daisychain.ingest;

import io.daisychain.feedback.WriteFeedback;
import io.daisychain.store.WriteRows;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileIO;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;

/** Reads FIX 4.2 files, stores each event as one row, and sets the rest aside with a reason. */
public final class IngestJob {
  private IngestJob() {}

  /**
   * Adds the whole job to {@code pipeline}.
   *
   * @return one element: what became of everything that was read
   */
  public static PCollection<Tally> build(Pipeline pipeline, IngestSettings settings) {
    IngestPlan plan =
        new IngestPlan(
            settings.rules(), settings.reference(), settings.rejects(), settings.ranges());
    PCollectionTuple read =
        pipeline
            .apply("MatchFiles", FileIO.match().filepattern(settings.input()))
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
    return read.get(ReadMessagesFn.TALLIES).apply("SumTallies", Combine.globally(new Tally.Sum()));
  }
}
