package io.daisychain.flight;

import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A DuckDB warehouse that is asked by Flight SQL.
 *
 * @param file the warehouse, which need not be there yet
 * @param limits of the queries of one user together
 * @param longest time that a query may compute, what it waits for its client left out
 * @param questions is told of each query before it is answered
 */
public record ServedWarehouse(
    Path file, DuckDbWarehouse.Limits limits, Duration longest, Questions questions) {

  /** Hears of queries. */
  @FunctionalInterface
  public interface Questions {
    /**
     * Somebody asks.
     *
     * @throws IOException if that cannot be noted; it is not answered then
     */
    void asked(String user, String sql) throws IOException;
  }
}
