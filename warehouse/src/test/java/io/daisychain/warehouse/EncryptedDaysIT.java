package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Scrubbed;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.column.MissingKeyException;
import io.daisychain.warehouse.duckdb.DayFolder;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.duckdb.KeyedRows;
import io.daisychain.warehouse.duckdb.WarehouseScrub;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A warehouse that was begun in the clear and goes on encrypted. */
class EncryptedDaysIT extends DuckDbDays {
  @AfterEach
  void useNone() {
    FileKey.use("");
  }

  private void useKey() throws IOException {
    Path file = dir.resolve("key" + random.nextInt());
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    Files.writeString(file, Base64.getEncoder().encodeToString(bytes));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    FileKey.use(file.toString());
  }

  @Test
  void rowsStayTheSameWhileFilesOfBothKindsLieBesideOneAnother() throws IOException {
    fillWith(0, 4_000);
    fill(1, 2);
    publish(whole(0, 1));
    parts = 2;
    publish(whole(2));
    change(0, 20);
    publish(rows(0, 20));
    assertSame();

    useKey();
    assertSame(); // what is in the clear is read as before
    List<Integer> numbers = new ArrayList<>();
    for (int round = 0; round < 24; round++) {
      change(0, 30);
      publish(rows(0, 30));
      numbers.add(deltas(0));
      assertSame();
      assertFiltered();
      if (round == 4) {
        change(1, 3);
        publish(rows(1, 3)); // a delta of another kind than its base
        assertSame();
      }
    }
    // Beside the one in the clear more came, all became one, and then a new base.
    assertEquals(List.of(2, 3, 4, 5, 6, 7, 8, 1), numbers.subList(0, 8));
    assertTrue(numbers.contains(0), () -> numbers + ", seed " + SEED);
    parts = 0;
    publish(whole(1));
    parts = 3;
    publish(whole(2));
    assertSame();
    assertFiltered();
    assertEquals(
        1, filesRead("SELECT symbol FROM events WHERE tradeDate = DATE '2026-03-17'"), "pruned");

    List<Path> clear = new ArrayList<>();
    for (Path file : files().keySet()) {
      assertEquals(FileKey.isEncrypted(file), ColumnFile.isEncrypted(file), file::toString);
      if (!ColumnFile.isEncrypted(file)) {
        clear.add(file);
      }
    }
    String read =
        ask("SELECT macro_definition FROM duckdb_functions() WHERE schema_name = 'daisychain'");
    assertTrue(!clear.isEmpty() && read.contains(FileKey.MARK), read);
    assertTrue(clear.stream().noneMatch(file -> read.contains(file.toString())), read);
    Scrubbed scrubbed = new Scrubbed();
    WarehouseScrub.read(file(), scrubbed);
    assertEquals(List.of(), scrubbed.faults());
  }

  /** Each way of filtering gives the rows that it should. */
  private void assertFiltered() throws IOException {
    Map.Entry<UUID, String> row = stored.get(0).entrySet().iterator().next();
    String id = "'" + row.getKey() + "'";
    String found = "id\n" + row.getKey() + "\n";
    String least = stored.get(0).values().stream().min(Comparator.naturalOrder()).orElseThrow();
    for (String sql :
        List.of(
            "SELECT id FROM events WHERE id = " + id,
            "SELECT id FROM events WHERE symbol = '" + row.getValue() + "' AND id = " + id,
            "SELECT e.id FROM events AS e JOIN links AS l ON e.id = l.child WHERE l.child = " + id,
            "SELECT id FROM events WHERE id IN (SELECT child FROM links WHERE child = "
                + id
                + ")")) {
      assertEquals(found, ask(sql), () -> sql + ", seed " + SEED);
    }
    assertEquals(
        "symbol\n" + least + "\n",
        ask(
            "SELECT symbol FROM events WHERE tradeDate = DATE '2026-03-16' ORDER BY symbol LIMIT"
                + " 1"));
    SortedMap<Integer, long[]> asked = new TreeMap<>();
    asked.put(
        MONDAY,
        new long[] {row.getKey().getMostSignificantBits(), row.getKey().getLeastSignificantBits()});
    List<String[]> keyed = new ArrayList<>();
    List<DayLoad> none = List.of();
    try (DuckDbWarehouse.Load load =
        warehouse()
            .prepare(
                none,
                new DuckDbWarehouse.Source() {
                  @Override
                  public Path folder(Path scratch) {
                    return scratch;
                  }

                  @Override
                  public SortedMap<Integer, String> counts(KeyedRows.Finder published)
                      throws IOException {
                    try (KeyedRows rows = published.of(asked)) {
                      keyed.addAll(rows.of(EVENTS));
                    }
                    return new TreeMap<>();
                  }
                })) {
      assertTrue(load.before(MONDAY).isPresent());
    }
    assertEquals(
        List.of(List.of(row.getKey() + "", row.getValue(), "2026-03-16")),
        keyed.stream().map(List::of).toList());
  }

  @Test
  void withoutItsKeyAWarehouseSaysWhatToSet() throws IOException {
    useKey();
    fill(0);
    publish(whole(0));
    assertSame();

    FileKey.use("");

    String missing = assertThrows(WarehouseException.class, () -> ask(ALL)).getMessage();
    assertTrue(missing.startsWith("the rows are encrypted: DAISYCHAIN_ENCRYPTION is"), missing);
    assertThrows(MissingKeyException.class, () -> WarehouseScrub.read(file(), new Scrubbed()));
    useKey(); // another
    String other = assertThrows(WarehouseException.class, () -> ask(ALL)).getMessage();
    assertTrue(other.contains("by another key than the one that DAISYCHAIN_ENCRYPTION"), other);
  }

  @Test
  void aWorkerWithoutTheKeyIsFound() throws IOException {
    fill(0);
    parts = 1;
    Path written = csv(whole(0));
    useKey();

    String said =
        assertThrows(WarehouseException.class, () -> warehouse().load(whole(0), written))
            .getMessage();

    assertTrue(said.contains("DAISYCHAIN_ENCRYPTION is not set on all workers"), said);
    assertEquals(List.of(), List.copyOf(files().keySet()));
    assertTrue(Files.exists(DayFolder.of(file())));
  }

  @Test
  void valuesOfAllTypesAreCopied() throws IOException, SQLException {
    List<WarehouseTable.Column> columns = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      String value =
          switch (type) {
            case UUID -> "uuid()";
            case TEXT -> "'Ä' || i";
            case BOOLEAN -> "i % 2 = 0";
            case INTEGER -> "-i";
            case BIGINT -> "-i * 10000000000";
            case QUANTITY -> "i * 1000.000001";
            case PRICE -> "-i * 12345.00000001";
            case TOTAL -> "i * 1e24::DECIMAL(32, 6) + 0.000001";
            case TIMESTAMP -> "make_timestamp_ns(1773619200000000000 + i)";
            case DOUBLE, DATE -> "";
          };
      if (!value.isEmpty()) {
        String name = type.name().toLowerCase(Locale.ROOT);
        columns.add(new WarehouseTable.Column(name, type, "A value."));
        boolean isKey = type == ColumnType.UUID;
        values.add(
            "CASE WHEN %s THEN (%s)::%s END AS %s"
                .formatted(isKey ? "true" : "i % 5 > 0", value, type.duckDb(), name));
      }
    }
    columns.add(new WarehouseTable.Column("day", ColumnType.DATE, "When."));
    WarehouseTable table =
        new WarehouseTable("all", "Rows.", columns, List.of("uuid"), "uuid", List.of("uuid"));
    Path file = dir.resolve("encrypted-copy.parquet");
    useKey();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ParquetScan.giveKey(connection);
      statement.execute(
          "CREATE TABLE rows AS SELECT " + String.join(", ", values) + " FROM range(100) AS r(i)");
      try (ResultSet rows =
          statement.executeQuery("SELECT " + RowCopy.columns(table) + " FROM rows")) {
        RowCopy.write(table, rows, channel, 16);
      }

      String copied = ParquetScan.of(List.of(file.toString()), "", List.of());
      try (ResultSet difference =
          statement.executeQuery(
              "SELECT count(*), (SELECT count(*) FROM (FROM rows EXCEPT ALL SELECT * EXCLUDE"
                  + " (filename, file_row_number) FROM "
                  + copied
                  + ")) FROM "
                  + copied)) {
        difference.next();
        assertEquals("100 0", difference.getInt(1) + " " + difference.getInt(2));
      }
    }
  }
}
