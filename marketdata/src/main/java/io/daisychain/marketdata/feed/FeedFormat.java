package io.daisychain.marketdata.feed;

/** Forms of files with market data. */
public enum FeedFormat {
  /** Lines of text with a header that names the columns. */
  CSV,
  /** NASDAQ TotalView-ITCH 5.0, a two-byte length before each message. */
  ITCH50,
  /** Databento's binary encoding, versions 1 to 3. */
  DBN;

  /** The form of a name such as {@code itch50}. */
  public static FeedFormat parse(String name) {
    for (FeedFormat format : values()) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException("format '" + name + "' is none of csv, itch50, dbn");
  }
}
