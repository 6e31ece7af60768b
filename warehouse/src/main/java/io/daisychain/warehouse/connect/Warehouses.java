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
  private static final String OTHERS =
      "Iceberg's tables are for other engines; this program reads duckdb: and bigquery:";

  private Warehouses() {}

  /**
   * Queries of a warehouse, which is not opened before the first of them.
   *
   * @throws IllegalArgumentException for Iceberg, with a sentence for the user
   */
  public static SqlQuery query(WarehouseAddress warehouse) {
    if (warehouse instanceof WarehouseAddress.Iceberg) {
      throw new IllegalArgumentException(OTHERS);
    }
    return warehouse instanceof WarehouseAddress.BigQuery bigQuery
        ? new BigQueryQuery(bigQuery)
        : new DuckDbQuery(((WarehouseAddress.DuckDb) warehouse).file());
  }

  /**
   * Statements that make a schema's tables and views, in an order in which they can be run.
   *
   * @throws IllegalArgumentException for Iceberg, with a sentence for the user
   */
  public static List<String> ddl(WarehouseSchema schema, WarehouseAddress warehouse) {
    if (warehouse instanceof WarehouseAddress.Iceberg) {
      throw new IllegalArgumentException(OTHERS);
    }
    return warehouse instanceof WarehouseAddress.BigQuery bigQuery
        ? BigQueryDdl.statements(schema, bigQuery)
        : DuckDbDdl.statements(schema);
  }
}
