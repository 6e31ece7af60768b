package io.daisychain.warehouse.iceberg;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.ColumnFile;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A table in a folder, laid out as Hadoop's catalog has it: its newest {@code vN.metadata.json} is
 * the table. A version is complete before it gets this name, and files that it names are never
 * changed.
 */
final class IcebergTable {
  /** Name of the run, among what a snapshot says of itself. */
  static final String RUN = "daisychain.run";

  private static final String LOAD = "daisychain.load";

  /** Snapshots before the current one that stay in any case, and at most. */
  private static final int LEAST_KEPT = 2;

  private static final int MOST_KEPT = 100;

  /** For so long a snapshot stays in any case after another came, for who reads it. */
  private static final Duration GRACE = Duration.ofHours(1);

  /** Versions of the metadata before the current one that stay. */
  private static final int KEPT_VERSIONS = 10;

  private static final String SCHEME = "file://";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final TableText text;

  IcebergTable(Path folder, WarehouseTable table) {
    this.folder = folder.toAbsolutePath().normalize();
    this.text = new TableText(table);
  }

  WarehouseTable table() {
    return text.table();
  }

  private Path metadata(String name) {
    return folder.resolve("metadata").resolve(name);
  }

  private Path hint() {
    return metadata("version-hint.text");
  }

  private Path versionFile(int version) {
    return metadata("v" + version + ".metadata.json");
  }

  /** The newest version, which the hint does not name if a publication was killed; 0 for none. */
  private int version() throws IOException {
    int version = 0;
    try {
      version = Integer.parseInt(Files.readString(hint()).strip());
    } catch (NoSuchFileException e) {
      // a new table
    } catch (NumberFormatException e) {
      throw new WarehouseException(hint() + " has no number", e);
    }
    while (Files.exists(versionFile(version + 1))) {
      version++;
    }
    return version;
  }

  private ObjectNode newest(int version) throws IOException {
    if (version > 0) {
      return (ObjectNode) JSON.readTree(versionFile(version).toFile());
    }
    ObjectNode metadata = JSON.createObjectNode().put("format-version", 2);
    metadata.put("table-uuid", UUID.randomUUID().toString()).put("location", uri(folder));
    metadata.put("last-sequence-number", 0).put("last-updated-ms", 0);
    metadata.put("last-column-id", table().columns().size());
    metadata.put("current-schema-id", 0).putArray("schemas").add(text.schema());
    ObjectNode spec = metadata.put("default-spec-id", 0).putArray("partition-specs").addObject();
    spec.put("spec-id", 0).set("fields", text.partitionFields());
    metadata.put("last-partition-id", 1000).put("default-sort-order-id", 0);
    metadata.putArray("sort-orders").addObject().put("order-id", 0).putArray("fields");
    metadata.putObject("properties").put("comment", table().meaning());
    metadata.put("current-snapshot-id", -1).putObject("refs");
    for (String list : List.of("snapshots", "snapshot-log", "metadata-log")) {
      metadata.putArray(list);
    }
    return metadata;
  }

  /** Fails for a table whose columns are those of another version of this program. */
  void check() throws IOException {
    int version = version();
    if (version > 0 && !columns(newest(version).at("/schemas/0")).equals(columns(text.schema()))) {
      throw new WarehouseException(
          folder
              + " has other columns than this version publishes: publish into another folder, or"
              + " remove this one");
    }
  }

  private static List<String> columns(JsonNode schema) {
    List<String> columns = new ArrayList<>();
    schema
        .path("fields")
        .forEach(field -> columns.add(field.path("name") + " " + field.path("type")));
    return columns;
  }

  /** A snapshot whose files are written, and that no reader sees yet. */
  final class Prepared {
    private final int version;
    private final Path written;

    /** Number that readers name it by. */
    final long snapshot;

    private Prepared(int version, Path written, long snapshot) {
      this.version = version;
      this.written = written;
      this.snapshot = snapshot;
    }

    void commit() throws IOException {
      Files.move(written, versionFile(version)); // fails where another has written this version
      DurableFile.write(hint(), Integer.toString(version));
    }
  }

  /**
   * A publication.
   *
   * @param id part of the names of all files that it writes
   * @param run that it belongs to
   * @param time of it
   * @param kept for how long snapshots stay that were current
   * @param firstDate what is there of earlier dates goes
   */
  record Load(String id, String run, Instant time, Duration kept, int firstDate) {}

  /** What a publication has no more use for: files to be deleted when it is committed. */
  List<Path> stale(Load load) throws IOException {
    int version = version();
    if (version == 0) {
      return List.of();
    }
    List<JsonNode> snapshots = snapshots(newest(version));
    List<JsonNode> expired = snapshots.subList(0, expired(snapshots, load));
    List<Path> stale = new ArrayList<>();
    Set<String> kept = new HashSet<>();
    if (!expired.isEmpty()) {
      // A manifest that a snapshot has no more is in none that comes after it.
      manifests(snapshots.get(expired.size())).forEach(manifest -> kept.add(manifest.path()));
    }
    for (JsonNode snapshot : expired) {
      for (DateManifest manifest : manifests(snapshot)) {
        if (kept.add(manifest.path())) {
          Path file = path(manifest.path());
          for (DataFile data : DataFile.read(file, text)) {
            if (data.isAdded()) {
              stale.add(path(data.path()));
            }
          }
          stale.add(file);
        }
      }
      stale.add(path(snapshot.path("manifest-list").asText()));
    }
    for (int old = version - KEPT_VERSIONS; Files.exists(versionFile(old)); old--) {
      stale.add(versionFile(old));
    }
    return stale;
  }

  /** How many snapshots, the oldest, expire. */
  private static int expired(List<JsonNode> snapshots, Load load) {
    Duration kept = load.kept().compareTo(GRACE) < 0 ? GRACE : load.kept();
    long since = load.time().minus(kept).toEpochMilli();
    int expired = 0;
    while (expired < snapshots.size() - LEAST_KEPT
        && (snapshots.get(expired + 1).path("timestamp-ms").asLong() < since
            || expired < snapshots.size() - MOST_KEPT)) {
      expired++;
    }
    return expired;
  }

  private static List<JsonNode> snapshots(ObjectNode metadata) {
    List<JsonNode> snapshots = new ArrayList<>();
    metadata.path("snapshots").forEach(snapshots::add);
    return snapshots;
  }

  private static List<DateManifest> manifests(JsonNode snapshot) throws IOException {
    return DateManifest.read(path(snapshot.path("manifest-list").asText()));
  }

  /**
   * Writes a snapshot in which files take the place of all that there is of their dates.
   *
   * @param days files by trade date, which are moved away from where they are
   */
  Prepared prepare(SortedMap<Integer, List<Path>> days, Load load) throws IOException {
    Files.createDirectories(folder.resolve("metadata"));
    int version = version();
    ObjectNode metadata = newest(version);
    List<JsonNode> snapshots = snapshots(metadata);
    long parent = metadata.path("current-snapshot-id").asLong();
    long sequence = metadata.path("last-sequence-number").asLong() + 1;
    long snapshot = new Random().nextLong(1, Long.MAX_VALUE);
    SortedMap<Integer, List<DataFile>> changed = new TreeMap<>();
    for (int day : days.keySet()) {
      changed.put(day, new ArrayList<>());
    }
    List<DateManifest> manifests = new ArrayList<>();
    List<DateManifest> before =
        snapshots.isEmpty() ? List.of() : manifests(snapshots.get(snapshots.size() - 1));
    for (DateManifest manifest : before) {
      int day = manifest.epochDay();
      if (days.containsKey(day) || day < load.firstDate()) {
        List<DataFile> gone = changed.computeIfAbsent(day, d -> new ArrayList<>());
        DataFile.read(path(manifest.path()), text).stream()
            .filter(DataFile::isAdded)
            .forEach(file -> gone.add(file.deleted(snapshot)));
      } else if (manifest.added().files() > 0) {
        manifests.add(manifest);
      }
    }
    for (int day : days.keySet()) {
      changed.get(day).addAll(take(day, days.get(day), load.id(), snapshot, sequence));
    }
    for (int day : changed.keySet()) {
      List<DataFile> files = changed.get(day);
      if (!files.isEmpty()) {
        Path file = metadata(WarehouseTable.basicDate(day) + "-" + load.id() + ".avro");
        byte[] bytes = DataFile.manifest(files, text);
        DurableFile.write(file, bytes);
        DateManifest.Sum added = DateManifest.Sum.of(files, true);
        DateManifest.Sum deleted = DateManifest.Sum.of(files, false);
        manifests.add(
            new DateManifest(uri(file), bytes.length, sequence, snapshot, day, added, deleted));
      }
    }
    Path list = metadata("snap-" + snapshot + "-" + load.id() + ".avro");
    DurableFile.write(list, DateManifest.list(manifests, snapshot, parent, sequence));
    long time = Math.max(load.time().toEpochMilli(), metadata.path("last-updated-ms").asLong() + 1);
    if (version > 0) {
      log(metadata, version);
    }
    metadata.put("last-sequence-number", sequence).put("last-updated-ms", time);
    ObjectNode added = JSON.createObjectNode().put("snapshot-id", snapshot);
    if (parent >= 0) {
      added.put("parent-snapshot-id", parent);
    }
    added.put("sequence-number", sequence).put("timestamp-ms", time).put("schema-id", 0);
    added.put("manifest-list", uri(list)).set("summary", summary(manifests, snapshot, load));
    List<JsonNode> kept =
        new ArrayList<>(snapshots.subList(expired(snapshots, load), snapshots.size()));
    kept.add(added);
    ArrayNode all = metadata.putArray("snapshots");
    ArrayNode moments = metadata.putArray("snapshot-log");
    for (JsonNode each : kept) {
      all.add(each);
      moments
          .addObject()
          .setAll(
              JSON.createObjectNode()
                  .put("timestamp-ms", each.path("timestamp-ms").asLong())
                  .put("snapshot-id", each.path("snapshot-id").asLong()));
    }
    metadata.put("current-snapshot-id", snapshot);
    metadata.putObject("refs").putObject("main").put("snapshot-id", snapshot).put("type", "branch");
    Path written = metadata(load.id() + ".json");
    DurableFile.write(written, JSON.writeValueAsBytes(metadata));
    return new Prepared(version + 1, written, snapshot);
  }

  /** Notes where the metadata were, and forgets those that go. */
  private void log(ObjectNode metadata, int version) {
    List<JsonNode> log = new ArrayList<>();
    metadata.path("metadata-log").forEach(log::add);
    log.add(
        JSON.createObjectNode()
            .put("timestamp-ms", metadata.path("last-updated-ms").asLong())
            .put("metadata-file", uri(versionFile(version))));
    metadata
        .putArray("metadata-log")
        .addAll(log.subList(Math.max(0, log.size() - KEPT_VERSIONS), log.size()));
  }

  private static ObjectNode summary(List<DateManifest> manifests, long snapshot, Load load) {
    long[] sums = new long[6];
    for (DateManifest manifest : manifests) {
      sums[0] += manifest.added().files();
      sums[1] += manifest.added().rows();
      if (manifest.snapshot() == snapshot) {
        sums[2] += manifest.added().files();
        sums[3] += manifest.added().rows();
        sums[4] += manifest.deleted().files();
        sums[5] += manifest.deleted().rows();
      }
    }
    return JSON.createObjectNode()
        .put("operation", "overwrite")
        .put(RUN, load.run())
        .put(LOAD, load.id())
        .put("total-data-files", Long.toString(sums[0]))
        .put("total-records", Long.toString(sums[1]))
        .put("added-data-files", Long.toString(sums[2]))
        .put("added-records", Long.toString(sums[3]))
        .put("deleted-data-files", Long.toString(sums[4]))
        .put("deleted-records", Long.toString(sums[5]));
  }

  /** Makes Parquet files the table's own; those without rows stay away. */
  private List<DataFile> take(int day, List<Path> files, String id, long snapshot, long sequence)
      throws IOException {
    Path target =
        folder.resolve("data").resolve(table().dateColumn() + "=" + LocalDate.ofEpochDay(day));
    List<DataFile> taken = new ArrayList<>();
    for (int part = 0; part < files.size(); part++) {
      long rows;
      try (ColumnFile file = ColumnFile.open(files.get(part))) {
        rows = file.rows();
      }
      if (rows > 0) {
        Files.createDirectories(target);
        Path own = target.resolve(id + "-" + part + ".parquet");
        Files.move(files.get(part), own);
        taken.add(new DataFile(true, snapshot, sequence, uri(own), day, rows, Files.size(own)));
      }
    }
    return taken;
  }

  /**
   * Ends a publication, which may have been killed: removes its own files where it was not
   * committed, else those that went with it.
   */
  void end(String id, List<Path> stale) throws IOException {
    int version = version();
    boolean isCommitted = false;
    if (version > 0) {
      String told = Files.exists(hint()) ? Files.readString(hint()) : "";
      if (!told.equals(Integer.toString(version))) { // killed before it said so
        DurableFile.write(hint(), Integer.toString(version));
      }
      for (JsonNode snapshot : newest(version).path("snapshots")) {
        isCommitted |= snapshot.path("summary").path(LOAD).asText().equals(id);
      }
    }
    if (isCommitted) {
      for (Path file : stale) {
        delete(file);
      }
    } else if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file :
            files.filter(each -> each.getFileName().toString().contains(id)).toList()) {
          delete(file);
        }
      }
    }
  }

  /** Deletes a file, and a date's folder with the last one in it. */
  private void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
    if (!file.getParent().equals(hint().getParent())) {
      try (DirectoryStream<Path> rest = Files.newDirectoryStream(file.getParent())) {
        if (rest.iterator().hasNext()) {
          return;
        }
      } catch (NoSuchFileException e) {
        return;
      }
      try {
        Files.deleteIfExists(file.getParent());
      } catch (DirectoryNotEmptyException e) {
        // somebody else's
      }
    }
  }

  private static String uri(Path path) {
    return SCHEME + path;
  }

  private static Path path(String uri) {
    return Path.of(uri.substring(SCHEME.length()));
  }
}
