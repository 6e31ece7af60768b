package io.daisychain.warehouse;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where published tables go: {@code duckdb:FILE}, {@code bigquery:PROJECT.DATASET} or {@code
 * iceberg:FOLDER}.
 */
public sealed interface WarehouseAddress {
  /** The environment variable that sends BigQuery's client to an emulator. */
  String EMULATOR = "BIGQUERY_EMULATOR_HOST";

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
   * @param emulator where an emulator listens, {@code HOST:PORT}; empty for Google's service
   */
  record BigQuery(String project, String dataset, String emulator) implements WarehouseAddress {
    /** Full name of a table or view, in quotes. */
    public String quoted(String name) {
      return SqlDialect.BIGQUERY.quoted(project + "." + dataset + "." + name);
    }

    @Override
    public String toString() {
      return "bigquery:" + project + "." + dataset;
    }
  }

  /**
   * One folder of Iceberg tables.
   *
   * @param folder the folder, which need not exist
   */
  record Iceberg(Path folder) implements WarehouseAddress {
    @Override
    public String toString() {
      return "iceberg:" + folder;
    }
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException with a sentence for the user if {@code text} is none
   */
  static WarehouseAddress parse(String text) {
    return parse(text, "");
  }

  /**
   * Reads an address.
   *
   * @param emulator where a BigQuery emulator listens, as {@value #EMULATOR} says; may be empty
   * @throws IllegalArgumentException with a sentence for the user if {@code text} is none
   */
  static WarehouseAddress parse(String text, String emulator) {
    if (text.startsWith("duckdb:")) {
      return duckDb(text, text.substring("duckdb:".length()));
    }
    if (text.startsWith("bigquery:")) {
      return bigQuery(text, text.substring("bigquery:".length()), emulator);
    }
    if (text.startsWith("iceberg:")) {
      return iceberg(text, text.substring("iceberg:".length()));
    }
    throw new IllegalArgumentException(
        "warehouse '"
            + text
            + "' is neither duckdb:FILE nor bigquery:PROJECT.DATASET nor iceberg:FOLDER");
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

  private static WarehouseAddress iceberg(String text, String folder) {
    if (folder.isBlank()) {
      throw new IllegalArgumentException(
          "warehouse '" + text + "' names no folder: iceberg:FOLDER");
    }
    // Readers take paths for URIs, and some decode them.
    if (folder.matches("[a-z0-9]+:.*") || folder.matches(".*[%#?\\s].*")) {
      throw new IllegalArgumentException(
          "warehouse '" + text + "': a folder of this machine, without spaces, %, # and ?");
    }
    try {
      return new Iceberg(Path.of(folder));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("warehouse '" + text + "': " + e.getReason(), e);
    }
  }

  private static WarehouseAddress bigQuery(String text, String dataset, String emulator) {
    // A project may carry its domain: example.com:project.
    Matcher parts = Pattern.compile("([\\w.:-]+)\\.(\\w+)").matcher(dataset);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "warehouse '" + text + "' names no dataset: bigquery:PROJECT.DATASET");
    }
    return new BigQuery(parts.group(1), parts.group(2), emulator);
  }
}
