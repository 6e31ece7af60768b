package io.daisychain.warehouse.duckdb;

import java.util.List;
import java.util.Optional;

/**
 * What somebody may see of a DuckDB warehouse, as statements over it. A session with a restriction
 * is a database in memory of its own that has the rows that these select and nothing else: what is
 * not in it cannot be asked for.
 */
public interface Restriction {
  /** Text that is another wherever other rows are selected. */
  String name();

  /** Statements that make temporary tables for {@link #select}, in order. */
  List<String> preparations();

  /**
   * The rows of a table or view that may be seen, with the same columns in the same order.
   *
   * @param columns of the table as the warehouse has it
   * @return a SELECT; empty where the table may not be seen
   */
  Optional<String> select(String table, List<String> columns);
}
