package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;

/**
 * Which lifecycles are good till cancel (FIX 4.2, tag 59 = 1), and how many nights they outlive.
 *
 * @param share of the lifecycles
 * @param mostNights that one can outlive
 * @param ofModel true where the model alone says what is left to the next day
 */
public record GtcOrders(double share, int mostNights, boolean ofModel) {
  /** Share of those left after a night that live on for another one. */
  private static final double ANOTHER_NIGHT = 0.3;

  /** For one trade date: as the model says. */
  public static GtcOrders ofModel(OrderChain chain) {
    return new GtcOrders(chain.orders().gtc(), TradingDay.NIGHTS, true);
  }

  /** For several trade dates: as the options say, whatever the model. */
  public static GtcOrders of(Days days) {
    return new GtcOrders(days.gtc(), days.gtcSpan(), false);
  }

  /** Where the walk of a lifecycle begins: of several dates, not all orders rest by the model. */
  OrderChain.Entry drawEntry(boolean isGtc, RandomSource random) {
    boolean byModel = isGtc && (ofModel || random.chance(0.5));
    return byModel ? OrderChain.Entry.GTC : OrderChain.Entry.CUSTOMER;
  }

  /** Nights that a lifecycle can outlive: mostly one, geometrically fewer of more. */
  int drawNights(boolean isGtc, RandomSource random) {
    if (ofModel) {
      return mostNights;
    }
    int nights = isGtc ? 1 : 0;
    while (nights > 0 && nights < mostNights && random.chance(ANOTHER_NIGHT)) {
      nights++;
    }
    return nights;
  }
}
