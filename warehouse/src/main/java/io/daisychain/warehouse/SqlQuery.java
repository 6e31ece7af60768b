package io.daisychain.warehouse;

import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Asks a warehouse and prints the answer.
 *
 * <p>Values print as they do in the published CSV files: moments as ISO UTC with nine digits,
 * decimals without zeros that say nothing, UUIDs in text, nulls empty.
 */
public interface SqlQuery extends SqlRows {

  /**
   * Runs {@code sql}, which can change neither the warehouse nor any file, and writes its result to
   * {@code out} in UTF-8. A statement without a result writes nothing. In DuckDB a SELECT may read
   * files, to compare the warehouse with them.
   *
   * @throws WarehouseException for a warehouse that is missing or none, and for faulty SQL, in
   *     words for the user
   */
  void run(String sql, QueryFormat format, OutputStream out) throws IOException;

  /** Ends the statement that another thread is running, if any; it fails then. */
  void cancel();

  /** The query that lists tables and views with their meaning. */
  String tables();

  /** The query that lists the columns of a table or view. */
  String columns(String table);
}
