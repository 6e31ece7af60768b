package io.daisychain.warehouse.column;

/**
 * A column of a file.
 *
 * @param name as readers see it
 * @param kind of its values
 * @param scale digits after the point that its numbers stand for; 0 for whole numbers
 * @param isOptional whether it may have nulls
 */
public record ColumnSpec(String name, Kind kind, int scale, boolean isOptional) {
  /** What stands for null among numbers. */
  public static final long NULL = Long.MIN_VALUE;

  /** What stands for null among codes of text. */
  public static final int NO_TEXT = -1;

  /** Digits of a number in 64 bits. */
  static final int PRECISION = 18;

  /** What values are. */
  public enum Kind {
    /** Characters, given as codes. */
    TEXT,
    /** Moments in UTC, in nanoseconds since 1970. */
    TIME,
    /** Numbers of up to 18 digits, of which {@link ColumnSpec#scale} stand after the point. */
    NUMBER,
    /** 16 bytes, given as two numbers. */
    UUID
  }

  /** Text without nulls. */
  public static ColumnSpec text(String name) {
    return new ColumnSpec(name, Kind.TEXT, 0, false);
  }

  /** Text that may be null. */
  public static ColumnSpec optionalText(String name) {
    return new ColumnSpec(name, Kind.TEXT, 0, true);
  }

  /** Moments. */
  public static ColumnSpec time(String name) {
    return new ColumnSpec(name, Kind.TIME, 0, false);
  }

  /** Moments that may be null. */
  public static ColumnSpec optionalTime(String name) {
    return new ColumnSpec(name, Kind.TIME, 0, true);
  }

  /** Numbers. */
  public static ColumnSpec number(String name, int scale) {
    return new ColumnSpec(name, Kind.NUMBER, scale, false);
  }

  /** Numbers that may be null. */
  public static ColumnSpec optionalNumber(String name, int scale) {
    return new ColumnSpec(name, Kind.NUMBER, scale, true);
  }

  /** UUIDs. */
  public static ColumnSpec uuid(String name) {
    return new ColumnSpec(name, Kind.UUID, 0, false);
  }
}
