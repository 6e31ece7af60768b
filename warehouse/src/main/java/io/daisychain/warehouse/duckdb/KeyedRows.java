package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** The rows of some keys of some trade dates in what a DuckDB warehouse has published. */
public final class KeyedRows implements AutoCloseable {
  private final Path file;
  private final DuckDbSession session;
  private final WarehouseSchema schema;
  private final DayFolder folder;
  private final DayCatalog catalog;

  /**
   * Opens a warehouse.
   *
   * @param keys by epoch day, pairs of longs
   * @throws WarehouseException if it is missing or none, or has not these dates
   */
  public KeyedRows(Path file, WarehouseSchema schema, SortedMap<Integer, long[]> keys)
      throws IOException {
    this.file = file.toAbsolutePath().normalize();
    this.schema = schema;
    folder = new DayFolder(DayFolder.of(this.file), InstantSource.system());
    session = DuckDbSession.open(this.file, DuckDbSession.Access.WAREHOUSE);
    Connection connection = session.connection();
    try (Statement statement = connection.createStatement()) {
      DayCatalog all = DayCatalog.read(connection);
      catalog = new DayCatalog(all.generation(), new TreeMap<>(all.days()));
      catalog.days().keySet().retainAll(keys.keySet());
      statement.execute("CREATE TEMP TABLE asked (day DATE, \"key\" UUID, last INTEGER)");
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO asked SELECT ?::DATE, unnest(split(?, ',')), 0")) {
        for (Map.Entry<Integer, long[]> day : keys.entrySet()) {
          insert.setString(1, LocalDate.ofEpochDay(day.getKey()).toString());
          insert.setString(2, text(day.getValue()));
          insert.execute();
        }
      }
      Optional<String> last = catalog.lastDeltas(folder);
      if (last.isPresent()) {
        statement.execute(
            "UPDATE asked SET last = found.last FROM ("
                + last.get()
                + ") AS found WHERE asked.day = found.day AND asked.\"key\" = found.\"key\"");
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
    if (catalog.days().isEmpty()) {
      return List.of();
    }
    try (Statement statement = session.connection().createStatement();
        ResultSet result = statement.executeQuery(catalog.rowsOfAsked(table, schema, folder))) {
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
