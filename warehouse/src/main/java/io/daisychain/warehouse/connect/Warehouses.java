package io.daisychain.warehouse.connect;

import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.bigquery.BigQueryDdl;
import io.daisychain.warehouse.bigquery.BigQueryQuery;
import io.daisychain.warehouse.duckdb.DuckDbDdl;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.util.List;

/** What speaks to a warehouse, by its address. */
public final class Warehouses {
  private Warehouses() {}

  /** Queries of a warehouse, which is not opened before the first of them. */
  public static SqlQuery query(WarehouseAddress warehouse) {
    return warehouse instanceof WarehouseAddress.BigQuery bigQuery
        ? new BigQueryQuery(bigQuery)
        : new DuckDbQuery(((WarehouseAddress.DuckDb) warehouse).file());
  }

  /** Statements that make a schema's tables and views, in an order in which they can be run. */
  public static List<String> ddl(WarehouseSchema schema, WarehouseAddress warehouse) {
    return warehouse instanceof WarehouseAddress.BigQuery bigQuery
        ? BigQueryDdl.statements(schema, bigQuery)
        : DuckDbDdl.statements(schema);
  }
}
