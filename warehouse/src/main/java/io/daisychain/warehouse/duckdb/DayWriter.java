package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.RowCopy;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Writes the Parquet files of trade dates, or takes those of whole dates that were written for it.
 *
 * <p>Of a date of which a few rows changed the base stays, and a delta comes beside it: the changed
 * rows and the keys of what they replace, as they were written for it, so that it costs what it
 * has. One that has all keys of the newest takes its place, beyond {@link #MOST_DELTAS} of a date
 * they become one, and when they have more than a tenth of the date's keys a new base takes the
 * place of all.
 */
public final class DayWriter {
  private static final int GROUP_ROWS = 30_720;

  /**
   * Compression that costs as little as DuckDB's own tables; zstd is a quarter smaller, and costs a
   * quarter more to write and half more to read. Of row groups a quarter of DuckDB's usual size the
   * rows of a key are read in half the time, those of a symbol in two thirds, and all are written
   * in a quarter more.
   */
  private static final String FORMAT =
      "FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE " + GROUP_ROWS;

  private static final String EXPORTED_FILE_SIZE = "256MB";

  private static final int SMALLEST_PART = 10;

  /** Each is opened by each query of its date. */
  private static final int MOST_DELTAS = 8;

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
   * @param counts what all its rows come to, where some are brought
   * @param before where it lay so far
   */
  StoredDay write(DayLoad load, String counts, Optional<StoredDay> before) throws IOException {
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
      return changed(load, counts, old, statement);
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
        String rows = select(table) + CsvSource.of(table, source, table.filePrefix(day) + "*.csv*");
        write(table, rows, folder.base(table, day, id), statement);
      }
    }
    return based(load, load.counts(), load.parts(), statement);
  }

  /** Makes a table's files of Parquet the warehouse's own. */
  private void take(WarehouseTable table, DayLoad load) throws IOException {
    int day = load.day().epochDay();
    List<Path> files = folder.base(table, day, id, load.parts());
    for (int part = 0; part < files.size(); part++) {
      take(DayLoad.partFile(table, day, part), files.get(part));
    }
  }

  /** Moves a file; on another disk it is copied. */
  private void take(String name, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    Path file = source.resolve(name);
    if (ColumnFile.isEncrypted(file) != FileKey.isEncrypted(target)) {
      throw new WarehouseException(
          "%s is not set on all workers as it is here: one has written %s"
              .formatted(FileKey.VARIABLE, file));
    }
    if (FileKey.isEncrypted(target)) {
      ColumnFile.open(file).close(); // it may be another's key
    }
    Files.move(file, target);
  }

  private StoredDay changed(DayLoad load, String counts, StoredDay old, Statement statement)
      throws IOException, SQLException {
    int day = load.day().epochDay();
    StoredDay.Delta delta = delta(source.resolve(DayLoad.keysFile(day)), load.counts());
    List<StoredDay.Delta> deltas = new ArrayList<>(old.deltas());
    if (!deltas.isEmpty() && deltas.get(deltas.size() - 1).isReplacedBy(delta)) {
      deltas.remove(deltas.size() - 1);
    }
    deltas.add(delta);
    int number = deltas.size();
    for (WarehouseTable table : schema.tables()) {
      take(DayLoad.partFile(table, day, 0), folder.delta(table, day, number, id));
    }
    take(DayLoad.keysFile(day), folder.superseded(day, number, id));
    StoredDay grown = with(load, counts, old, deltas);
    DayCatalog alone = new DayCatalog(0, new TreeMap<>(Map.of(day, grown)));
    if (deltas.stream().mapToLong(StoredDay.Delta::keys).sum() * SMALLEST_PART > old.rows()) {
      for (WarehouseTable table : schema.tables()) {
        String rows =
            alone.replacedRows(table, schema, folder)
                + " UNION ALL "
                + alone.deltaRows(table, schema, folder);
        write(table, own(table, rows), folder.base(table, day, id), statement);
      }
      return based(load, counts, 0, statement);
    }
    if (deltas.size() <= MOST_DELTAS) {
      return grown;
    }
    for (WarehouseTable table : schema.tables()) {
      String rows = alone.deltaRows(table, schema, folder);
      write(table, own(table, rows), folder.delta(table, day, 1, id), statement);
    }
    Path all = folder.superseded(day, 1, id);
    writeKeys(
        "SELECT DISTINCT \"key\" FROM " + files(grown.superseded(folder)) + " ORDER BY \"key\"",
        all,
        statement);
    long keys = count(files(List.of(all)), statement);
    return with(load, counts, old, List.of(new StoredDay.Delta(id, keys, "", "")));
  }

  /** What is noted of the delta whose keys lie in a file. */
  private StoredDay.Delta delta(Path keys, String counts) throws IOException {
    try (ColumnFile file = ColumnFile.open(keys)) {
      int count = (int) file.rows();
      if (count > DayLoad.NAMED) {
        return new StoredDay.Delta(id, count, "", "");
      }
      long[] high = new long[count];
      long[] low = new long[count];
      if (count > 0) { // then they are one row group
        file.cursor().read(0, 0, high, low);
      }
      String names =
          IntStream.range(0, count)
              .mapToObj(key -> new UUID(high[key], low[key]).toString())
              .collect(Collectors.joining(","));
      return new StoredDay.Delta(id, count, names, counts);
    }
  }

  private static StoredDay with(
      DayLoad load, String counts, StoredDay old, List<StoredDay.Delta> deltas) {
    return new StoredDay(
        load.day(), counts, old.columns(), old.base(), old.parts(), old.rows(), deltas);
  }

  private StoredDay based(DayLoad load, String counts, int parts, Statement statement)
      throws SQLException {
    List<Path> first = folder.base(schema.tables().get(0), load.day().epochDay(), id, parts);
    return new StoredDay(
        load.day(),
        counts,
        StoredDay.columnsOf(schema),
        id,
        parts,
        count(files(first), statement),
        List.of());
  }

  private static String select(WarehouseTable table) {
    return "SELECT " + DayCatalog.names(table.ownColumns()) + " FROM ";
  }

  private static String own(WarehouseTable table, String rows) {
    return select(table) + "(" + rows + ")";
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

  private static void write(WarehouseTable table, String rows, Path target, Statement statement)
      throws IOException {
    String sorted = " FROM (" + rows + ")" + order(table);
    try {
      if (!FileKey.isEncrypted(target)) {
        copy("SELECT *" + sorted, target, statement);
        return;
      }
      try (FileChannel file = create(target);
          ResultSet row = statement.executeQuery("SELECT " + RowCopy.columns(table) + sorted)) {
        RowCopy.write(table, row, file, GROUP_ROWS);
      }
    } catch (SQLException e) {
      throw new WarehouseException(CsvSource.rejection(table, e), e);
    }
  }

  private static void writeKeys(String query, Path target, Statement statement)
      throws IOException, SQLException {
    if (!FileKey.isEncrypted(target)) {
      copy(query, target, statement);
      return;
    }
    LongStream.Builder keys = LongStream.builder();
    try (FileChannel file = create(target);
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        UUID key = row.getObject(1, UUID.class);
        keys.add(key.getMostSignificantBits()).add(key.getLeastSignificantBits());
      }
      DayLoad.writeKeys(file, keys.build().toArray());
    }
  }

  private static FileChannel create(Path target) throws IOException {
    Files.createDirectories(target.getParent());
    return FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static void copy(String query, Path target, Statement statement)
      throws IOException, SQLException {
    Files.createDirectories(target.getParent());
    statement.execute(
        "COPY (%s) TO %s (%s)"
            .formatted(query, SqlDialect.DUCKDB.literal(target.toString()), FORMAT));
    FileSum.write(target);
  }

  private static String files(List<Path> files) {
    return ParquetScan.of(DayCatalog.patterns(files), ", hive_partitioning = false", List.of());
  }

  private static long count(String rows, Statement statement) throws SQLException {
    return FirstColumn.number(statement.getConnection(), "SELECT count(*) FROM " + rows);
  }
}
