package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.NewYorkTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a file of CAT says.
 *
 * @param reporter IMID; empty where it says none
 * @param day in days since 1970-01-01, {@link #NO_DAY} where it says none
 * @param number of the file
 */
public record CatFileName(String reporter, int day, long number) {
  /** In place of a day: the name says none. */
  public static final int NO_DAY = Integer.MIN_VALUE;

  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final Pattern NAME =
      Pattern.compile("[^_]+_([^_]+)_(\\d{8})(?:_[^_]+)?_OrderEvents_(\\d{6}).*");

  /** Reads a name, with or without folders before it. */
  public static CatFileName of(String path) {
    Matcher name = NAME.matcher(path.substring(path.lastIndexOf('/') + 1));
    if (!name.matches()) {
      return new CatFileName("", NO_DAY, 0);
    }
    int day = NewYorkTime.date(name.group(2).getBytes(ISO_8859_1), 0, 8);
    return new CatFileName(name.group(1), day, Long.parseLong(name.group(3)));
  }

  /** When its first record counts as sent, in nanoseconds since 1970; it has to say a day. */
  public long sendingTime() {
    return NewYorkTime.midnight(day) + number * NANOS_PER_MILLI;
  }
}
