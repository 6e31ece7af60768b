package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The folder beside a DuckDB warehouse that has its rows: Parquet files by table and trade date.
 *
 * <p>A file is never changed, and its name, which has the publication's in it, is given once. So a
 * reader of an earlier publication goes on for as long as its files are there: those that a
 * publication has no more use for are listed in {@code retired-GENERATION.txt} and deleted by a
 * later one, when two more have come, an hour is over, none of our own readers holds the lock
 * {@code generation-N.lock} of an earlier one, and none of the {@link KeptPublications} needs them.
 * What a killed publication wrote is found by its {@code loading-ID.txt}; files that nothing of
 * this tells of are left alone.
 */
public final class DayFolder {
  /** Publications before the current one whose files stay in any case. */
  private static final int KEPT_PUBLICATIONS = 2;

  private static final Duration GRACE = Duration.ofHours(1);
  private static final String SUPERSEDED = "superseded";
  private static final String DELTA = "delta=";
  private static final String SUFFIX = ".parquet";
  private static final String TEXT = ".txt";
  private static final String RETIRED = "retired-";
  private static final String LOADING = "loading-";
  private static final String GENERATION = "generation-";
  private static final String LOCK = ".lock";
  private static final String ADDITION = "addition.txt";

  private final Path folder;
  private final InstantSource clock;

  DayFolder(Path folder, InstantSource clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /** The folder of a warehouse. */
  public static Path of(Path file) {
    return file.resolveSibling(file.getFileName() + ".days");
  }

  /** Its whole path, by which views name its files. */
  Path path() {
    return folder;
  }

  /** The file that readers of a publication lock. */
  public static Path lockFile(Path folder, long generation) {
    return folder.resolve(GENERATION + generation + LOCK);
  }

  /**
   * Notes the folder of what a warehouse has beside its published tables. It must be known before
   * the warehouse is opened: what a connection may read is a setting of its opening.
   */
  void noteAddition(Path beside) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(ADDITION), beside + "\n");
  }

  /** The folder that {@link #noteAddition} noted of a warehouse. */
  static Optional<Path> addition(Path folder) throws IOException {
    try {
      return Optional.of(Path.of(Files.readString(folder.resolve(ADDITION)).strip()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The file of all rows of a date, but for those that a delta has in their place. */
  Path base(WarehouseTable table, int epochDay, String id) {
    return place(table.name(), table.dateColumn(), epochDay).resolve(id + SUFFIX);
  }

  /**
   * The files of all these rows.
   *
   * @param parts number of files; 0 for the one without a number
   */
  List<Path> base(WarehouseTable table, int epochDay, String id, int parts) {
    if (parts == 0) {
      return List.of(base(table, epochDay, id));
    }
    Path place = place(table.name(), table.dateColumn(), epochDay);
    List<Path> files = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      files.add(place.resolve(String.format(Locale.ROOT, "%s-%05d%s", id, part, SUFFIX)));
    }
    return files;
  }

  /**
   * The file of the rows of a delta.
   *
   * @param number of the delta among those of the date, from 1: readers see it as a column
   */
  Path delta(WarehouseTable table, int epochDay, int number, String id) {
    return place(table.name(), table.dateColumn(), epochDay)
        .resolve(DELTA + number)
        .resolve(id + SUFFIX);
  }

  /** The file of the keys of which a delta has the rows. */
  Path superseded(int epochDay, int number, String id) {
    return place(SUPERSEDED, "tradeDate", epochDay).resolve(DELTA + number).resolve(id + SUFFIX);
  }

  /**
   * Gives a file of a delta its name of now, if it has that of an earlier form, in which a date had
   * one delta, without a number.
   *
   * @return the name it had; empty for a file that has its name
   */
  Optional<Path> adopt(Path file) throws IOException {
    Path date = file.getParent().getParent();
    String name = file.getFileName().toString();
    if (!Files.exists(file)) {
      for (String earlier : List.of(name.replace(SUFFIX, ".delta" + SUFFIX), name)) {
        Path old = date.resolve(earlier);
        if (Files.exists(old)) {
          Files.createDirectories(file.getParent());
          LoadingFiles.link(old, file);
          if (Files.exists(FileSum.of(old))) {
            LoadingFiles.link(FileSum.of(old), FileSum.of(file));
          }
          return Optional.of(old);
        }
      }
    }
    return Optional.empty();
  }

  /** Hive's way of naming folders: DuckDB reads the column from it. */
  private Path place(String table, String column, int epochDay) {
    return folder.resolve(table).resolve(column + "=" + LocalDate.ofEpochDay(epochDay));
  }

  /** Says, before files are written, which a kill would leave. */
  void begin(String id, Collection<Path> files) throws IOException {
    Files.createDirectories(folder);
    write(folder.resolve(LOADING + id + TEXT), files);
  }

  /**
   * Forgets what a publication that was killed before it was the warehouse's would have done
   * without: later ones do with it, and may still be asked for when that is long ago.
   */
  void keepRetired(long beyond) throws IOException {
    for (Path list : numbered(RETIRED, TEXT).tailMap(beyond + 1).values()) {
      Files.delete(list);
    }
  }

  /** Deletes the files of publications that were killed or failed, but for those in use. */
  void deleteUnfinished(Set<Path> inUse) throws IOException {
    for (Path list : lists(LOADING)) {
      delete(read(list), inUse);
      Files.delete(list);
    }
  }

  /** The largest number that a publication into this folder ever had. */
  long lastGeneration() throws IOException {
    long last = 0;
    for (long generation : numbered(RETIRED, TEXT).keySet()) {
      last = Math.max(last, generation);
    }
    for (long generation : numbered(GENERATION, LOCK).keySet()) {
      last = Math.max(last, generation);
    }
    return last;
  }

  /** Prepares the turn to a publication that does without some files of the one before. */
  void retire(long generation, Collection<Path> files) throws IOException {
    if (!files.isEmpty()) {
      write(folder.resolve(RETIRED + generation + TEXT), files);
    }
    Path lock = lockFile(folder, generation);
    if (!Files.exists(lock)) {
      Files.createFile(lock);
    }
  }

  /**
   * Deletes the files that no reader can be reading any more.
   *
   * @param kept the earliest publication that can still be asked for
   */
  void deleteRetired(long current, long kept, Set<Path> inUse) throws IOException {
    Instant limit = clock.instant().minus(GRACE);
    long read = earliestRead(current);
    for (Map.Entry<Long, Path> list : numbered(RETIRED, TEXT).entrySet()) {
      // What publication N retired was read by those before N.
      boolean stays =
          list.getKey() > Math.min(current - KEPT_PUBLICATIONS, Math.min(read, kept))
              || Files.getLastModifiedTime(list.getValue()).toInstant().isAfter(limit);
      if (stays) {
        break;
      }
      delete(read(list.getValue()), inUse);
      Files.delete(list.getValue());
    }
    for (Map.Entry<Long, Path> lock : numbered(GENERATION, LOCK).entrySet()) {
      if (lock.getKey() < Math.min(current - KEPT_PUBLICATIONS, read)
          && Files.getLastModifiedTime(lock.getValue()).toInstant().isBefore(limit)) {
        Files.delete(lock.getValue());
      }
    }
  }

  private long earliestRead(long current) throws IOException {
    for (Map.Entry<Long, Path> lock : numbered(GENERATION, LOCK).entrySet()) {
      if (lock.getKey() < current && ReaderLease.isHeld(lock.getValue())) {
        return lock.getKey();
      }
    }
    return current;
  }

  private void delete(List<Path> files, Set<Path> inUse) throws IOException {
    for (Path file : files) {
      if (!inUse.contains(file)) {
        FileSum.deleteWith(file);
        for (Path place = file.getParent();
            place.getParent().startsWith(folder) && deleteIfEmpty(place);
            place = place.getParent()) {
          // of a delta, of the date, of the table
        }
      }
    }
  }

  /** False where other files of it are in use. */
  static boolean deleteIfEmpty(Path place) throws IOException {
    try {
      Files.deleteIfExists(place);
      return true;
    } catch (DirectoryNotEmptyException e) {
      return false;
    }
  }

  private void write(Path list, Collection<Path> files) throws IOException {
    StringBuilder text = new StringBuilder();
    new TreeSet<>(files).forEach(file -> text.append(folder.relativize(file)).append('\n'));
    Files.writeString(list, text);
  }

  private List<Path> read(Path list) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String line : Files.readAllLines(list)) {
      Path file = folder.resolve(line).normalize();
      if (file.startsWith(folder) && line.endsWith(SUFFIX)) {
        files.add(file);
      }
    }
    return files;
  }

  private List<Path> lists(String prefix) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*" + TEXT)) {
      files.forEach(found::add);
    } catch (NoSuchFileException e) {
      return found;
    }
    return found;
  }

  /** Files by the number in their names, ascending. */
  private SortedMap<Long, Path> numbered(String prefix, String suffix) throws IOException {
    SortedMap<Long, Path> found = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*" + suffix)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        String number = name.substring(prefix.length(), name.length() - suffix.length());
        if (number.matches("\\d{1,18}")) {
          found.put(Long.parseLong(number), file);
        }
      }
    } catch (NoSuchFileException e) {
      return found;
    }
    return found;
  }
}
