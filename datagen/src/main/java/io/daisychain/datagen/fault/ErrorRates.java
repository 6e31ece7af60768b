package io.daisychain.datagen.fault;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;

/**
 * The rate of each kind of error: the share of the lifecycles, or of the events that the kind is
 * possible for (UNKNOWN_CUSTOMER: events with a customer). An event has one kind at most.
 *
 * @param byKind rates over 0 and up to 1; kinds without one are absent
 */
public record ErrorRates(Map<ErrorKind, Double> byKind) implements Serializable {
  private static final String OPTION = "--errors";

  /** No errors. */
  public static final ErrorRates NONE = new ErrorRates(Map.of());

  /** Checks the rates and leaves out the zeros. */
  public ErrorRates {
    byKind = KindRates.checked(OPTION, ErrorKind.class, byKind);
  }

  /** The same rate for all kinds; {@code share} is the sum of those that befall every market. */
  public static ErrorRates evenly(double share) {
    return new ErrorRates(ofAll(share));
  }

  private static Map<ErrorKind, Double> ofAll(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(OPTION + "=" + share + ": must be 0 to 1");
    }
    Map<ErrorKind, Double> rates = new EnumMap<>(ErrorKind.class);
    for (ErrorKind kind : ErrorKind.values()) {
      rates.put(kind, share / ErrorKind.USUAL);
    }
    return rates;
  }

  /**
   * Parses a share for all kinds, rates of single kinds, or both.
   *
   * @throws IllegalArgumentException with one line that names the option
   */
  public static ErrorRates parse(String text) {
    return new ErrorRates(
        KindRates.parse(OPTION, "error", ErrorKind.class, ErrorRates::ofAll, text));
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
}
