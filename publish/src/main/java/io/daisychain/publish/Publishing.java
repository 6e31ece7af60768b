package io.daisychain.publish;

import io.daisychain.model.CalendarDates;
import io.daisychain.model.RowKey;
import io.daisychain.publish.file.KeptFiles;
import io.daisychain.publish.file.Manifest;
import io.daisychain.publish.file.OutputFolder;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.warehouse.ParquetForm;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;

/** The course of one publication into a folder that is held. */
final class Publishing {
  private final PipelineOptions options;
  private final PublishSettings settings;
  private final OutputFolder output;
  private final PublishedFiles files;
  private final WarehouseLoader warehouse;
  private final PublishJob.Execution execution;

  /** Lines of the dates of which only some rows are read. */
  private final SortedMap<Integer, ChangedRows> changed = new TreeMap<>();

  /** The rows of these dates that were brought last, and are read again. */
  private final SortedMap<Integer, WarehouseLoader.Newest> again = new TreeMap<>();

  /** How many rows of these have changed. */
  private final Map<String, Long> rowsChanged = new LinkedHashMap<>();

  private final SortedMap<Integer, PublishedCounts> counts = new TreeMap<>();

  Publishing(
      PipelineOptions options,
      PublishSettings settings,
      OutputFolder output,
      WarehouseLoader warehouse,
      PublishJob.Execution execution) {
    this.options = options;
    this.settings = settings;
    this.output = output;
    this.files = new PublishedFiles(output);
    this.warehouse = warehouse;
    this.execution = execution;
  }

  PublishSummary run(DaySelection selection, List<StoredDate> stored) throws IOException {
    boolean keepsFiles = settings.kept() != KeptFiles.NONE;
    Optional<Map<Integer, PublishedDay>> inFiles =
        keepsFiles ? Optional.of(files.days(settings)) : Optional.empty();
    WarehouseLoader.State state = warehouse.state();
    // Of what is replaced as a whole no date may be missing afterwards, whichever were named.
    DaySelection chosen = state.isOfOlderForm() ? selection.ofAllDates() : selection;
    int firstDate = firstDate(state, stored, selection.retainedFrom());
    List<StoredDate> wanted = stored.stream().filter(date -> date.epochDay() >= firstDate).toList();
    List<PublishPlan.Day> days =
        new PublishPlan(settings.table(), chosen, state, inFiles, warehouse.takesRows())
            .days(wanted, settings.runId());
    long scanned = 0;
    for (PublishPlan.Day day : days) {
      scanned += day.keys().isEmpty() ? day.events() : 0;
    }
    boolean isMuch = scanned > settings.few();
    if (isMuch && scanned < Integer.MAX_VALUE) { // else nobody has counted them
      execution.begin(scanned);
    }
    PublishSettings scanning = settings.withDays(shards(days, isMuch));
    if (isMuch) {
      Pipeline pipeline = Pipeline.create(options);
      PublishJob.build(pipeline, scanning);
      execution.run(pipeline);
      for (Shards day : scanning.days()) {
        counts.put(day.epochDay(), DayCounts.read(settings.runFolder(), day.epochDay()));
      }
    } else if (!scanning.days().isEmpty()) {
      writeHere(scanning);
    }
    readChanged(days, state);
    Map<String, String> digests = bring(days, scanning, state, firstDate);
    output.deleteRuns();
    List<String> cut =
        state.days().headMap(firstDate).keySet().stream().map(CalendarDates::text).toList();
    return PublishSummary.of(counts, rowsChanged, wanted.size() - days.size(), cut, digests);
  }

  /** The first date of which the warehouse has something afterwards; none is before it. */
  private static int firstDate(
      WarehouseLoader.State state, List<StoredDate> stored, int retainedFrom) {
    TreeSet<Integer> all = new TreeSet<>(state.days().keySet());
    stored.forEach(date -> all.add(date.epochDay()));
    if (state.keptDates() == 0 || all.size() <= state.keptDates()) {
      return Integer.MIN_VALUE;
    }
    int newest = all.stream().skip(all.size() - state.keptDates()).findFirst().orElseThrow();
    return Math.min(newest, retainedFrom);
  }

  private List<Shards> shards(List<PublishPlan.Day> days, boolean isMuch) throws IOException {
    List<Shards> shards = new ArrayList<>();
    try (TableAdmin tables = TableAdmin.open(settings.table().store())) {
      for (PublishPlan.Day day : days) {
        if (day.keys().isEmpty()) {
          FileSizes.Rows rows = FileSizes.Rows.NONE;
          if (takesParts(day)) {
            rows = isMuch ? FileSizes.Rows.IN_PARTS : FileSizes.Rows.IN_ONE_PART;
          }
          boolean lines =
              (day.toFiles() && settings.kept().hasCsv())
                  || (isLoaded(day) && warehouse.parquet().isEmpty());
          shards.add(
              FileSizes.shardsOf(settings.table(), day.epochDay(), tables, lines, rows)
                  .with(warehouse.parquet().orElse(ParquetForm.DUCKDB)));
        }
      }
    }
    return shards;
  }

  /**
   * Whether Parquet files of a whole date are written: most warehouses are loaded from them, and of
   * DuckDB's those are made that stay.
   */
  private boolean takesParts(PublishPlan.Day day) {
    return warehouse.parquet().isPresent() ? day.toWarehouse() : settings.kept().hasParquet();
  }

  /** Parquet is made of what a warehouse that takes CSV files gets at the same time. */
  private boolean isLoaded(PublishPlan.Day day) {
    return day.toWarehouse() || (settings.kept().hasParquet() && warehouse.parquet().isEmpty());
  }

  /** What a pipeline would write, in this process. */
  private void writeHere(PublishSettings scanning) throws IOException {
    try (ConnectionLease store = settings.table().store().connect()) {
      ShardWriter writer = new ShardWriter(scanning, store, false, events -> {});
      for (Shards day : scanning.days()) {
        counts.put(day.epochDay(), writer.write(day));
      }
    }
  }

  /** Reads the changed rows of the dates of which only these are read. */
  private void readChanged(List<PublishPlan.Day> days, WarehouseLoader.State state)
      throws IOException {
    for (PublishPlan.Day day : days) {
      if (day.keys().isPresent()) {
        int date = day.epochDay();
        NavigableSet<RowKey> keys = keys(day.keys().get());
        rowsChanged.put(CalendarDates.text(date), (long) keys.size());
        WarehouseLoader.Newest newest =
            state.newest().getOrDefault(date, WarehouseLoader.Newest.NONE);
        if (newest.keys().size() + keys.size() <= DayLoad.NAMED) {
          keys.addAll(newest.keys());
          again.put(date, newest);
        }
        changed.put(date, ChangedRows.read(settings, date, longs(keys)));
      }
    }
  }

  private static NavigableSet<RowKey> keys(long[] longs) {
    NavigableSet<RowKey> keys = new TreeSet<>();
    for (int i = 0; i < longs.length; i += 2) {
      keys.add(new RowKey(longs[i], longs[i + 1]));
    }
    return keys;
  }

  private static long[] longs(NavigableSet<RowKey> keys) {
    return keys.stream().flatMapToLong(key -> LongStream.of(key.high(), key.low())).toArray();
  }

  /** Those rows, to the warehouse, which knows what they replace. */
  private final class Replacing implements WarehouseLoader.Changed {
    private final WarehouseLoader.State state;

    Replacing(WarehouseLoader.State state) {
      this.state = state;
    }

    @Override
    public SortedMap<Integer, long[]> keys() {
      SortedMap<Integer, long[]> keys = new TreeMap<>();
      changed.forEach(
          (day, rows) -> {
            NavigableSet<RowKey> unknown = Publishing.keys(rows.keys());
            unknown.removeAll(again(day).keys());
            keys.put(day, longs(unknown));
          });
      return keys;
    }

    @Override
    public Map<Integer, PublishedCounts> before() {
      return state.counts();
    }

    @Override
    public PublishedCounts replaced(int epochDay, PublishedCounts rows) {
      PublishedCounts replaced = rows.plus(again(epochDay).counts());
      PublishedCounts now =
          state.counts().get(epochDay).with(changed.get(epochDay).counts(), replaced);
      counts.put(epochDay, now);
      return now;
    }
  }

  private WarehouseLoader.Newest again(int epochDay) {
    return again.getOrDefault(epochDay, WarehouseLoader.Newest.NONE);
  }

  /** Loads the warehouse, turns the folder, and commits. */
  private Map<String, String> bring(
      List<PublishPlan.Day> days,
      PublishSettings scanning,
      WarehouseLoader.State state,
      int firstDate)
      throws IOException {
    List<DayLoad> loads = new ArrayList<>();
    List<PublishedDay> noted = new ArrayList<>();
    for (PublishPlan.Day day : days) {
      if (isLoaded(day)) {
        int date = day.epochDay();
        loads.add(
            day.keys().isEmpty()
                ? new DayLoad(
                    day.day(),
                    DayLoad.Change.WHOLE,
                    DayCounts.text(counts.get(date)),
                    scanning.shardsOf(date).parts())
                : new DayLoad(
                    day.day(), DayLoad.Change.ROWS, DayCounts.text(changed.get(date).counts()), 0));
      }
      if (day.toFiles()) {
        noted.add(day.day());
      }
    }
    List<Integer> parquet =
        settings.kept().hasParquet()
            ? noted.stream().map(PublishedDay::epochDay).toList()
            : List.of();
    boolean isCut = !state.days().headMap(firstDate).isEmpty();
    if (loads.isEmpty() && parquet.isEmpty() && state.isMade() && !isCut) {
      warehouse.clean();
      return swap(noted, scanning);
    }
    WarehouseLoader.Loads brought =
        new WarehouseLoader.Loads(loads, parquet, counts, new Replacing(state), firstDate);
    try (PreparedLoad load = execution.load(() -> warehouse.prepare(scanning, output, brought))) {
      for (int day : changed.keySet()) {
        // Of a warehouse that takes rows. These were chosen before anybody was kept out.
        if (!((DuckDbWarehouse.Load) load)
            .before(day)
            .equals(Optional.ofNullable(state.days().get(day)))) {
          throw new IOException(
              "another publication changed "
                  + CalendarDates.text(day)
                  + " in the warehouse meanwhile: publish again");
        }
      }
      Map<String, String> digests = swap(noted, scanning);
      load.commit();
      return digests;
    }
  }

  /** Puts the files into the folder; only counts where none are kept. */
  private Map<String, String> swap(List<PublishedDay> noted, PublishSettings scanning)
      throws IOException {
    if (settings.kept() == KeptFiles.NONE) {
      return PublishSummary.digests(counts.values());
    }
    if (noted.isEmpty() && !files.hasUnwanted(settings.kept())) {
      return Manifest.read(output.folder()).digests();
    }
    SortedMap<Integer, Map<String, Manifest.TableFiles>> published = new TreeMap<>();
    for (PublishedDay note : noted) {
      int day = note.epochDay();
      ChangedRows rows = changed.get(day);
      if (!settings.kept().hasCsv()) {
        published.put(day, PublishedFiles.withoutCsv(counts.get(day)));
      } else if (rows != null) {
        published.put(day, files.merge(settings, rows, day));
      } else {
        published.put(day, PublishedFiles.whole(scanning, scanning.shardsOf(day), counts.get(day)));
      }
    }
    return files.swap(scanning, published, noted);
  }
}
