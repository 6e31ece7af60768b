package io.daisychain.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.linkage.plan.SubmissionSums;
import io.daisychain.model.CalendarDates;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.IngestedMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.beam.sdk.options.PipelineOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The sums of a table, from messages handed in to events. */
@ExtendWith(SharedStore.class)
class SubmissionSumsIT {
  private static final String TABLE = "hand_ins";

  @TempDir private Path folder;

  @Test
  void closeOverRepeatsFurtherContentsIngestsAndOneThatIsRunAgain(RunningStore shared)
      throws Exception {
    String other = order("A1", "55=MSFT|");
    Files.writeString(folder.resolve("a.fix"), order("A1") + order("A2") + order("A2") + other);
    Files.writeString(folder.resolve("b.fix"), order("A3") + order("A1") + other + "no message\n");
    PipelineOptions options = new RunnerOptions().options();
    try (StoreSession store = StoreOptions.of(shared.address(), TABLE).open()) {
      ingest(store, options, "a.fix", "first");
      assertEquals("4 stored by 1 ingest = 2 events + 1 repeats + 1 duplicates", link(store, "l1"));
      ingest(store, options, "b.fix", "second");
      assertEquals(
          "7 stored by 2 ingests = 3 events + 3 repeats + 1 duplicates", link(store, "l2"));
      ingest(store, options, "b.fix", "again");
      assertEquals(
          "10 stored by 3 ingests = 3 events + 6 repeats + 1 duplicates", link(store, "l3"));

      StoreTable table = new StoreTable(store.connector(), TABLE);
      try (MetaTable meta = MetaTable.open(table);
          Dates dates = Dates.open(table)) {
        // As after a lost answer.
        IngestedMessages.note(
            meta, "again", Map.of(CalendarDates.parse("20260316").orElseThrow(), 3L));
        assertEquals(
            new SubmissionSums(new IngestedMessages(3, 10), 3, 1), SubmissionSums.of(meta, dates));
      }
    }
  }

  @Test
  void sayWhatAnIngestThatDidNotEndHasLeft() {
    assertEquals(
        "4 stored by 1 ingest = 5 events + 0 repeats + 1 duplicates - 2 uncounted of an ingest that"
            + " did not end",
        LinkStage.sumsLine(new SubmissionSums(new IngestedMessages(1, 4), 5, 1).sums()));
  }

  private void ingest(StoreSession store, PipelineOptions options, String file, String runId)
      throws IOException {
    IngestStage ingest = IngestStage.of(folder.resolve(file).toString(), ReferenceOption.of(null));
    ingest.check(options);
    ingest.run(context(store, options, runId));
  }

  private String link(StoreSession store, String runId) throws IOException {
    ObjectNode counts =
        LinkStage.withDefaults()
            .run(
                context(store, new RunnerOptions().options(), runId),
                ReferenceOption.of(null),
                new RulesOptions());
    return LinkStage.sumsLine(counts.get("sums"));
  }

  private StageContext context(StoreSession store, PipelineOptions options, String runId) {
    RejectsOption rejects = RejectsOption.of(folder.resolve("rejects").toString());
    return new StageContext(
        new StoreTable(store.connector(), TABLE), rejects, new WriteOption(), options, runId);
  }

  private static String order(String id) {
    return order(id, "55=AAPL|");
  }

  private static String order(String id, String symbol) {
    return FixLine.of(
            "35=D|49=ALFA|56=MRP|34=1|52=20260316-14:30:00|11="
                + id
                + "|21=1|"
                + symbol
                + "54=1|60=20260316-14:30:00|38=100|40=1|")
        + "\n";
  }
}
