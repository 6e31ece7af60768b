package io.daisychain.datagen.fault;

import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The rate of each kind of repair: the share of the events that the kind is possible for, or of the
 * repairs.
 *
 * @param byKind rates over 0 and up to 1; kinds without one are absent
 */
public record RepairRates(Map<RepairKind, Double> byKind) implements Serializable {
  /** No repairs. */
  public static final RepairRates NONE = new RepairRates(Map.of());

  /** Share of the repairs that are late, and of the actions that come first, unless set. */
  private static final double USUAL = 0.25;

  /** Checks the rates and leaves out the zeros. */
  public RepairRates {
    Map<RepairKind, Double> known = new EnumMap<>(RepairKind.class);
    byKind.forEach(
        (kind, rate) -> {
          if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException(
                "--repairs=" + kind + "=" + rate + ": must be 0 to 1");
          }
          if (rate > 0) {
            known.put(kind, rate);
          }
        });
    byKind = Collections.unmodifiableMap(known);
  }

  /**
   * Parses {@code 0.01}, {@code DELETION=0.01,LATE=0.5}, or {@code 0.01,LATE=0.5}: a rate for all
   * kinds of repairs, rates of single kinds, or both.
   *
   * @throws IllegalArgumentException with one line that names the option
   */
  public static RepairRates parse(String text) {
    Map<RepairKind, Double> rates = new EnumMap<>(RepairKind.class);
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      double rate = number(text, part.substring(equals + 1));
      if (equals >= 0) {
        rates.put(kind(text, part.substring(0, equals)), rate);
      } else if (rates.isEmpty()) {
        for (RepairKind kind : RepairKind.values()) {
          rates.put(kind, kind.isOfRepairs() ? USUAL : rate);
        }
        if (rate == 0) {
          rates.clear();
        }
      } else {
        throw error(text, "RATE, or KIND=RATE, separated by commas, is wanted");
      }
    }
    return new RepairRates(rates);
  }

  private static double number(String text, String value) {
    try {
      return Double.parseDouble(value.trim());
    } catch (NumberFormatException e) {
      throw error(text, "'" + value + "' is no rate");
    }
  }

  private static RepairKind kind(String text, String name) {
    String wanted = name.trim().toUpperCase(Locale.ROOT);
    for (RepairKind kind : RepairKind.values()) {
      if (kind.name().equals(wanted)) {
        return kind;
      }
    }
    String kinds = String.join(" ", names());
    throw error(text, name + " is no kind of repair; known are " + kinds);
  }

  private static String[] names() {
    RepairKind[] kinds = RepairKind.values();
    String[] names = new String[kinds.length];
    for (int i = 0; i < kinds.length; i++) {
      names[i] = kinds[i].name();
    }
    return names;
  }

  private static IllegalArgumentException error(String text, String rule) {
    return new IllegalArgumentException("--repairs=" + text + ": " + rule);
  }

  double rate(RepairKind kind) {
    return byKind.getOrDefault(kind, 0.0);
  }

  /** True if nothing is repaired. */
  public boolean isNone() {
    return byKind.keySet().stream().allMatch(RepairKind::isOfRepairs);
  }
}
