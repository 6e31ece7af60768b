package io.daisychain.ingest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.AddUp;
import io.daisychain.beam.AwaitStart;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputNames;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.receipt.WriteReceipt;
import io.daisychain.model.CalendarDates;
import io.daisychain.reporting.SaveInputLines;
import io.daisychain.reporting.WriteFeedback;
import io.daisychain.store.KeepKeys;
import io.daisychain.store.MetaTable;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.IngestedMessages;
import io.daisychain.store.dates.KeepChanges;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.write.WriteRows;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * The ingest job: reads files of FIX messages and stores each order event as one row.
 *
 * <p>The steps:
 *
 * <ol>
 *   <li>Split files into ranges, Distribute ranges: a plain file is cut into byte ranges, a
 *       compressed one is one range; groups of ranges are spread over all workers.
 *   <li>Read messages: finds the lines of a group's ranges and the messages in them, checks each
 *       message, and decides whether it is stored, skipped (a session message) or rejected. Events
 *       leave as packed rows of the table of their trade date, which is made if it is new, in
 *       blocks that are keyed by the number of their key range; errors leave as blocks, keyed by a
 *       hash of the reporter. Rejected messages go to files, one for each range.
 *   <li>Write rows: groups the blocks by key range; each range is sorted, written as HFiles and
 *       bulk loaded, or written with puts where the store takes no files.
 *   <li>Write feedback: groups the errors by reporter and writes CSV files. Line numbers need the
 *       line counts of the ranges before, a side input.
 *   <li>Write receipt: of each file size, digest and counts, for those who handed it in.
 *   <li>Save line counts of ranges, Save sample of row keys, Save changed keys: for commands that
 *       come later. What has changed in a trade date is news to link.
 *   <li>Add up counts, Save summary: what became of all messages, in the meta table.
 * </ol>
 *
 * <p>The job is idempotent. The row key is derived from the event's identity, the column from a
 * hash of the message's content, and the timestamp from SendingTime: what a retried bundle, a
 * second run or a file given twice writes falls onto the same cells.
 */
public final class IngestJob {
  /** Name of the progress counter of what is read of the files as they are stored. */
  public static final String BYTES_READ = ReadMessagesFn.BYTES_READ;

  /** Name of the progress counter of events. */
  public static final String EVENTS_READ = ReadMessagesFn.EVENTS_READ;

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
            settings.table(),
            settings.runId(),
            settings.dates(),
            settings.keySeed(),
            settings.spill(),
            names);
    PCollection<String> input =
        pipeline
            .apply("Name input", Create.of(settings.input()))
            .apply("Await start", AwaitStart.create());
    PCollectionTuple read =
        ranges(input, settings)
            .apply(
                "Read messages",
                ParDo.of(new ReadMessagesFn(plan))
                    .withOutputTags(
                        ReadMessagesFn.ROWS,
                        TupleTagList.of(ReadMessagesFn.ERRORS)
                            .and(ReadMessagesFn.LINES)
                            .and(ReadMessagesFn.KEYS)
                            .and(ReadMessagesFn.CHANGES)
                            .and(ReadMessagesFn.RECEIPTS)
                            .and(ReadMessagesFn.COUNTS)));

    read.get(ReadMessagesFn.ROWS)
        .apply(
            "Write rows",
            settings.bulk() ? WriteRows.bulk(settings.table()) : WriteRows.put(settings.table()));
    read.get(ReadMessagesFn.ERRORS)
        .apply(
            "Write feedback",
            WriteFeedback.ofIngest(
                settings.rejects(),
                settings.spill(),
                settings.reference().participants(),
                WriteFeedback.viewOf(
                    read.get(ReadMessagesFn.LINES)
                        .apply("Shorten file names", names.showInKeys()))));
    read.get(ReadMessagesFn.RECEIPTS)
        .apply(
            "Write receipt",
            WriteReceipt.into(settings.rejects(), names, InputFile.STANDARD_INPUT));
    read.get(ReadMessagesFn.LINES)
        .apply(
            "Save line counts of ranges",
            ParDo.of(new SaveInputLines(settings.table(), names::shown)));
    read.get(ReadMessagesFn.KEYS)
        .apply("Save sample of row keys", new KeepKeys(settings.table(), settings.keySeed()));
    read.get(ReadMessagesFn.CHANGES)
        .apply(
            "Save changed keys",
            new KeepChanges(
                settings.table(),
                settings.dates().version(),
                StoredDate.Kind.INGEST,
                settings.runId()));
    read.get(ReadMessagesFn.COUNTS)
        .apply(
            "Add up counts",
            Combine.globally(AddUp.of(MessageCounts::new, MessageCounts::add)).withoutDefaults())
        .apply(
            "Format counts as JSON",
            MapElements.into(TypeDescriptors.strings()).via(MessageCounts::toJson))
        .apply("Save summary", SaveSummary.of(settings.table(), settings.runId()));
  }

  /**
   * Ends what {@link #build} was run for: notes which dates have news to link, and how many
   * messages are stored.
   *
   * @param ingest name of the ingest among all
   * @return its counts
   */
  public static ObjectNode end(IngestSettings settings, String ingest) throws IOException {
    String summary =
        SaveSummary.read(settings.table(), settings.runId())
            .orElseThrow(() -> new IOException("ingest left no summary"));
    ObjectNode counts = (ObjectNode) new ObjectMapper().readTree(summary);
    Map<Integer, Long> stored = new TreeMap<>();
    counts
        .get("days")
        .properties()
        .forEach(
            day ->
                stored.put(
                    CalendarDates.parse(day.getKey()).orElseThrow(), day.getValue().asLong()));
    try (Dates dates = Dates.open(settings.table());
        MetaTable meta = MetaTable.open(settings.table())) {
      dates.end(settings.dates().version(), StoredDate.Kind.INGEST, settings.runId());
      IngestedMessages.note(meta, ingest, stored);
    }
    return counts;
  }

  /** The parts of the input, wherever they are read. */
  private static PCollection<KV<Integer, Iterable<InputRange>>> ranges(
      PCollection<String> input, IngestSettings settings) {
    if (settings.input().equals(InputFile.STANDARD_INPUT)) {
      return input.apply(
          "Take standard input",
          MapElements.into(
                  TypeDescriptors.kvs(
                      TypeDescriptors.integers(),
                      TypeDescriptors.iterables(TypeDescriptor.of(InputRange.class))))
              .via(stream -> KV.of(0, List.of(InputRange.whole(stream)))));
    }
    return input
        .apply("Split files into ranges", ParDo.of(new SplitFilesFn(settings.rangeBytes())))
        .apply("Distribute ranges", GroupByKey.create());
  }
}
