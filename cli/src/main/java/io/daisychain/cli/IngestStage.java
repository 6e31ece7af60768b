package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.Spill;
import io.daisychain.ingest.IngestJob;
import io.daisychain.ingest.IngestSettings;
import io.daisychain.model.EventReader;
import io.daisychain.model.ReferenceData;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.MetaTable;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.TableAdmin;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options and course of an ingest, alone or as part of a run. */
final class IngestStage {
  /** Regions of a table that ingest itself creates: as for one node (the paper's factor). */
  static final int DEFAULT_SPLITS = 24;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "GLOB",
      description = {
        "Files of FIX 4.2 messages, a quoted pattern; - is standard input. Plain, gzip or zstd: "
            + "their bytes say which, not their names."
      })
  private String input;

  @Option(
      names = "--strict",
      description = {
        "Fails (exit code 1) also when a file gave no event, or is of another kind than meant: a "
            + "wire log, another version of FIX, another delimiter. Damaged files always fail."
      })
  private boolean strict;

  @Mixin private ReferenceOption reference;
  @Mixin private RulesOptions rules;

  static IngestStage of(String input, ReferenceOption reference) {
    IngestStage stage = new IngestStage();
    stage.input = input;
    stage.reference = reference;
    stage.rules = new RulesOptions();
    return stage;
  }

  ReferenceOption reference() {
    return reference;
  }

  RulesOptions rules() {
    return rules;
  }

  /** Checks the options, before anything starts. */
  void check(PipelineOptions options) throws IOException {
    FileSystems.setDefaultPipelineOptions(options);
    rules.check();
    if (isStandardInput()) {
      if (!RunnerOptions.isInProcess(options)) {
        throw new UsageException(
            "--input="
                + input
                + " is of this process alone, and the workers of --runner="
                + options.getRunner().getSimpleName()
                + " are not in it: give files");
      }
      reference.check(options);
      return;
    }
    Paths.checkForWorkers(options, "--input", input);
    try {
      if (FileSystems.match(Paths.absolutePattern(input), EmptyMatchTreatment.ALLOW)
          .metadata()
          .isEmpty()) {
        throw new UsageException("--input=" + input + " matches no file");
      }
    } catch (FileNotFoundException e) {
      throw new UsageException("--input=" + input + " matches no file", e);
    } catch (IOException e) {
      throw new UsageException("--input=" + input + ": " + e.getMessage(), e);
    }
    reference.check(options);
  }

  private boolean isStandardInput() {
    return input.equals(IngestSettings.STANDARD_INPUT) || input.equals("/dev/stdin");
  }

  /** The input as the job takes it. */
  private String pattern() {
    return isStandardInput() ? IngestSettings.STANDARD_INPUT : Paths.absolutePattern(input);
  }

  /**
   * Prints which input files are damaged or not as meant, once everything else is done.
   *
   * @param counts of the ingest
   * @return what makes the command fail, empty for nothing
   */
  String complain(ObjectNode counts) {
    InputReport report = new InputReport(counts);
    report.complain();
    String complaint = "";
    if (strict && report.told() > 0) {
      complaint =
          "--strict: "
              + Terminal.number(report.told())
              + (report.told() == 1 ? " file" : " files")
              + " gave no event or are of another kind than meant";
      Terminal.error(complaint + ", see above");
    }
    return report.damaged() == 0
        ? complaint
        : Terminal.number(report.damaged())
            + (report.damaged() == 1 ? " damaged input file" : " damaged input files")
            + ", listed in counts.inputs";
  }

  ObjectNode run(StageContext context) throws IOException {
    String runId = context.runId();
    try (Spill spill = SpillOptions.spill(context.options(), context.table().store())) {
      IngestSettings settings = prepare(context, spill);
      Pipeline pipeline = Pipeline.create(context.options());
      IngestJob.build(pipeline, settings);
      long bytes = bytes();
      Runs.run(pipeline, "ingest", counter -> counter.equals(IngestJob.BYTES_READ) ? bytes : 0);
    }
    context.rejects().finish(RejectsOption.Stage.INGEST, runId);
    ObjectNode counts =
        ReportOption.parse(
            SaveSummary.read(context.table(), summaryOf(runId))
                .orElseThrow(() -> new IOException("ingest left no summary")));
    try (TableAdmin tables = TableAdmin.open(context.table().store());
        MetaTable meta = tables.meta(context.table().name())) {
      SubmissionSums.add(meta, runId, counts.get("stored").asLong());
      Tables.tellCrowded(context.table().name(), tables.keys(context.table().name()));
    }
    InputReport.name(counts, input);
    print(counts, context.rejects());
    return counts;
  }

  /** Each stage of a run has a summary. */
  private static String summaryOf(String runId) {
    return runId + "-ingest";
  }

  /** Names of the files to read. */
  List<String> files() throws IOException {
    List<String> names = new ArrayList<>();
    for (MatchResult.Metadata file : FileSystems.match(Paths.absolutePattern(input)).metadata()) {
      names.add(file.resourceId().toString());
    }
    return names;
  }

  /** Sum of their sizes; 0 where it is unknown. */
  private long bytes() throws IOException {
    if (isStandardInput()) {
      return 0;
    }
    return FileSystems.match(Paths.absolutePattern(input)).metadata().stream()
        .mapToLong(MatchResult.Metadata::sizeBytes)
        .sum();
  }

  /** Makes what a run needs, and keeps what later ones do. */
  IngestSettings prepare(StageContext context, Spill spill) throws IOException {
    String table = context.table().name();
    try (TableAdmin tables = TableAdmin.open(context.table().store())) {
      if (tables.createIfAbsent(table, SplitPoints.of(DEFAULT_SPLITS))) {
        Terminal.note(
            "made table "
                + table
                + " with "
                + DEFAULT_SPLITS
                + " splits; for others run splits first");
      }
      tables.requireFormat(table);
      EventReader.Rules understood = rules.of(table, tables);
      ReferenceData checks = ReferenceData.NONE;
      try (MetaTable meta = tables.meta(table)) {
        if (reference.isGiven()) {
          Map<String, String> texts = reference.read();
          checks = ReferenceData.parse(texts);
          Terminal.note("reference data: " + String.join("; ", checks.sizes()));
          ReferenceOption.keep(meta, texts);
        }
      }
      return new IngestSettings(
          pattern(),
          understood,
          checks,
          context.rejects().directoryOf(RejectsOption.Stage.INGEST, context.runId()),
          context.table(),
          tables.ranges(table),
          tables.keySeed(table),
          context.write().isBulk(context.table().store()),
          summaryOf(context.runId()),
          spill,
          IngestSettings.RANGE_BYTES);
    }
  }

  private static void print(ObjectNode counts, RejectsOption rejects) {
    Terminal.result(
        "ingest   "
            + CountText.count(counts, "read")
            + " = "
            + CountText.count(counts, "stored")
            + " + "
            + CountText.count(counts, "skipped")
            + " + "
            + CountText.count(counts, "rejected"));
    new InputReport(counts).print();
    CountText.kinds("  skipped ", counts.get("skippedByKind"), MessageTypes::shown);
    CountText.kinds("  rejected", counts.get("rejectedByKind"));
    CountText.kinds("  faulty  ", counts.get("faultyByStatus"));
    if (counts.get("rejectedByKind").size() + counts.get("faultyByStatus").size() > 0) {
      Terminal.result("  feedback in " + rejects.shown() + ", by reporter in summary.csv there");
    }
  }
}
