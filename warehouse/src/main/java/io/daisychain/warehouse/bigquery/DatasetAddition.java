package io.daisychain.warehouse.bigquery;

import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.print.ResultRow;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.SortedMap;

/**
 * What a dataset has beside its published tables: tables that are made of a trade date's published
 * rows and of something that lies beside the warehouse, and views over them.
 *
 * <p>Rows of a date come together with the published rows that they were made of, in one
 * transaction.
 */
public interface DatasetAddition {
  /** Its tables and views. */
  WarehouseSchema schema();

  /**
   * What rows are to be made of, by table and epoch day: text that changes with them, empty where
   * there are to be none. Dates that are not named stay as they are.
   *
   * @param noted the same as it was when the dataset got its rows
   * @param versions by epoch day, text that changes with the published rows of the date
   */
  Map<String, SortedMap<Integer, String>> states(
      Map<String, SortedMap<Integer, String>> noted, SortedMap<Integer, String> versions)
      throws IOException;

  /**
   * Writes rows of a table as CSV with a header, moments as published, with six digits at least.
   *
   * @param states of the dates that are wanted, as {@link #states} said, none of them empty
   * @return number of rows
   */
  long write(String table, SortedMap<Integer, String> states, PublishedRows published, Path target)
      throws IOException, SQLException;

  /** Published rows, as readers will see them. */
  interface PublishedRows {
    /**
     * Asks for rows of a trade date.
     *
     * @param template as {@link io.daisychain.warehouse.SqlDialect#query} takes it
     */
    ResultRow of(int epochDay, String template) throws IOException;
  }
}
