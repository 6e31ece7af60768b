package io.daisychain.marketdata;

import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.MarketLoad;
import io.daisychain.model.TradeDates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** A folder of input and one of market data. */
public final class LoadedMarket {
  static {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
  }

  public final Path input;
  public final Path market;
  public final Path rejects;

  public LoadedMarket(Path folder) throws IOException {
    input = Files.createDirectories(folder.resolve("input"));
    market = folder.resolve("marketdata");
    rejects = folder.resolve("rejects.csv");
  }

  public LoadedMarket write(String name, String text) throws IOException {
    Files.writeString(input.resolve(name), text);
    return this;
  }

  public MarketLoad.Summary load(String pattern) throws IOException {
    return load(input + "/" + pattern, Feed.CSV, TradeDates.UTC, 1 << 14);
  }

  public MarketLoad.Summary load(String pattern, Feed feed, TradeDates dates, int rows)
      throws IOException {
    return MarketLoad.run(
        new MarketLoad.Settings(MarketFile.list(pattern), feed, dates, market, rejects, rows),
        new AtomicLong());
  }

  public MarketFolder folder() throws IOException {
    return MarketFolder.of(market);
  }

  public DayFiles day(String date) throws IOException {
    return folder().day((int) LocalDate.parse(date).toEpochDay()).orElseThrow();
  }
}
