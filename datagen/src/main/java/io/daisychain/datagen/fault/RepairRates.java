package io.daisychain.datagen.fault;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;

/**
 * The rate of each kind of repair: the share of the events that the kind is possible for, or of the
 * repairs.
 *
 * @param byKind rates over 0 and up to 1; kinds without one are absent
 */
public record RepairRates(Map<RepairKind, Double> byKind) implements Serializable {
  private static final String OPTION = "--repairs";

  /** No repairs. */
  public static final RepairRates NONE = new RepairRates(Map.of());

  /** Share of the repairs that are late, and of the actions that come first, unless set. */
  private static final double USUAL = 0.25;

  /** Checks the rates and leaves out the zeros. */
  public RepairRates {
    byKind = KindRates.checked(OPTION, RepairKind.class, byKind);
  }

  /**
   * Parses a rate for all kinds of repairs, rates of single kinds, or both.
   *
   * @throws IllegalArgumentException with one line that names the option
   */
  public static RepairRates parse(String text) {
    return new RepairRates(
        KindRates.parse(OPTION, "repair", RepairKind.class, RepairRates::ofAll, text));
  }

  private static Map<RepairKind, Double> ofAll(double rate) {
    Map<RepairKind, Double> rates = new EnumMap<>(RepairKind.class);
    for (RepairKind kind : RepairKind.values()) {
      rates.put(kind, rate > 0 && kind.isOfRepairs() ? USUAL : rate);
    }
    return rates;
  }

  double rate(RepairKind kind) {
    return byKind.getOrDefault(kind, 0.0);
  }

  /** True if nothing is repaired. */
  public boolean isNone() {
    return byKind.keySet().stream().allMatch(RepairKind::isOfRepairs);
  }
}
