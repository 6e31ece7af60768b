package io.daisychain.warehouse;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where published tables go: {@code duckdb:FILE} or {@code bigquery:PROJECT.DATASET}. */
public sealed interface WarehouseAddress {

  /**
   * One DuckDB file.
   *
   * @param file the file, which need not exist
   */
  record DuckDb(Path file) implements WarehouseAddress {
    @Override
    public String toString() {
      return "duckdb:" + file;
    }
  }

  /**
   * One BigQuery dataset.
   *
   * @param project the Google Cloud project
   * @param dataset the dataset in it
   */
  record BigQuery(String project, String dataset) implements WarehouseAddress {
    @Override
    public String toString() {
      return "bigquery:" + project + "." + dataset;
    }
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException with a sentence for the user if {@code text} is none
   */
  static WarehouseAddress parse(String text) {
    if (text.startsWith("duckdb:")) {
      return duckDb(text, text.substring("duckdb:".length()));
    }
    if (text.startsWith("bigquery:")) {
      return bigQuery(text, text.substring("bigquery:".length()));
    }
    throw new IllegalArgumentException(
        "warehouse '" + text + "' is neither duckdb:FILE nor bigquery:PROJECT.DATASET");
  }

  private static WarehouseAddress duckDb(String text, String file) {
    if (file.isBlank() || file.endsWith("/")) {
      throw new IllegalArgumentException("warehouse '" + text + "' names no file: duckdb:FILE");
    }
    try {
      return new DuckDb(Path.of(file));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("warehouse '" + text + "': " + e.getReason(), e);
    }
  }

  private static WarehouseAddress bigQuery(String text, String dataset) {
    // A project may carry its domain: example.com:project.
    Matcher parts = Pattern.compile("([\\w.:-]+)\\.(\\w+)").matcher(dataset);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "warehouse '" + text + "' names no dataset: bigquery:PROJECT.DATASET");
    }
    return new BigQuery(parts.group(1), parts.group(2));
  }

  /**
   * The DuckDB file of this address; to be asked before any work starts.
   *
   * @throws IllegalArgumentException with a sentence for the user if it is a BigQuery dataset
   */
  default Path requireDuckDbFile() {
    if (this instanceof DuckDb duckDb) {
      return duckDb.file();
    }
    throw new IllegalArgumentException(
        this + " cannot be loaded or queried by this version: only duckdb:FILE can");
  }
}
