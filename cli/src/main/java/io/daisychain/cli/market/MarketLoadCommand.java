package io.daisychain.cli.market;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.FeedOption;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.ProofOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.MarketLoad;
import io.daisychain.model.TradeDates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
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
      "DAISYCHAIN_ENCRYPTION names the file of a key by which files are encrypted:"
          + " docs/warehouse.md.",
      ""
    })
public final class MarketLoadCommand implements Callable<Integer> {
  @Option(
      names = "--input",
      required = true,
      paramLabel = "GLOB",
      description =
          "Files, a quoted pattern; - is standard input. Plain, gzip or zstd: their bytes say"
              + " which. Or a session of itch50 from its first message to its end:"
              + " moldudp64://HOST:PORT,HOST:PORT?requests=HOST:PORT, whose lines send the same, or"
              + " soupbintcp://USER@HOST:PORT. Or DBN as it is sent live:"
              + " dbn://HOST:PORT?dataset=NAME&schema=NAME,NAME&symbols=A,B&until=TIME. Password or"
              + " key is in the variable "
              + ProofOption.VARIABLE
              + ".")
  private String input;

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

  @Mixin private FeedOption feed;
  @Mixin private MarketDataOption marketData;
  @Mixin private RejectsOption rejects;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    return report.around("marketdata load", this::work);
  }

  private ObjectNode work(String runId) throws IOException {
    Feed form = feed.feed(input);
    TradeDates dates = dates();
    try {
      WritableFiles.tryFolder(marketData.path());
    } catch (IOException e) {
      throw new UsageException("--marketdata=" + marketData.shown() + ": " + e.getMessage(), e);
    }
    PipelineOptions options = PipelineOptionsFactory.create();
    FileSystems.setDefaultPipelineOptions(options);
    return run(new Input(input, form, dates), marketData, rejects, options, runId);
  }

  /** What is to be loaded. */
  public record Input(String pattern, Feed feed, TradeDates dates) {}

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
    List<MarketFile> files = FeedOption.files(input.pattern());
    AtomicLong records = new AtomicLong();
    MarketLoad.Settings settings =
        new MarketLoad.Settings(
            files,
            input.feed(),
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

  private TradeDates dates() {
    try {
      return new TradeDates(ZoneId.of(zone), LocalTime.parse(dayRoll));
    } catch (DateTimeException e) {
      throw new UsageException(
          "--zone=" + zone + " --dayRoll=" + dayRoll + ": " + e.getMessage(), e);
    }
  }
}
