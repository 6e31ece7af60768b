package io.daisychain.warehouse;

import java.io.IOException;
import java.util.List;

/** Asks a warehouse for rows. */
public interface SqlRows {
  /** The SQL that this warehouse speaks. */
  SqlDialect dialect();

  /**
   * The rows that {@code sql} selects, in text, nulls as null; for answers of moderate size.
   *
   * @param parameters values of its question marks
   * @throws WarehouseException for a warehouse that is missing or none, and for faulty SQL, in
   *     words for the user
   */
  List<String[]> rows(String sql, String... parameters) throws IOException;
}
