package io.daisychain.warehouse;

import io.daisychain.warehouse.bigquery.BigQuerySwap;
import io.daisychain.warehouse.duckdb.DayCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Statements that make a schema's tables and views in a warehouse, meanings as comments. */
public final class WarehouseDdl {
  /** How queries name the list of published trade dates, which has a column {@code tradeDate}. */
  private static final String DAYS = "days";

  private WarehouseDdl() {}

  /** All statements for a warehouse, in an order in which they can be run. */
  public static List<String> statements(WarehouseSchema schema, WarehouseAddress warehouse) {
    List<String> statements = new ArrayList<>();
    if (warehouse instanceof WarehouseAddress.BigQuery bigQuery) {
      UnaryOperator<String> names = bigQuery::quoted;
      schema.tables().forEach(table -> statements.add(bigQueryTable(table, names)));
      statements.add(new BigQuerySwap(bigQuery, schema, "").notesDdl());
      schema.views().forEach(view -> statements.add(bigQueryView(view, names)));
    } else {
      schema.tables().forEach(table -> statements.addAll(duckDbTable(table)));
      statements.add("CREATE SCHEMA " + DayCatalog.SCHEMA);
      statements.add("CREATE TABLE " + DayCatalog.TABLE + " (tradeDate DATE)");
      schema.views().forEach(view -> statements.addAll(duckDbView(view)));
    }
    return statements;
  }

  static List<String> duckDbTable(WarehouseTable table) {
    SqlDialect sql = SqlDialect.DUCKDB;
    List<String> statements = new ArrayList<>();
    statements.add(
        table.columns().stream()
            .map(column -> sql.quoted(column.name()) + " " + column.type().duckDb())
            .collect(
                Collectors.joining(",\n  ", "CREATE TABLE " + table.name() + " (\n  ", "\n)")));
    statements.addAll(duckDbComments(table, "TABLE"));
    return statements;
  }

  /** What a table and its columns mean, on a {@code TABLE} or on the {@code VIEW} that it is. */
  public static List<String> duckDbComments(WarehouseTable table, String kind) {
    List<String> statements = new ArrayList<>();
    statements.add(comment(kind + " " + table.name(), table.meaning()));
    for (WarehouseTable.Column column : table.columns()) {
      statements.add(comment(column(table.name(), column.name()), column.meaning()));
    }
    return statements;
  }

  public static List<String> duckDbView(WarehouseView view) {
    List<String> statements = new ArrayList<>();
    String query =
        SqlDialect.DUCKDB.query(
            view.template(),
            name -> name.equals(DAYS) ? DayCatalog.TABLE : SqlDialect.DUCKDB.quoted(name));
    statements.add("CREATE VIEW " + view.name() + " AS\n" + query.stripTrailing());
    statements.add(comment("VIEW " + view.name(), view.meaning()));
    view.columns()
        .forEach(
            column ->
                statements.add(comment(column(view.name(), column.name()), column.meaning())));
    return statements;
  }

  private static String column(String table, String column) {
    return "COLUMN " + table + "." + SqlDialect.DUCKDB.quoted(column);
  }

  private static String comment(String on, String meaning) {
    return "COMMENT ON " + on + " IS " + SqlDialect.DUCKDB.literal(meaning);
  }

  /** A query that names trade dates reads their partitions alone. */
  private static String bigQueryTable(WarehouseTable table, UnaryOperator<String> names) {
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

  private static String bigQueryView(WarehouseView view, UnaryOperator<String> names) {
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
    return " OPTIONS (description = " + SqlDialect.BIGQUERY.literal(meaning) + ")";
  }
}
