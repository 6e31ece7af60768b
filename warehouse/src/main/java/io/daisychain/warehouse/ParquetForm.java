package io.daisychain.warehouse;

/** For whom the Parquet files of a published table are written, which differ in their moments. */
public enum ParquetForm {
  /** Nanoseconds that are not marked as UTC: DuckDB would show marked ones in the asker's zone. */
  DUCKDB,
  /** Microseconds in UTC, cut, as version 2 of Iceberg's tables has them; columns have ids. */
  ICEBERG
}
