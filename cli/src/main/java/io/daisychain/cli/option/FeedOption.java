package io.daisychain.cli.option;

import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.feed.CsvColumns;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.model.CalendarDates;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How files with market data are read. */
public final class FeedOption {
  @Option(
      names = "--format",
      paramLabel = "csv|itch50|dbn",
      description =
          "csv: quotes or trades, as the header says. itch50: NASDAQ TotalView-ITCH 5.0. dbn:"
              + " Databento's binary encoding. Default: csv, of a session what it brings")
  private String format;

  @Option(
      names = "--columns",
      paramLabel = "taq|databento|polygon|alpaca|FILE",
      description =
          "Names of columns in csv of others, and how they write numbers and times: those of a"
              + " vendor, or properties such as quote.bid=Bid_Price in a file.")
  private String columns;

  @Option(
      names = "--date",
      paramLabel = "YYYYMMDD",
      description =
          "The day in New York of the input, for itch50 and for columns whose times are the"
              + " clock's, as those of taq: they do not say it.")
  private String date;

  /**
   * How input is read.
   *
   * @param input value of {@code --input}
   */
  public Feed feed(String input) throws IOException {
    FeedFormat brought = MarketFile.formatOf(input);
    FeedFormat said =
        format == null ? null : UsageException.checked(() -> FeedFormat.parse(format));
    if (brought != null && said != null && said != brought) {
      throw new UsageException("--input=" + input + " brings " + name(brought));
    }
    FeedFormat known = brought != null ? brought : said != null ? said : FeedFormat.CSV;
    if (columns != null && known != FeedFormat.CSV) {
      throw new UsageException("--columns is for --format=csv");
    }
    Feed dateless = columns == null ? Feed.of(known) : Feed.csv(named());
    return dateless.on(day(known, dateless.needsDate()));
  }

  /**
   * Refuses what was said of files that are not there.
   *
   * @param what the files would have
   */
  public void refuse(String what) {
    if (date != null || columns != null) {
      throw new UsageException((date == null ? "--columns" : "--date") + " is for " + what);
    }
  }

  /**
   * The files that are read.
   *
   * @param input value of {@code --input}
   * @throws UsageException if there is none
   */
  public static List<MarketFile> files(String input) throws IOException {
    Paths.requireFiles("--input", input);
    try {
      return MarketFile.list(
          input.equals("-") ? input : Paths.absolutePattern(input),
          Environment.get(ProofOption.VARIABLE));
    } catch (FileNotFoundException e) {
      throw new UsageException("--input=" + input + " matches no file", e);
    }
  }

  private CsvColumns named() throws IOException {
    try {
      return CsvColumns.named(
          CsvColumns.BUILT_IN.contains(columns) ? columns : Paths.absolute(columns));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--columns=" + columns + ": " + e.getMessage(), e);
    }
  }

  private LocalDate day(FeedFormat known, boolean isNeeded) {
    String whose = columns == null ? "--format=" + name(known) : "--columns=" + columns;
    if (date == null) {
      if (isNeeded) {
        throw new UsageException(whose + " needs --date=YYYYMMDD: its times do not say the day");
      }
      return null;
    }
    OptionalInt parsed = CalendarDates.parse(date);
    if (parsed.isEmpty()) {
      throw new UsageException("--date=" + date + " is no date such as 20260316");
    }
    if (!isNeeded) {
      throw new UsageException(
          "--date is for itch50 and columns with times of the clock: files of "
              + whose
              + " say their days");
    }
    return LocalDate.ofEpochDay(parsed.getAsInt());
  }

  private static String name(FeedFormat format) {
    return format.name().toLowerCase(Locale.ROOT);
  }
}
