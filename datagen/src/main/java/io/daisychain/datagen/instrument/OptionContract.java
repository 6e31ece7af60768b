package io.daisychain.datagen.instrument;

import static java.time.format.DateTimeFormatter.BASIC_ISO_DATE;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;

/** A contract of an option: all of it but its root, which is the symbol that is traded. */
public final class OptionContract {
  private static final int FARTHER_STRIKE = 500; // thousandths of a dollar
  private static final int LATER_DAYS = 28;

  /** Scale of a logistic distribution that is worth as much at the money as a normal one. */
  private static final double LOGISTIC = 0.5756;

  private final LocalDate expiry;
  private final int strike; // thousandths of a dollar
  private final double deviation; // cents

  public final boolean isPut;

  /** The expiration as YYYYMMDD, and its two parts. */
  public final byte[] date;

  public final byte[] month;
  public final byte[] day;

  /** What an OSI symbol has behind its root: YYMMDD, C or P, and the strike in thousandths. */
  public final byte[] tail;

  /** StrikePrice (202), in dollars. */
  public final byte[] strikePrice;

  /**
   * A contract.
   *
   * @param strike in thousandths of a dollar, below 100,000 dollars
   * @param deviation of the underlying's price until the expiration, in cents
   */
  OptionContract(LocalDate expiry, boolean isPut, int strike, double deviation) {
    this.expiry = expiry;
    this.isPut = isPut;
    this.strike = strike;
    this.deviation = deviation;
    String digits = BASIC_ISO_DATE.format(expiry);
    date = ascii(digits);
    month = ascii(digits.substring(0, 6));
    day = ascii(digits.substring(6));
    char right = isPut ? 'P' : 'C';
    tail = ascii(String.format(Locale.ROOT, "%s%c%08d", digits.substring(2), right, strike));
    strikePrice =
        ascii(
            strike % 1_000 == 0
                ? Integer.toString(strike / 1_000)
                : String.format(Locale.ROOT, "%d.%03d", strike / 1_000, strike % 1_000));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * What it is worth in cents, at least one, where its underlying has a price in cents: the mean of
   * what it pays if the price at the expiration is logistic around that one. It never falls while
   * the price moves in the option's favour.
   */
  public int premium(int price) {
    return (int) Math.max(1, Math.round(value(price)));
  }

  double value(int price) {
    double scale = LOGISTIC * deviation;
    double above = isPut ? strike / 10.0 - price : price - strike / 10.0;
    double rest = scale * StrictMath.log1p(StrictMath.exp(-Math.abs(above) / scale));
    return Math.max(0, above) + rest;
  }

  /** Another contract on the same underlying: of another strike, expiration or right. */
  public OptionContract other(int way) {
    return switch (way % 3) {
      case 0 -> new OptionContract(expiry, isPut, strike + FARTHER_STRIKE, deviation);
      case 1 -> new OptionContract(expiry.plusDays(LATER_DAYS), isPut, strike, deviation);
      default -> new OptionContract(expiry, !isPut, strike, deviation);
    };
  }

  /** True if both are one contract, or neither is any. */
  public static boolean areSame(OptionContract one, OptionContract other) {
    return one == other || (one != null && other != null && Arrays.equals(one.tail, other.tail));
  }
}
