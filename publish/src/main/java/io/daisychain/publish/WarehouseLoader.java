package io.daisychain.publish;

import io.daisychain.model.RowKey;
import io.daisychain.publish.file.OutputFolder;
import io.daisychain.publish.file.ParquetFiles;
import io.daisychain.publish.table.BigQueryMarket;
import io.daisychain.publish.table.MarketAddition;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.ParquetForm;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.Publication;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.bigquery.BigQueryWarehouse;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.duckdb.KeyedRows;
import io.daisychain.warehouse.duckdb.WarehouseNotes;
import io.daisychain.warehouse.iceberg.IcebergWarehouse;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.beam.sdk.io.Compression;

/** Brings a run's files into a warehouse. */
public interface WarehouseLoader {

  /**
   * What a run brings.
   *
   * @param days trade dates for the warehouse, of each what the run's folder has
   * @param parquet dates whose tables the run's folder is to get as Parquet
   * @param counts of the dates that were scanned
   * @param changed of the other ones
   * @param firstDate earlier dates are taken out of the warehouse
   */
  record Loads(
      List<DayLoad> days,
      List<Integer> parquet,
      SortedMap<Integer, PublishedCounts> counts,
      Changed changed,
      int firstDate) {}

  /** Dates of which only some rows are replaced, in a warehouse that takes rows. */
  interface Changed {
    /**
     * The keys by epoch day, pairs of longs, of those of these rows of which is not known what they
     * came to.
     */
    SortedMap<Integer, long[]> keys();

    /** What these dates came to. */
    Map<Integer, PublishedCounts> before();

    /**
     * Told what the rows of these keys came to.
     *
     * @return what the date comes to now
     */
    PublishedCounts replaced(int epochDay, PublishedCounts rows);
  }

  static WarehouseLoader of(WarehouseAddress warehouse) {
    return of(warehouse, Optional.empty());
  }

  /** The loader of a warehouse that gets market data beside its events. */
  static WarehouseLoader of(WarehouseAddress warehouse, Path marketData) {
    return of(warehouse, Optional.of(marketData));
  }

  private static WarehouseLoader of(WarehouseAddress warehouse, Optional<Path> marketData) {
    if (warehouse instanceof WarehouseAddress.Iceberg iceberg) {
      return new OfIceberg(iceberg.folder()); // of market data, others read the files
    }
    return warehouse instanceof WarehouseAddress.BigQuery bigQuery
        ? new OfBigQuery(bigQuery, marketData)
        : new OfDuckDb(((WarehouseAddress.DuckDb) warehouse).file(), marketData);
  }

  /**
   * Fails, before anything is done, for a warehouse that cannot be reached or cannot take these
   * files.
   */
  void check(PublishSettings settings) throws IOException;

  /**
   * What a warehouse says of itself.
   *
   * @param days what it has, by epoch day
   * @param counts of these, as far as they are known
   * @param newest of these, the rows that were brought last, where they are a few: others that are
   *     brought with these too cost less than more of them would
   * @param isMade whether its tables are there, be they empty, and find their rows
   * @param isOfOlderForm whether it does not know its dates: the next publication replaces all that
   *     is in it
   * @param keptDates how many dates it keeps, the newest; 0 for all
   */
  record State(
      SortedMap<Integer, PublishedDay> days,
      SortedMap<Integer, PublishedCounts> counts,
      SortedMap<Integer, Newest> newest,
      boolean isMade,
      boolean isOfOlderForm,
      int keptDates) {}

  /**
   * Rows that were brought last.
   *
   * @param keys of these
   * @param counts what they come to
   */
  record Newest(NavigableSet<RowKey> keys, PublishedCounts counts) {
    /** Of a date that has none. */
    static final Newest NONE = new Newest(new TreeSet<>(), PublishedCounts.ZERO);

    private static Newest of(WarehouseNotes.Newest noted) throws IOException {
      return DayCounts.isOfThisForm(noted.counts())
          ? new Newest(
              noted.keys().stream()
                  .map(RowKey::parse)
                  .collect(Collectors.toCollection(TreeSet::new)),
              DayCounts.parse(noted.counts()))
          : NONE;
    }
  }

  /** What it says of itself now. */
  State state() throws IOException;

  /** Whether it can take some rows of a date; else it takes whole dates. */
  boolean takesRows();

  /** The form of the Parquet files that whole dates are taken in; empty where they are CSV. */
  Optional<ParquetForm> parquet();

  /** Removes what a load left that was killed, where there is nothing to load. */
  void clean() throws IOException;

  /** Loads the files of a run that has ended, where no reader sees them. */
  PreparedLoad prepare(PublishSettings settings, OutputFolder output, Loads loads)
      throws IOException;

  /** Into a new file beside the old one. */
  record OfDuckDb(Path file, Optional<Path> marketData) implements WarehouseLoader {
    @Override
    public void check(PublishSettings settings) {}

    @Override
    public State state() throws IOException {
      WarehouseNotes notes = warehouse().notes();
      SortedMap<Integer, PublishedCounts> counts = new TreeMap<>();
      for (Map.Entry<Integer, String> noted : notes.counts().entrySet()) {
        if (DayCounts.isOfThisForm(noted.getValue())) {
          counts.put(noted.getKey(), DayCounts.parse(noted.getValue()));
        }
      }
      SortedMap<Integer, Newest> newest = new TreeMap<>();
      for (Map.Entry<Integer, WarehouseNotes.Newest> noted : notes.newest().entrySet()) {
        newest.put(noted.getKey(), Newest.of(noted.getValue()));
      }
      return new State(
          notes.days(),
          counts,
          newest,
          notes.isThere() && !notes.isOfOlderForm() && !notes.isMoved() && notes.hasAddition(),
          notes.isOfOlderForm(),
          warehouse().keptDates());
    }

    @Override
    public boolean takesRows() {
      return true;
    }

    @Override
    public Optional<ParquetForm> parquet() {
      return Optional.of(ParquetForm.DUCKDB);
    }

    @Override
    public void clean() throws IOException {
      warehouse().clean();
    }

    private DuckDbWarehouse warehouse() {
      DuckDbWarehouse warehouse =
          new DuckDbWarehouse(
              file, PublishedTables.schema(), DuckDbWarehouse.Limits.ofThisMachine());
      return marketData.isEmpty()
          ? warehouse
          : warehouse.withAddition(new MarketAddition(marketData.get()));
    }

    @Override
    public DuckDbWarehouse.Load prepare(PublishSettings settings, OutputFolder output, Loads loads)
        throws IOException {
      DuckDbWarehouse.Load load =
          warehouse()
              .from(loads.firstDate())
              .prepare(loads.days(), new RunSource(settings, output, loads.changed()));
      try {
        if (!loads.parquet().isEmpty()) {
          writeParquet(load, loads.parquet(), settings, output);
        }
        return load;
      } catch (IOException | RuntimeException e) {
        load.close();
        throw e;
      }
    }

    private void writeParquet(
        DuckDbWarehouse.Load load,
        List<Integer> days,
        PublishSettings settings,
        OutputFolder output)
        throws IOException {
      Path folder = file.toAbsolutePath().getParent();
      Path scratch = Files.createTempDirectory(folder, "." + file.getFileName() + "-parquet");
      try {
        ParquetFiles.write(load, days, output, settings.runFolder(), scratch);
      } finally {
        Files.deleteIfExists(scratch);
      }
    }
  }

  /** The files of a run, and what the rows come to that they replace. */
  record RunSource(PublishSettings settings, OutputFolder output, Changed changed)
      implements DuckDbWarehouse.Source {
    @Override
    public Path folder(Path scratch) throws IOException {
      return output.bring(settings.runFolder(), scratch, DayLoad::isLoaded);
    }

    @Override
    public SortedMap<Integer, String> counts(KeyedRows.Finder published) throws IOException {
      SortedMap<Integer, String> counts = new TreeMap<>();
      WarehouseRows.count(published, changed.keys(), changed.before())
          .forEach((day, rows) -> counts.put(day, DayCounts.text(changed.replaced(day, rows))));
      return counts;
    }
  }

  /** By load jobs, which fetch files from {@code gs://} themselves and are sent others. */
  record OfBigQuery(WarehouseAddress.BigQuery address, Optional<Path> marketData)
      implements WarehouseLoader {
    @Override
    public void check(PublishSettings settings) throws IOException {
      if (isInCloudStorage(settings) && settings.compression() == Compression.ZSTD) {
        throw new IllegalArgumentException(
            "BigQuery reads no .zst from gs://: publish plain or gz files");
      }
      open();
    }

    private BigQueryWarehouse open() throws IOException {
      BigQueryWarehouse dataset = BigQueryWarehouse.open(address, PublishedTables.schema());
      return marketData.isEmpty()
          ? dataset
          : dataset.withAddition(new BigQueryMarket(marketData.get()));
    }

    @Override
    public State state() throws IOException {
      BigQueryWarehouse dataset = open();
      // The first publication of a date makes the tables.
      return new State(
          dataset.days(), new TreeMap<>(), new TreeMap<>(), dataset.isCurrent(), false, 0);
    }

    @Override
    public boolean takesRows() {
      return false;
    }

    @Override
    public Optional<ParquetForm> parquet() {
      return Optional.empty();
    }

    @Override
    public void clean() {} // tables of a load that was killed expire

    private static boolean isInCloudStorage(PublishSettings settings) {
      return settings.output().startsWith("gs://");
    }

    @Override
    public PreparedLoad prepare(PublishSettings settings, OutputFolder output, Loads loads)
        throws IOException {
      BigQueryWarehouse warehouse = open();
      if (loads.days().isEmpty()) { // market data alone
        return warehouse.prepare(new Publication(settings.runId(), List.of(), List.of()));
      }
      if (isInCloudStorage(settings) && loads.parquet().isEmpty()) {
        return warehouse.prepare(publication(settings, loads, settings.runFolder()));
      }
      Path scratch = Files.createTempDirectory("daisychain-publish");
      try {
        if (!loads.parquet().isEmpty()) {
          // DuckDB writes Parquet, from a warehouse that is thrown away again.
          Path folder = Files.createDirectory(scratch.resolve("parquet"));
          new OfDuckDb(folder.resolve("parquet.duckdb"), Optional.empty())
              .prepare(settings, output, loads)
              .close();
          remove(folder);
        }
        String folder =
            isInCloudStorage(settings)
                ? settings.runFolder()
                : output
                    .bring(settings.runFolder(), scratch, name -> !DayLoad.isLoaded(name))
                    .toString();
        return warehouse.prepare(publication(settings, loads, folder));
      } finally {
        remove(scratch);
      }
    }

    private static Publication publication(PublishSettings settings, Loads loads, String folder) {
      List<PublishedDay> days = loads.days().stream().map(DayLoad::day).toList();
      List<Publication.Part> parts = new ArrayList<>();
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        List<String> files = new ArrayList<>();
        PublishedCounts.TableSum sum = PublishedCounts.TableSum.ZERO;
        for (PublishedDay day : days) {
          Shards shards = settings.shardsOf(day.epochDay());
          for (int shard = 0; shard < shards.count(); shard++) {
            files.add(folder + "/" + shards.fileName(table, shard, settings.compression()));
          }
          sum = sum.plus(loads.counts().get(day.epochDay()).of(table.name()));
        }
        parts.add(new Publication.Part(table.name(), files, sum.lines(), sum.digest()));
      }
      return new Publication(settings.runId(), days, parts);
    }
  }

  /** Into a folder of Iceberg tables, whole dates. */
  record OfIceberg(Path folder) implements WarehouseLoader {
    @Override
    public void check(PublishSettings settings) throws IOException {
      warehouse().check();
    }

    private IcebergWarehouse warehouse() {
      return new IcebergWarehouse(folder, PublishedTables.schema(), InstantSource.system());
    }

    @Override
    public State state() throws IOException {
      IcebergWarehouse warehouse = warehouse();
      return new State(
          warehouse.days(),
          new TreeMap<>(),
          new TreeMap<>(),
          warehouse.isMade(),
          false,
          warehouse.keptDates());
    }

    @Override
    public boolean takesRows() {
      return false;
    }

    @Override
    public Optional<ParquetForm> parquet() {
      return Optional.of(ParquetForm.ICEBERG);
    }

    @Override
    public void clean() throws IOException {
      warehouse().clean();
    }

    @Override
    public PreparedLoad prepare(PublishSettings settings, OutputFolder output, Loads loads)
        throws IOException {
      Path scratch = Files.createTempDirectory("daisychain-publish");
      try {
        Path files = output.bring(settings.runFolder(), scratch, DayLoad::isLoaded);
        return warehouse().prepare(loads.days(), files, settings.runId(), loads.firstDate());
      } finally {
        remove(scratch);
      }
    }
  }

  private static void remove(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
        for (Path file : files) {
          remove(file);
        }
      }
    }
    Files.delete(path);
  }
}
