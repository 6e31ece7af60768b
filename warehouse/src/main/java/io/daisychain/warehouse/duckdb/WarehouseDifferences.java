package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Compares the published tables of two warehouses, row by row. */
public final class WarehouseDifferences {
  private final Statement statement;
  private final int most;
  private final Consumer<String> told;
  private long rows;

  private WarehouseDifferences(Statement statement, int most, Consumer<String> told) {
    this.statement = statement;
    this.most = most;
    this.told = told;
  }

  /**
   * Compares two warehouses.
   *
   * @param found the one that may have been changed
   * @param wanted what it is held against
   * @param spill folder for what does not fit into memory
   * @param most differences of a table that are told one by one
   * @param cut trade dates, {@code YYYY-MM-DD}, that may be missing, each as a whole
   * @param told takes a sentence for each row that differs
   * @return rows that were compared
   */
  public static long tell(
      Path found,
      Path wanted,
      WarehouseSchema schema,
      Path spill,
      int most,
      Set<String> cut,
      Consumer<String> told)
      throws IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      WarehouseDifferences differences = new WarehouseDifferences(statement, most, told);
      statement.execute(
          "SET memory_limit = '%sMB'"
              .formatted(DuckDbWarehouse.Limits.ofThisMachine().memoryMegabytes()));
      statement.execute("SET temp_directory = " + literal(spill.toString()));
      ParquetScan.giveKey(connection);
      statement.execute("ATTACH " + literal(found.toString()) + " AS found (READ_ONLY)");
      statement.execute("ATTACH " + literal(wanted.toString()) + " AS wanted (READ_ONLY)");
      differences.expectNone(schema.tables().get(0), cut);
      for (WarehouseTable table : schema.tables()) {
        differences.compare(table);
      }
      return differences.rows;
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    }
  }

  /** Notes the dates of which nothing is found and nothing has to be. */
  private void expectNone(WarehouseTable table, Set<String> cut) throws SQLException {
    statement.execute("CREATE TEMP TABLE cut (day VARCHAR)");
    for (String day : cut) {
      statement.execute("INSERT INTO cut VALUES (" + literal(day) + ")");
    }
    statement.execute(
        "DELETE FROM cut WHERE day IN (SELECT %s::VARCHAR FROM found.%s)"
            .formatted(quoted(table.dateColumn()), table.name()));
  }

  private void compare(WarehouseTable table) throws SQLException {
    String columns = DayCatalog.names(table.columns());
    try (ResultSet count = statement.executeQuery("SELECT count(*) FROM wanted." + table.name())) {
      count.next();
      rows += count.getLong(1);
    }
    statement.execute(
        ("CREATE OR REPLACE TEMP TABLE more AS SELECT %1$s FROM found.%2$s EXCEPT ALL SELECT %1$s"
                + " FROM wanted.%2$s")
            .formatted(columns, table.name()));
    statement.execute(
        ("CREATE OR REPLACE TEMP TABLE lacking AS SELECT %1$s FROM wanted.%2$s EXCEPT ALL SELECT"
                + " %1$s FROM found.%2$s")
            .formatted(columns, table.name()));
    statement.execute(
        "DELETE FROM lacking WHERE %s::VARCHAR IN (FROM cut)"
            .formatted(quoted(table.dateColumn())));
    List<String> names = table.columns().stream().map(WarehouseTable.Column::name).toList();
    String sides =
        IntStream.range(0, names.size())
            .mapToObj(i -> "f.%1$s::VARCHAR, w.%1$s::VARCHAR".formatted(quoted(names.get(i))))
            .collect(Collectors.joining(", "));
    // Rows of one key are told apart by their order; of most tables there is one.
    String numbered =
        "(SELECT *, row_number() OVER (PARTITION BY %1$s, %2$s ORDER BY %4$s) AS place FROM %3$s)";
    String key = quoted(table.key());
    String date = quoted(table.dateColumn());
    long differences = 0;
    try (ResultSet row =
        statement.executeQuery(
            "SELECT coalesce(f.%1$s, w.%1$s)::VARCHAR, coalesce(f.%2$s, w.%2$s)::VARCHAR, f.place IS NULL, w.place IS NULL, %3$s FROM %4$s AS f FULL JOIN %5$s AS w ON f.%1$s = w.%1$s AND f.%2$s = w.%2$s AND f.place = w.place ORDER BY 2, 1"
                .formatted(
                    key,
                    date,
                    sides,
                    numbered.formatted(key, date, "more", columns),
                    numbered.formatted(key, date, "lacking", columns)))) {
      while (row.next()) {
        if (differences++ < most) {
          told.accept(
              "%s %s of %s %s"
                  .formatted(table.name(), row.getString(1), row.getString(2), what(row, names)));
        }
      }
    }
    if (differences > most) {
      told.accept("%s: %d more rows".formatted(table.name(), differences - most));
    }
  }

  /** What is wrong with the row that a result stands at. */
  private static String what(ResultSet row, List<String> names) throws SQLException {
    if (row.getBoolean(3)) {
      return "is missing";
    }
    if (row.getBoolean(4)) {
      return "was added";
    }
    List<String> changed = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String found = row.getString(5 + 2 * i);
      String wanted = row.getString(6 + 2 * i);
      if (found == null ? wanted != null : !found.equals(wanted)) {
        changed.add("%s is %s, not %s".formatted(names.get(i), found, wanted));
      }
    }
    return "was changed: " + String.join(", ", changed);
  }

  private static String quoted(String name) {
    return SqlDialect.DUCKDB.quoted(name);
  }

  private static String literal(String text) {
    return SqlDialect.DUCKDB.literal(text);
  }
}
