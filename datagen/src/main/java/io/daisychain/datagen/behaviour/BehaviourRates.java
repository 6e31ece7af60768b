package io.daisychain.datagen.behaviour;

import io.daisychain.datagen.fault.KindRates;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;

/**
 * The rate of each behaviour, and of its innocent twin: how many begin with each lifecycle of the
 * chain, on average.
 *
 * @param byKind rates over 0 and up to 1; kinds without one are absent
 */
public record BehaviourRates(Map<BehaviourKind, Double> byKind) implements Serializable {
  private static final String OPTION = "--behaviours";

  /** No behaviours. */
  public static final BehaviourRates NONE = new BehaviourRates(Map.of());

  /** Checks the rates and leaves out the zeros. */
  public BehaviourRates {
    byKind = KindRates.checked(OPTION, BehaviourKind.class, byKind);
  }

  /**
   * Parses a rate that each kind has, rates of single kinds, or both.
   *
   * @throws IllegalArgumentException with one line that names the option
   */
  public static BehaviourRates parse(String text) {
    return new BehaviourRates(
        KindRates.parse(OPTION, "behaviour", BehaviourKind.class, BehaviourRates::ofAll, text));
  }

  private static Map<BehaviourKind, Double> ofAll(double rate) {
    Map<BehaviourKind, Double> rates = new EnumMap<>(BehaviourKind.class);
    for (BehaviourKind kind : BehaviourKind.values()) {
      rates.put(kind, rate);
    }
    return rates;
  }

  /** True if there are none. */
  public boolean isNone() {
    return byKind.isEmpty();
  }
}
