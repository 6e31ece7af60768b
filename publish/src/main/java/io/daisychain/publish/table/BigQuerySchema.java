package io.daisychain.publish.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.WarehouseTable;

/**
 * The schema of a table in BigQuery as its API and its {@code bq} tool take it: JSON with
 * descriptions.
 */
public final class BigQuerySchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  private BigQuerySchema() {}

  /** Name of the file beside the CSV files. */
  public static String fileName(WarehouseTable table) {
    return table.name() + ".bigquery.json";
  }

  public static String json(WarehouseTable table) {
    ArrayNode fields = JSON.createArrayNode();
    for (WarehouseTable.Column column : table.columns()) {
      ObjectNode field = fields.addObject().put("name", column.name());
      field.put("type", type(column.type())).put("mode", "NULLABLE");
      field.put("description", column.meaning());
      if (column.type().isDecimal()) {
        field.put("precision", Integer.toString(ColumnType.PRECISION));
        field.put("scale", Integer.toString(column.type().fractionDigits()));
      }
    }
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(fields) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings is JSON", e);
    }
  }

  /** The type's name without what its precision says in fields of their own. */
  private static String type(ColumnType type) {
    String name = type.bigQuery();
    int precision = name.indexOf('(');
    return precision < 0 ? name : name.substring(0, precision);
  }
}
