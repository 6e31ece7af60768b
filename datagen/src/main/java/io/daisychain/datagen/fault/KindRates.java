package io.daisychain.datagen.fault;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.DoubleFunction;

/** A rate for each of several kinds, as the value of an option has them. */
public final class KindRates {
  private KindRates() {}

  /**
   * The rates without the zeros.
   *
   * @param option that they are of, for errors
   * @throws IllegalArgumentException with one line, if one is not 0 to 1
   */
  public static <K extends Enum<K>> Map<K, Double> checked(
      String option, Class<K> kinds, Map<K, Double> byKind) {
    Map<K, Double> known = new EnumMap<>(kinds);
    byKind.forEach(
        (kind, rate) -> {
          if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException(
                "%s=%s=%s: must be 0 to 1".formatted(option, kind, rate));
          }
          if (rate > 0) {
            known.put(kind, rate);
          }
        });
    return Collections.unmodifiableMap(known);
  }

  /**
   * Parses {@code 0.001}, {@code LATE=0.01,CYCLE=0.2}, or {@code 0.001,LATE=0.01}: a rate for all
   * kinds, rates of single kinds, or both.
   *
   * @param what its kinds are of, for errors
   * @param forAll rates of all kinds by the one that has no name
   * @throws IllegalArgumentException with one line that names the option
   */
  public static <K extends Enum<K>> Map<K, Double> parse(
      String option,
      String what,
      Class<K> kinds,
      DoubleFunction<Map<K, Double>> forAll,
      String text) {
    Map<K, Double> rates = new EnumMap<>(kinds);
    boolean isFirst = true;
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      double rate = number(option, text, part.substring(equals + 1));
      if (equals >= 0) {
        rates.put(kind(option, what, kinds, text, part.substring(0, equals)), rate);
      } else if (isFirst) {
        rates.putAll(forAll.apply(rate));
      } else {
        throw error(option, text, "RATE, or KIND=RATE, separated by commas, is wanted");
      }
      isFirst = false;
    }
    return rates;
  }

  private static double number(String option, String text, String value) {
    try {
      return Double.parseDouble(value.trim());
    } catch (NumberFormatException e) {
      throw error(option, text, "'" + value + "' is no rate");
    }
  }

  private static <K extends Enum<K>> K kind(
      String option, String what, Class<K> kinds, String text, String name) {
    String wanted = name.trim().toUpperCase(Locale.ROOT).replace('-', '_');
    StringJoiner known = new StringJoiner(" ");
    for (K kind : kinds.getEnumConstants()) {
      if (kind.name().equals(wanted)) {
        return kind;
      }
      known.add(kind.name());
    }
    throw error(option, text, name + " is no kind of " + what + "; known are " + known);
  }

  private static IllegalArgumentException error(String option, String text, String rule) {
    return new IllegalArgumentException(option + "=" + text + ": " + rule);
  }
}
