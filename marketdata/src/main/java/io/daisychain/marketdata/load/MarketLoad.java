package io.daisychain.marketdata.load;

import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.feed.FeedException;
import io.daisychain.model.TradeDates;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads files of quotes and trades and replaces the trade dates that they bring, whole or not at
 * all: quotes together with the best bid and offer that they make, and trades.
 */
public final class MarketLoad {
  /** Rows in memory take some 70 bytes each, and quotes and trades are held apart. */
  private static final int LEAST_ROWS = 1 << 17;

  private static final int MOST_ROWS = 1 << 22;

  /**
   * What is to be loaded.
   *
   * @param files to be read, as {@link MarketFile#list} lists them
   * @param feed how they are read
   * @param dates gives records their trade dates
   * @param market where data are kept
   * @param rejects file that is made for records that are wrong
   * @param rowsInMemory most rows of quotes, and of trades, that are held in memory
   */
  public record Settings(
      List<MarketFile> files,
      Feed feed,
      TradeDates dates,
      Path market,
      Path rejects,
      int rowsInMemory) {

    /** As many rows as fit a quarter of the heap. */
    public static int rowsForThisHeap() {
      long fitting = Runtime.getRuntime().maxMemory() / 4 / 140;
      return (int) Math.max(LEAST_ROWS, Math.min(MOST_ROWS, fitting));
    }
  }

  /**
   * What a load has done.
   *
   * @param counts of records: {@code read}, {@code stored}, {@code skipped}, {@code rejected}
   * @param skippedByKind of those that were skipped
   * @param rejectedByKind of those that were rejected
   * @param rows that were written, by kind
   * @param days number of rows by date, then by kind
   */
  public record Summary(
      Map<String, Long> counts,
      Map<String, Long> skippedByKind,
      Map<String, Long> rejectedByKind,
      Map<String, Long> rows,
      Map<String, Map<String, Long>> days) {}

  private final Settings settings;
  private final AtomicLong progress;

  private MarketLoad(Settings settings, AtomicLong progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Loads.
   *
   * @param progress counts records while they are read
   * @throws FeedException naming a file that cannot be read; nothing has changed then
   */
  public static Summary run(Settings settings, AtomicLong progress) throws IOException {
    return new MarketLoad(settings, progress).run();
  }

  private Summary run() throws IOException {
    try (MarketFolder.Load load = MarketFolder.of(settings.market()).begin();
        MarketRecords records = new MarketRecords(load, settings, progress)) {
      for (MarketFile file : settings.files()) {
        records.begin(file);
        read(file, records);
      }
      Summary summary = records.write(load);
      load.commit();
      return summary;
    }
  }

  private void read(MarketFile file, MarketRecords records) throws IOException {
    try (InputStream in = file.open()) {
      settings.feed().read(in, file.name(), records);
    } catch (FeedException e) {
      throw e;
    } catch (IOException e) {
      throw new FeedException(file.name() + " cannot be read: " + e.getMessage(), e);
    }
  }
}
