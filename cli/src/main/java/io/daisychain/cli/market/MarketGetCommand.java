package io.daisychain.cli.market;

import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.QuantCloudRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "get",
    description = {
      "Hands out quotes, best bids and offers, and trades, by symbol, time and type.",
      "Several types have a first column type. Requests are cut by symbol and time, and fetched"
          + " while the last is written; how long a piece took is said at the end.",
      ""
    })
final class MarketGetCommand implements Callable<Integer> {
  @Option(
      names = "--symbols",
      paramLabel = "A,B|@FILE",
      description = "Symbols, or a file of them.")
  private String symbols;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "First moment: 2026-03-16T13:30:00Z, 2026-03-16, or nanoseconds since 1970. Default: all")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "The moment after the last, written in the same ways. Default: all")
  private String to;

  @Option(
      names = "--types",
      paramLabel = "quote,nbbo,trade",
      defaultValue = "quote,nbbo,trade",
      description = "What is wanted. Default: ${DEFAULT-VALUE}")
  private String types;

  @Option(
      names = "--request",
      paramLabel = "FILE",
      description = "A request in QuantCloud's XML, in place of symbols, from, to and types.")
  private Path request;

  @Option(
      names = "--format",
      paramLabel = "csv|json|parquet",
      defaultValue = "CSV",
      description = "json is an object a line; parquet needs --output. Default: csv")
  private MarketRequest.Format format;

  @Option(names = "--output", paramLabel = "FILE", description = "Default: standard output")
  private Path output;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Pieces that are fetched at once. Default: one a core")
  private Integer threads;

  @Mixin private MarketDataOption marketData;

  @Override
  public Integer call() throws IOException {
    MarketRequest wanted = wanted();
    if (format == MarketRequest.Format.PARQUET && output == null) {
      throw new UsageException("--format=parquet needs --output=FILE");
    }
    int workers = threads(threads);
    MarketFolder market = marketData.existing();
    MarketRequest.Service service;
    if (output == null) {
      service = wanted.write(market, format, Terminal.out(), workers);
      Terminal.out().flush();
    } else {
      service = writeFile(wanted, market, workers);
    }
    if (!service.missing().isEmpty()) {
      Terminal.note("nothing of " + shown(service.missing()));
    }
    if (!service.missingDates().isEmpty()) {
      List<String> dates =
          service.missingDates().stream().map(day -> LocalDate.ofEpochDay(day).toString()).toList();
      Terminal.note("nothing, or not all types that are asked for, of the dates " + shown(dates));
    }
    Terminal.note(
        "%s rows in %s pieces, each %.3f ms on average, deviation %.3f ms"
            .formatted(
                Terminal.number(service.rows()),
                Terminal.number(service.pieces()),
                service.meanMillis(),
                service.deviationMillis())
            .toString());
    return 0;
  }

  /** The first of some words, and how many more there are. */
  static String shown(List<String> words) {
    return words.size() <= 10
        ? String.join(", ", words)
        : String.join(", ", words.subList(0, 10)) + " and " + (words.size() - 10) + " more";
  }

  static int threads(Integer given) {
    if (given != null && (given < 1 || given > 1_000)) {
      throw new UsageException("--threads=" + given + " is not from 1 to 1000");
    }
    return given == null ? Runtime.getRuntime().availableProcessors() : given;
  }

  private MarketRequest.Service writeFile(MarketRequest wanted, MarketFolder market, int workers)
      throws IOException {
    try {
      WritableFiles.tryFile(output);
    } catch (IOException e) {
      throw new UsageException("--output=" + output + ": " + e.getMessage(), e);
    }
    Path target = output.toAbsolutePath();
    Files.createDirectories(target.getParent());
    return format == MarketRequest.Format.PARQUET
        ? WritableFiles.whole(target, file -> wanted.writeParquet(market, file, workers))
        : WritableFiles.wholeStream(target, out -> wanted.write(market, format, out, workers));
  }

  private MarketRequest wanted() throws IOException {
    if (request != null) {
      if (symbols != null || from != null || to != null) {
        throw new UsageException("--request says symbols and times: leave the others out");
      }
      try {
        QuantCloudRequest read = QuantCloudRequest.read(request);
        return new MarketRequest(
            new HashSet<>(read.symbols()), read.from(), read.to(), EnumSet.copyOf(read.kinds()));
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage(), e);
      } catch (NoSuchFileException e) {
        throw new UsageException("--request: no file " + e.getFile(), e);
      }
    }
    List<MarketKind> kinds = new ArrayList<>();
    for (String word : types.split(",", -1)) {
      kinds.add(
          UsageException.checked(() -> MarketKind.parse(word.strip().toLowerCase(Locale.ROOT))));
    }
    return new MarketRequest(
        symbols(symbols),
        time("--from", from, Long.MIN_VALUE),
        time("--to", to, Long.MAX_VALUE),
        EnumSet.copyOf(kinds));
  }

  /** Symbols as given, or of a file. */
  static Set<String> symbols(String given) throws IOException {
    if (given == null || given.isEmpty()) {
      throw new UsageException("--symbols is missing: --symbols=A,B or --symbols=@FILE");
    }
    if (!given.startsWith("@")) {
      Set<String> symbols = new HashSet<>(List.of(given.split(",", -1)));
      symbols.remove("");
      return symbols;
    }
    try {
      return new HashSet<>(QuantCloudRequest.symbols(Path.of(given.substring(1))));
    } catch (NoSuchFileException e) {
      throw new UsageException("--symbols=" + given + ": there is no such file", e);
    }
  }

  private static long time(String option, String text, long otherwise) {
    if (text == null) {
      return otherwise;
    }
    try {
      return MarketRequest.moment(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + "=" + e.getMessage().replace("'", ""), e);
    }
  }
}
