package io.daisychain.ingest;

import io.daisychain.beam.AwaitStart;
import io.daisychain.beam.NumbersBelow;
import io.daisychain.model.EventReader;
import io.daisychain.store.KeepChanges;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;
import io.daisychain.store.StoredDate;
import io.daisychain.store.WriteRows;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * Moves the events of a table that has all trade dates, as earlier versions made it, into a table a
 * trade date.
 *
 * <p>Each key range of the old table is scanned. Every content goes, with its place in the input
 * and what ingest found of it, to the table of its own trade date; its parents are read anew from
 * the message. What link wrote stays behind: all dates are news to the next link run. The old table
 * is not changed, so a run that is killed is started again.
 */
public final class UpgradeJob {
  private UpgradeJob() {}

  /**
   * Adds the job to a pipeline.
   *
   * @param ranges of the old table, which has the name of {@code table}
   * @param rules by which its messages were read
   * @param run its name, under which it notes what it changes
   */
  public static void build(
      Pipeline pipeline,
      StoreTable table,
      KeyRanges ranges,
      EventReader.Rules rules,
      IngestSettings.NewDates dates,
      boolean bulk,
      String run) {
    PCollectionTuple read =
        pipeline
            .apply("Count key ranges", Create.of(ranges.count()))
            .apply("Await start", AwaitStart.create())
            .apply("List key ranges", NumbersBelow.count())
            .apply("Distribute key ranges", Reshuffle.viaRandomKey())
            .apply(
                "Read old rows",
                ParDo.of(new ReadOldRowsFn(table, ranges, rules, dates, run))
                    .withOutputTags(ReadOldRowsFn.ROWS, TupleTagList.of(ReadOldRowsFn.CHANGES)));
    read.get(ReadOldRowsFn.ROWS)
        .apply("Write rows", bulk ? WriteRows.bulk(table) : WriteRows.put(table));
    read.get(ReadOldRowsFn.CHANGES)
        .apply(
            "Save changed keys",
            new KeepChanges(table, dates.version(), StoredDate.Kind.INGEST, run));
  }
}
