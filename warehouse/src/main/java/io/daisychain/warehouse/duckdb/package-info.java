/** The embedded warehouse: a folder of days behind one DuckDB file. */
package io.daisychain.warehouse.duckdb;
