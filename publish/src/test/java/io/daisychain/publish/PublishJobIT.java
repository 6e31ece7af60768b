package io.daisychain.publish;

import static io.daisychain.publish.StoredRow.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.publish.file.KeptFiles;
import io.daisychain.publish.row.RowView;
import io.daisychain.publish.table.BigQuerySchema;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.publish.tree.TreeView;
import io.daisychain.store.StoreTable;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.beam.sdk.io.Compression;
import org.junit.jupiter.api.Test;

/** The whole job on a store: its tables and files. */
class PublishJobIT extends PublishRuns {
  @Test
  void publishesATableTwiceWithTheSameContents() throws IOException {
    fill("twice", 4);
    PublishSummary first = publish("twice", Compression.UNCOMPRESSED);
    String rows = query("SELECT * FROM events ORDER BY id");
    String lifecycles = query("SELECT * FROM lifecycles");

    PublishSummary second =
        publish("twice", Compression.UNCOMPRESSED, KeptFiles.CSV, DaySelection.ALL);

    assertEquals(first, second);
    assertEquals(EVENTS, first.events());
    assertEquals(EVENTS - 1, first.links());
    assertEquals(1, first.lifecycles());
    assertEquals(1, first.unlinked());
    assertEquals(1, first.unreported());
    assertEquals(rows, query("SELECT * FROM events ORDER BY id"));
    assertEquals(lifecycles, query("SELECT * FROM lifecycles"));
    assertEquals(
        List.of(
            "allocations",
            "breaks",
            "duplicates",
            "errors",
            "events",
            "history",
            "keys",
            "legs",
            "lifecycles",
            "links"),
        filesByTable(".csv"),
        "four shards of each");
    assertEquals(
        BigQuerySchema.json(PublishedTables.EVENTS),
        Files.readString(output().resolve("events.bigquery.json")));
  }

  @Test
  void shardsAndCompressionChangeNothingInTheTables() throws IOException {
    fill("one", 1);
    fill("many", 7);
    PublishSummary one = publish("one", Compression.GZIP);
    String rows = query("SELECT * FROM events ORDER BY id");

    PublishSummary many = publish("many", Compression.ZSTD);

    assertEquals(one.digests(), many.digests());
    assertEquals(rows, query("SELECT * FROM events ORDER BY id"));
    assertEquals(
        List.of(
            "allocations",
            "breaks",
            "duplicates",
            "errors",
            "events",
            "history",
            "keys",
            "legs",
            "lifecycles",
            "links"),
        filesByTable(".csv.zst"));
  }

  @Test
  void parquetHasTheSameRowsAndTypesAndGoesWithTheNextRun() throws Exception {
    fill("parquet", 3);
    publish("parquet", Compression.UNCOMPRESSED, KeptFiles.CSV_AND_PARQUET);

    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + warehouse());
        Statement statement = connection.createStatement()) {
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        Path copy = Files.createDirectories(dir.resolve("copy-" + table.name()));
        Path only = output().resolve(table.filePrefix(DAY) + "00000-of-00001.parquet");
        Files.copy(only, copy.resolve("0.parquet"));
        String written = "('" + copy.resolve("0.parquet") + "')";
        String marked =
            names(table, ColumnType.TIMESTAMP).stream()
                .map(name -> "make_timestamp_ns(epoch_ns(" + name + ")) AS " + name)
                .collect(Collectors.joining(", "));
        String file =
            "(SELECT *"
                + (marked.isEmpty() ? "" : " REPLACE (" + marked + ")")
                + " FROM read_parquet"
                + written
                + ")";
        assertEquals(
            names(table, ColumnType.TIMESTAMP), typed(statement, written, "%isAdjustedToUTC=1%"));
        assertEquals(names(table, ColumnType.UUID), typed(statement, written, "UUIDType%"));
        assertEquals("0", only(statement, "(FROM " + file + " EXCEPT FROM " + table.name() + ")"));
        assertEquals("0", only(statement, "(FROM " + table.name() + " EXCEPT FROM " + file + ")"));
        assertEquals(
            only(statement, table.name()), only(statement, file), "rows of " + table.name());
        String types = "(SELECT column_name, column_type FROM (DESCRIBE FROM %s))";
        assertEquals(
            "0",
            only(
                statement,
                "(" + types.formatted(file) + " EXCEPT " + types.formatted(table.name()) + ")"));
      }
    }

    publish("parquet", Compression.UNCOMPRESSED);
    assertEquals(List.of(), filesByTable(".parquet"));
  }

  private static List<String> names(WarehouseTable table, ColumnType type) {
    return table.columns().stream()
        .filter(column -> column.type() == type)
        .map(WarehouseTable.Column::name)
        .toList();
  }

  /** Columns of a file of a logical type of Parquet. */
  private static List<String> typed(Statement statement, String file, String type)
      throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet result =
        statement.executeQuery(
            "SELECT name FROM parquet_schema" + file + " WHERE logical_type LIKE '" + type + "'")) {
      while (result.next()) {
        names.add(result.getString(1));
      }
    }
    return names;
  }

  private static String only(Statement statement, String from) throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT count(*) FROM " + from)) {
      result.next();
      return result.getString(1);
    }
  }

  @Test
  void withoutFilesTheWarehouseHasTheSameAndTheFolderStaysAsItWas() throws IOException {
    fill("files", 3);
    PublishSummary first = publish("files", Compression.UNCOMPRESSED);
    List<String> tables = contents();
    Files.delete(warehouse());
    fill("more", 2);
    publish("more", Compression.UNCOMPRESSED);
    String manifest = Files.readString(output().resolve("manifest.json"));

    PublishSummary second = publish("files", Compression.GZIP, KeptFiles.NONE);

    assertEquals(first.digests(), second.digests());
    assertEquals(tables, contents());
    assertEquals(manifest, Files.readString(output().resolve("manifest.json")));
    assertEquals(List.of(), filesByTable(".csv.gz"));
    try (Stream<Path> files = Files.list(output())) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(".publish-")));
    }
  }

  @Test
  void publishesAStoreWithoutDates() throws IOException {
    PublishSummary summary = publish("empty", Compression.UNCOMPRESSED);

    assertEquals(0, summary.events());
    assertEquals(Map.of(), summary.days());
    assertEquals("n\n0\n", query("SELECT count(*) AS n FROM lifecycles"));
    assertEquals(List.of(), filesByTable(".csv"));
  }

  @Test
  void aFailedJobLeavesTheOldTables() throws IOException {
    fill("good", 2);
    publish("good", Compression.UNCOMPRESSED);
    fill("bad", 2);
    put(
        "bad",
        DAY,
        new StoredRow(key(EVENTS))
            .add(
                "Data",
                TableSchema.contentQualifier(TableSchema.EVENT_PREFIX, 9, 9, 0),
                new byte[1]));

    assertThrows(RuntimeException.class, () -> publish("bad", Compression.UNCOMPRESSED));

    assertEquals("n\n" + EVENTS + "\n", query("SELECT count(*) AS n FROM events"));
  }

  @Test
  void showsRowsAndTrees() throws IOException {
    fill("shown", 2);
    publish("shown", Compression.UNCOMPRESSED);
    StringBuilder out = new StringBuilder();

    assertTrue(RowView.print(new StoreTable(store, "shown"), key(1), out));
    assertTrue(
        out.toString().startsWith("row " + key(1) + "\n  trade date 20260316\n  event NEW"),
        out.toString());
    assertFalse(RowView.print(new StoreTable(store, "shown"), new RowKey(-1, -1), out));

    StringBuilder tree = new StringBuilder();
    Path warehouse = dir.resolve("w.duckdb");
    assertTrue(
        TreeView.print(new DuckDbQuery(warehouse), List.of(key(3)), TreeView.Style.WIDE, tree));
    assertEquals(EVENTS - 1, tree.toString().lines().count());
    assertTrue(tree.toString().contains(key(3) + "  <--\n"));
    assertFalse(
        TreeView.print(
            new DuckDbQuery(warehouse), List.of(new RowKey(-1, -1)), TreeView.Style.WIDE, tree));
  }
}
