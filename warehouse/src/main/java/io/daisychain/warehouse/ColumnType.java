package io.daisychain.warehouse;

/** Type of a published column. */
public enum ColumnType {
  /** A row key, as a UUID in text. */
  UUID("UUID", "STRING"),
  /** Characters; in lists separated by {@code |}. */
  TEXT("VARCHAR", "STRING"),
  /** {@code true}, {@code false} or null. */
  BOOLEAN("BOOLEAN", "BOOL"),
  /** A whole number of 32 bits. */
  INTEGER("INTEGER", "INT64"),
  /** A whole number of 64 bits. */
  BIGINT("BIGINT", "INT64"),
  /** A floating-point number of 64 bits. */
  DOUBLE("DOUBLE", "FLOAT64"),
  /** Shares of an event, exact: as many digits as CAT's quantities have. */
  QUANTITY(12, 6),
  /** A price, exact: as many digits as CAT's prices have. */
  PRICE(10, 8),
  /** Shares added up: as many digits as no number of events fills. */
  TOTAL(32, 6),
  /** A moment in UTC, in nanoseconds; BigQuery keeps its microseconds. */
  TIMESTAMP("TIMESTAMP_NS", "TIMESTAMP"),
  /** A day of the calendar. */
  DATE("DATE", "DATE");

  /** Digits of the types of decimal numbers. */
  public static final int PRECISION = 38;

  /** The earliest {@link #TIMESTAMP} that DuckDB reads: 1677-09-22, in nanoseconds since 1970. */
  public static final long FIRST_TIMESTAMP = -9_223_286_400_000_000_000L;

  /** The latest {@link #TIMESTAMP}: the largest number of nanoseconds since 1970 means infinity. */
  public static final long LAST_TIMESTAMP = Long.MAX_VALUE - 1;

  private final String duckDb;
  private final String bigQuery;
  private final int integerDigits;
  private final int fractionDigits;

  ColumnType(String duckDb, String bigQuery) {
    this.duckDb = duckDb;
    this.bigQuery = bigQuery;
    integerDigits = 0;
    fractionDigits = 0;
  }

  ColumnType(int integerDigits, int fractionDigits) {
    this.integerDigits = integerDigits;
    this.fractionDigits = fractionDigits;
    String digits = "(" + PRECISION + "," + fractionDigits + ")";
    duckDb = "DECIMAL" + digits;
    bigQuery = "BIGNUMERIC" + digits;
  }

  /**
   * Whether values are decimal numbers. Their type has many more digits than they: DuckDB adds up
   * any number of them, and multiplies three by each other, without running out. Products of types
   * of up to 18 digits it would make of 18 again.
   */
  public boolean isDecimal() {
    return fractionDigits > 0;
  }

  /** Most digits that a decimal number has before its point. */
  public int integerDigits() {
    return integerDigits;
  }

  /** Digits after the point of a decimal number. */
  public int fractionDigits() {
    return fractionDigits;
  }

  /** The type's name in DuckDB. */
  public String duckDb() {
    return duckDb;
  }

  /** The type's name in BigQuery's SQL. */
  public String bigQuery() {
    return bigQuery;
  }
}
