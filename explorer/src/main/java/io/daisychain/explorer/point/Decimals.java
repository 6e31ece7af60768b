package io.daisychain.explorer.point;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * A column of decimals as they were published, to the last digit: whole numbers of the smallest
 * power of ten that almost all of them need, 32 bits each where these are enough, else 64; the few
 * that do not fit lie beside them.
 */
public final class Decimals implements Values {
  /** Digits after the point that a published decimal can have. */
  public static final int MOST_DIGITS = 10;

  /** Digits before the point of what decimals are compared with. */
  public static final int MOST_WHOLE_DIGITS = 28;

  /** No value, among numbers of {@link #MOST_DIGITS}. */
  static final long NONE = Long.MIN_VALUE;

  /** A value that 64 bits cannot have, among the same. */
  static final long LARGE = Long.MIN_VALUE + 1;

  /** Doubles have all whole numbers up to this one. */
  private static final long EXACT = 1L << 53;

  private static final int NARROW_NONE = Integer.MIN_VALUE;
  private static final int NARROW_LARGE = Integer.MIN_VALUE + 1;
  private static final int[] NARROW_DIGITS = {0, 2, 4, 6};

  /** Of so many events one may lie beside narrow ones. */
  private static final int FEW = 200;

  private static final long[] POWERS = new long[MOST_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  /** Digits after the point that whole numbers of this column stand for. */
  final int digits;

  /** Whole numbers of {@link #digits}; null where these are {@link #wide}. */
  final int[] narrow;

  /** The same in 64 bits; null where they are {@link #narrow}. */
  final long[] wide;

  private final int[] largeEvents;
  private final BigDecimal[] large;

  /**
   * A column as it was kept.
   *
   * @param large exact values of the events that have {@link #isLarge}, by event
   */
  Decimals(int digits, int[] narrow, long[] wide, Map<Integer, BigDecimal> large) {
    this.digits = digits;
    this.narrow = narrow;
    this.wide = wide;
    TreeMap<Integer, BigDecimal> sorted = new TreeMap<>(large);
    this.largeEvents = sorted.keySet().stream().mapToInt(Integer::intValue).toArray();
    this.large = sorted.values().toArray(BigDecimal[]::new);
  }

  /**
   * A column of numbers of {@link #MOST_DIGITS} after the point, which it may keep.
   *
   * @param large exact values where they are {@link #LARGE}, by event
   */
  static Decimals of(long[] values, Map<Integer, BigDecimal> large) {
    for (int digits : NARROW_DIGITS) {
      long unit = POWERS[MOST_DIGITS - digits];
      int others = 0;
      for (int i = 0; i < values.length && others <= values.length / FEW; i++) {
        others += values[i] == NONE || isNarrow(values[i], unit) ? 0 : 1;
      }
      if (others <= values.length / FEW) {
        return narrow(values, digits, unit, large);
      }
    }
    return new Decimals(MOST_DIGITS, null, values, large);
  }

  private static boolean isNarrow(long value, long unit) {
    long whole = value / unit;
    return value > LARGE && whole * unit == value && Math.abs(whole) <= Integer.MAX_VALUE;
  }

  private static Decimals narrow(
      long[] values, int digits, long unit, Map<Integer, BigDecimal> large) {
    int[] narrow = new int[values.length];
    Map<Integer, BigDecimal> others = new TreeMap<>(large);
    for (int i = 0; i < narrow.length; i++) {
      if (values[i] == NONE) {
        narrow[i] = NARROW_NONE;
      } else if (isNarrow(values[i], unit)) {
        narrow[i] = (int) (values[i] / unit);
      } else {
        narrow[i] = NARROW_LARGE;
        if (values[i] != LARGE) {
          others.put(i, BigDecimal.valueOf(values[i], MOST_DIGITS));
        }
      }
    }
    return new Decimals(digits, narrow, null, others);
  }

  /** The events that have {@link #isLarge}. */
  int[] largeEvents() {
    return largeEvents.clone();
  }

  int size() {
    return narrow == null ? wide.length : narrow.length;
  }

  boolean isNone(int event) {
    return narrow == null ? wide[event] == NONE : narrow[event] == NARROW_NONE;
  }

  /** Whether an event's value is none of the whole numbers. */
  boolean isLarge(int event) {
    return narrow == null ? wide[event] == LARGE : narrow[event] == NARROW_LARGE;
  }

  /** The value of an event as it was published; null for none. */
  public BigDecimal exact(int event) {
    if (isNone(event)) {
      return null;
    }
    return isLarge(event)
        ? large[Arrays.binarySearch(largeEvents, event)]
        : BigDecimal.valueOf(narrow == null ? wide[event] : narrow[event], digits);
  }

  /** An event's value in units of {@link #MOST_DIGITS}, or {@link #NONE}, or {@link #LARGE}. */
  long units(int event) {
    if (isNone(event) || isLarge(event)) {
      return isNone(event) ? NONE : LARGE;
    }
    long unit = POWERS[MOST_DIGITS - digits];
    long value = narrow == null ? wide[event] : narrow[event];
    return Math.abs(value) < Long.MAX_VALUE / unit ? value * unit : LARGE;
  }

  /** A value of so many units. */
  static BigDecimal ofUnits(long units) {
    return BigDecimal.valueOf(units, MOST_DIGITS);
  }

  /** So many units as a double, as DuckDB makes one of a decimal. */
  static double toDouble(long units) {
    return toDouble(units, POWERS[MOST_DIGITS]);
  }

  /** The same in text, without zeros that say nothing; null for none. */
  public String text(int event) {
    BigDecimal exact = exact(event);
    return exact == null ? null : text(exact);
  }

  public static String text(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  @Override
  public double at(int event) {
    if (narrow != null) {
      int value = narrow[event];
      return value > NARROW_LARGE ? (double) value / POWERS[digits] : other(event);
    }
    long value = wide[event];
    return value > LARGE ? toDouble(value, POWERS[digits]) : other(event);
  }

  private double other(int event) {
    return isNone(event) ? Double.NaN : toDouble(exact(event));
  }

  /** As DuckDB makes a double of a decimal: whole part and fraction, where both do not fit. */
  private static double toDouble(long value, long power) {
    if (Math.abs(value) <= EXACT) {
      return (double) value / power;
    }
    long whole = value / power;
    return whole + (double) (value % power) / power;
  }

  /** The same of any decimal. */
  static double toDouble(BigDecimal value) {
    BigInteger unscaled = value.setScale(MOST_DIGITS, RoundingMode.UNNECESSARY).unscaledValue();
    BigInteger[] parts = unscaled.divideAndRemainder(BigInteger.valueOf(POWERS[MOST_DIGITS]));
    return unscaled.abs().compareTo(BigInteger.valueOf(EXACT)) <= 0
        ? unscaled.doubleValue() / POWERS[MOST_DIGITS]
        : parts[0].doubleValue() + parts[1].doubleValue() / POWERS[MOST_DIGITS];
  }

  @Override
  public void copy(int from, int to, double[] into) {
    for (int i = from; i < to; i++) {
      into[i - from] = at(i);
    }
  }

  @Override
  public IntPredicate between(Optional<BigDecimal> low, Optional<BigDecimal> high) {
    long least = low.map(limit -> limit(limit, RoundingMode.CEILING)).orElse(LARGE + 1);
    long most = high.map(limit -> limit(limit, RoundingMode.FLOOR)).orElse(Long.MAX_VALUE);
    IntPredicate beside =
        event -> {
          BigDecimal value = exact(event);
          return value != null
              && low.map(limit -> value.compareTo(limit) >= 0).orElse(true)
              && high.map(limit -> value.compareTo(limit) <= 0).orElse(true);
        };
    if (narrow != null) {
      return event -> {
        int value = narrow[event];
        return value > NARROW_LARGE ? value >= least && value <= most : beside.test(event);
      };
    }
    return event -> {
      long value = wide[event];
      return value > LARGE ? value >= least && value <= most : beside.test(event);
    };
  }

  /** A limit in whole numbers of this column; the last one there is for what lies beyond. */
  private long limit(BigDecimal limit, RoundingMode rounding) {
    BigInteger whole = limit.setScale(digits, rounding).unscaledValue();
    return whole.bitLength() < Long.SIZE - 1
        ? whole.longValue()
        : whole.signum() < 0 ? LARGE + 1 : Long.MAX_VALUE;
  }
}
