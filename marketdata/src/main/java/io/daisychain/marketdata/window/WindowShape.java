package io.daisychain.marketdata.window;

import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Length of windows and the distance of their beginnings, both in records or both in nanoseconds.
 *
 * @param isOfTime whether they are nanoseconds
 * @param window length
 * @param slide distance
 */
public record WindowShape(boolean isOfTime, long window, long slide) implements Serializable {
  private static final String[] UNITS = {"ns", "us", "ms", "s", "m", "h"};
  private static final long[] UNIT_FACTORS = {1_000, 1_000, 1_000, 60, 60, Long.MAX_VALUE};

  private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,11})(ns|us|ms|s|m|h)?");

  /**
   * Reads {@code 1000} and {@code 25}, or {@code 10m} and {@code 1m}.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  public static WindowShape parse(String window, String slide) {
    long[] length = length("window", window);
    long[] distance = length("slide", slide);
    if (length[1] != distance[1]) {
      throw new IllegalArgumentException(
          "--window=" + window + " and --slide=" + slide + " are not both counts or both times");
    }
    if (length[1] == 0 && length[0] > 10_000_000) {
      throw new IllegalArgumentException("--window=" + window + " is more than 10,000,000 records");
    }
    return new WindowShape(length[1] == 1, length[0], distance[0]);
  }

  /**
   * Reads the two with a slash between them, as {@link #parse}.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  public static WindowShape parse(String windowAndSlide) {
    int slash = windowAndSlide.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException(
          "--windows=" + windowAndSlide + " is not two counts or times, such as 1000/25 or 10m/1m");
    }
    return parse(windowAndSlide.substring(0, slash), windowAndSlide.substring(slash + 1));
  }

  /** The length, as {@link #parse} reads it, of a time in the largest unit that it is whole in. */
  String windowText() {
    return text(window);
  }

  /** The distance, in the same way. */
  String slideText() {
    return text(slide);
  }

  private String text(long length) {
    if (!isOfTime) {
      return Long.toString(length);
    }
    int unit = 0;
    long number = length;
    while (number % UNIT_FACTORS[unit] == 0) {
      number /= UNIT_FACTORS[unit++];
    }
    return number + UNITS[unit];
  }

  /**
   * Reads a time, in nanoseconds.
   *
   * @throws IllegalArgumentException with a sentence for the user, which names the option
   */
  public static long nanos(String option, String text) {
    long[] length = length(option, text);
    if (length[1] == 0) {
      throw new IllegalArgumentException(
          "--" + option + "=" + text + " is no time such as 500ms, 10s, 1m");
    }
    return length[0];
  }

  private static long[] length(String option, String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "--" + option + "=" + text + " is neither a count nor a time such as 500ms, 10s, 1m, 1h");
    }
    long number = Long.parseLong(parts.group(1));
    if (parts.group(2) == null) {
      return new long[] {number, 0};
    }
    long unit =
        switch (parts.group(2)) {
          case "ns" -> 1L;
          case "us" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          default -> 3_600_000_000_000L;
        };
    if (number > 86_400_000_000_000L * 2 / unit) {
      throw new IllegalArgumentException("--" + option + "=" + text + " is longer than two days");
    }
    return new long[] {number * unit, 1};
  }

  /** The longest stretch of which windows and distances are made up. */
  long pane() {
    long one = window;
    long other = slide;
    while (other != 0) {
      long rest = one % other;
      one = other;
      other = rest;
    }
    return one;
  }
}
