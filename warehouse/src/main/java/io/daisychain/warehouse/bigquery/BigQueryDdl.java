package io.daisychain.warehouse.bigquery;

import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Statements that make a schema's tables and views in BigQuery, meanings as descriptions. */
public final class BigQueryDdl {
  /** How queries name the list of published trade dates, which has a column {@code tradeDate}. */
  private static final String DAYS = "days";

  private BigQueryDdl() {}

  /** All statements, in an order in which they can be run. */
  public static List<String> statements(
      WarehouseSchema schema, WarehouseAddress.BigQuery warehouse) {
    List<String> statements = new ArrayList<>();
    UnaryOperator<String> names = warehouse::quoted;
    schema.tables().forEach(table -> statements.add(table(table, names)));
    statements.add(new BigQuerySwap(warehouse, schema, "").notesDdl());
    schema.views().forEach(view -> statements.add(view(view, names)));
    return statements;
  }

  /** A query that names trade dates reads their partitions alone. */
  private static String table(WarehouseTable table, UnaryOperator<String> names) {
    SqlDialect sql = SqlDialect.BIGQUERY;
    String columns =
        table.columns().stream()
            .map(
                column ->
                    sql.quoted(column.name())
                        + " "
                        + sql.typeOf(column.type())
                        + description(column.meaning()))
            .collect(Collectors.joining(",\n  ", " (\n  ", ""));
    String cluster =
        table.clusteredBy().stream()
            .map(sql::quoted)
            .collect(Collectors.joining(", ", "\nCLUSTER BY ", ""));
    return "CREATE TABLE IF NOT EXISTS "
        + names.apply(table.name())
        + columns
        + "\n)\nPARTITION BY "
        + sql.quoted(table.dateColumn())
        + cluster
        + "\n"
        + description(table.meaning()).strip();
  }

  private static String view(WarehouseView view, UnaryOperator<String> names) {
    String query =
        SqlDialect.BIGQUERY.query(
            view.template(), name -> names.apply(name.equals(DAYS) ? BigQuerySwap.NOTES : name));
    return "CREATE OR REPLACE VIEW "
        + names.apply(view.name())
        + "\n"
        + description(view.meaning()).strip()
        + " AS\n"
        + query.stripTrailing();
  }

  private static String description(String meaning) {
    return meaning.isEmpty()
        ? ""
        : " OPTIONS (description = " + SqlDialect.BIGQUERY.literal(meaning) + ")";
  }
}
