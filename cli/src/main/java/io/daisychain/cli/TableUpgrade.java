package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.ingest.IngestSettings;
import io.daisychain.ingest.UpgradeJob;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.EventReader;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.Dates;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.StoredDate;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Moves a table of all trade dates into tables by date.
 *
 * @param table the old table's name is this name
 * @param runId names the run
 */
record TableUpgrade(StoreTable table, WriteOption write, PipelineOptions options, String runId) {
  private static final int MOST_DATES = 1_000;

  /** Moves everything, and removes the old table when all of it is in the new ones. */
  void run() throws IOException {
    String name = table.name();
    try (TableAdmin tables = TableAdmin.open(table.store())) {
      if (!tables.exists(name)) {
        Terminal.result("no table " + name + " of an earlier version: nothing to move");
        return;
      }
      try (Dates dates = Dates.open(table)) {
        EventReader.Rules rules = RulesOptions.kept(name, tables);
        IngestSettings.NewDates fresh =
            new IngestSettings.NewDates(
                dates.nextVersion(),
                tables.keptSplitKeys(name).orElse(SplitPoints.of(IngestStage.DEFAULT_SPLITS)),
                MOST_DATES);
        Pipeline pipeline = Pipeline.create(options);
        UpgradeJob.build(
            pipeline,
            table,
            tables.oldRanges(name),
            rules,
            fresh,
            write.isBulk(table.store()),
            runId);
        Runs.run(pipeline, "upgrade");
        dates.end(fresh.version(), StoredDate.Kind.INGEST, runId);
        try (MetaTable meta = tables.meta(name)) {
          SubmissionSums.add(meta, runId, moved(dates));
        }
        tables.deleteOld(name);
        Terminal.result("moved    " + name + " into " + dates.list().size() + " trade dates");
      }
    }
  }

  /** By date, the contents that were moved: they stand for the ingests that stored them. */
  private ObjectNode moved(Dates dates) throws IOException {
    ObjectNode days = JsonNodeFactory.instance.objectNode();
    for (StoredDate date : dates.list()) {
      date.changes().stream()
          .filter(change -> change.run().equals(runId))
          .forEach(change -> days.put(CalendarDates.text(date.epochDay()), change.count()));
    }
    return days;
  }
}
