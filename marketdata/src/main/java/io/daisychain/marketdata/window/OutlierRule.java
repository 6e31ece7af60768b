package io.daisychain.marketdata.window;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which values are outliers: those that are further from the mean of so many values before them
 * than so many of their deviations and the granularity together, both without the least and the
 * greatest 5 % of these values (the trimmed mean, deviation and granularity of Brownlees and Gallo,
 * Financial Econometric Analysis at Ultra-High Frequency: Data Handling Concerns, 2006, of values
 * that have come alone).
 *
 * @param deviations at most
 * @param values before it
 * @param granularity in the value's own unit; NaN for {@link WindowValue#granularity}
 */
public record OutlierRule(double deviations, int values, double granularity)
    implements Serializable {
  private static final int LEAST_VALUES = 20;
  private static final int MOST_VALUES = 1_000;
  private static final int VALUES = 100;
  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,4}(?:\\.\\d{1,4})?)(?:/(\\d{1,4})(?:/(\\d{1,9}(?:\\.\\d{1,6})?))?)?");

  /** All three of them, as {@link #parse} reads them. */
  String text(WindowValue value) {
    double least = Double.isNaN(granularity) ? value.granularity() : granularity;
    return plain(deviations) + "/" + values + "/" + plain(least);
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /**
   * Reads {@code 5}, {@code 5/100} or {@code 5/100/0.02}.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  public static OutlierRule parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "--outliers="
              + text
              + " is not deviations, values, granularity, such as 5 or 5/100/0.02");
    }
    int values = parts.group(2) == null ? VALUES : Integer.parseInt(parts.group(2));
    if (values < LEAST_VALUES || values > MOST_VALUES) {
      throw new IllegalArgumentException(
          "--outliers=" + text + ": " + values + " values are not from 20 to 1000");
    }
    return new OutlierRule(
        Double.parseDouble(parts.group(1)),
        values,
        parts.group(3) == null ? Double.NaN : Double.parseDouble(parts.group(3)));
  }
}
