package io.daisychain.warehouse.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachedFileTest {
  private static final DuckDbWarehouse.Limits SMALL = new DuckDbWarehouse.Limits(1, 40);

  @TempDir Path dir;

  @Test
  void theNextFileHasNothingOfTheOneBefore() throws Exception {
    make("one");
    make("two");

    assertEquals(List.of("one"), seen("one"));
    assertEquals(List.of("two"), seen("two"));
    assertEquals(List.of("one", "two"), files());
  }

  @Test
  void afterAFailureTheNextFileIsMade() throws Exception {
    AttachedFile failed = new AttachedFile(dir.resolve("failed"), SMALL);
    try (Statement statement = failed.connection().createStatement()) {
      statement.execute("BEGIN");
      assertThrows(SQLException.class, () -> statement.execute("SELECT 'x'::INTEGER"));
    }
    assertThrows(SQLException.class, failed::close);

    make("next");

    assertEquals(List.of("next"), seen("next"));
  }

  private void make(String name) throws IOException, SQLException {
    try (AttachedFile file = new AttachedFile(dir.resolve(name), SMALL);
        Statement statement = file.connection().createStatement()) {
      statement.execute("CREATE TEMP TABLE asked AS SELECT 1 AS a");
      statement.execute("CREATE TABLE made AS SELECT '" + name + "' AS name");
      statement.execute("CREATE VIEW seen AS SELECT name FROM made");
    }
  }

  @Test
  void eachSpillsBesideItself() throws Exception {
    for (String name : List.of("one", "two")) {
      try (AttachedFile file = new AttachedFile(dir.resolve(name), SMALL);
          Statement statement = file.connection().createStatement()) {
        statement.execute(
            "CREATE TEMP TABLE many AS SELECT hash(range) AS a, uuid() AS b FROM range(3000000)");
        assertTrue(Files.exists(dir.resolve(name + ".tmp")), () -> name + " has not spilled");
      }
      assertFalse(Files.exists(dir.resolve(name + ".tmp")), name);
    }
  }

  private List<String> seen(String name) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + dir.resolve(name))) {
      return FirstColumn.of(connection, "SELECT name FROM seen");
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
