package io.daisychain.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.files.RemoteFolder;
import io.daisychain.publish.file.KeptFiles;
import io.daisychain.publish.file.Manifest;
import io.daisychain.publish.file.OutputFolder;
import io.daisychain.publish.file.OwnFiles;
import io.daisychain.publish.file.RemoteOutput;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseTable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class PublishedFilesTest {
  /** The tables' schemas, and the manifest. */
  private static final int TABLES = PublishedTables.schema().tables().size();

  private static final int FURTHER_FILES = TABLES + 1;

  private static final int DAY = 20_528;

  private static final PublishedCounts COUNTS =
      new PublishedCounts(
          List.of(
              new PublishedCounts.TableSum(1, 0, 0xe),
              new PublishedCounts.TableSum(2, 0, 0xf),
              new PublishedCounts.TableSum(3, 0, 0xc),
              new PublishedCounts.TableSum(4, 0, 0xd),
              new PublishedCounts.TableSum(5, 0, 0xa),
              new PublishedCounts.TableSum(6, 0, 0xb),
              new PublishedCounts.TableSum(7, 0, 0x9),
              new PublishedCounts.TableSum(8, 0, 0xa),
              new PublishedCounts.TableSum(9, 0, 0xb),
              PublishedCounts.TableSum.ZERO),
          0,
          0,
          PublishedCounts.ZERO.statuses());

  @TempDir Path dir;

  @Test
  void replacesAnEarlierRunOfMoreShardsAndLeavesOtherFilesAlone() throws IOException {
    Files.writeString(dir.resolve("events-notes.csv"), "mine");
    Files.writeString(dir.resolve("truth-1.csv"), "mine");
    publish(settings("a", 3, Compression.GZIP));
    publish(settings("b", 2, Compression.UNCOMPRESSED));

    assertEquals(
        Stream.concat(
                Stream.of("events-notes.csv", "manifest.json", "truth-1.csv"),
                PublishedTables.schema().tables().stream()
                    .map(WarehouseTable::name)
                    .flatMap(
                        table ->
                            Stream.of(
                                table + "-20260316-00000-of-00002.csv",
                                table + "-20260316-00001-of-00002.csv",
                                table + ".bigquery.json")))
            .sorted()
            .toList(),
        visibleFiles());
    assertEquals("b", Files.readString(dir.resolve("events-20260316-00001-of-00002.csv")));
  }

  @Test
  void changesNothingWhereTheRunIsNotComplete() throws IOException {
    publish(settings("a", 2, Compression.UNCOMPRESSED));
    PublishSettings settings = settings("b", 2, Compression.UNCOMPRESSED);
    write(settings);
    Files.delete(Path.of(settings.runFolder()).resolve("lifecycles-20260316-00001-of-00002.csv"));

    assertThrows(IOException.class, () -> swap(OutputFolder.of(settings.output()), settings));

    assertEquals("a", Files.readString(dir.resolve("events-20260316-00001-of-00002.csv")));
    assertEquals(2 * TABLES + FURTHER_FILES, visibleFiles().size());
  }

  @Test
  void foldersOfKilledRunsAreRemoved() throws IOException {
    write(settings("killed", 2, Compression.UNCOMPRESSED));
    publish(settings("b", 1, Compression.UNCOMPRESSED));

    OutputFolder.of(dir.toString()).deleteRuns();

    assertEquals(1, hidden(".current-").size());
    assertEquals(List.of(), hidden(".publish-"));
  }

  @Test
  void aReaderGoesFromAllOldFilesToAllNewOnesAtOnce() throws Exception {
    publish(settings("0", 3, Compression.UNCOMPRESSED));
    AtomicReference<String> mixture = new AtomicReference<>();
    AtomicInteger reads = new AtomicInteger();
    Thread reader =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                readAll().ifPresent(mixture::set);
                reads.incrementAndGet();
              }
            });
    reader.start();
    for (int run = 1; run <= 50; run++) {
      publish(settings(Integer.toString(run), 3, Compression.UNCOMPRESSED));
      for (int before = reads.get(); reads.get() < before + 2; ) {
        Thread.onSpinWait();
      }
    }
    reader.interrupt();
    reader.join();

    assertNull(mixture.get());
  }

  /** Reads by the folder that the link pointed to when reading began; says what is wrong. */
  private Optional<String> readAll() {
    Set<String> found = new TreeSet<>();
    try {
      Path published = dir.resolve(".current").toRealPath();
      for (String table :
          List.of(
              "events",
              "links",
              "lifecycles",
              "duplicates",
              "history",
              "errors",
              "breaks",
              "keys",
              "allocations",
              "legs")) {
        for (int shard = 0; shard < 3; shard++) {
          found.add(
              Files.readString(
                  published.resolve(table + "-20260316-0000" + shard + "-of-00003.csv")));
        }
      }
    } catch (NoSuchFileException e) {
      return Optional.empty(); // overtaken, and knows it
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
    return found.size() == 1 ? Optional.empty() : Optional.of(found.toString());
  }

  @Test
  void killedAnywhereInTheSwapAllFilesAreOldOrAllAreNew() throws IOException {
    publish(settings("old", 2, Compression.UNCOMPRESSED));
    // What a kill leaves just before the link is turned: new names in their folder, links made.
    Path next = Files.createDirectory(dir.resolve(".current-killed"));
    for (String name :
        List.of("events-20260316-00000-of-00002.csv", "events-20260316-00000-of-00009.csv")) {
      Files.writeString(next.resolve(name), "new");
    }
    Files.createSymbolicLink(
        dir.resolve("events-20260316-00000-of-00009.csv"),
        Path.of(".current", "events-20260316-00000-of-00009.csv"));
    assertEquals("old", Files.readString(dir.resolve("events-20260316-00000-of-00002.csv")));

    publish(settings("newer", 2, Compression.UNCOMPRESSED));

    assertEquals("newer", Files.readString(dir.resolve("lifecycles-20260316-00001-of-00002.csv")));
    assertFalse(visibleFiles().contains("events-20260316-00000-of-00009.csv"));
    assertEquals(1, hidden(".current-").size());
  }

  @Test
  void aFileThatNoPublicationListsIsRefusedAndStays() throws IOException {
    publish(settings("a", 2, Compression.UNCOMPRESSED));
    for (String name :
        List.of(
            "events-20260316-00000-of-00002.csv",
            "links-20260316-00000-of-00009.csv.gz",
            "events-20260316-00000-of-00001.parquet",
            "manifest.json",
            "links.bigquery.json")) {
      Path file = dir.resolve(name);
      Files.deleteIfExists(file);
      Files.writeString(file, "mine");

      assertRefused(file, () -> PublishJob.checkOutput(dir.toString()));
      assertRefused(file, () -> publish(settings("b", 2, Compression.UNCOMPRESSED)));

      assertEquals("mine", Files.readString(file));
      assertEquals("a", Files.readString(dir.resolve("links-20260316-00000-of-00002.csv")));
      Files.delete(file);
    }
    publish(settings("c", 2, Compression.UNCOMPRESSED));
    assertEquals("c", Files.readString(dir.resolve("events-20260316-00000-of-00002.csv")));
  }

  private static void assertRefused(Path file, Executable work) {
    ForeignFileException e = assertThrows(ForeignFileException.class, work);
    assertTrue(e.getMessage().startsWith(file + " is there and is not "), e.getMessage());
  }

  /** A folder without links, and a kill half way. */
  @Test
  void filesThatTheListNamesAreOurs() throws IOException {
    publish(settings("a", 1, Compression.UNCOMPRESSED));
    List<String> listed = visibleFiles();
    for (String name : visibleFiles()) {
      Files.delete(dir.resolve(name));
    }
    Files.delete(dir.resolve(".current"));
    Files.delete(dir.resolve(OwnFiles.LIST));
    Files.writeString(dir.resolve("events-20260316-00000-of-00001.csv"), "old");
    Path moved = Files.writeString(dir.resolve("links-20260316-00000-of-00009.csv"), "half way");
    OwnFiles own = new OwnFiles(OutputFolder.of(dir.toString()));
    own.list(listed, List.of());

    assertRefused(moved, () -> PublishJob.checkOutput(dir.toString()));
    listed = new ArrayList<>(listed);
    listed.add("links-20260316-00000-of-00009.csv");
    own.list(listed, List.of());
    publish(settings("b", 1, Compression.UNCOMPRESSED));

    assertEquals("b", Files.readString(dir.resolve("events-20260316-00000-of-00001.csv")));
    assertEquals(TABLES + FURTHER_FILES, visibleFiles().size());
  }

  @Test
  void theManifestListsRowsDigestsAndFiles() throws IOException {
    publish(settings("a", 1, Compression.GZIP));

    JsonNode manifest = new ObjectMapper().readTree(dir.resolve("manifest.json").toFile());

    assertEquals(3, manifest.at("/lifecycles/rows").asInt());
    assertEquals("0".repeat(31) + "f", manifest.at("/links/digest").asText());
    assertEquals(2, manifest.at("/links/days/20260316/rows").asInt());
    assertEquals(
        "events-20260316-00000-of-00001.csv.gz",
        manifest.at("/events/days/20260316/files/0").asText());
  }

  @Test
  void filesOfADateOutliveALostManifest() throws IOException {
    publish(settings("a", 1, Compression.UNCOMPRESSED));
    Path other = dir.resolve("events-20260317-00000-of-00001.csv");
    Files.writeString(dir.resolve(".current").resolve(other.getFileName()), "another date");
    Files.createSymbolicLink(other, Path.of(".current", other.getFileName().toString()));
    Files.delete(dir.resolve("manifest.json"));

    publish(settings("b", 1, Compression.UNCOMPRESSED));

    assertEquals("another date", Files.readString(other));
    assertEquals("b", Files.readString(dir.resolve("events-20260316-00000-of-00001.csv")));
  }

  @Test
  void aSecondRunIntoTheSameFolderIsRefused() throws IOException {
    OutputFolder folder = OutputFolder.of(dir.toString());
    Closeable held = folder.open();
    try {
      WarehouseException busy = assertThrows(WarehouseException.class, folder::open);
      assertEquals("another process is publishing into " + dir, busy.getMessage());
    } finally {
      held.close();
    }
    folder.open().close();
  }

  @Test
  void aFolderThatIsHeldForLaterIsOpenToItsHolderAlone() throws IOException {
    OutputFolder folder = OutputFolder.of(dir.toString());
    Closeable held = PublishJob.hold(dir.toString());
    try (held) {
      assertThrows(WarehouseException.class, () -> PublishJob.hold(dir.toString()));
      Closeable open = folder.open();
      try (open) {
        assertThrows(WarehouseException.class, folder::open);
      }
      folder.open().close();
    }
    PublishJob.hold(dir.toString()).close();
  }

  @Test
  void remoteFoldersGoThroughBeamsFileSystems() throws IOException {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    PublishSettings settings = settings("r", 2, Compression.UNCOMPRESSED);
    write(settings);
    write(settings("killed", 2, Compression.UNCOMPRESSED));
    OutputFolder folder = new RemoteOutput(new RemoteFolder(dir.toString()));

    Path foreign = Files.writeString(dir.resolve("links-20260316-00000-of-00002.csv"), "mine");
    assertRefused(foreign, () -> swap(folder, settings));
    Files.delete(foreign);

    swap(folder, settings);
    folder.deleteRuns();
    Files.delete(dir.resolve("manifest.json")); // killed while files are between old and new
    PublishSettings again = settings("s", 2, Compression.UNCOMPRESSED);
    write(again);
    swap(folder, again);

    assertEquals("s", Files.readString(dir.resolve("links-20260316-00000-of-00002.csv")));

    assertEquals(2 * TABLES + FURTHER_FILES, visibleFiles().size());
    try (Stream<Path> files = Files.walk(dir)) {
      assertTrue(files.noneMatch(file -> file.toString().contains(".publish-killed/events")));
    }
  }

  @Test
  void addressesTellRemoteFromLocal() {
    assertEquals("gs://bucket/folder", OutputFolder.of("gs://bucket/folder/").path());
    assertEquals(dir.toString(), OutputFolder.of("file://" + dir).path());
    assertEquals(Path.of("x").toAbsolutePath().toString(), OutputFolder.of("x/").path());
  }

  @Test
  void filesOfARemoteFolderAreBroughtHere(@TempDir Path scratch) throws IOException {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    PublishSettings settings = settings("r", 2, Compression.UNCOMPRESSED);
    write(settings);

    assertEquals(
        scratch,
        new RemoteOutput(new RemoteFolder(dir.toString()))
            .bring(settings.runFolder(), scratch, name -> true));

    assertEquals("r", Files.readString(scratch.resolve("links-20260316-00001-of-00002.csv")));
    assertEquals(
        Path.of(settings.runFolder()),
        OutputFolder.of(dir.toString()).bring(settings.runFolder(), scratch, name -> true));
  }

  @Test
  void rangesAreDealtOutToABoundedNumberOfShards() {
    assertEquals(48, shards(48).count());
    Shards many = shards(42_000);
    assertEquals(2_500, many.count());
    int next = 0;
    for (int shard = 0; shard < many.count(); shard++) {
      assertEquals(next, many.firstRange(shard));
      next = many.endRange(shard);
      assertTrue(next - many.firstRange(shard) <= 17);
    }
    assertEquals(42_000, next);
    assertEquals(
        "events-20260316-00007-of-00048.csv.zst",
        shards(48).fileName(PublishedTables.EVENTS, 7, Compression.ZSTD));
  }

  private static Shards shards(int ranges) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 1; i < ranges; i++) {
      keys.add(new byte[] {(byte) (i >>> 16), (byte) (i >>> 8), (byte) i});
    }
    return new Shards(DAY, KeyRanges.of(keys));
  }

  private PublishSettings settings(String runId, int shards, Compression compression) {
    List<byte[]> keys =
        Stream.iterate(1, i -> i + 1)
            .limit(shards - 1)
            .map(i -> new byte[] {i.byteValue()})
            .toList();
    StoreConnector store = new StoreConnector(StoreAddress.parse("hbase://127.0.0.1:1", ""), 0);
    return new PublishSettings(
        new StoreTable(store, "t"),
        List.of(new Shards(DAY, KeyRanges.of(keys))),
        dir.toString(),
        runId,
        compression,
        KeptFiles.CSV,
        0);
  }

  private void publish(PublishSettings settings) throws IOException {
    write(settings);
    swap(OutputFolder.of(settings.output()), settings);
  }

  private static void swap(OutputFolder folder, PublishSettings settings) throws IOException {
    Shards day = settings.days().get(0);
    SortedMap<Integer, Map<String, Manifest.TableFiles>> files = new TreeMap<>();
    files.put(DAY, PublishedFiles.whole(settings, day, COUNTS));
    new PublishedFiles(folder)
        .swap(settings, files, List.of(new PublishedDay(DAY, "a store", 1, "run", "run")));
  }

  private static void write(PublishSettings settings) throws IOException {
    Path folder = Files.createDirectories(Path.of(settings.runFolder()));
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      for (int shard = 0; shard < settings.days().get(0).count(); shard++) {
        String name = settings.days().get(0).fileName(table, shard, settings.compression());
        Files.writeString(folder.resolve(name), settings.runId());
      }
    }
    Files.writeString(folder.resolve("abandoned.part"), "half");
  }

  private List<String> hidden(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .toList();
    }
  }

  private List<String> visibleFiles() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    }
  }
}
