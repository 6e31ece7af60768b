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
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** The rows of some keys of some trade dates in what a DuckDB warehouse has published. */
public final class KeyedRows implements AutoCloseable {
  /**
   * Rows of no more keys are read by their places in the files, once these are known, which costs
   * half as much (3 of 480,000), but with several hundred more.
   */
  private static final int FEW = 100;

  private final Path file;
  private final Connection connection;
  private final WarehouseSchema schema;
  private final DayFolder folder;
  private final DayCatalog catalog;
  private final int asked;

  /** By epoch day the numbers of the deltas that have the keys, 0 of those that none has. */
  private final SortedMap<Integer, SortedSet<Integer>> places = new TreeMap<>();

  /** Finds them. */
  @FunctionalInterface
  public interface Finder {
    /**
     * Begins to read the rows of some keys.
     *
     * @param keys by epoch day, pairs of longs; dates that were not published have no rows
     */
    KeyedRows of(SortedMap<Integer, long[]> keys) throws IOException;
  }

  /**
   * Asks for rows.
   *
   * @param file the warehouse, for messages
   * @param connection which may read files, and write
   * @param published what was published
   */
  KeyedRows(
      Path file,
      Connection connection,
      DayCatalog published,
      WarehouseSchema schema,
      DayFolder folder,
      SortedMap<Integer, long[]> keys)
      throws IOException {
    this.file = file;
    this.connection = connection;
    this.schema = schema;
    this.folder = folder;
    catalog = new DayCatalog(published.generation(), new TreeMap<>(published.days()));
    catalog.days().keySet().retainAll(keys.keySet());
    asked = keys.values().stream().mapToInt(ofDay -> ofDay.length / 2).sum();
    try (Statement statement = connection.createStatement()) {
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
      readPlaces(statement);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void readPlaces(Statement statement) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT DISTINCT date_diff('day', DATE '1970-01-01', day), last FROM asked")) {
      while (row.next()) {
        places.computeIfAbsent(row.getInt(1), day -> new TreeSet<>()).add(row.getInt(2));
      }
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
    List<Path> bases = new ArrayList<>();
    List<Path> deltas = new ArrayList<>();
    for (StoredDay day : catalog.days().values()) {
      SortedSet<Integer> numbers = places.get(day.epochDay());
      if (numbers.contains(0)) {
        bases.addAll(day.bases(table, folder));
      }
      for (int number : numbers.tailSet(1)) {
        deltas.add(day.deltas(table, folder).get(number - 1));
      }
    }
    if (bases.isEmpty() && deltas.isEmpty()) {
      return List.of();
    }
    try (Statement statement = connection.createStatement()) {
      if (asked > FEW) {
        return rows(statement, catalog.rowsOfAsked(table, schema, bases, deltas));
      }
      List<String[]> places = rows(statement, catalog.placesOfAsked(table, schema, bases, deltas));
      return places.isEmpty() ? List.of() : rows(statement, DayCatalog.rowsAt(table, places));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static List<String[]> rows(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      return new JdbcRow(result).rest();
    }
  }

  private WarehouseException failed(SQLException e) {
    return new WarehouseException(DuckDbSession.explained(file, DuckDbWarehouse.firstLine(e)), e);
  }

  @Override
  public void close() throws IOException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE asked");
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
