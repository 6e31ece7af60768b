package io.daisychain.explorer.point;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.duckdb.DuckDBReadableVector;

/**
 * Reads decimals to their last digit. DuckDB's Java interface gives them as objects only, which
 * takes many times as long as a double; of a decimal below {@link #EXACT} its double is that of no
 * other, so that text is read of larger ones alone.
 */
final class DecimalReader {
  /** Half of the distance between doubles below it is less than the tenth digit. */
  private static final int EXACT = 1 << 19;

  private static final double UNITS = 1e10;

  private DecimalReader() {}

  /** Two columns of SQL of a decimal, as {@link #value} takes them. */
  static String columns(String decimal) {
    return "CAST(%s AS DOUBLE), CASE WHEN abs(%s) >= %d THEN CAST(%s AS VARCHAR) END"
        .formatted(decimal, decimal, EXACT, decimal);
  }

  /**
   * A row's value in units of {@link Decimals#MOST_DIGITS} after the point, or {@link
   * Decimals#NONE}, or {@link Decimals#LARGE}: {@link #large} has that one.
   */
  static long value(DuckDBReadableVector number, DuckDBReadableVector text, int row) {
    if (number.isNull(row)) {
      return Decimals.NONE;
    }
    if (text.isNull(row)) {
      return (long) Math.rint(number.getDouble(row) * UNITS);
    }
    BigInteger units = large(text, row).unscaledValue();
    return units.bitLength() < Long.SIZE - 1 ? units.longValue() : Decimals.LARGE;
  }

  /** A row's value where it is one of the large ones. */
  static BigDecimal large(DuckDBReadableVector text, int row) {
    return new BigDecimal(text.getString(row)).setScale(Decimals.MOST_DIGITS);
  }
}
