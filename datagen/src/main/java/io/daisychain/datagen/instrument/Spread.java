package io.daisychain.datagen.instrument;

import java.util.List;

/**
 * What an order of several legs trades, when it is bought; who sells it is on the other side of
 * each leg. It is worth more where its underlying's price is higher.
 *
 * @param legs two or more
 */
public record Spread(List<Leg> legs) {
  private static final int MOST = 1_000_000_000;

  /**
   * A leg.
   *
   * @param option null for shares
   * @param isBought by who buys the spread
   * @param ratio of its quantity to the order's
   */
  public record Leg(OptionContract option, boolean isBought, int ratio) {
    double value(int price) {
      double one = option == null ? price : option.value(price);
      return (isBought ? ratio : -ratio) * one;
    }

    /** Price of a leg in cents where its underlying has a price in cents. */
    public int premium(int price) {
      return option == null ? price : option.premium(price);
    }

    /** Its side (FIX 4.2, tag 54) in an order of a side. */
    public byte side(boolean ofBuyer) {
      return (byte) (isBought == ofBuyer ? '1' : '2');
    }
  }

  /** What it costs in cents, at least one, where its underlying has a price in cents. */
  public int premium(int price) {
    double sum = 0;
    for (Leg leg : legs) {
      sum += leg.value(price);
    }
    return (int) Math.max(1, Math.min(MOST, Math.round(sum)));
  }
}
