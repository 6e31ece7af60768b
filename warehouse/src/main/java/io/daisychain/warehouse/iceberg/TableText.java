package io.daisychain.warehouse.iceberg;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.WarehouseTable;
import java.util.List;

/**
 * What Iceberg's metadata say of a table's columns. A column's id is its place, from 1.
 *
 * @param table the published table
 */
record TableText(WarehouseTable table) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  ObjectNode schema() {
    ObjectNode schema = JSON.objectNode().put("type", "struct").put("schema-id", 0);
    ArrayNode fields = schema.putArray("fields");
    List<WarehouseTable.Column> columns = table.columns();
    for (int i = 0; i < columns.size(); i++) {
      WarehouseTable.Column column = columns.get(i);
      fields
          .addObject()
          .put("id", i + 1)
          .put("name", column.name())
          .put("required", false)
          .put("type", type(column.type()))
          .put("doc", column.meaning());
    }
    return schema;
  }

  private static String type(ColumnType type) {
    return switch (type) {
      case UUID -> "uuid";
      case TEXT -> "string";
      case BOOLEAN -> "boolean";
      case INTEGER -> "int";
      case BIGINT -> "long";
      case DOUBLE -> "double";
      case QUANTITY, PRICE, TOTAL ->
          "decimal(" + ColumnType.PRECISION + ", " + type.fractionDigits() + ")";
      case TIMESTAMP -> "timestamptz"; // nanoseconds are of version 3, which few readers know
      case DATE -> "date";
    };
  }

  /** A partition for each trade date. */
  ArrayNode partitionFields() {
    int source =
        table.columns().stream()
                .map(WarehouseTable.Column::name)
                .toList()
                .indexOf(table.dateColumn())
            + 1;
    ArrayNode fields = JSON.arrayNode();
    fields
        .addObject()
        .put("source-id", source)
        .put("field-id", 1000)
        .put("name", table.dateColumn())
        .put("transform", "identity");
    return fields;
  }
}
