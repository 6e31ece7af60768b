package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.ForeignFileException;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands where a warehouse is to be written, before any work. */
class DuckDbForeignFileTest {
  private static final DuckDbWarehouse.Limits LIMITS = new DuckDbWarehouse.Limits(1, 512);

  @TempDir Path dir;

  @Test
  void aFileOfAnotherKindIsRefusedAndStays() throws IOException {
    Path precious = Files.writeString(dir.resolve("precious.fix"), "8=FIX.4.2 and much more");
    ForeignFileException e =
        assertThrows(ForeignFileException.class, () -> warehouse(precious).check());
    assertTrue(e.getMessage().contains(precious.toString()), e.getMessage());
    assertEquals("8=FIX.4.2 and much more", Files.readString(precious));
  }

  @Test
  void aDatabaseWithTablesOfSomebodyElseIsRefused() throws Exception {
    Path theirs = dir.resolve("theirs.duckdb");
    execute(theirs, "CREATE TABLE budget (n INTEGER)");
    assertThrows(ForeignFileException.class, () -> warehouse(theirs).check());
    Path calendar = dir.resolve("calendar.duckdb");
    execute(calendar, "CREATE TABLE events (day DATE, title VARCHAR)");
    assertThrows(ForeignFileException.class, () -> warehouse(calendar).check());
    warehouse(dir.resolve("none.duckdb")).check();
  }

  @Test
  void aWarehouseOfAnotherVersionIsReplacedButNotWithATableOfItsUsers() throws Exception {
    Path ours = dir.resolve("ours.duckdb");
    execute(ours, "CREATE TABLE events (id UUID, Parent UUID, old INTEGER)");
    execute(ours, "CREATE VIEW v_old AS SELECT id FROM events");
    warehouse(ours).check();
    execute(ours, "CREATE TABLE budget (n INTEGER)");
    ForeignFileException e = assertThrows(ForeignFileException.class, warehouse(ours)::check);
    assertTrue(e.getMessage().contains("'budget'"), e.getMessage());
  }

  @Test
  void aFolderIsRefused() throws IOException {
    Path folder = Files.createDirectory(dir.resolve("folder"));
    IOException e = assertThrows(IOException.class, () -> warehouse(folder).check());
    assertTrue(e.getMessage().contains(folder.toString()), e.getMessage());
  }

  private static DuckDbWarehouse warehouse(Path file) {
    List<WarehouseTable.Column> columns =
        List.of(
            new WarehouseTable.Column("id", ColumnType.UUID, ""),
            new WarehouseTable.Column("Parent", ColumnType.UUID, ""),
            new WarehouseTable.Column("tradeDate", ColumnType.DATE, ""));
    WarehouseTable events =
        new WarehouseTable("events", "", columns, List.of("id"), "id", List.of());
    return new DuckDbWarehouse(file, new WarehouseSchema(List.of(events), List.of()), LIMITS);
  }

  private static void execute(Path file, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
