package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** The rows of some keys of some trade dates in what a DuckDB warehouse has published. */
public final class KeyedRows implements AutoCloseable {
  private final Path file;
  private final DuckDbSession session;
  private final String dates;

  /**
   * Opens a warehouse.
   *
   * @param keys by epoch day, pairs of longs
   * @throws WarehouseException if it is missing or none
   */
  public KeyedRows(Path file, SortedMap<Integer, long[]> keys) throws IOException {
    this.file = file.toAbsolutePath().normalize();
    session = DuckDbSession.open(this.file, DuckDbSession.Access.WAREHOUSE);
    dates =
        keys.keySet().stream()
            .map(day -> "DATE '" + LocalDate.ofEpochDay(day) + "'")
            .collect(Collectors.joining(", ", " IN (", ")"));
    Connection connection = session.connection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMP TABLE asked (day DATE, \"key\" UUID)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO asked SELECT ?::DATE, unnest(split(?, ','))")) {
        for (Map.Entry<Integer, long[]> day : keys.entrySet()) {
          insert.setString(1, LocalDate.ofEpochDay(day.getKey()).toString());
          insert.setString(2, text(day.getValue()));
          insert.execute();
        }
      }
    } catch (SQLException e) {
      session.close();
      throw failed(e);
    }
  }

  private static String text(long[] keys) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < keys.length; i += 2) {
      text.append(i == 0 ? "" : ",").append(new UUID(keys[i], keys[i + 1]));
    }
    return text.toString();
  }

  /** Rows of a table in text, all columns, nulls as null. */
  public List<String[]> of(WarehouseTable table) throws IOException {
    String columns =
        table.columns().stream()
            .map(column -> "t." + SqlDialect.DUCKDB.quoted(column.name()))
            .collect(Collectors.joining(", "));
    String date = "t." + SqlDialect.DUCKDB.quoted(table.dateColumn());
    String sql =
        "SELECT %s FROM %s AS t JOIN asked ON day = %s AND asked.\"key\" = t.%s WHERE %s%s"
            .formatted(
                columns, table.name(), date, SqlDialect.DUCKDB.quoted(table.key()), date, dates);
    try (Statement statement = session.connection().createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return new JdbcRow(result).rest();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private WarehouseException failed(SQLException e) {
    return new WarehouseException(DuckDbSession.explained(file, DuckDbWarehouse.firstLine(e)), e);
  }

  @Override
  public void close() throws IOException {
    session.close();
  }
}
