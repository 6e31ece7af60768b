package io.daisychain.warehouse.duckdb;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
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
   * @return what it is made of, as it notes it in {@code daisychain.market}; empty where there is
   *     nothing to add
   */
  Optional<String> add(Connection connection, SortedMap<Integer, String> versions, Path folder)
      throws IOException, SQLException;

  /** The folder, other than the warehouse's own, that its views read. */
  Path folder();

  /**
   * Whether a warehouse has what {@link #add} would add.
   *
   * @param noted what the addition that it has was made of
   */
  boolean isCurrent(Optional<String> noted, SortedMap<Integer, String> versions) throws IOException;

  /**
   * Deletes files that no warehouse file has use for any more; the new file is in its place.
   *
   * @param noted what its addition was made of
   * @param since what was published at this moment or later can still be asked for
   */
  void clean(Optional<String> noted, Path folder, Instant since) throws IOException;
}
