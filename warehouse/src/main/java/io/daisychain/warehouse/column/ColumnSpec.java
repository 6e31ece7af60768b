package io.daisychain.warehouse.column;

/**
 * A column of a file.
 *
 * @param name as readers see it
 * @param kind of its values
 * @param scale digits after the point that its numbers stand for; 0 for whole numbers
 * @param isOptional whether it may have nulls
 * @param id by which Iceberg's readers find it, from 1; 0 for none. It is not read back
 */
public record ColumnSpec(String name, Kind kind, int scale, boolean isOptional, int id) {
  /** What stands for null among numbers. */
  public static final long NULL = Long.MIN_VALUE;

  /** What stands for null among codes of text. */
  public static final int NO_TEXT = -1;

  /** What stands for null among the bits of doubles: a NaN that no double is written as. */
  public static final long NO_DOUBLE = Double.doubleToLongBits(Double.NaN) + 1;

  /** Digits of a number in 64 bits. */
  private static final int SHORT_PRECISION = 18;

  /** Digits of a number in 128 bits. */
  private static final int LONG_PRECISION = 38;

  /** What values are. */
  public enum Kind {
    /** Characters, given as codes. */
    TEXT,
    /** Moments in UTC, in nanoseconds since 1970, which the file says ({@code isAdjustedToUTC}). */
    TIME,
    /**
     * The same in a file that does not say UTC, for DuckDB's views: it would show marked moments in
     * the zone of who asks, as {@code TIMESTAMPTZ_NS}. Read back they are {@link #TIME}.
     */
    PLAIN_TIME,
    /** Moments in UTC, in microseconds, for Iceberg's readers. Such files are not read back. */
    MICROS,
    /** Numbers of up to 18 digits, of which {@link ColumnSpec#scale} stand after the point. */
    NUMBER,
    /** 16 bytes, given as two numbers. */
    UUID,
    /** True or false, given as 1 or 0. */
    BOOLEAN,
    /** Whole numbers of 32 bits. */
    INTEGER,
    /** Whole numbers of 64 bits, all of them. */
    LONG,
    /**
     * Numbers of up to 38 digits, of which {@link ColumnSpec#scale} stand after the point, given as
     * two numbers, the upper half first.
     */
    DECIMAL,
    /** Doubles, given as their bits. */
    DOUBLE
  }

  /** A column without an id. */
  public ColumnSpec(String name, Kind kind, int scale, boolean isOptional) {
    this(name, kind, scale, isOptional, 0);
  }

  /** The same with an id. */
  public ColumnSpec withId(int number) {
    return new ColumnSpec(name, kind, scale, isOptional, number);
  }

  /** Text without nulls. */
  public static ColumnSpec text(String name) {
    return new ColumnSpec(name, Kind.TEXT, 0, false);
  }

  /** Text that may be null. */
  public static ColumnSpec optionalText(String name) {
    return new ColumnSpec(name, Kind.TEXT, 0, true);
  }

  public static ColumnSpec time(String name) {
    return new ColumnSpec(name, Kind.TIME, 0, false);
  }

  /** Moments that may be null, in a file of DuckDB's views. */
  public static ColumnSpec optionalPlainTime(String name) {
    return new ColumnSpec(name, Kind.PLAIN_TIME, 0, true);
  }

  public static ColumnSpec number(String name, int scale) {
    return new ColumnSpec(name, Kind.NUMBER, scale, false);
  }

  /** Numbers that may be null. */
  public static ColumnSpec optionalNumber(String name, int scale) {
    return new ColumnSpec(name, Kind.NUMBER, scale, true);
  }

  /** Doubles that may be null. */
  public static ColumnSpec optionalDouble(String name) {
    return new ColumnSpec(name, Kind.DOUBLE, 0, true);
  }

  public static ColumnSpec uuid(String name) {
    return new ColumnSpec(name, Kind.UUID, 0, false);
  }

  /** Whether a value is two numbers of 64 bits. */
  boolean isWide() {
    return kind == Kind.UUID || kind == Kind.DECIMAL;
  }

  /** Whether no number stands for null, so that nulls are told apart from the values. */
  boolean hasNullsApart() {
    return switch (kind) {
      case TEXT, TIME, PLAIN_TIME, MICROS, NUMBER, DOUBLE -> false;
      case UUID, BOOLEAN, INTEGER, LONG, DECIMAL -> isOptional;
    };
  }

  /** What stands for null, where nulls are not told apart. */
  long none() {
    return switch (kind) {
      case TEXT -> NO_TEXT;
      case DOUBLE -> NO_DOUBLE;
      default -> NULL;
    };
  }

  /** Digits of a number with a point. */
  int precision() {
    return kind == Kind.DECIMAL ? LONG_PRECISION : SHORT_PRECISION;
  }
}
