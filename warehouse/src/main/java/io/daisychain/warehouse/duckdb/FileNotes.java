package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the DuckDB file of a warehouse says of itself. To open one costs more than what a small
 * publication writes, so that of the file that was read or written last is remembered, by what
 * changes whenever a file is replaced or written to.
 *
 * @param others columns of the tables that are not of {@link DayCatalog#SCHEMA}, by table
 * @param catalog of its trade dates
 * @param folder by which its views name their files; empty where that is not said
 * @param form of its views, as {@link DayCatalog#form} has it; empty where that is not said
 * @param addition what the {@link DayAddition} was made of that it has, if it has one
 */
record FileNotes(
    Map<String, List<String>> others,
    DayCatalog catalog,
    Optional<Path> folder,
    String form,
    Optional<String> addition) {
  /** Of no file. */
  static final FileNotes NONE =
      new FileNotes(
          Map.of(), new DayCatalog(0, new TreeMap<>()), Optional.empty(), "", Optional.empty());

  /** A file by what changes when it is replaced or written to. */
  private record State(Path file, Object key, FileTime modified, long size) {
    static State of(Path file, Path name) throws IOException {
      BasicFileAttributes now = Files.readAttributes(name, BasicFileAttributes.class);
      return new State(file, now.fileKey(), now.lastModifiedTime(), now.size());
    }
  }

  private record Known(State state, FileNotes notes) {}

  private static volatile Known last = new Known(new State(Path.of(""), null, null, 0), NONE);

  /** Whether there is a file; an empty one is none. */
  static boolean isThere(Path file) throws IOException {
    return Files.exists(file) && Files.size(file) > 0;
  }

  /**
   * Those of a file; {@link #NONE} where there is none.
   *
   * @throws WarehouseException if it cannot be read
   */
  static FileNotes of(Path file) throws IOException {
    if (!isThere(file)) {
      return NONE;
    }
    Optional<FileNotes> known = known(file, file);
    if (known.isPresent()) {
      return known.get();
    }
    // By another name: a reader in this process may have it open as it was before it was replaced,
    // and DuckDB would take the one for the other.
    Path name = LoadingFiles.readerName(file);
    try {
      LoadingFiles.link(file, name);
      State state = State.of(file, name);
      FileNotes notes = read(file, name);
      last = new Known(state, notes);
      return notes;
    } finally {
      Files.deleteIfExists(name);
    }
  }

  /**
   * Those that are remembered of a file.
   *
   * @param name by which it is opened
   */
  static Optional<FileNotes> known(Path file, Path name) throws IOException {
    Known known = last;
    return known.state().key() != null && known.state().equals(State.of(file, name))
        ? Optional.of(known.notes())
        : Optional.empty();
  }

  /** Remembers those of a file that was written and is to have a name, as yet has another. */
  static void remember(Path file, Path fresh, FileNotes notes) throws IOException {
    last = new Known(State.of(file, fresh), notes);
  }

  /**
   * Reads those of a file.
   *
   * @param name by which it is opened
   * @throws WarehouseException if it cannot be read
   */
  static FileNotes read(Path file, Path name) throws WarehouseException {
    Properties settings = new Properties();
    settings.setProperty("duckdb.read_only", "true");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + name, settings)) {
      return read(connection, others(connection));
    } catch (SQLException e) {
      throw new WarehouseException("cannot read " + file + ": " + DuckDbWarehouse.firstLine(e), e);
    }
  }

  /** Reads those of an open warehouse, but for others' tables. */
  static FileNotes read(Connection connection) throws SQLException {
    return read(connection, Map.of());
  }

  private static FileNotes read(Connection connection, Map<String, List<String>> others)
      throws SQLException {
    Set<String> noted = DayCatalog.columns(connection);
    String form =
        noted.contains("publication.form") && noted.contains("days.deltas")
            ? FirstColumn.of(connection, "SELECT form FROM daisychain.publication").get(0)
            : "";
    Optional<String> addition =
        noted.contains("market.state")
            ? FirstColumn.of(connection, "SELECT state FROM daisychain.market").stream().findFirst()
            : Optional.empty();
    Optional<Path> folder =
        noted.contains("publication.folder")
            ? FirstColumn.of(connection, "SELECT folder FROM daisychain.publication").stream()
                .findFirst()
                .map(Path::of)
            : Optional.empty();
    return new FileNotes(others, DayCatalog.read(connection, noted), folder, form, addition);
  }

  /**
   * Text that is the same for two warehouses with the same publication, and else another; empty
   * where that is of a form without trade dates.
   */
  String publication() {
    return catalog.generation() == 0 ? "" : catalog.versions() + addition.orElse("");
  }

  private static Map<String, List<String>> others(Connection connection) throws SQLException {
    Map<String, List<String>> tables = new TreeMap<>();
    String others = " WHERE t.schema_name <> '" + DayCatalog.SCHEMA + "'";
    if (FirstColumn.number(connection, "SELECT count(*) FROM duckdb_tables() AS t" + others) == 0) {
      return tables; // to list columns would open the files of all views
    }
    try (Statement statement = connection.createStatement();
        ResultSet columns =
            statement.executeQuery(
                "SELECT t.table_name, c.column_name FROM duckdb_columns() AS c JOIN"
                    + " duckdb_tables() AS t USING (table_oid)"
                    + others
                    + " ORDER BY table_oid, column_index")) {
      while (columns.next()) {
        tables
            .computeIfAbsent(columns.getString(1), name -> new ArrayList<>())
            .add(columns.getString(2));
      }
    }
    return tables;
  }
}
