package io.daisychain.warehouse.duckdb;

import com.sun.management.OperatingSystemMXBean;
import io.daisychain.beam.ForeignFileException;
import io.daisychain.warehouse.LockFile;
import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.FileKey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A warehouse that is one DuckDB file for who reads it: its tables are views over Parquet files by
 * trade date, which lie in a folder beside it.
 *
 * <p>A process that writes a DuckDB file keeps all others out, readers too. So a load never touches
 * a file that is read: it writes the Parquet files of its trade dates under new names, builds a new
 * DuckDB file over them and over those of all other dates, and {@link Load#commit} renames that
 * over the old one. Readers that have the old one open keep reading it, and its Parquet files stay
 * as {@link DayFolder} says; later ones see the new.
 */
public final class DuckDbWarehouse {

  /**
   * What a load may use.
   *
   * @param threads at most this many cores
   * @param memoryMegabytes at most this much; sorting more spills to a folder beside the file
   */
  public record Limits(int threads, int memoryMegabytes) {
    /**
     * All cores, and a quarter of the memory that this process may use, but at least 1 GB, where
     * that is not more than a third, and at most 16: what does not fit is spilled, which costs a
     * sort half as much again.
     */
    public static Limits ofThisMachine() {
      OperatingSystemMXBean system =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      return new Limits(
          Runtime.getRuntime().availableProcessors(), megabytes(system.getTotalMemorySize()));
    }

    /** Of a machine with so many bytes of memory. */
    static int megabytes(long bytes) {
      long all = bytes >> 20;
      return (int) Math.min(Math.max(all / 4, Math.min(1024, all / 3)), 16384);
    }
  }

  /**
   * A file that is made of the one before keeps room of what is gone; beyond this one begins anew.
   */
  private static final long MOST_COPIED = 4 << 20;

  private final Path file;
  private final WarehouseSchema schema;
  private final Limits limits;
  private final LoadingFiles beside;
  private final DayFolder folder;
  private final KeptPublications published;
  private final NotedNumber keptDates;
  private final InstantSource clock;
  private final Optional<DayAddition> addition;

  /** Loads do away with dates before this one. */
  private final int firstDate;

  /** The warehouse in {@code file}, which need not exist. */
  public DuckDbWarehouse(Path file, WarehouseSchema schema, Limits limits) {
    this(file, schema, limits, InstantSource.system());
  }

  public DuckDbWarehouse(Path file, WarehouseSchema schema, Limits limits, InstantSource clock) {
    this(
        file.toAbsolutePath().normalize(),
        schema,
        limits,
        clock,
        Optional.empty(),
        Integer.MIN_VALUE);
  }

  private DuckDbWarehouse(
      Path file,
      WarehouseSchema schema,
      Limits limits,
      InstantSource clock,
      Optional<DayAddition> addition,
      int firstDate) {
    this.file = file;
    this.schema = schema;
    this.limits = limits;
    this.beside = new LoadingFiles(file);
    this.folder = new DayFolder(DayFolder.of(file), clock);
    this.published = new KeptPublications(DayFolder.of(file));
    this.keptDates =
        new NotedNumber(DayFolder.of(file).resolve("keptDates.txt"), 0, "--keepDates=N");
    this.clock = clock;
    this.addition = addition;
    this.firstDate = firstDate;
  }

  /** The same warehouse, whose loads add something to the published tables. */
  public DuckDbWarehouse withAddition(DayAddition added) {
    return new DuckDbWarehouse(file, schema, limits, clock, Optional.of(added), firstDate);
  }

  /**
   * The same warehouse, whose loads do away with what it has of earlier trade dates.
   *
   * @param date the first that stays, in days since 1970-01-01
   */
  public DuckDbWarehouse from(int date) {
    return new DuckDbWarehouse(file, schema, limits, clock, addition, date);
  }

  /** How many trade dates it keeps, the newest; 0 for all. */
  public int keptDates() throws IOException {
    return keptDates.read();
  }

  /** Notes how many trade dates it keeps from now on. */
  public void keepDates(int newest) throws IOException {
    keptDates.write(newest);
  }

  /**
   * Notes, for all loads from now on, for how many days what was published can be asked for after
   * something newer was ({@link DuckDbQuery#asOf}); 0 for not at all.
   */
  public void keepPublished(int days) throws IOException {
    published.keepFor(days);
  }

  /** What it notes of itself. */
  public WarehouseNotes notes() throws IOException {
    if (!FileNotes.isThere(file)) {
      return WarehouseNotes.NONE;
    }
    FileNotes notes = FileNotes.of(file);
    DayCatalog catalog = notes.catalog();
    SortedMap<Integer, PublishedDay> days = new TreeMap<>();
    SortedMap<Integer, String> counts = new TreeMap<>();
    SortedMap<Integer, WarehouseNotes.Newest> newest = new TreeMap<>();
    String columns = StoredDay.columnsOf(schema);
    for (StoredDay day : catalog.days().values()) {
      if (day.columns().equals(columns)) {
        days.put(day.epochDay(), day.day());
        if (!day.deltas().isEmpty()) {
          StoredDay.Delta last = day.deltas().get(day.deltas().size() - 1);
          newest.put(day.epochDay(), new WarehouseNotes.Newest(last.named(), last.counts()));
        }
        // Of files that are gone, or still have names of an earlier form, no rows are counted.
        if (!day.counts().isEmpty() && day.superseded(folder).stream().allMatch(Files::exists)) {
          counts.put(day.epochDay(), day.counts());
        }
      }
    }
    boolean moved = notes.folder().isPresent() && !notes.folder().get().equals(folder.path());
    boolean added =
        addition.isEmpty() || addition.get().isCurrent(notes.addition(), catalog.versions());
    return new WarehouseNotes(true, catalog.generation() == 0, moved, added, days, counts, newest);
  }

  /**
   * Loads trade dates from the files in {@code folder}, of which it takes those of Parquet away.
   *
   * @throws WarehouseException naming file and line of what cannot be loaded; the old tables stay
   */
  public void load(List<DayLoad> days, Path folder) throws IOException {
    try (Load load = prepare(days, scratch -> folder)) {
      load.commit();
    }
  }

  /**
   * Makes sure, before any work, that the file can be replaced: that its folder can be written to,
   * and that the file, if there is one, is a warehouse.
   *
   * @throws ForeignFileException if it is no DuckDB database, or one with a table that is not ours,
   *     which the new file would not have
   */
  public void check() throws IOException {
    new ReplaceableFile(file, schema).check();
  }

  /** Brings the files to this machine. */
  public interface Source {
    /**
     * The folder that they are in.
     *
     * @param scratch a folder that is made and may be it; gone after the load, whatever comes
     */
    Path folder(Path scratch) throws IOException;

    /**
     * By epoch day what all rows come to of the dates of which some are brought.
     *
     * @param published finds the rows of some keys in what was published so far
     */
    default SortedMap<Integer, String> counts(KeyedRows.Finder published) throws IOException {
      return new TreeMap<>();
    }
  }

  /**
   * Loads trade dates, which no reader sees before {@link Load#commit}, from files that may have to
   * be brought to this machine first.
   *
   * @throws WarehouseException naming file and line of what cannot be loaded, or because another
   *     process is loading
   */
  public Load prepare(List<DayLoad> days, Source source) throws IOException {
    Files.createDirectories(file.getParent());
    LockFile lock = beside.lock();
    try {
      beside.removeLeft();
      FileNotes noted = FileNotes.of(file);
      DayCatalog before = noted.catalog();
      folder.deleteUnfinished(before.files(schema, folder));
      long last = folder.lastGeneration();
      if (before.generation() > 0 && before.generation() < last) { // one was killed
        folder.keepRetired(before.generation());
        published.deleteBeyond(before.generation());
      }
      List<Path> adopted = adopt(before);
      String id = UUID.randomUUID().toString();
      Path fresh = beside.fresh(id);
      Path scratch = Files.createDirectory(file.resolveSibling(fresh.getFileName() + ".csv"));
      String named = FileKey.mark() + id;
      folder.begin(id, filesOf(days, before, named));
      long generation = Math.max(before.generation(), last) + 1;
      FileNotes after = build(fresh, source, scratch, noted, days, named, generation);
      LoadingFiles.remove(scratch);
      return new Load(fresh, before, adopted, after, lock);
    } catch (IOException | RuntimeException e) {
      try (lock) {
        discardUnfinished();
      } catch (IOException cleaning) {
        e.addSuppressed(cleaning);
      }
      throw e;
    }
  }

  /**
   * Removes what a load left that was killed, where nothing is to be loaded now; nothing while
   * another process is loading, which does the same.
   */
  public void clean() throws IOException {
    if (!FileNotes.isThere(file) || beside.left().isEmpty()) {
      return;
    }
    LockFile lock;
    try {
      lock = beside.lock();
    } catch (WarehouseException e) {
      return;
    }
    try (lock) {
      discardUnfinished();
    }
  }

  private void discardUnfinished() throws IOException {
    beside.removeLeft();
    folder.deleteUnfinished(FileNotes.of(file).catalog().files(schema, folder));
  }

  /**
   * Keeps other processes from loading until it is closed, for a load that comes later.
   *
   * @throws WarehouseException if another process is loading
   */
  public LockFile hold() throws IOException {
    Files.createDirectories(file.getParent());
    return beside.hold();
  }

  /** Gives files of an earlier form their names of now. */
  private List<Path> adopt(DayCatalog before) throws IOException {
    List<Path> adopted = new ArrayList<>();
    for (StoredDay day : before.days().values()) {
      List<Path> files = new ArrayList<>(day.superseded(folder));
      schema.tables().forEach(table -> files.addAll(day.deltas(table, folder)));
      for (Path file : files) {
        folder.adopt(file).ifPresent(adopted::add);
      }
    }
    return adopted;
  }

  /** All files that a publication may write. */
  private List<Path> filesOf(List<DayLoad> days, DayCatalog before, String id) {
    List<Path> files = new ArrayList<>();
    for (DayLoad load : days) {
      int day = load.day().epochDay();
      StoredDay old = before.days().get(day);
      int last = old == null ? 0 : old.deltas().size();
      for (int number : new int[] {1, last, last + 1}) {
        schema.tables().forEach(table -> files.add(folder.delta(table, day, number, id)));
        files.add(folder.superseded(day, number, id));
      }
      for (WarehouseTable table : schema.tables()) {
        files.add(folder.base(table, day, id));
        files.addAll(folder.base(table, day, id, load.parts()));
      }
    }
    return files;
  }

  /** A new file, full, waiting to take the old one's place; closing it uncommitted discards it. */
  public final class Load implements PreparedLoad {
    private final Path fresh;
    private final DayCatalog before;
    private final List<Path> adopted;
    private final FileNotes notes;
    private final DayCatalog after;
    private final LockFile lock;
    private boolean committed;

    private Load(
        Path fresh, DayCatalog before, List<Path> adopted, FileNotes notes, LockFile lock) {
      this.fresh = fresh;
      this.before = before;
      this.adopted = adopted;
      this.notes = notes;
      this.after = notes.catalog();
      this.lock = lock;
    }

    /**
     * Writes trade dates as Parquet too, in the order in which they are sorted, all columns in the
     * file, moments marked as UTC.
     *
     * @param target gets {@code TABLE-20260316-0.parquet}, {@code -1.parquet} and so on
     */
    public void exportParquet(List<Integer> days, Path target) throws IOException {
      try (AttachedFile attached = new AttachedFile(fresh, limits);
          Statement statement = attached.connection().createStatement()) {
        for (int day : days) {
          for (WarehouseTable table : schema.tables()) {
            statement.execute(DayWriter.export(table, day, target));
          }
        }
      } catch (SQLException e) {
        throw new WarehouseException("cannot write Parquet files: " + firstLine(e), e);
      }
    }

    /** What was noted of a trade date when this load began; nobody else loads since then. */
    public Optional<PublishedDay> before(int epochDay) {
      return Optional.ofNullable(before.days().get(epochDay)).map(StoredDay::day);
    }

    @Override
    public void commit() throws IOException {
      Set<Path> retired = new HashSet<>(before.files(schema, folder));
      retired.removeAll(after.files(schema, folder));
      retired.addAll(adopted);
      folder.retire(after.generation(), retired);
      // A write-ahead log that a crashed session left belongs to the old file, not to the new one.
      Files.deleteIfExists(new ReplaceableFile(file, schema).log());
      published.add(fresh, after.generation(), clock);
      FileNotes.remember(file, fresh, notes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      committed = true;
    }

    @Override
    public void close() throws IOException {
      try (lock) {
        beside.removeLeft();
        Set<Path> inUse = (committed ? after : before).files(schema, folder);
        folder.deleteUnfinished(inUse);
        if (committed) {
          Optional<KeptPublications.Kept> first = published.expire(clock.instant());
          folder.deleteRetired(
              after.generation(),
              first.map(KeptPublications.Kept::generation).orElse(after.generation()),
              inUse);
          if (addition.isPresent()) {
            Instant since = first.map(KeptPublications.Kept::time).orElse(Instant.MAX);
            addition.get().clean(notes.addition(), DayFolder.of(file), since);
          }
        }
      }
    }
  }

  private FileNotes build(
      Path fresh,
      Source source,
      Path scratch,
      FileNotes noted,
      List<DayLoad> days,
      String id,
      long generation)
      throws IOException {
    Path files = source.folder(scratch);
    DayCatalog before = noted.catalog();
    DayCatalog after = new DayCatalog(generation, new TreeMap<>(before.days().tailMap(firstDate)));
    String form = DayCatalog.form(schema);
    boolean isCopy = noted.form().equals(form) && noted.addition().isEmpty() && isSmall();
    if (isCopy) { // it can be made of the file before
      Files.copy(file, fresh);
    }
    Optional<String> added = Optional.empty();
    try (AttachedFile attached = new AttachedFile(fresh, limits)) {
      Connection connection = attached.connection();
      SortedMap<Integer, String> counts =
          source.counts(keys -> new KeyedRows(file, connection, before, schema, folder, keys));
      DayWriter writer = new DayWriter(connection, schema, folder, files, id);
      for (DayLoad load : days) {
        int day = load.day().epochDay();
        Optional<StoredDay> old = Optional.ofNullable(before.days().get(day));
        after.days().put(day, writer.write(load, counts.getOrDefault(day, ""), old));
      }
      if (isCopy) {
        after.rewrite(connection, schema, folder, noted);
      } else {
        after.write(connection, schema, folder);
      }
      if (addition.isPresent()) {
        added = addition.get().add(connection, after.versions(), DayFolder.of(file));
        folder.noteAddition(addition.get().folder());
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("CHECKPOINT");
      }
    } catch (SQLException e) {
      throw new WarehouseException("cannot build " + file + ": " + firstLine(e), e);
    }
    return new FileNotes(Map.of(), after, Optional.of(folder.path()), form, added);
  }

  private boolean isSmall() throws IOException {
    return Files.size(file) <= MOST_COPIED;
  }

  static String firstLine(SQLException e) {
    return ParquetScan.explained(e.getMessage().lines().findFirst().orElse("no reason given"));
  }
}
