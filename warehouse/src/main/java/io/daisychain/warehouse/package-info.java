/**
 * The SQL warehouse that published tables are loaded into and queried from.
 *
 * <p>Start at {@link io.daisychain.warehouse.duckdb.DuckDbWarehouse}, which loads CSV files into a
 * new file and puts it in the place of the old one, so that readers see the old tables or the new,
 * or at {@link io.daisychain.warehouse.bigquery.BigQueryWarehouse}, which loads aside and moves
 * rows in one transaction; {@link io.daisychain.warehouse.SqlQuery} is the reader. What the tables
 * are is the publisher's to say, in a {@link io.daisychain.warehouse.WarehouseSchema}.
 *
 * <p>Everything here is for one thread; any number of processes may read one warehouse.
 */
package io.daisychain.warehouse;
