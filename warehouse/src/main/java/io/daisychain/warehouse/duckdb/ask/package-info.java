/** What DuckDB says of a text, and small questions. */
package io.daisychain.warehouse.duckdb.ask;
