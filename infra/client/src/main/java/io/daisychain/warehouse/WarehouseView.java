package io.daisychain.warehouse;

/**
 * A query that the warehouse keeps under a name.
 *
 * @param name the view's name
 * @param meaning one sentence for the data dictionary
 * @param query the SELECT statement
 */
public record WarehouseView(String name, String meaning, String query) {}
