package io.daisychain.publish.file;

/** Which files of the tables stay in the folder. */
public enum KeptFiles {
  /** None: what the warehouse is loaded from goes; files of earlier publications stay. */
  NONE(false, false),
  CSV(true, false),
  PARQUET(false, true),
  CSV_AND_PARQUET(true, true);

  private final boolean csv;
  private final boolean parquet;

  KeptFiles(boolean csv, boolean parquet) {
    this.csv = csv;
    this.parquet = parquet;
  }

  public boolean hasCsv() {
    return csv;
  }

  public boolean hasParquet() {
    return parquet;
  }

  /** Whether a file of that name is of a kind that stays. */
  public boolean has(String name) {
    return isParquet(name) ? parquet : csv;
  }

  /** Tells the two kinds apart. */
  public static boolean isParquet(String name) {
    return name.endsWith(ParquetFiles.SUFFIX);
  }
}
