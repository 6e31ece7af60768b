package io.daisychain.warehouse.duckdb;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.SortedMap;

/**
 * What a DuckDB warehouse has beside its published tables: tables and views that are made of a
 * trade date's published rows and of something that lies beside the warehouse.
 *
 * <p>It is made inside of a new file that no reader sees yet, so that readers see it together with
 * the rows that it was made of.
 */
public interface DayAddition {
  /**
   * Adds to a new file whose tables are complete.
   *
   * @param versions by epoch day, text that changes with the rows of the date
   * @param folder of the warehouse's Parquet files
   */
  void add(Connection connection, SortedMap<Integer, String> versions, Path folder)
      throws IOException, SQLException;

  /** The folder, other than the warehouse's own, that its views read. */
  Path folder();

  /** Whether an open warehouse has what {@link #add} would add. */
  boolean isCurrent(Connection connection, SortedMap<Integer, String> versions)
      throws IOException, SQLException;

  /**
   * Deletes files that no warehouse file has use for any more; the new file is in its place.
   *
   * @param since what was published at this moment or later can still be asked for
   */
  void clean(Connection connection, Path folder, Instant since) throws IOException, SQLException;
}
