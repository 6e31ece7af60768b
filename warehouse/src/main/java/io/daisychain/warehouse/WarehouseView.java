package io.daisychain.warehouse;

import java.util.List;

/**
 * A query that the warehouse keeps under a name.
 *
 * @param name the view's name
 * @param meaning one sentence for the data dictionary
 * @param template the SELECT statement as {@link SqlDialect#query} takes it
 * @param columns those that are not columns of the tables and what they mean
 */
public record WarehouseView(String name, String meaning, String template, List<Column> columns) {

  /**
   * A column that only the view has.
   *
   * @param name as in the view's result
   * @param meaning one sentence for the data dictionary
   */
  public record Column(String name, String meaning) {}

  /** A view whose columns are all the tables'. */
  public WarehouseView(String name, String meaning, String template) {
    this(name, meaning, template, List.of());
  }
}
