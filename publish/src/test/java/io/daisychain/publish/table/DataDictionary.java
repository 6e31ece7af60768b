package io.daisychain.publish.table;

import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowTable;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;

/** Writes the page that explains the published tables, from the same source as they. */
final class DataDictionary {
  private DataDictionary() {}

  /** The page in Markdown. */
  static String page(WarehouseSchema schema) {
    StringBuilder page = new StringBuilder();
    page.append("# Published tables\n\n")
        .append(
            "Made from `tables.txt`, `views.sql` and `market.sql` of publish; a test keeps this page current.\n\n")
        .append("The CSV files are UTF-8 with a header, quotes as in RFC 4180 and LF at the end of")
        .append(" each line; the warehouse has the same values. FIX values are bytes: each byte")
        .append(
            " is published as the character of the same number (ISO 8859-1), control characters")
        .append(
            " and NUL included. Nulls are empty, booleans `true` or `false`, lists separated by")
        .append(" `|`. Moments are UTC with nine digits, `2026-03-16T13:30:00.123000000Z`; those")
        .append(
            " before 1677-09-22 are null. Numbers are exact and without zeros that say nothing;")
        .append(" one with more than 28 digits before the point or 10 after it, or malformed, is")
        .append(" null, and `row ID` shows it as it came.\n");
    for (WarehouseTable table : schema.tables()) {
      table(table, page);
    }
    page.append(
            "\n## Views\n\nColumns that a view has in common with a table mean the same there.\n\n")
        .append("| view | meaning |\n|---|---|\n");
    for (WarehouseView view : schema.views()) {
      page.append("| `").append(view.name()).append("` | ").append(view.meaning()).append(" |\n");
    }
    for (WarehouseView view : schema.views()) {
      columns(view, page);
    }
    market(page);
    dialects(page);
    return page.toString();
  }

  /** What a warehouse has where there are market data. */
  private static void market(StringBuilder page) {
    page.append("\n## Market data\n\n")
        .append("A warehouse has these too, where `publish`, `run` or `marketdata asof` found")
        .append(
            " market data: see [marketdata.md](marketdata.md). Prices are exact, with the digits")
        .append(" that they need; `date` and `tradeDate` are trade dates. In BigQuery, whose")
        .append(" moments are cut, the first two also have `timeNanos`, as `v_tape` has, which is")
        .append(" `trades` with `effects`.\n\n")
        .append("| view | columns |\n|---|---|\n");
    for (MarketKind kind : MarketKind.values()) {
      page.append("| `").append(kind.view()).append("` | ");
      kind.shownColumns().forEach(column -> page.append(column.name()).append(", "));
      page.append("date |\n");
    }
    windows(page);
    table(PublishedTables.EVENT_MARKET, page);
    page.append("\n| view | meaning |\n|---|---|\n");
    for (WarehouseView view : PublishedViews.MARKET) {
      page.append("| `").append(view.name()).append("` | ").append(view.meaning()).append(" |\n");
    }
    PublishedViews.MARKET.forEach(view -> columns(view, page));
  }

  private static void windows(StringBuilder page) {
    page.append("\n## ").append(WindowTable.NAME).append("\n\n").append(WindowTable.MEANING);
    page.append(" Sorted by symbol, number within a file of a set and date.\n\n");
    page.append("| column | type | meaning |\n|---|---|---|\n");
    WarehouseTable windows =
        MarketTables.TABLES.stream()
            .filter(table -> table.name().equals(WindowTable.NAME))
            .findFirst()
            .orElseThrow();
    columns(windows, page);
  }

  private static void columns(WarehouseView view, StringBuilder page) {
    if (view.columns().isEmpty()) {
      return;
    }
    page.append("\n### ").append(view.name()).append("\n\n| column | meaning |\n|---|---|\n");
    for (WarehouseView.Column column : view.columns()) {
      page.append("| `").append(column.name()).append("` | ");
      page.append(column.meaning()).append(" |\n");
    }
  }

  private static void dialects(StringBuilder page) {
    page.append("\n## DuckDB and BigQuery\n\n")
        .append("Tables and views are the same in both but for these types and words. The last")
        .append(" column of a table is the date by which both keep its rows apart:")
        .append(" see [warehouse.md](warehouse.md). BigQuery's schemas lie beside the CSV files as")
        .append(
            " `events.bigquery.json` and so on; `sql --ddl --warehouse=bigquery:PROJECT.DATASET`")
        .append(" prints the statements that make tables and views. Its moments are microseconds:")
        .append(" `timestampNanos` has the rest.\n\n")
        .append("| DuckDB | BigQuery |\n|---|---|\n");
    for (ColumnType type : ColumnType.values()) {
      difference(type.duckDb(), type.bigQuery(), page);
    }
    for (SqlDialect.Word word : SqlDialect.Word.values()) {
      difference(word.in(SqlDialect.DUCKDB), word.in(SqlDialect.BIGQUERY), page);
    }
  }

  private static void difference(String duckDb, String bigQuery, StringBuilder page) {
    if (!duckDb.equals(bigQuery)) {
      page.append("| `").append(duckDb.replace("%s", "x")).append("` | `");
      page.append(bigQuery.replace("%s", "x")).append("` |\n");
    }
  }

  private static void table(WarehouseTable table, StringBuilder page) {
    page.append("\n## ").append(table.name()).append("\n\n").append(table.meaning());
    page.append(" Sorted by ").append(String.join(", ", table.sortedBy()));
    page.append(" within a file of the warehouse.\n\n| column | type | meaning |\n|---|---|---|\n");
    columns(table, page);
  }

  private static void columns(WarehouseTable table, StringBuilder page) {
    for (WarehouseTable.Column column : table.columns()) {
      page.append("| `").append(column.name()).append("` | ");
      page.append(column.type().duckDb()).append(" | ");
      page.append(column.meaning().replace("|", "\\|")).append(" |\n");
    }
  }
}
