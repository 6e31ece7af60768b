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
  /**
   * A quantity or price, exact. Ten digits after the point leave room for the product of two of
   * them, whose scale DuckDB makes the sum of both.
   */
  DECIMAL("DECIMAL(38,10)", "BIGNUMERIC(38,10)"),
  /** A moment in UTC, in nanoseconds; BigQuery keeps its microseconds. */
  TIMESTAMP("TIMESTAMP_NS", "TIMESTAMP"),
  /** A day of the calendar. */
  DATE("DATE", "DATE");

  /** Digits that a {@link #DECIMAL} holds before its point. */
  public static final int DECIMAL_INTEGER_DIGITS = 28;

  /** Digits that a {@link #DECIMAL} holds after its point. */
  public static final int DECIMAL_FRACTION_DIGITS = 10;

  /** The earliest {@link #TIMESTAMP} that DuckDB reads: 1677-09-22, in nanoseconds since 1970. */
  public static final long FIRST_TIMESTAMP = -9_223_286_400_000_000_000L;

  /** The latest {@link #TIMESTAMP}: the largest number of nanoseconds since 1970 means infinity. */
  public static final long LAST_TIMESTAMP = Long.MAX_VALUE - 1;

  private final String duckDb;
  private final String bigQuery;

  ColumnType(String duckDb, String bigQuery) {
    this.duckDb = duckDb;
    this.bigQuery = bigQuery;
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
