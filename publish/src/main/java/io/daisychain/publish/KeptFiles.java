package io.daisychain.publish;

/** Which files of a publication stay in its folder. */
public enum KeptFiles {
  /** None: the CSV files go once the warehouse is loaded; those of earlier publications stay. */
  NONE,
  CSV,
  CSV_AND_PARQUET
}
