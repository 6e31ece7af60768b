package io.daisychain.warehouse.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.beam.Chunks;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.ParquetForm;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SortedRowWriter;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.duckdb.DayLoad;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lies in the folder; that others can read it is tested with Iceberg's library, in cli. */
class IcebergWarehouseIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MONDAY = 20_528;
  private static final List<WarehouseTable> TABLES = List.of(table("first"), table("second"));

  @TempDir private Path folder;
  private Path target;
  private Instant now = Instant.parse("2026-03-16T21:00:00Z");
  private int runs;

  private static WarehouseTable table(String name) {
    return new WarehouseTable(
        name,
        "Rows.",
        List.of(
            new WarehouseTable.Column("id", ColumnType.UUID, "Its key."),
            new WarehouseTable.Column("tradeDate", ColumnType.DATE, "The day.")),
        List.of("id"),
        "id",
        List.of("id"));
  }

  @BeforeEach
  void setTarget() {
    target = folder.resolve("ice");
  }

  private IcebergWarehouse warehouse() {
    return new IcebergWarehouse(
        target, new WarehouseSchema(TABLES, List.of()), (InstantSource) () -> now);
  }

  /** Begins to publish dates with so many rows each. */
  private PreparedLoad prepare(Map<Integer, Integer> rows, int firstDate) throws IOException {
    runs++;
    Path source = Files.createDirectories(folder.resolve("run" + runs));
    List<DayLoad> loads = new ArrayList<>();
    for (Map.Entry<Integer, Integer> day : rows.entrySet()) {
      PublishedDay noted = new PublishedDay(day.getKey(), "store t", runs, "c" + runs, "r" + runs);
      loads.add(new DayLoad(noted, DayLoad.Change.WHOLE, "", 2));
      for (WarehouseTable table : TABLES) {
        write(table, source.resolve(DayLoad.partFile(table, day.getKey(), 0)), day.getValue());
        write(table, source.resolve(DayLoad.partFile(table, day.getKey(), 1)), 0);
      }
    }
    return warehouse().prepare(loads, source, "r" + runs, firstDate);
  }

  private static void write(WarehouseTable table, Path file, int rows) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        SortedRowWriter writer =
            new SortedRowWriter(
                table,
                channel,
                16,
                Long.MAX_VALUE,
                new Chunks(SortedRowWriter.CHUNK),
                ParquetForm.ICEBERG)) {
      for (int row = 0; row < rows; row++) {
        writer.addKey(new byte[16], 0);
        writer.addText(new byte[0], 0, 0);
        writer.endRow();
      }
      writer.finish();
    }
  }

  private void publish(Map<Integer, Integer> rows, int firstDate) throws IOException {
    try (PreparedLoad load = prepare(rows, firstDate)) {
      load.commit();
    }
  }

  private void publish(Map<Integer, Integer> rows) throws IOException {
    publish(rows, Integer.MIN_VALUE);
  }

  private JsonNode metadata(String table) throws IOException {
    Path metadata = target.resolve(table).resolve("metadata");
    String version = Files.readString(metadata.resolve("version-hint.text"));
    return JSON.readTree(metadata.resolve("v" + version + ".metadata.json").toFile());
  }

  /** Rows by date, as a snapshot's files have them. */
  private static Map<Integer, Long> rows(JsonNode snapshot, String table) throws IOException {
    Map<Integer, Long> rows = new TreeMap<>();
    for (DateManifest manifest : DateManifest.read(path(snapshot.path("manifest-list").asText()))) {
      for (DataFile file : DataFile.read(path(manifest.path()), new TableText(table(table)))) {
        if (file.isAdded()) {
          try (ColumnFile column = ColumnFile.open(path(file.path()))) {
            assertEquals(column.rows(), file.rows());
          }
          rows.merge(file.epochDay(), file.rows(), Long::sum);
        }
      }
    }
    return rows;
  }

  private static Path path(String uri) {
    return Path.of(uri.substring("file://".length()));
  }

  private Map<Integer, Long> rows(String table) throws IOException {
    JsonNode snapshots = metadata(table).path("snapshots");
    JsonNode newest = snapshots.path(snapshots.size() - 1);
    assertEquals(metadata(table).path("current-snapshot-id"), newest.path("snapshot-id"));
    return rows(newest, table);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(target)) {
      return files.filter(Files::isRegularFile).map(Path::toString).sorted().toList();
    }
  }

  @Test
  void datesTakeThePlaceOfTheirOwnAlone() throws Exception {
    publish(Map.of(MONDAY, 3, MONDAY + 1, 5));
    publish(Map.of(MONDAY + 1, 4, MONDAY + 2, 2));
    assertEquals(Map.of(MONDAY, 3L, MONDAY + 1, 4L, MONDAY + 2, 2L), rows("first"));
    assertEquals(
        Map.of(MONDAY, 3L, MONDAY + 1, 5L), rows(metadata("first").at("/snapshots/0"), "first"));
    assertEquals(
        List.of(1L, 2L, 2L),
        warehouse().days().values().stream().map(PublishedDay::version).toList());

    publish(Map.of(MONDAY + 2, 0), MONDAY + 1);
    assertEquals(Map.of(MONDAY + 1, 4L), rows("second"));
    assertEquals(List.of(MONDAY + 1, MONDAY + 2), List.copyOf(warehouse().days().keySet()));
    assertEquals("5", metadata("second").at("/snapshots/2/summary/deleted-records").asText());
  }

  @Test
  void snapshotsAndTheirFilesExpire() throws Exception {
    publish(Map.of(MONDAY, 1, MONDAY + 1, 7));
    for (int i = 2; i <= 20; i++) {
      now = now.plus(Duration.ofDays(1));
      publish(Map.of(MONDAY, i));
    }
    JsonNode snapshots = metadata("first").path("snapshots");
    // Seven days of what was current, and what is.
    assertEquals(9, snapshots.size());
    for (int i = 0; i < 9; i++) {
      assertEquals(Map.of(MONDAY, 12L + i, MONDAY + 1, 7L), rows(snapshots.path(i), "first"));
    }
    assertEquals(9, metadata("first").path("snapshot-log").size());
    long data = files().stream().filter(file -> file.contains("/first/data/")).count();
    assertEquals(9 + 1, data);
    // Lists, manifests of the date and the other's one, eleven versions, the hint.
    long metadata = files().stream().filter(file -> file.contains("/first/metadata/")).count();
    assertEquals(9 + 9 + 1 + 11 + 1, metadata);

    warehouse().keepPublished(0);
    publish(Map.of(MONDAY, 21));
    assertEquals(3, metadata("first").path("snapshots").size());
    assertEquals(Map.of(MONDAY, 21L, MONDAY + 1, 7L), rows("first"));
    publish(Map.of(), MONDAY + 1);
    for (int i = 0; i < 3; i++) {
      now = now.plus(Duration.ofDays(1));
      publish(Map.of());
    }
    assertFalse(files().stream().anyMatch(file -> file.contains("tradeDate=2026-03-16")));
    assertFalse(Files.exists(target.resolve("first/data/tradeDate=2026-03-16")));
  }

  @Test
  void thereAreNotMoreSnapshotsThanOneFileCanHold() throws Exception {
    for (int i = 1; i <= 103; i++) {
      now = now.plusSeconds(1);
      publish(Map.of(MONDAY, i));
    }
    JsonNode snapshots = metadata("first").path("snapshots");
    assertEquals(101, snapshots.size());
    assertEquals(Map.of(MONDAY, 3L), rows(snapshots.path(0), "first"));
  }

  @Test
  void whatIsNotCommittedLeavesNothing() throws Exception {
    publish(Map.of(MONDAY, 3));
    List<String> before = files();
    prepare(Map.of(MONDAY, 4, MONDAY + 1, 4), Integer.MIN_VALUE).close();
    assertEquals(before, files());
    assertFalse(Files.exists(target.resolve("first/data/tradeDate=2026-03-17")));
  }

  @Test
  void aKillBetweenTwoTablesIsMendedByTheNextPublication() throws Exception {
    publish(Map.of(MONDAY, 3));
    Path version = target.resolve("second/metadata/v2.metadata.json");
    Path killed = folder.resolve("killed");
    try (PreparedLoad load = prepare(Map.of(MONDAY, 4), Integer.MIN_VALUE)) {
      Files.writeString(version, "");
      assertThrows(FileAlreadyExistsException.class, load::commit);
      Files.delete(version);
      copy(target, killed);
    }
    // As the kill left it: the first is new, the second old, and the date is not noted.
    remove(target);
    copy(killed, target);
    assertEquals(Map.of(MONDAY, 4L), rows("first"));
    assertEquals(Map.of(MONDAY, 3L), rows("second"));
    assertEquals(1, warehouse().days().get(MONDAY).version());
    // Neither does the first's hint tell of it, had it been killed before that.
    Files.writeString(target.resolve("first/metadata/version-hint.text"), "1");

    warehouse().clean();
    assertEquals(Map.of(MONDAY, 4L), rows("first"));
    assertEquals(Map.of(MONDAY, 3L), rows("second"));
    assertEquals(1, files().stream().filter(file -> file.contains("/second/data/")).count());
    assertFalse(files().stream().anyMatch(file -> file.contains(".loading-")));

    publish(Map.of(MONDAY, 4));
    assertEquals(Map.of(MONDAY, 4L), rows("first"));
    assertEquals(Map.of(MONDAY, 4L), rows("second"));
    assertEquals(3, warehouse().days().get(MONDAY).version());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(
            file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void remove(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void foldersOfOthersAreLeftAlone() throws Exception {
    Files.createDirectories(target);
    Files.writeString(target.resolve("mine.txt"), "x");
    WarehouseException refusal =
        assertThrows(WarehouseException.class, () -> publish(Map.of(MONDAY, 1)));
    assertEquals(target + " has files that no publication put there", refusal.getMessage());
    Files.delete(target.resolve("mine.txt"));
    warehouse().keepDates(3);
    publish(Map.of(MONDAY, 1));
    assertEquals(3, warehouse().keptDates());

    Path metadata = target.resolve("first/metadata/v1.metadata.json");
    Files.writeString(metadata, Files.readString(metadata).replace("\"uuid\"", "\"string\""));
    refusal = assertThrows(WarehouseException.class, () -> publish(Map.of(MONDAY, 1)));
    assertTrue(refusal.getMessage().contains("other columns"), refusal.getMessage());
  }

  @Test
  void filesOfOtherProgramsAreNotGuessedAt() throws Exception {
    publish(Map.of(MONDAY, 1));
    Path list = path(metadata("first").at("/snapshots/0/manifest-list").asText());
    byte[] bytes = Files.readAllBytes(list);
    for (int length = 0; length < bytes.length - 16; length++) {
      Files.write(list, Arrays.copyOf(bytes, length));
      assertThrows(IOException.class, () -> DateManifest.read(list), "of " + length + " bytes");
    }
  }
}
