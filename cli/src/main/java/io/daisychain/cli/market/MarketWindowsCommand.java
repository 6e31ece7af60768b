package io.daisychain.cli.market;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.OutlierOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.runner.RunnerSetup;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.JobSteps;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowRequest;
import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.marketdata.window.WindowTable;
import io.daisychain.marketdata.window.WindowValue;
import io.daisychain.marketdata.window.WindowsJob;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.access.AllowedDates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "windows",
    description = {
      "Computes sliding windows over trades, or over a number of the best bid and offer.",
      "Of each window: open, high, low, close, the average price of its time's trades weighted by"
          + " size, and with --fit a polynomial and what it says of when the next window ends.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow where --output is a folder.")
final class MarketWindowsCommand implements Callable<Integer> {
  @Option(
      names = "--symbols",
      required = true,
      paramLabel = "A,B|@FILE|*",
      description = "Symbols, or a file of them; * for all.")
  private String symbols;

  @Option(
      names = "--type",
      paramLabel = "trade|nbbo",
      defaultValue = "trade",
      description = "What windows are made of. Default: ${DEFAULT-VALUE}")
  private String type;

  @Option(
      names = "--value",
      paramLabel = "mid|bid|bidSize|ask|askSize",
      description = "What of the best bid and offer. Default: mid")
  private String value;

  @Option(
      names = "--window",
      required = true,
      paramLabel = "N|TIME",
      description = "Length: a number of records, or a time such as 10m, 30s, 500ms.")
  private String window;

  @Option(
      names = "--slide",
      required = true,
      paramLabel = "N|TIME",
      description = "Distance of windows' beginnings, of the same kind.")
  private String slide;

  @Option(
      names = "--fit",
      paramLabel = "N",
      description = "Fits a polynomial of this degree, 1 to 5.")
  private Integer fit;

  @Mixin private OutlierOption outliers;

  @Option(
      names = "--output",
      paramLabel = "FILE|DIR",
      description = {
        "A file, or with --runner a folder, which gets windows-NNNNN.csv.",
        "Default: standard output"
      })
  private String output;

  @Option(
      names = "--store",
      description = "Keeps them in --marketdata, as the table windows of warehouses.")
  private boolean isStored;

  @Option(
      names = "--dates",
      paramLabel = "DATE|FROM..TO",
      description = "Trade dates that --store is for, separated by commas. Default: all")
  private String dates;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Pieces that are computed at once. Default: one a core")
  private Integer threads;

  @Mixin private MarketDataOption marketData;
  @Mixin private RunnerOptions runner;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    return report.around("marketdata windows", runId -> work());
  }

  private ObjectNode work() throws IOException {
    if (isStored && (output != null || runner.isGiven())) {
      throw new UsageException("--store keeps windows in --marketdata: no --output, no --runner");
    }
    if (dates != null && !isStored) {
      throw new UsageException("--dates goes with --store");
    }
    WindowRequest request = request();
    int workers = MarketGetCommand.threads(threads);
    if (isStored) {
      return store(request, workers);
    }
    if (runner.isGiven()) {
      return runJob(request);
    }
    MarketFolder market = marketData.existing();
    WindowRequest.Outcome outcome;
    if (output == null) {
      outcome = request.write(market, Terminal.out(), workers);
      Terminal.out().flush();
    } else {
      outcome = writeFile(request, market, workers);
    }
    return told(outcome.outliers(), outcome.missing());
  }

  private WindowRequest request() throws IOException {
    WindowShape shape = UsageException.checked(() -> WindowShape.parse(window, slide));
    MarketKind kind =
        UsageException.checked(() -> MarketKind.parse(type.strip().toLowerCase(Locale.ROOT)));
    if (kind == MarketKind.QUOTE) {
      throw new UsageException("--type=" + type + " is neither trade nor nbbo");
    }
    if (fit != null && (fit < 1 || fit > 5)) {
      throw new UsageException("--fit=" + fit + " is not from 1 to 5");
    }
    if (value != null && kind == MarketKind.TRADE) {
      throw new UsageException("--value is of --type=nbbo");
    }
    WindowValue of =
        value == null
            ? WindowValue.of(kind)
            : UsageException.checked(() -> WindowValue.parse(value.strip(), Set.of(kind)));
    Set<String> wanted = symbols.equals("*") ? Set.of() : MarketGetCommand.symbols(symbols);
    return new WindowRequest(wanted, of, shape, fit == null ? 0 : fit, outliers.rule(), true);
  }

  /** Notes what was left out; counts of it. */
  private static ObjectNode told(long outliers, List<String> missing) {
    if (outliers > 0) {
      Terminal.note(Terminal.number(outliers) + " outliers left out");
    }
    if (!missing.isEmpty()) {
      Terminal.note("nothing of " + MarketGetCommand.shown(missing));
    }
    return JsonNodeFactory.instance.objectNode().put("outliers", outliers);
  }

  private ObjectNode store(WindowRequest request, int workers) throws IOException {
    AllowedDates wanted =
        dates == null
            ? AllowedDates.everything()
            : UsageException.checked(() -> AllowedDates.of(List.of(dates.split(",", -1))));
    MarketFolder market = marketData.existing();
    WindowTable.Stored stored = WindowTable.store(request, market, wanted::has, workers);
    if (stored.rows().isEmpty()) {
      throw new UsageException(
          "--marketdata=%s has no %s of these dates"
              .formatted(marketData.shown(), request.kind().view()));
    }
    ObjectNode counts = told(stored.outliers(), stored.missing());
    counts.put("windows", stored.rows().values().stream().mapToLong(Long::longValue).sum());
    ObjectNode days = counts.putObject("days");
    stored.rows().forEach((day, rows) -> days.put(CalendarDates.text(day), rows));
    Terminal.result("windows  " + CountText.count(counts, "windows") + " in " + marketData.shown());
    CountText.kinds("  days    ", days);
    return counts;
  }

  private ObjectNode runJob(WindowRequest request) throws IOException {
    PipelineOptions options = runner.options();
    if (output == null) {
      throw new UsageException("--runner needs --output=DIR: each worker writes files of its own");
    }
    Paths.checkForWorkers(options, "--output", output);
    RunnerSetup.begin(options);
    MarketFolder market = marketData.existing();
    Pipeline pipeline = Pipeline.create(options);
    LongAdder found = new LongAdder();
    int pieces = WindowsJob.build(pipeline, request, market, Paths.absolute(output), found);
    Runs.run(pipeline, "windows", JobSteps.of("pieces", pieces));
    ObjectNode counts = told(found.sum(), List.of());
    Terminal.result("windows  " + Terminal.number(pieces) + " files in " + output);
    return counts;
  }

  private WindowRequest.Outcome writeFile(WindowRequest request, MarketFolder market, int workers)
      throws IOException {
    Path target = Path.of(output).toAbsolutePath();
    try {
      WritableFiles.tryFile(target);
    } catch (IOException e) {
      throw new UsageException("--output=" + output + ": " + e.getMessage(), e);
    }
    Files.createDirectories(target.getParent());
    return WritableFiles.wholeStream(target, out -> request.write(market, out, workers));
  }
}
