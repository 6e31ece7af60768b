package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.LinkJob;
import io.daisychain.linkage.LinkRun;
import io.daisychain.linkage.LinkSettings;
import io.daisychain.linkage.NewestRun;
import io.daisychain.linkage.Partitioning;
import io.daisychain.model.EventReader;
import io.daisychain.model.ReferenceData;
import io.daisychain.model.ValidityTable;
import io.daisychain.store.MetaTable;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.TableKeys;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Option;

/** Options and course of a link, alone or as part of a run. */
final class LinkStage {
  /** So many events fit any heap. */
  private static final long SMALL = 100_000;

  @Option(
      names = "--gtcDays",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Looks for a native parent that was not reported on its own day on up to N earlier days."
              + " Default: ${DEFAULT-VALUE}")
  private int gtcDays;

  @Option(
      names = "--clockTolerance",
      paramLabel = "MILLIS",
      defaultValue = "50",
      description =
          "How much earlier than its parent an event may be before it is out of sequence."
              + " Default: ${DEFAULT-VALUE}")
  private long toleranceMillis;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = {
        "Parts that events are dealt into; each worker holds one in memory.",
        "Default: as many as the heap calls for, " + LinkSettings.PARTITIONS + " at least"
      })
  private Integer partitions;

  static LinkStage withDefaults() {
    LinkStage stage = new LinkStage();
    stage.toleranceMillis = TimeUnit.NANOSECONDS.toMillis(LinkSettings.TOLERANCE_NANOS);
    return stage;
  }

  /** Checks the options, before anything starts. */
  void check(PipelineOptions options, ReferenceOption reference) throws IOException {
    FileSystems.setDefaultPipelineOptions(options);
    if (gtcDays < 0 || gtcDays > 366) {
      throw new UsageException("--gtcDays=" + gtcDays + " must be from 0 to 366");
    }
    if (toleranceMillis < 0 || toleranceMillis > TimeUnit.DAYS.toMillis(1)) {
      throw new UsageException("--clockTolerance=" + toleranceMillis + " must be from 0 to a day");
    }
    if (partitions != null && (partitions < 1 || partitions > LinkSettings.MOST_PARTITIONS)) {
      throw new UsageException(
          "--partitions=" + partitions + " must be from 1 to " + LinkSettings.MOST_PARTITIONS);
    }
    reference.check(options);
  }

  ObjectNode run(StageContext context, ReferenceOption reference, RulesOptions rules)
      throws IOException {
    StoreTable table = context.table();
    SubmissionSums submissions = submissions(table);
    Attempt attempt =
        () -> {
          try (Spill spill = SpillOptions.spill(context.options(), table.store())) {
            LinkSettings settings = prepare(context, reference, rules, spill);
            Pipeline pipeline = Pipeline.create(context.options());
            LinkJob.build(pipeline, settings);
            Runs.run(pipeline, "link", counter -> submissions.stored());
            try (TableAdmin tables = TableAdmin.open(table.store());
                MetaTable meta = tables.meta(table.name())) {
              settings.linkRun().complete(meta);
            }
          }
        };
    try {
      attempt.run();
    } catch (IOException | RuntimeException e) {
      if (!countedOn(table, e)) {
        throw e;
      }
      attempt.run();
    }
    context.rejects().finish(RejectsOption.Stage.LINK, context.runId());
    ObjectNode counts =
        ReportOption.parse(
            SaveSummary.read(table, summaryOf(context.runId()))
                .orElseThrow(() -> new IOException("link left no summary")));
    counts.set("sums", submissions.sums(counts));
    print(counts);
    return counts;
  }

  /** Prints, at the end of a command, what became of all stored messages. */
  static void printSums(ObjectNode counts) {
    Terminal.result("sums     " + SubmissionSums.line(counts.get("sums")));
  }

  /** Each stage of a run has a summary. */
  private static String summaryOf(String runId) {
    return runId + "-link";
  }

  /** What is there to be linked; nothing that is known where the meta table was lost. */
  private static SubmissionSums submissions(StoreTable table) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store())) {
      if (!tables.exists(TableAdmin.metaName(table.name()))) {
        return new SubmissionSums(0, 0);
      }
      try (MetaTable meta = tables.meta(table.name())) {
        return SubmissionSums.of(meta);
      }
    }
  }

  /** One try to link the table. */
  private interface Attempt {
    void run() throws IOException;
  }

  /**
   * Where a run met rows of a later one than the meta table had counted, and so wrote nothing:
   * counts on from above them. What it wrote with smaller timestamps would never be seen.
   */
  private static boolean countedOn(StoreTable table, Exception failure) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store());
        MetaTable meta = tables.meta(table.name())) {
      if (!LinkRun.isBehind(meta)) {
        return false;
      }
      long newest = NewestRun.of(table);
      LinkRun.countFrom(meta, newest);
      Terminal.note(
          ErrorCauses.message(failure)
              + "; runs are counted on from "
              + newest
              + ", and all is linked anew");
      return true;
    }
  }

  private LinkSettings prepare(
      StageContext context, ReferenceOption reference, RulesOptions rules, Spill spill)
      throws IOException {
    StoreTable table = context.table();
    try (TableAdmin tables = TableAdmin.open(context.table().store())) {
      if (!tables.exists(TableAdmin.metaName(table.name()))) {
        // Makes what is missing of the two.
        tables.createIfAbsent(table.name(), List.of());
      }
      EventReader.Rules understood = rules.of(table.name(), tables);
      try (MetaTable meta = tables.meta(table.name())) {
        return prepare(
            context,
            tables.keys(table.name()),
            understood,
            participants(reference, meta),
            meta,
            spill);
      }
    }
  }

  private static ValidityTable participants(ReferenceOption reference, MetaTable meta)
      throws IOException {
    if (!reference.isGiven()) {
      return ReferenceOption.kept(meta).participants();
    }
    ReferenceData given = ReferenceData.parse(reference.read());
    Terminal.note("reference data: " + String.join("; ", given.sizes()));
    return given.participants();
  }

  private LinkSettings prepare(
      StageContext context,
      TableKeys keys,
      EventReader.Rules understood,
      ValidityTable participants,
      MetaTable meta,
      Spill spill)
      throws IOException {
    Tables.tellCrowded(context.table().name(), keys);
    long events = Math.max(keys.rows(), SubmissionSums.of(meta).stored());
    return new LinkSettings(
        understood,
        participants,
        TimeUnit.MILLISECONDS.toNanos(toleranceMillis),
        gtcDays,
        context.rejects().directoryOf(RejectsOption.Stage.LINK, context.runId()),
        context.table(),
        keys.ranges(),
        context.write().isBulk(context.table().store()),
        LinkRun.begin(meta),
        summaryOf(context.runId()),
        spill,
        partitioning(context, keys, understood, events));
  }

  private Partitioning partitioning(
      StageContext context, TableKeys keys, EventReader.Rules understood, long events)
      throws IOException {
    WorkerSize worker = WorkerSize.of(context.options());
    Partitioning partitioning =
        Partitioning.sample(context.table(), keys, understood, partitions(events, worker));
    double largest = partitioning.largestShare() * events;
    long heap = worker.heap();
    if (worker.isKnown() && events > SMALL && !LinkSettings.fits(largest, heap)) {
      Terminal.note(
          String.format(
              Locale.ROOT,
              "about %,.0f events of one symbol and moment cannot be parted and may not fit a heap"
                  + " of %,d MB: give more with DAISYCHAIN_JAVA_OPTS=-Xmx",
              largest,
              heap >> 20));
    }
    return partitioning;
  }

  private int partitions(long events, WorkerSize worker) {
    long heap = worker.heap();
    int fitting = LinkSettings.partitionsFor(events, heap, worker.threads());
    if (partitions == null) {
      return fitting;
    }
    if (worker.isKnown() && partitions < fitting && fitting > LinkSettings.PARTITIONS) {
      Terminal.note(
          String.format(
              Locale.ROOT,
              "%,d events in --partitions=%d may not fit a heap of %,d MB: give --partitions=%d, or"
                  + " more heap with DAISYCHAIN_JAVA_OPTS=-Xmx",
              events,
              partitions,
              heap >> 20,
              fitting));
    }
    return partitions;
  }

  private static void print(ObjectNode counts) {
    Terminal.result(
        "link     "
            + CountText.count(counts, "events")
            + ", "
            + CountText.count(counts, "edges")
            + ", "
            + CountText.count(counts, "lifecycles")
            + ", "
            + CountText.count(counts, "orphans")
            + ", "
            + CountText.count(counts, "cycles")
            + "; "
            + CountText.count(counts, "written"));
    Terminal.result(
        String.format(
            Locale.ROOT,
            "  rows     %,d read, %,d written, %,d of them linked differently before; %,d events"
                + " moved, %d rounds",
            counts.get("rows").asLong(),
            counts.get("written").asLong(),
            counts.get("changed").asLong(),
            counts.get("moved").asLong(),
            counts.get("rounds").asInt()));
    CountText.kinds("  faulty  ", counts.get("faultyByStatus"));
  }
}
