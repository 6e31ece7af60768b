package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.Spill;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.SpillOptions;
import io.daisychain.cli.terminal.Bounds;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.JobSteps;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.ingest.IngestJob;
import io.daisychain.ingest.IngestSettings;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputNames;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.MetaTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.WatchLease;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.write.WriteRows;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options and course of an ingest, alone or as part of a run. */
public final class IngestStage {
  /**
   * Regions of the tables of trade dates where nobody has said how many: enough for the cores of a
   * laptop, and few enough for a year of dates.
   */
  static final int DEFAULT_SPLITS = 8;

  /** Some ten thousand messages; compressed they are ten times as many. */
  private static final long LITTLE_INPUT_BYTES = 2 << 20;

  /** Rows of some thousand messages are put sooner than a bulk load takes files over. */
  private static final long FEW_ROWS_BYTES = 512 << 10;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "GLOB",
      description = {
        "Files of FIX 4.0 to 5.0SP2 messages and of CAT (JSON, CSV), a quoted pattern; - is standard"
            + " input. Plain, gzip, zstd or bzip2: their bytes say which, not their names."
      })
  private String input;

  @Option(
      names = "--strict",
      description = {
        "Fails (exit code 1) also when a file gave no event, or is of another kind than meant: a "
            + "wire log, another version of FIX, another delimiter. Damaged files always fail."
      })
  private boolean strict;

  @Option(
      names = "--mostDates",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Trade dates that the store takes; messages of further ones are rejected. A message can"
              + " name any date, and each has a table. Default: ${DEFAULT-VALUE}")
  private int mostDates = 1_000;

  @Mixin private ReferenceOption reference;
  @Mixin private RulesOptions rules;

  public static IngestStage of(String input, ReferenceOption reference) {
    IngestStage stage = new IngestStage();
    stage.input = input;
    stage.reference = reference;
    stage.rules = new RulesOptions();
    return stage;
  }

  /** An ingest of files with the options of another command. */
  public static IngestStage of(
      String input, ReferenceOption reference, RulesOptions rules, int mostDates) {
    IngestStage stage = of(input, reference);
    stage.rules = rules;
    stage.mostDates = mostDates;
    return stage;
  }

  public ReferenceOption reference() {
    return reference;
  }

  public RulesOptions rules() {
    return rules;
  }

  /** Checks the options, before anything starts. */
  public void check(PipelineOptions options) throws IOException {
    FileSystems.setDefaultPipelineOptions(options);
    rules.check();
    if (isStandardInput()) {
      Bounds.require(false, "it reads no pipes");
      if (!RunnerOptions.isInProcess(options)) {
        throw new UsageException(
            ("--input=%s is of this process alone, and the workers of --runner=%s are not "
                    + "in it: give files")
                .formatted(input, options.getRunner().getSimpleName()));
      }
      reference.check(options);
      return;
    }
    Paths.checkForWorkers(options, "--input", input);
    Paths.requireFiles("--input", input);
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
    return input.equals(InputFile.STANDARD_INPUT) || input.equals("/dev/stdin");
  }

  /** The input as the job takes it. */
  private String pattern() {
    return isStandardInput() ? InputFile.STANDARD_INPUT : Paths.absolutePattern(input);
  }

  /**
   * Prints which input files are damaged or not as meant, once everything else is done.
   *
   * @param counts of the ingest
   * @return what makes the command fail, empty for nothing
   */
  public String complain(ObjectNode counts) {
    InputReport report = new InputReport(counts);
    report.complain();
    String complaint = "";
    if (strict && report.told() > 0) {
      complaint =
          "--strict: %s%s gave no event or are of another kind than meant"
              .formatted(Terminal.number(report.told()), report.told() == 1 ? " file" : " files");
      Terminal.error(complaint + ", see above");
    }
    return report.damaged() == 0
        ? complaint
        : Terminal.number(report.damaged())
            + (report.damaged() == 1 ? " damaged input file" : " damaged input files")
            + ", listed in counts.inputs";
  }

  public ObjectNode run(StageContext context) throws IOException {
    String runId = context.runId();
    IngestSettings settings;
    long began = System.nanoTime();
    try (Spill spill = SpillOptions.spill(context.options(), context.table().store())) {
      long bytes = sizes().values().stream().mapToLong(Long::longValue).sum();
      settings = prepare(context, spill, bytes);
      Pipeline pipeline = Pipeline.create(context.options());
      IngestJob.build(pipeline, settings);
      if (bytes > 0 && bytes < LITTLE_INPUT_BYTES) {
        Runs.runLittle(pipeline, "ingest");
      } else {
        Runs.run(pipeline, "ingest", steps(bytes));
      }
    }
    HandIn.enter(
        settings.rejects(), runId, context.table().toString(), pathsByName(settings.input()));
    context.rejects().finish(RejectsOption.Stage.INGEST, runId);
    ObjectNode counts = IngestJob.end(settings, runId);
    try (TableAdmin tables = TableAdmin.open(context.table().store())) {
      for (String date : fieldNames(counts.get("days"))) {
        int day = CalendarDates.parse(date).orElseThrow();
        Tables.tellCrowded(context.table().ofDate(day), tables.keys(context.table().name(), day));
      }
    }
    WaitingNews.add(counts.get("stored").asLong());
    MeasuredRates.keep(
        context.options(), MeasuredRates.Stage.INGEST, counts.get("read").asLong(), began);
    InputReport.name(counts, input);
    print(counts, context.rejects());
    return counts;
  }

  /** Steps of the job; the shares are those of writing files for the embedded store. */
  private static JobSteps steps(long bytes) {
    JobSteps steps = JobSteps.UNKNOWN.and(IngestJob.BYTES_READ, 1, bytes);
    return steps.and(
        WriteRows.ROWS_WRITTEN,
        1,
        counts -> {
          long read = counts.getOrDefault(IngestJob.BYTES_READ, 0L);
          long events = counts.getOrDefault(IngestJob.EVENTS_READ, 0L);
          return read == 0 ? 0 : (long) ((double) events * Math.max(read, bytes) / read);
        });
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

  /** By name the sizes of the files to read; none where they are unknown. */
  public Map<String, Long> sizes() throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    if (!isStandardInput()) {
      for (MatchResult.Metadata file : FileSystems.match(Paths.absolutePattern(input)).metadata()) {
        sizes.put(file.resourceId().toString(), file.sizeBytes());
      }
    }
    return sizes;
  }

  /** Paths of the files to read, by the names by which they are shown. */
  private Map<String, String> pathsByName(String pattern) throws IOException {
    InputNames names = InputNames.of(pattern);
    Map<String, String> paths = new TreeMap<>();
    sizes().keySet().forEach(path -> paths.put(names.shown(path), TakenFiles.origin(path)));
    return paths;
  }

  /**
   * Makes what a run needs, and keeps what later ones do.
   *
   * @param bytes of the input; 0 where nobody knows
   */
  IngestSettings prepare(StageContext context, Spill spill, long bytes) throws IOException {
    WatchLease.requireNone(context.table());
    Basis basis = basis(context, rules, reference);
    try (TableAdmin tables = TableAdmin.open(context.table().store());
        Dates dates = Dates.open(context.table())) {
      return new IngestSettings(
          pattern(),
          basis.rules(),
          basis.reference(),
          context.rejects().directoryOf(RejectsOption.Stage.INGEST, context.runId()),
          context.table(),
          new IngestSettings.NewDates(dates.nextVersion(), basis.splitKeys(), mostDates),
          tables.keySeed(context.table().name()),
          context.write().isBulk(context.table().store(), bytes > 0 && bytes < FEW_ROWS_BYTES),
          summaryOf(context.runId()),
          spill,
          IngestSettings.RANGE_BYTES);
    }
  }

  /**
   * What messages are read by, whoever reads them.
   *
   * @param splitKeys boundaries of the tables of new dates
   */
  public record Basis(EventReader.Rules rules, List<byte[]> splitKeys, ReferenceData reference) {}

  /** Finds what messages are read by, and keeps what is given anew. */
  public static Basis basis(StageContext context, RulesOptions rules, ReferenceOption reference)
      throws IOException {
    String table = context.table().name();
    try (TableAdmin tables = TableAdmin.open(context.table().store());
        Dates dates = Dates.open(context.table())) {
      tables.requireFormat(table);
      tables.createMeta(table);
      dates.deleteDropped();
      EventReader.Rules understood = rules.of(context.table(), tables, dates, context.runId());
      List<byte[]> splitKeys = tables.keptSplitKeys(table).orElse(null);
      if (splitKeys == null) {
        splitKeys = SplitPoints.of(DEFAULT_SPLITS);
        if (dates.list().isEmpty()) {
          Terminal.note(
              "tables of trade dates are made with "
                  + DEFAULT_SPLITS
                  + " splits each; for others run splits first");
        }
      }
      if (reference.isGiven()) {
        Terminal.note("reference data: " + String.join("; ", reference.data().sizes()));
        try (MetaTable meta = tables.meta(table)) {
          ReferenceOption.keep(meta, reference.texts());
        }
      }
      return new Basis(understood, splitKeys, reference.data());
    }
  }

  private static List<String> fieldNames(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static void print(ObjectNode counts, RejectsOption rejects) {
    Terminal.result(CountText.messages("ingest   ", counts));
    new InputReport(counts).print();
    if (counts.get("events").asLong() != counts.get("stored").asLong()) {
      Terminal.result("  " + CountText.count(counts, "events") + ": each order of a list is one");
    }
    if (counts.get("days").size() > 1) {
      CountText.kinds("  stored  ", counts.get("days"));
    }
    CountText.kinds("  skipped ", counts.get("skippedByKind"), MessageTypes::shown);
    CountText.kinds("  rejected", counts.get("rejectedByKind"));
    CountText.kinds("  faulty  ", counts.get("faultyByStatus"));
    if (counts.get("rejectedByKind").size() + counts.get("faultyByStatus").size() > 0) {
      Terminal.result("  feedback in " + rejects.shown() + ", by reporter in summary.csv there");
    }
  }
}
