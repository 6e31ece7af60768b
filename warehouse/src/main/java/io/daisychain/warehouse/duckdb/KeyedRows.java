package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of some keys of some trade dates in what a DuckDB warehouse has published. */
public final class KeyedRows implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeyedRows.class);

  private final Path file;
  private final Connection connection;
  private final WarehouseSchema schema;
  private final DayFolder folder;
  private final DayCatalog catalog;

  /**
   * By epoch day and number of the delta that has them, 0 where none has, first halves of the keys
   * that are asked for.
   */
  private final SortedMap<Integer, SortedMap<Integer, long[]>> places = new TreeMap<>();

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
            "SELECT date_diff('day', DATE '1970-01-01', day), last, list(\"key\"::VARCHAR) FROM"
                + " asked GROUP BY ALL")) {
      while (row.next()) {
        Object[] keys = (Object[]) row.getArray(3).getArray();
        long[] highs =
            Arrays.stream(keys)
                .mapToLong(key -> UUID.fromString(key.toString()).getMostSignificantBits())
                .sorted()
                .toArray();
        places.computeIfAbsent(row.getInt(1), day -> new TreeMap<>()).put(row.getInt(2), highs);
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
      SortedMap<Integer, long[]> keys = places.get(day.epochDay());
      if (keys.containsKey(0)) {
        for (Path base : day.bases(table, folder)) {
          if (mayHave(base, table.key(), keys.get(0))) {
            bases.add(base);
          }
        }
      }
      for (int number : keys.tailMap(1).keySet()) {
        Path delta = day.deltas(table, folder).get(number - 1);
        if (mayHave(delta, table.key(), keys.get(number))) {
          deltas.add(delta);
        }
      }
    }
    if (bases.isEmpty() && deltas.isEmpty()) {
      return List.of();
    }
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(catalog.rowsOfAsked(table, schema, bases, deltas))) {
      return new JdbcRow(result).rest();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Whether a file may have rows of some keys. DuckDB would open the files for each query anew.
   *
   * @param highs first halves of the keys, ascending
   */
  private static boolean mayHave(Path file, String key, long[] highs) {
    try (ColumnFile rows = ColumnFile.open(file)) {
      int column = rows.columns().stream().map(ColumnSpec::name).toList().indexOf(key);
      ColumnFile.Cursor cursor = rows.cursor();
      for (int group = 0; group < rows.groups(); group++) {
        if (isWithin(rows.leastText(group, column), rows.greatestText(group, column), highs)) {
          int count = rows.rows(group);
          long[] high = new long[count];
          cursor.read(group, column, high, new long[count]);
          for (long each : high) {
            if (Arrays.binarySearch(highs, each) >= 0) {
              return true;
            }
          }
        }
      }
      return false;
    } catch (IOException e) {
      LOG.debug("{} is left to DuckDB", file, e); // who wrote it, or says what is wrong with it
      return true;
    }
  }

  /** A file has the keys of a stretch. */
  private static boolean isWithin(byte[] least, byte[] greatest, long[] highs) {
    long from = ByteBuffer.wrap(least).getLong();
    long to = ByteBuffer.wrap(greatest).getLong();
    return Arrays.stream(highs)
        .anyMatch(
            high -> Long.compareUnsigned(from, high) <= 0 && Long.compareUnsigned(high, to) <= 0);
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
