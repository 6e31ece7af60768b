package io.daisychain.warehouse.iceberg;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.warehouse.LockFile;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.NotedNumber;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A folder of Iceberg tables, for engines that read such.
 *
 * <p>A publication writes all its files, then makes a snapshot of each table current, one table
 * after the other, and then notes the dates in {@code published.json}. Killed in between, some
 * tables are newer than others, and the dates count as not published: the next publication brings
 * them again.
 */
public final class IcebergWarehouse {
  private static final String NOTES = "published.json";
  private static final String LOADING = ".loading-";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final InstantSource clock;
  private final NotedNumber keptDates;
  private final NotedNumber keptPublished;
  private final List<IcebergTable> tables = new ArrayList<>();

  /** The warehouse in {@code folder}, which need not exist. */
  public IcebergWarehouse(Path folder, WarehouseSchema schema, InstantSource clock) {
    this.folder = folder.toAbsolutePath().normalize();
    this.clock = clock;
    keptDates = new NotedNumber(this.folder.resolve("keptDates.txt"), 0, "--keepDates=N");
    keptPublished =
        new NotedNumber(this.folder.resolve("keptPublished.txt"), 7, "--keepPublished=DAYS");
    for (WarehouseTable table : schema.tables()) {
      tables.add(new IcebergTable(this.folder.resolve(table.name()), table));
    }
  }

  /**
   * Makes sure, before any work, that dates can be published into it.
   *
   * @throws WarehouseException if the folder has something else in it, or tables of another version
   */
  public void check() throws IOException {
    if (FileKey.current().isPresent()) {
      throw new WarehouseException(
          FileKey.VARIABLE + " is set, and Iceberg's readers have no such key");
    }
    if (!Files.exists(lockFile()) && Files.exists(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        if (files.iterator().hasNext()) {
          throw new WarehouseException(folder + " has files that no publication put there");
        }
      }
    }
    for (IcebergTable table : tables) {
      table.check();
    }
  }

  private Path lockFile() {
    return folder.resolve(".daisychain.lock");
  }

  /** Makes the folder one of this program's. */
  private void claim() throws IOException {
    Files.createDirectories(folder);
    if (!Files.exists(lockFile())) {
      hold().close();
    }
  }

  /** Keeps other processes from publishing until it is closed, for a load that comes later. */
  public LockFile hold() throws IOException {
    Files.createDirectories(folder);
    return LockFile.hold(lockFile(), busy());
  }

  private String busy() {
    return "another process is publishing into " + folder;
  }

  /** How many trade dates it keeps, the newest; 0 for all. */
  public int keptDates() throws IOException {
    return keptDates.read();
  }

  /** Notes how many trade dates it keeps from now on. */
  public void keepDates(int newest) throws IOException {
    claim();
    keptDates.write(newest);
  }

  /** Notes for how many days snapshots stay after newer ones came. */
  public void keepPublished(int days) throws IOException {
    claim();
    keptPublished.write(days);
  }

  /** Whether its tables are there, be they empty. */
  public boolean isMade() {
    return Files.exists(folder.resolve(NOTES));
  }

  /** What it has, by epoch day. */
  public SortedMap<Integer, PublishedDay> days() throws IOException {
    SortedMap<Integer, PublishedDay> days = new TreeMap<>();
    if (isMade()) {
      for (JsonNode day : JSON.readTree(folder.resolve(NOTES).toFile()).path("days")) {
        int date = (int) LocalDate.parse(day.path("date").asText()).toEpochDay();
        days.put(
            date,
            new PublishedDay(
                date,
                day.path("source").asText(),
                day.path("version").asLong(),
                day.path("change").asText(),
                day.path("run").asText()));
      }
    }
    return days;
  }

  /** Removes what a load left that was killed, where nothing is to be loaded now. */
  public void clean() throws IOException {
    if (Files.exists(lockFile()) && !loading().isEmpty()) {
      LockFile lock;
      try {
        lock = LockFile.acquire(lockFile(), busy());
      } catch (WarehouseException e) {
        return; // who is loading does the same
      }
      try (lock) {
        endLoads();
      }
    }
  }

  private List<Path> loading() throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, LOADING + "*")) {
      files.forEach(found::add);
    }
    return found;
  }

  /** Ends all loads; under the lock, so none of them lives. */
  private void endLoads() throws IOException {
    for (Path marker : loading()) {
      Map<String, List<Path>> stale = new LinkedHashMap<>();
      for (String line : Files.readAllLines(marker)) {
        int tab = line.indexOf('\t');
        stale
            .computeIfAbsent(line.substring(0, tab), table -> new ArrayList<>())
            .add(Path.of(line.substring(tab + 1)));
      }
      String id = marker.getFileName().toString().substring(LOADING.length());
      for (IcebergTable table : tables) {
        table.end(id, stale.getOrDefault(table.table().name(), List.of()));
      }
      Files.delete(marker);
    }
  }

  /**
   * Loads trade dates, which no reader sees before {@link PreparedLoad#commit}.
   *
   * @param days in files of {@link DayLoad#partFile}, which are taken away
   * @param source folder of these
   * @param run that they belong to
   * @param firstDate what is there of earlier dates goes
   */
  public PreparedLoad prepare(List<DayLoad> days, Path source, String run, int firstDate)
      throws IOException {
    check();
    Files.createDirectories(folder);
    LockFile lock = LockFile.acquire(lockFile(), busy());
    try {
      endLoads();
      SortedMap<Integer, PublishedDay> noted = days();
      noted.headMap(firstDate).clear();
      String id = UUID.randomUUID().toString();
      IcebergTable.Load load =
          new IcebergTable.Load(
              id, run, clock.instant(), Duration.ofDays(keptPublished.read()), firstDate);
      StringBuilder stale = new StringBuilder();
      for (IcebergTable table : tables) {
        for (Path file : table.stale(load)) {
          stale.append(table.table().name()).append('\t').append(file).append('\n');
        }
      }
      DurableFile.write(folder.resolve(LOADING + id), stale.toString());
      List<IcebergTable.Prepared> prepared = new ArrayList<>();
      for (IcebergTable table : tables) {
        prepared.add(table.prepare(files(table.table(), days, source), load));
      }
      days.forEach(day -> noted.put(day.day().epochDay(), day.day()));
      return new Loaded(prepared, noted, lock);
    } catch (IOException | RuntimeException e) {
      try (lock) {
        endLoads();
      } catch (IOException cleaning) {
        e.addSuppressed(cleaning);
      }
      throw e;
    }
  }

  private static SortedMap<Integer, List<Path>> files(
      WarehouseTable table, List<DayLoad> days, Path source) throws IOException {
    SortedMap<Integer, List<Path>> files = new TreeMap<>();
    for (DayLoad load : days) {
      int day = load.day().epochDay();
      List<Path> ofDay = files.computeIfAbsent(day, d -> new ArrayList<>());
      for (int part = 0; part < load.parts(); part++) {
        Path file = source.resolve(DayLoad.partFile(table, day, part));
        if (ColumnFile.isEncrypted(file)) {
          throw new WarehouseException(
              FileKey.VARIABLE + " is set on a worker, which has encrypted " + file);
        }
        ofDay.add(file);
      }
    }
    return files;
  }

  /** Written snapshots; closing this uncommitted discards them. */
  private final class Loaded implements PreparedLoad {
    private final List<IcebergTable.Prepared> prepared;
    private final SortedMap<Integer, PublishedDay> noted;
    private final LockFile lock;

    Loaded(
        List<IcebergTable.Prepared> prepared,
        SortedMap<Integer, PublishedDay> noted,
        LockFile lock) {
      this.prepared = prepared;
      this.noted = noted;
      this.lock = lock;
    }

    @Override
    public void commit() throws IOException {
      ObjectNode notes = JSON.createObjectNode();
      ObjectNode snapshots = notes.putObject("snapshots");
      for (int i = 0; i < tables.size(); i++) {
        prepared.get(i).commit();
        snapshots.put(tables.get(i).table().name(), prepared.get(i).snapshot);
      }
      ArrayNode days = notes.putArray("days");
      for (PublishedDay day : noted.values()) {
        days.addObject()
            .put("date", LocalDate.ofEpochDay(day.epochDay()).toString())
            .put("source", day.source())
            .put("version", day.version())
            .put("change", day.change())
            .put("run", day.run());
      }
      DurableFile.write(folder.resolve(NOTES), JSON.writeValueAsString(notes));
    }

    @Override
    public void close() throws IOException {
      try (lock) {
        endLoads();
      }
    }
  }
}
