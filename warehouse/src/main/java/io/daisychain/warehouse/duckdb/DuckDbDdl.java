package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Statements that make a schema's tables and views in DuckDB, meanings as comments. */
public final class DuckDbDdl {
  /** How queries name the list of published trade dates, which has a column {@code tradeDate}. */
  private static final String DAYS = "days";

  private DuckDbDdl() {}

  /** All statements, in an order in which they can be run. */
  public static List<String> statements(WarehouseSchema schema) {
    List<String> statements = new ArrayList<>();
    schema.tables().forEach(table -> statements.addAll(table(table)));
    statements.add("CREATE SCHEMA " + DayCatalog.SCHEMA);
    statements.add("CREATE TABLE " + DayCatalog.TABLE + " (tradeDate DATE)");
    schema.views().forEach(view -> statements.addAll(view(view)));
    return statements;
  }

  private static List<String> table(WarehouseTable table) {
    SqlDialect sql = SqlDialect.DUCKDB;
    List<String> statements = new ArrayList<>();
    statements.add(
        table.columns().stream()
            .map(column -> sql.quoted(column.name()) + " " + column.type().duckDb())
            .collect(
                Collectors.joining(",\n  ", "CREATE TABLE " + table.name() + " (\n  ", "\n)")));
    statements.addAll(comments(table, "TABLE"));
    return statements;
  }

  /** What a table and its columns mean, on a {@code TABLE} or on the {@code VIEW} that it is. */
  static List<String> comments(WarehouseTable table, String kind) {
    List<String> statements = new ArrayList<>();
    statements.add(comment(kind + " " + table.name(), table.meaning()));
    for (WarehouseTable.Column column : table.columns()) {
      statements.add(comment(column(table.name(), column.name()), column.meaning()));
    }
    return statements;
  }

  /** Statements that make a view. */
  static List<String> view(WarehouseView view) {
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
}
