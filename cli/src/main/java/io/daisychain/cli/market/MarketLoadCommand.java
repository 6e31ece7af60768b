package io.daisychain.cli.market;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.MarketLoad;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.TradeDates;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "load",
    description = {
      "Reads quotes and trades, and replaces the trade dates that they bring.",
      "Quotes are replaced together with the best bid and offer that they make, trades apart, each "
          + "whole or not at all. A conditions.csv beside the input says what does not count.",
      ""
    })
public final class MarketLoadCommand implements Callable<Integer> {
  @Option(
      names = "--input",
      required = true,
      paramLabel = "GLOB",
      description =
          "Files, a quoted pattern; - is standard input. Plain, gzip or zstd: their bytes say"
              + " which.")
  private String input;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "csv|itch50|dbn",
      description =
          "csv: quotes or trades, as the header says. itch50: NASDAQ TotalView-ITCH 5.0. dbn:"
              + " Databento's binary encoding.")
  private String format;

  @Option(
      names = "--date",
      paramLabel = "YYYYMMDD",
      description = "The day in New York of the input, for itch50, whose times do not say it.")
  private String date;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      defaultValue = "UTC",
      description = "Zone whose days are trade dates. Default: ${DEFAULT-VALUE}")
  private String zone;

  @Option(
      names = "--dayRoll",
      paramLabel = "HH:MM",
      defaultValue = "00:00",
      description = "When a trade date begins in that zone. Default: ${DEFAULT-VALUE}")
  private String dayRoll;

  @Mixin private MarketDataOption marketData;
  @Mixin private RejectsOption rejects;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    return report.around("marketdata load", this::work);
  }

  private ObjectNode work(String runId) throws IOException {
    FeedFormat feed = UsageException.checked(() -> FeedFormat.parse(format));
    LocalDate day = day(feed, format, date);
    TradeDates dates = dates();
    try {
      WritableFiles.tryFolder(marketData.path());
    } catch (IOException e) {
      throw new UsageException("--marketdata=" + marketData.shown() + ": " + e.getMessage(), e);
    }
    PipelineOptions options = PipelineOptionsFactory.create();
    FileSystems.setDefaultPipelineOptions(options);
    return run(new Input(input, feed, day, dates), marketData, rejects, options, runId);
  }

  /** What is to be loaded. */
  public record Input(String pattern, FeedFormat format, LocalDate date, TradeDates dates) {}

  /** Loads, and prints the sums. */
  public static ObjectNode run(
      Input input,
      MarketDataOption marketData,
      RejectsOption rejects,
      PipelineOptions options,
      String runId)
      throws IOException {
    rejects.check(options, RejectsOption.Stage.MARKETDATA);
    String folder = rejects.directoryOf(RejectsOption.Stage.MARKETDATA, runId);
    if (Paths.isRemote(folder)) {
      throw new UsageException(
          "--rejects=" + rejects.shown() + ": must be a folder of this machine");
    }
    Paths.requireFiles("--input", input.pattern());
    List<MarketFile> files;
    try {
      String pattern = input.pattern();
      files = MarketFile.list(pattern.equals("-") ? pattern : Paths.absolutePattern(pattern));
    } catch (FileNotFoundException e) {
      throw new UsageException("--input=" + input.pattern() + " matches no file", e);
    }
    AtomicLong records = new AtomicLong();
    MarketLoad.Settings settings =
        new MarketLoad.Settings(
            files,
            input.format(),
            input.date(),
            input.dates(),
            marketData.path(),
            Path.of(folder, "rejects-marketdata.csv"),
            MarketLoad.Settings.rowsForThisHeap());
    MarketLoad.Summary summary =
        Runs.timed("marketdata", records::get, "records", () -> MarketLoad.run(settings, records));
    rejects.finish(RejectsOption.Stage.MARKETDATA, runId);
    ObjectNode counts = counts(summary);
    print(counts, marketData, rejects);
    return counts;
  }

  private static ObjectNode counts(MarketLoad.Summary summary) {
    ObjectNode counts = ReportOption.tree(summary);
    ObjectNode all = counts.objectNode();
    all.setAll((ObjectNode) counts.get("counts"));
    all.set("skippedByKind", counts.get("skippedByKind"));
    all.set("rejectedByKind", counts.get("rejectedByKind"));
    all.setAll((ObjectNode) counts.get("rows"));
    all.set("days", counts.get("days"));
    return all;
  }

  private static void print(ObjectNode counts, MarketDataOption marketData, RejectsOption rejects) {
    Terminal.result(
        "marketdata %s = %s + %s + %s in %s"
            .formatted(
                CountText.count(counts, "read"),
                CountText.count(counts, "stored"),
                CountText.count(counts, "skipped"),
                CountText.count(counts, "rejected"),
                marketData.shown()));
    CountText.kinds("  skipped ", counts.get("skippedByKind"));
    CountText.kinds("  rejected", counts.get("rejectedByKind"));
    for (var day : counts.get("days").properties()) {
      CountText.kinds("  " + day.getKey(), day.getValue());
    }
    if (counts.get("rejected").asLong() > 0) {
      Terminal.result("  rejects-marketdata.csv in " + rejects.shown());
    }
  }

  /** The day that files of a format do not say; null where they do. */
  public static LocalDate day(FeedFormat feed, String format, String date) {
    if (date == null) {
      if (feed.needsDate()) {
        throw new UsageException(
            "--format=" + format + " needs --date=YYYYMMDD: its times do not say the day");
      }
      return null;
    }
    OptionalInt parsed = CalendarDates.parse(date);
    if (parsed.isEmpty()) {
      throw new UsageException("--date=" + date + " is no date such as 20260316");
    }
    if (!feed.needsDate()) {
      throw new UsageException("--date is for itch50: files of " + format + " say their days");
    }
    return LocalDate.ofEpochDay(parsed.getAsInt());
  }

  private TradeDates dates() {
    try {
      return new TradeDates(ZoneId.of(zone), LocalTime.parse(dayRoll));
    } catch (DateTimeException e) {
      throw new UsageException(
          "--zone=" + zone + " --dayRoll=" + dayRoll + ": " + e.getMessage(), e);
    }
  }
}
