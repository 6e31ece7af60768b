package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.StartOptions;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.option.FileCompression;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.datagen.GenerateJob;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.behaviour.BehaviourRates;
import io.daisychain.datagen.cat.ReportFormat;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.fault.ErrorRates;
import io.daisychain.datagen.fault.RepairRates;
import io.daisychain.datagen.lifecycle.Days;
import io.daisychain.datagen.lifecycle.Lineage;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Option;

/** The options of {@code generate}, and its run. */
public final class GenerateStage {
  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = "daisychain-data/workload",
      description = "Folder for events-*.fix and the reference data. Default: ${DEFAULT-VALUE}")
  private String output;

  @Option(
      names = "--scale",
      paramLabel = "PERCENT",
      defaultValue = "1",
      description = "Percent of the full workload, up to 100. Default: ${DEFAULT-VALUE}")
  private double scale;

  @Option(
      names = "--fullWorkload",
      paramLabel = "EVENTS",
      defaultValue = "" + GeneratorSettings.FULL_WORKLOAD,
      description = "Events at 100 percent. Default: ${DEFAULT-VALUE}")
  private long fullWorkload;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Events to generate, in place of --scale and --fullWorkload.")
  private Long events;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The same seed makes the same bytes. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--tradeDate",
      paramLabel = "YYYY-MM-DD",
      description = "The day of all events, or the first of several. Default: 2026-03-16")
  private String tradeDate;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Trade dates: successive weekdays, over which the events are dealt evenly. Each message"
              + " lies in a file of its date, events-YYYYMMDD-*. Default: ${DEFAULT-VALUE}")
  private int days;

  @Option(
      names = "--gtc",
      paramLabel = "RATE",
      defaultValue = "0",
      description =
          "With --days: share, 0 to 1, of lifecycles of which the orders are good till cancel and"
              + " may go on for further dates, as 0.02. Default: ${DEFAULT-VALUE}")
  private double gtc;

  @Option(
      names = "--gtcSpan",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Most further dates of such a lifecycle, up to 8; most have one."
              + " Default: ${DEFAULT-VALUE}")
  private int gtcSpan;

  @Option(
      names = "--late",
      paramLabel = "RATE",
      defaultValue = "0",
      description =
          "Share, 0 to 1, of the messages of each date that are handed in late, in files"
              + " late-YYYYMMDD-* of their own. Default: ${DEFAULT-VALUE}")
  private double late;

  @Option(
      names = "--shards",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of files of a date. Default: by the size of the workload")
  private int shards;

  @Option(
      names = "--model",
      paramLabel = "NAME|FILE",
      defaultValue = BuiltInModels.DEFAULT,
      description =
          "The Markov chain: equities, market-maker, institutional, stress, mixed, or a file of"
              + " YAML, see docs/generator.md. Default: ${DEFAULT-VALUE}")
  private String model;

  @Option(
      names = "--lineage",
      paramLabel = "tagged|native",
      description =
          "How messages name their parents. Default: tagged; in native lineage alone where"
              + " --format is another than fix.")
  private Lineage lineage;

  @Option(
      names = "--format",
      paramLabel = "fix|cat|both",
      defaultValue = "FIX",
      description =
          "In which format firms report: cat writes records of CAT, a file a firm, date and shard,"
              + " both has every other firm in CAT. Errors of records have CAT's codes. See"
              + " docs/cat.md. Default: fix")
  private ReportFormat format;

  @Option(
      names = "--truth",
      description =
          "Writes the expected lineage and errors as truth-*.csv, and the errors that were put in"
              + " as injected-*.csv.")
  private boolean truth;

  @Option(
      names = "--errors",
      paramLabel = "RATE|KIND=RATE,...",
      defaultValue = "0",
      description =
          "Errors that are put in on purpose: a rate, 0 to 1, for all kinds together; or a rate for"
              + " each kind, as LATE=0.01,CYCLE=0.1. Kinds: the error statuses, BEYOND_LIMIT,"
              + " GARBLED, NOISE, REPEAT, SHUFFLE. Default: ${DEFAULT-VALUE}")
  private String errors;

  @Option(
      names = "--repairs",
      paramLabel = "RATE|KIND=RATE,...",
      defaultValue = "0",
      description =
          "Events that are reported wrongly first and then repaired: a rate, 0 to 1, for"
              + " CORRECTION, PARENT, DELETION, ARRIVAL and UNKNOWN, of each the share of the"
              + " events that it is possible for; LATE and FIRST are shares of the repairs. With"
              + " --truth, their versions are written as history-*.csv. Default: ${DEFAULT-VALUE}")
  private String repairs;

  @Option(
      names = "--behaviours",
      paramLabel = "RATE|KIND=RATE,...",
      defaultValue = "0",
      description =
          "Behaviours that surveillance looks for, and as many innocent twins: how many a lifecycle"
              + " of the chain, 0 to 1, as 0.001 or WASH_TRADE=0.01. Kinds: WASH_TRADE, LAYERING,"
              + " SPOOFING, MARKING_THE_CLOSE, MOMENTUM_IGNITION, FRONT_RUNNING, TRADING_AHEAD,"
              + " QUOTE_STUFFING, OVER_ROUTING, LATE_REPORT. With --truth, their events are"
              + " written as behaviours-*.csv. Default: ${DEFAULT-VALUE}")
  private String behaviours;

  @Option(
      names = "--market",
      description =
          "Writes quotes of several exchanges around the orders' prices, quotes-*.csv, ten an"
              + " event, and the executions as trades-*.csv; with --truth, without --errors, what"
              + " must be found of them as truth-market.csv.")
  private boolean market;

  @Option(
      names = "--compression",
      paramLabel = "plain|gz|zst",
      defaultValue = "PLAIN",
      description = "Of the message files. Default: plain")
  private FileCompression compression;

  /** Checks that the paths can be reached. */
  public void check(PipelineOptions options) throws IOException {
    if (options.as(StartOptions.class).getStartOn() != null) {
      throw new UsageException("--startOn: generate begins at once; ingest, link and publish wait");
    }
    Paths.checkForWorkers(options, "--output", output);
    if (!Paths.isRemote(output)) {
      try {
        WritableFiles.tryFolder(Path.of(Paths.absolute(output)));
      } catch (IOException e) {
        throw new UsageException("--output=" + output + ": " + e.getMessage(), e);
      }
    }
    if (format != ReportFormat.FIX && Paths.isRemote(output)) {
      throw new UsageException(
          "--output=" + output + " is no folder of this machine: --format=cat and both need one");
    }
    if (!BuiltInModels.has(model)) {
      Paths.check(options, "--model", model);
    }
  }

  /** The local file, not there yet, that a fitted model is written to. */
  public Path fittedModel() {
    if (BuiltInModels.has(model) || Paths.isRemote(model)) {
      throw new UsageException("--fit writes a model to a local file: --model=FILE names it");
    }
    Path file = Path.of(Paths.absolute(model));
    if (Files.exists(file)) {
      throw new UsageException("--model=" + model + " is there already: --fit writes a new file");
    }
    return file;
  }

  public GeneratorSettings settings() {
    return UsageException.checked(this::read);
  }

  private GeneratorSettings read() {
    if (events != null && events <= 0) {
      throw new UsageException("--events=" + events + " must be positive");
    }
    GeneratorSettings settings =
        GeneratorSettings.to(Paths.absolute(output))
            .withWorkload(events == null ? scale : 100, events == null ? fullWorkload : events)
            .withSeed(seed)
            .withShards(shards)
            .withLineage(lineage())
            .withFormat(format)
            .withErrors(ErrorRates.parse(errors))
            .withRepairs(RepairRates.parse(repairs))
            .withBehaviours(BehaviourRates.parse(behaviours))
            .withCompression(compression.ofBeam())
            .withDays(new Days(days, gtc, gtcSpan, late));
    if (tradeDate != null) {
      settings = settings.withTradeDate(date());
    }
    if (truth) {
      settings = settings.withTruth();
    }
    if (market) {
      settings = settings.withMarket();
    }
    return settings.withModel(BuiltInModels.has(model) ? model : Paths.absolute(model));
  }

  private Lineage lineage() {
    if (lineage != null) {
      return lineage;
    }
    return format == ReportFormat.FIX ? Lineage.TAGGED : Lineage.NATIVE;
  }

  private LocalDate date() {
    try {
      return tradeDate.contains("-")
          ? LocalDate.parse(tradeDate)
          : LocalDate.parse(tradeDate, DateTimeFormatter.BASIC_ISO_DATE);
    } catch (DateTimeException e) {
      throw new UsageException(
          "--tradeDate=" + tradeDate + " is neither YYYY-MM-DD nor YYYYMMDD", e);
    }
  }

  /** Generates a workload and prints its counts. */
  public static ObjectNode run(GeneratorSettings settings, PipelineOptions options, String shown)
      throws IOException {
    Pipeline pipeline = Pipeline.create(options);
    try {
      GenerateJob.checkOutput(settings);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
    UsageException.checked(() -> GenerateJob.build(pipeline, settings));
    long began = System.nanoTime();
    Runs.run(pipeline, "generate");
    String inCat = settings.format() == ReportFormat.FIX ? null : CatWorkload.write(settings);
    String file = settings.output() + "/" + GenerateJob.SUMMARY_FILE;
    String summary;
    try (var in =
        Channels.newInputStream(
            FileSystems.open(FileSystems.matchSingleFileSpec(file).resourceId()))) {
      summary = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    ObjectNode counts = ReportOption.parse(summary);
    MeasuredRates.keep(options, MeasuredRates.Stage.GENERATE, counts.get("events").asLong(), began);
    Terminal.result(
        "generate %s = %s%s + %s + %s + %s; %s, %s in %s"
            .formatted(
                CountText.count(counts, "lines"),
                CountText.count(counts, "events"),
                counts.has("lists")
                    ? " - %s + %s"
                        .formatted(
                            CountText.count(counts, "listed"), CountText.count(counts, "lists"))
                    : "",
                CountText.count(counts, "repeats"),
                CountText.count(counts, "rejects"),
                CountText.count(counts, "noise"),
                CountText.count(counts, "lifecycles"),
                CountText.count(counts, "bytes"),
                shown));
    if (inCat != null) {
      Terminal.result("  of them  " + inCat);
    }
    CountText.kinds("  events  ", counts.get("byType"));
    CountText.kinds("  put in  ", counts.get("injected"));
    CountText.kinds("  expected", counts.get("byError"));
    if (counts.has("byDate")) {
      CountText.kinds("  by date ", counts.get("byDate"));
      Terminal.result(
          ("  of them  %s on later dates of their lifecycles, %s name a parent of another "
                  + "date without 10836; %s lifecycles good till cancel; %s messages in late files")
              .formatted(
                  number(counts, "eventsOnLaterDates"),
                  number(counts, "withoutParentDate"),
                  number(counts, "gtcLifecycles"),
                  number(counts, "late")));
    }
    return counts;
  }

  private static String number(ObjectNode counts, String name) {
    return Terminal.number(counts.get(name).asLong());
  }

  /** Bytes of messages in a byte of a file. */
  public double expansion() {
    return compression.expansion();
  }

  public String shown() {
    return output;
  }
}
