package io.daisychain.datagen.fault;

import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The rate of each kind of error: the share of the lifecycles, or of the events that the kind is
 * possible for (UNKNOWN_CUSTOMER: events with a customer). An event has one kind at most.
 *
 * @param byKind rates over 0 and up to 1; kinds without one are absent
 */
public record ErrorRates(Map<ErrorKind, Double> byKind) implements Serializable {
  /** No errors. */
  public static final ErrorRates NONE = new ErrorRates(Map.of());

  /** Checks the rates and leaves out the zeros. */
  public ErrorRates {
    Map<ErrorKind, Double> known = new EnumMap<>(ErrorKind.class);
    byKind.forEach(
        (kind, rate) -> {
          if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException(
                "--errors=" + kind + "=" + rate + ": must be 0 to 1");
          }
          if (rate > 0) {
            known.put(kind, rate);
          }
        });
    byKind = Collections.unmodifiableMap(known);
  }

  /** The same rate for all kinds; {@code share} is the sum of the rates. */
  public static ErrorRates evenly(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("--errors=" + share + ": must be 0 to 1");
    }
    Map<ErrorKind, Double> rates = new EnumMap<>(ErrorKind.class);
    for (ErrorKind kind : ErrorKind.values()) {
      rates.put(kind, share / ErrorKind.COUNT);
    }
    return new ErrorRates(rates);
  }

  /**
   * Parses {@code 0.001}, {@code LATE=0.01,CYCLE=0.2}, or {@code 0.001,LATE=0.01}: a share for all
   * kinds, rates of single kinds, or both.
   *
   * @throws IllegalArgumentException with one line that names the option
   */
  public static ErrorRates parse(String text) {
    Map<ErrorKind, Double> rates = new EnumMap<>(ErrorKind.class);
    int from = 0;
    while (from <= text.length()) {
      int comma = text.indexOf(',', from);
      int to = comma < 0 ? text.length() : comma;
      String part = text.substring(from, to).trim();
      int equals = part.indexOf('=');
      if (equals >= 0) {
        rates.put(kind(text, part.substring(0, equals)), number(text, part.substring(equals + 1)));
      } else if (from == 0) {
        rates.putAll(evenly(number(text, part)).byKind());
      } else {
        throw error(text, "RATE, or KIND=RATE, separated by commas, is wanted");
      }
      from = to + 1;
    }
    return new ErrorRates(rates);
  }

  double rate(ErrorKind kind) {
    return byKind.getOrDefault(kind, 0.0);
  }

  /** True if some messages may be sent after the deadline. */
  public boolean writesLateFiles() {
    return rate(ErrorKind.LATE) > 0 || rate(ErrorKind.REPEAT) > 0;
  }

  /** True if there are no errors. */
  public boolean isNone() {
    return byKind.isEmpty();
  }

  private static ErrorKind kind(String text, String name) {
    String wanted = name.trim().toUpperCase(Locale.ROOT).replace('-', '_');
    for (ErrorKind kind : ErrorKind.values()) {
      if (kind.name().equals(wanted)) {
        return kind;
      }
    }
    throw error(text, name + " is no kind of error; known are " + kinds());
  }

  private static double number(String text, String value) {
    try {
      return Double.parseDouble(value.trim());
    } catch (NumberFormatException e) {
      throw error(text, "'" + value + "' is no rate");
    }
  }

  private static String kinds() {
    StringBuilder names = new StringBuilder();
    for (ErrorKind kind : ErrorKind.values()) {
      names.append(names.length() == 0 ? "" : " ").append(kind);
    }
    return names.toString();
  }

  private static IllegalArgumentException error(String text, String rule) {
    return new IllegalArgumentException("--errors=" + text + ": " + rule);
  }
}
