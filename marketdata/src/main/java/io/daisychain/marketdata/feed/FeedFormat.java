package io.daisychain.marketdata.feed;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.ZoneId;

/** Forms of files with market data. */
public enum FeedFormat {
  /** Lines of text with a header that names the columns. */
  CSV,
  /** NASDAQ TotalView-ITCH 5.0, a two-byte length before each message. */
  ITCH50,
  /** Databento's binary encoding, versions 1 to 3. */
  DBN;

  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  /** Whether files do not say of which date they are. */
  public boolean needsDate() {
    return this == ITCH50;
  }

  /** The form of a name such as {@code itch50}. */
  public static FeedFormat parse(String name) {
    for (FeedFormat format : values()) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException("format '" + name + "' is none of csv, itch50, dbn");
  }

  /**
   * Reads a file to its end.
   *
   * @param in its bytes, uncompressed
   * @param name for messages
   * @param date in New York, where the files do not say it; else null
   * @throws FeedException if it is no file of this form
   */
  public void read(InputStream in, String name, LocalDate date, RecordSink sink)
      throws IOException {
    try {
      switch (this) {
        case CSV -> new CsvFeed(name, sink).read(in);
        case ITCH50 -> {
          long midnight = date.atStartOfDay(NEW_YORK).toEpochSecond() * 1_000_000_000L;
          new ItchFeed(name, midnight, sink).read(in);
        }
        case DBN -> new DbnFeed(name, sink).read(in);
      }
    } catch (EOFException e) {
      throw FeedException.cutOff(name, e);
    }
  }
}
