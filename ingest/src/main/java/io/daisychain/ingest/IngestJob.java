package io.daisychain.ingest;

import io.daisychain.beam.AwaitStart;
import io.daisychain.reporting.SaveInputLines;
import io.daisychain.reporting.WriteFeedback;
import io.daisychain.store.KeepKeys;
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
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;

/** Reads FIX 4.2 files, stores each event as one row, and sets the rest aside with a reason. */
public final class IngestJob {
  /** Name of the progress counter of what is read of the files as they are stored. */
  public static final String BYTES_READ = ReadMessagesFn.BYTES_READ;

  private IngestJob() {}

  /**
   * Adds the whole job to {@code pipeline}.
   *
   * <p>What became of everything is kept in the meta table under the run's id.
   */
  public static void build(Pipeline pipeline, IngestSettings settings) {
    InputNames names = InputNames.of(settings.input());
    IngestPlan plan =
        new IngestPlan(
            settings.rules(),
            settings.reference(),
            settings.rejects(),
            settings.ranges(),
            settings.keySeed(),
            settings.spill(),
            names);
    PCollection<String> input =
        pipeline
            .apply("Input", Create.of(settings.input()))
            .apply("AwaitStart", AwaitStart.create());
    PCollectionTuple read =
        ranges(input, settings)
            .apply(
                "ReadMessages",
                ParDo.of(new ReadMessagesFn(plan))
                    .withOutputTags(
                        ReadMessagesFn.ROWS,
                        TupleTagList.of(ReadMessagesFn.FAULTS)
                            .and(ReadMessagesFn.LINES)
                            .and(ReadMessagesFn.KEYS)
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
                settings.rejects(),
                settings.spill(),
                settings.reference().participants(),
                WriteFeedback.viewOf(
                    read.get(ReadMessagesFn.LINES).apply("ShowNames", names.showInKeys()))));
    read.get(ReadMessagesFn.LINES)
        .apply(
            "SaveInputLines",
            ParDo.of(new SaveInputLines(settings.connector(), settings.table(), names::shown)));
    read.get(ReadMessagesFn.KEYS)
        .apply(
            "KeepKeys", new KeepKeys(settings.connector(), settings.table(), settings.keySeed()));
    read.get(ReadMessagesFn.TALLIES)
        .apply("SumTallies", Combine.globally(new MessageCounts.Sum()))
        .apply("ToJson", MapElements.into(TypeDescriptors.strings()).via(MessageCounts::toJson))
        .apply(
            "SaveSummary",
            SaveSummary.of(settings.connector(), settings.table(), settings.runId()));
  }

  /** The parts of the input, wherever they are read. */
  private static PCollection<InputRange> ranges(
      PCollection<String> input, IngestSettings settings) {
    if (settings.input().equals(IngestSettings.STANDARD_INPUT)) {
      return input.apply(
          "StandardInput",
          MapElements.into(TypeDescriptor.of(InputRange.class)).via(InputRange::whole));
    }
    return input
        .apply(
            "MatchFiles", FileIO.matchAll().withEmptyMatchTreatment(EmptyMatchTreatment.DISALLOW))
        .apply("SplitFiles", ParDo.of(new SplitFilesFn(settings.rangeBytes())))
        .apply("SpreadRanges", Reshuffle.viaRandomKey());
  }
}
