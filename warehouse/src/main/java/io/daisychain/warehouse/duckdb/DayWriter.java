package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes the Parquet files of trade dates, or takes those of whole dates that were written for it.
 *
 * <p>Of a date of which a few rows changed the base stays, and a delta comes beside it: the changed
 * rows and the keys of what they replace. There is one delta a date: a next change writes it anew,
 * with what it had. When it has more than a twentieth of the date's keys a new base takes the place
 * of both.
 */
public final class DayWriter {
  /**
   * Compression that costs as little as DuckDB's own tables; zstd is a quarter smaller, and costs a
   * quarter more to write and half more to read.
   */
  static final String FORMAT = "FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 122880";

  private static final String EXPORTED_FILE_SIZE = "256MB";

  private static final int SMALLEST_PART = 20;

  private final Connection connection;
  private final WarehouseSchema schema;
  private final DayFolder folder;
  private final Path source;
  private final String id;

  /**
   * A writer of one publication.
   *
   * @param source folder of the files that are loaded
   * @param id names the files that are written
   */
  DayWriter(
      Connection connection, WarehouseSchema schema, DayFolder folder, Path source, String id) {
    this.connection = connection;
    this.schema = schema;
    this.folder = folder;
    this.source = source;
    this.id = id;
  }

  /**
   * Writes a date.
   *
   * @param before where it lay so far
   */
  StoredDay write(DayLoad load, Optional<StoredDay> before) throws IOException {
    try (Statement statement = connection.createStatement()) {
      if (load.change() == DayLoad.Change.WHOLE) {
        return whole(load, statement);
      }
      StoredDay old =
          before.orElseThrow(
              () ->
                  new WarehouseException(
                      "the warehouse has lost "
                          + WarehouseTable.basicDate(load.day().epochDay())
                          + " since this publication began: publish it again"));
      return changed(load, old, statement);
    } catch (SQLException e) {
      throw new WarehouseException("cannot write Parquet: " + DuckDbWarehouse.firstLine(e), e);
    }
  }

  private StoredDay whole(DayLoad load, Statement statement) throws IOException, SQLException {
    int day = load.day().epochDay();
    for (WarehouseTable table : schema.tables()) {
      if (load.parts() > 0) {
        take(table, load);
      } else {
        String rows = select(table) + CsvSource.of(table, source, load.filePattern(table));
        copy(table, rows, folder.base(table, day, id), statement);
      }
    }
    return based(load, load.parts(), statement);
  }

  /** Makes a table's files of Parquet the warehouse's own; on another disk they are copied. */
  private void take(WarehouseTable table, DayLoad load) throws IOException {
    int day = load.day().epochDay();
    List<Path> files = folder.base(table, day, id, load.parts());
    Files.createDirectories(files.get(0).getParent());
    for (int part = 0; part < files.size(); part++) {
      Files.move(source.resolve(DayLoad.partFile(table, day, part)), files.get(part));
    }
  }

  private StoredDay changed(DayLoad load, StoredDay old, Statement statement)
      throws IOException, SQLException {
    int day = load.day().epochDay();
    statement.execute("CREATE OR REPLACE TEMP TABLE changed (\"key\" UUID)");
    statement.execute(
        "INSERT INTO changed SELECT \"key\" FROM "
            + CsvSource.ofKeys(source, DayLoad.keysFile(day)));
    String keys = "SELECT \"key\" FROM changed";
    if (old.delta().isPresent()) {
      keys += " UNION SELECT \"key\" FROM " + file(folder.superseded(day, old.delta().get()));
    }
    Path superseded = folder.superseded(day, id);
    copy(keys + " ORDER BY \"key\"", superseded, statement);
    for (WarehouseTable table : schema.tables()) {
      String rows = select(table) + CsvSource.of(table, source, load.filePattern(table));
      if (old.delta().isPresent()) {
        rows +=
            " UNION ALL "
                + without(table, List.of(folder.delta(table, day, old.delta().get())), "changed");
      }
      copy(table, rows, folder.delta(table, day, id), statement);
    }
    long count = count(file(superseded), statement);
    if (count * SMALLEST_PART <= old.rows()) {
      return new StoredDay(
          load.day(),
          load.counts(),
          old.columns(),
          old.base(),
          old.parts(),
          old.rows(),
          Optional.of(id));
    }
    for (WarehouseTable table : schema.tables()) {
      Path delta = folder.delta(table, day, id);
      String rows =
          without(table, folder.base(table, day, old.base(), old.parts()), file(superseded))
              + " UNION ALL "
              + select(table)
              + file(delta);
      copy(table, rows, folder.base(table, day, id), statement);
      FileSum.deleteWith(delta);
    }
    FileSum.deleteWith(superseded);
    return based(load, 0, statement);
  }

  private StoredDay based(DayLoad load, int parts, Statement statement) throws SQLException {
    List<Path> first = folder.base(schema.tables().get(0), load.day().epochDay(), id, parts);
    return new StoredDay(
        load.day(),
        load.counts(),
        StoredDay.columnsOf(schema),
        id,
        parts,
        count(files(first), statement),
        Optional.empty());
  }

  private static String select(WarehouseTable table) {
    return "SELECT " + DayCatalog.names(table.ownColumns()) + " FROM ";
  }

  private static String without(WarehouseTable table, List<Path> rows, String keys) {
    return select(table)
        + files(rows)
        + " AS r WHERE NOT EXISTS (SELECT 1 FROM "
        + keys
        + " AS k WHERE k.\"key\" = r."
        + SqlDialect.DUCKDB.quoted(table.key())
        + ")";
  }

  /** The clause by which a table's rows are sorted within a date. */
  public static String order(WarehouseTable table) {
    return table.sortedBy().stream()
        .map(SqlDialect.DUCKDB::quoted)
        .collect(Collectors.joining(", ", " ORDER BY ", ""));
  }

  /**
   * The statement that writes a table's rows of a trade date for readers of Parquet: in the order
   * of the warehouse, moments marked as UTC, which views of DuckDB do better without.
   *
   * @param target gets {@code TABLE-20260316-0.parquet}, {@code -1.parquet} and so on
   */
  static String export(WarehouseTable table, int day, Path target) {
    String marked =
        table.columns().stream()
            .filter(column -> column.type() == ColumnType.TIMESTAMP)
            .map(column -> SqlDialect.DUCKDB.quoted(column.name()))
            .map(name -> name + " AT TIME ZONE 'UTC' AS " + name)
            .collect(Collectors.joining(", "));
    return ("COPY (SELECT *%s FROM %s WHERE %s = DATE %s%s) TO %s (FORMAT parquet, "
            + "COMPRESSION zstd, OVERWRITE_OR_IGNORE true, FILE_SIZE_BYTES %s, "
            + "FILENAME_PATTERN %s)")
        .formatted(
            marked.isEmpty() ? "" : " REPLACE (" + marked + ")",
            table.name(),
            SqlDialect.DUCKDB.quoted(table.dateColumn()),
            SqlDialect.DUCKDB.literal(LocalDate.ofEpochDay(day).toString()),
            order(table),
            SqlDialect.DUCKDB.literal(target.toString()),
            SqlDialect.DUCKDB.literal(EXPORTED_FILE_SIZE),
            SqlDialect.DUCKDB.literal(table.filePrefix(day) + "{i}"));
  }

  private static void copy(WarehouseTable table, String rows, Path target, Statement statement)
      throws IOException {
    try {
      copy("SELECT * FROM (" + rows + ")" + order(table), target, statement);
    } catch (SQLException e) {
      throw new WarehouseException(CsvSource.rejection(table, e), e);
    }
  }

  private static void copy(String query, Path target, Statement statement)
      throws IOException, SQLException {
    Files.createDirectories(target.getParent());
    statement.execute(
        "COPY (%s) TO %s (%s)"
            .formatted(query, SqlDialect.DUCKDB.literal(target.toString()), FORMAT));
    FileSum.write(target);
  }

  private static String file(Path file) {
    return files(List.of(file));
  }

  private static String files(List<Path> files) {
    return files.stream()
        .map(file -> SqlDialect.DUCKDB.literal(CsvSource.escapedGlob(file.toString())))
        .collect(Collectors.joining(", ", "read_parquet([", "], hive_partitioning = false)"));
  }

  private static long count(String rows, Statement statement) throws SQLException {
    return FirstColumn.number(statement.getConnection(), "SELECT count(*) FROM " + rows);
  }
}
