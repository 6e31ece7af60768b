package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.duckdb.DayFolder;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.duckdb.ReaderLease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who reads a warehouse that is published by the day, and which files. */
class DuckDbDayReadersTest extends DuckDbDays {
  @Test
  void aQueryOfOneDayOpensItsFilesAlone() throws IOException {
    fill(0, 1, 2, 3);
    publish(whole(0, 1, 2, 3));
    change(2, 3);
    publish(rows(2, 3));

    assertEquals(
        "count\n100\n", ask("SELECT count(*) AS count FROM events WHERE tradeDate = '2026-03-17'"));
    assertEquals(
        1, filesRead("SELECT min(symbol) FROM events WHERE tradeDate = DATE '2026-03-17'"));
    assertEquals(
        2,
        filesRead("SELECT * FROM v_count WHERE tradeDate BETWEEN '2026-03-16' AND '2026-03-17'"));
    // The base and the delta of that day; the keys between them are read for the anti join.
    assertEquals(3, filesRead("SELECT min(symbol) FROM links WHERE linkDay = DATE '2026-03-18'"));
  }

  @Test
  void readersOfAnOldPublicationGoOn() throws Exception {
    fill(0);
    publish(whole(0));
    String before = ask(ALL);
    try (Connection foreign = foreign("old.duckdb");
        Statement statement = foreign.createStatement()) {
      for (int round = 0; round < 5; round++) {
        change(0, 50);
        publish(whole(0));
      }
      assertNotEquals(before, ask(ALL));
      assertEquals(ROWS, count(statement)); // an hour has not passed
      now = now.plus(Duration.ofMinutes(61));
      publish(whole(0));
      assertTrue(isGone(statement)); // now it has, and nothing says that somebody reads
      assertSame();
    }
  }

  @Test
  void ourReadersKeepTheirFilesForAsLongAsTheyRead() throws Exception {
    fill(0);
    publish(whole(0));
    long generation = 1;
    try (ReaderLease lease =
            ReaderLease.acquire(DayFolder.lockFile(DayFolder.of(file()), generation));
        Connection old = foreign("old.duckdb");
        Statement statement = old.createStatement()) {
      assertTrue(lease != null);
      for (int round = 0; round < 5; round++) {
        change(0, 50);
        publish(whole(0));
        now = now.plus(Duration.ofMinutes(61));
      }
      assertEquals(ROWS, count(statement));
    }
    publish(whole(0));
    assertEquals(3 * 2, files().size()); // of two tables: the present files and those of two before
  }

  @Test
  void aFileWithoutItsFolderSaysSo() throws IOException {
    fill(0);
    publish(whole(0));
    Files.move(DayFolder.of(file()), dir.resolve("elsewhere"));
    WarehouseException lost =
        assertThrows(WarehouseException.class, () -> ask("SELECT count(symbol) FROM events"));
    assertTrue(lost.getMessage().contains("publish --days=all"), lost.getMessage());
  }

  @Test
  void aWarehouseThatWasMovedWithItsFolderWorks() throws Exception {
    fill(0, 1);
    publish(whole(0, 1));
    change(0, 1);
    publish(rows(0, 1));
    String before = ask(ALL);
    Path place = Files.createDirectories(dir.resolve("o'ther [place]*"));
    Path moved = place.resolve("history.duckdb");
    Files.move(DayFolder.of(file()), DayFolder.of(moved));
    Files.move(file(), moved);

    for (String sql : List.of(ALL, "EXPLAIN ANALYZE FROM events")) {
      assertFalse(ask(moved, sql).isEmpty(), sql);
    }
    assertEquals(before, ask(moved, ALL));
    SqlQuery query = new DuckDbQuery(moved);
    assertEquals(3, query.rows(query.tables()).size());
    assertEquals(3, query.rows(query.columns("events")).size());
    DuckDbWarehouse there = new DuckDbWarehouse(moved, SCHEMA, new DuckDbWarehouse.Limits(2, 300));
    assertTrue(there.notes().isMoved());
    assertEquals(2, there.notes().days().size());

    there.load(List.of(), dir);

    assertFalse(there.notes().isMoved());
    assertEquals(before, ask(moved, ALL));
    try (Connection foreign = DriverManager.getConnection("jdbc:duckdb:" + moved);
        Statement statement = foreign.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM events")) {
      rows.next();
      assertEquals(2 * ROWS, rows.getInt(1));
    }
  }
}
