package io.daisychain.marketdata.feed;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * How files with market data are read.
 *
 * @param format their form
 * @param columns of CSV
 * @param date of files that do not say it; else null
 */
public record Feed(FeedFormat format, CsvColumns columns, LocalDate date) {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  /** CSV whose header has our own names. */
  public static final Feed CSV = of(FeedFormat.CSV);

  /** CSV of others. */
  public static Feed csv(CsvColumns columns) {
    return new Feed(FeedFormat.CSV, columns, null);
  }

  /** Files of a form; of CSV with our own columns. */
  public static Feed of(FeedFormat format) {
    return new Feed(format, CsvColumns.OWN, null);
  }

  /**
   * The same with the date of the files.
   *
   * @param day in New York, where the files do not say it; else null
   */
  public Feed on(LocalDate day) {
    return new Feed(format, columns, day);
  }

  /** Whether files do not say of which date they are. */
  public boolean needsDate() {
    return format == FeedFormat.ITCH50 || columns.needsDate();
  }

  /**
   * Reads a file to its end.
   *
   * @param in its bytes, uncompressed
   * @param name for messages
   * @throws FeedException if it is no file of this form
   */
  public void read(InputStream in, String name, RecordSink sink) throws IOException {
    try {
      switch (format) {
        case CSV -> new CsvFeed(name, columns, date, sink).read(in);
        case ITCH50 -> {
          long midnight = date.atStartOfDay(NEW_YORK).toEpochSecond() * 1_000_000_000L;
          new ItchFeed(name, midnight, sink).read(in);
        }
        case DBN ->
            new DbnFeed(name, in instanceof DbnLiveStream live ? live : null, sink).read(in);
      }
    } catch (EOFException e) {
      throw FeedException.cutOff(name, e);
    }
  }
}
