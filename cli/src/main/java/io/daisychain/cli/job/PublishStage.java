package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.audit.AuditFact;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.option.DaysOption;
import io.daisychain.cli.option.FileCompression;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.JobSteps;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.model.reference.ValidityTable;
import io.daisychain.publish.DaySelection;
import io.daisychain.publish.PublishJob;
import io.daisychain.publish.PublishSettings;
import io.daisychain.publish.PublishSummary;
import io.daisychain.publish.WarehouseLoader;
import io.daisychain.publish.file.KeptFiles;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options and course of a publication, alone or as part of a run. */
public final class PublishStage {
  /** Dates that a line names one by one. */
  private static final int MOST_NAMED = 8;

  /** The folder of files, unless another is named. */
  public static final String DEFAULT_OUTPUT = "daisychain-data/published";

  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = DEFAULT_OUTPUT,
      description = "Folder for the CSV and Parquet files. Default: ${DEFAULT-VALUE}")
  private String output;

  @Option(
      names = "--csvCompression",
      paramLabel = "plain|gz|zst",
      defaultValue = "PLAIN",
      description = "Of the CSV files. Default: plain")
  private FileCompression compression = FileCompression.PLAIN;

  @Option(
      names = "--files",
      paramLabel = "csv|parquet|csv,parquet|none",
      split = ",",
      defaultValue = "CSV",
      description = {
        "What lies in --output beside the warehouse's own files. csv: the tables as CSV, about 490"
            + " bytes an event; parquet: as Parquet, alone or beside CSV, which DuckDB sorts and"
            + " writes once more; none: nothing, which costs least, and what an earlier publication"
            + " left there stays as it is. BigQuery is loaded from CSV files in any case. Default:"
            + " csv"
      })
  private Set<Files> files = EnumSet.of(Files.CSV);

  @Option(names = "--parquet", description = "The same as --files=csv,parquet.")
  private boolean parquet;

  @Option(
      names = "--runId",
      paramLabel = "ID",
      description = {
        "Names the publication, to try it again: what BigQuery had loaded of it is not loaded"
            + " twice.",
        "Default: a new one"
      })
  private String runId;

  @Option(
      names = "--keepPublished",
      paramLabel = "DAYS",
      description = {
        "For how many days what was published is kept after something newer was, for sql --asOf; 0"
            + " for not at all. It holds until another is given. Of duckdb: and iceberg:. Default at"
            + " first: 7"
      })
  private Integer keepPublished;

  @Option(
      names = "--keepDates",
      paramLabel = "N",
      description = {
        "Keeps the newest N trade dates in the warehouse, takes earlier ones out with the"
            + " publication and publishes none of them; 0 for all. It holds until another is given."
            + " Dates that the retention of the audit log has stay. Of duckdb: and iceberg:."
            + " Default at first: 0"
      })
  private Integer keepDates;

  @Mixin private WarehouseOption warehouse;

  @Mixin private MarketDataOption marketData;

  /** What stays in the folder of files. */
  public enum Files {
    CSV,
    PARQUET,
    NONE
  }

  public static PublishStage of(
      String output, WarehouseOption warehouse, MarketDataOption marketData) {
    return of(output, Files.CSV, warehouse, marketData);
  }

  public static PublishStage of(
      String output, Files files, WarehouseOption warehouse, MarketDataOption marketData) {
    PublishStage stage = new PublishStage();
    stage.files = EnumSet.of(files);
    stage.marketData = marketData;
    stage.output = output;
    stage.warehouse = warehouse;
    return stage;
  }

  /** Checks the options, before anything starts. */
  public void check(PipelineOptions options) throws IOException {
    WarehouseAddress address = warehouse.address();
    if (runId != null && !runId.matches("[A-Za-z0-9_-]{1,200}")) {
      throw new UsageException("--runId=" + runId + " is not of letters, digits, - and _");
    }
    if (address instanceof WarehouseAddress.BigQuery
        && output.startsWith("gs://")
        && compression == FileCompression.ZST) {
      throw new UsageException("BigQuery reads no .zst from gs://: --csvCompression=plain or gz");
    }
    if (keepPublished != null && keepPublished < 0) {
      throw new UsageException("--keepPublished=" + keepPublished + ": must be 0 or more");
    }
    if (keepPublished != null && address instanceof WarehouseAddress.BigQuery) {
      throw new UsageException(
          "--keepPublished is for duckdb and iceberg: BigQuery has its own time travel");
    }
    if (keepDates != null && keepDates < 0) {
      throw new UsageException("--keepDates=" + keepDates + ": must be 0 or more");
    }
    if (keepDates != null && address instanceof WarehouseAddress.BigQuery) {
      throw new UsageException(
          "--keepDates is for duckdb and iceberg: give BigQuery's tables a partition expiration");
    }
    if (address instanceof WarehouseAddress.Iceberg && (parquet || files.contains(Files.PARQUET))) {
      throw new UsageException("--files=parquet is not for iceberg: its own files are Parquet");
    }
    if (files.contains(Files.NONE) && (parquet || files.size() > 1)) {
      throw new UsageException(
          (parquet ? "--parquet" : "--files=csv or parquet")
              + " writes files, and --files=none keeps none");
    }
    Paths.checkForWorkers(options, "--output", output);
    try {
      if (!Paths.isRemote(output)) {
        WritableFiles.tryFolder(Path.of(Paths.absolute(output)));
      }
      if (!files.contains(Files.NONE)) {
        PublishJob.checkOutput(Paths.absolute(output));
      }
    } catch (IOException e) {
      throw new UsageException("--output=" + output + ": " + e.getMessage(), e);
    }
    // Not after hours of ingest and link.
    warehouse.checkPublishing();
  }

  /** Adds what lies where in the end. */
  public RunForecast forecast(RunForecast forecast) {
    if (warehouse.address() instanceof WarehouseAddress.DuckDb duckDb) {
      forecast.with(RunForecast.Place.WAREHOUSE, duckDb.file().toString());
    } else if (warehouse.address() instanceof WarehouseAddress.Iceberg iceberg) {
      forecast.with(RunForecast.Place.WAREHOUSE, iceberg.folder().toString());
    }
    // BigQuery is loaded from CSV files, whether they stay or not.
    return files.contains(Files.NONE) && !(warehouse.address() instanceof WarehouseAddress.BigQuery)
        ? forecast
        : forecast.with(RunForecast.Place.PUBLISHED, output);
  }

  private KeptFiles kept() {
    if (files.contains(Files.NONE)) {
      return KeptFiles.NONE;
    }
    if (!files.contains(Files.CSV)) {
      return KeptFiles.PARQUET;
    }
    return parquet || files.contains(Files.PARQUET) ? KeptFiles.CSV_AND_PARQUET : KeptFiles.CSV;
  }

  /** Publishes what has changed since the last publication. */
  public ObjectNode run(StoreTable table, PipelineOptions options) throws IOException {
    return run(table, options, new DaysOption(), events -> {}, () -> {});
  }

  /** Told how many events will be read. */
  interface LongStart {
    void events(long events) throws IOException;
  }

  /** Shows how far the job is, and that loading goes on, which takes as long. */
  private record ShownExecution(long stored, LongStart begin, Runnable afterFiles)
      implements PublishJob.Execution {
    @Override
    public void begin(long events) throws IOException {
      begin.events(events);
    }

    @Override
    public void run(Pipeline pipeline) throws IOException {
      Runs.run(pipeline, "publish", JobSteps.of("events written", stored));
      afterFiles.run();
    }

    @Override
    public PreparedLoad load(PublishJob.Loading loading) throws IOException {
      return Runs.timed("load", loading::run);
    }
  }

  /**
   * Publishes, and says beforehand what it will need.
   *
   * @param days which trade dates
   */
  public ObjectNode runAlone(StoreTable table, PipelineOptions options, DaysOption days)
      throws IOException {
    LongStart forecast =
        events ->
            forecast(RunForecast.ofEvents(events, options, MeasuredRates.Stage.PUBLISH)).tell();
    return run(table, options, days, forecast, () -> {});
  }

  /**
   * Keeps others from publishing to the same places until it is closed: a run that comes to it
   * after hours does not find them taken.
   *
   * @throws UsageException if they are taken now
   */
  public Closeable hold() throws IOException {
    Closeable folder;
    try {
      folder = PublishJob.hold(Paths.absolute(output));
    } catch (WarehouseException e) {
      throw new UsageException("--output=" + output + ": " + e.getMessage(), e);
    }
    try {
      Closeable file = warehouse.hold();
      return () -> {
        try (folder) {
          file.close();
        }
      };
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Who reports, as link was told; nobody before the first link run with reference data. */
  private static ValidityTable participants(StoreTable table) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store());
        MetaTable meta = tables.meta(table.name())) {
      return ReferenceOption.linkedTexts(meta)
          .map(ReferenceData::parse)
          .orElse(ReferenceData.NONE)
          .participants();
    }
  }

  /**
   * Publishes.
   *
   * @param days which trade dates
   * @param begin told how many events will be read, where that takes a while
   * @param afterFiles told when the files are written and not loaded yet
   */
  public ObjectNode run(
      StoreTable table,
      PipelineOptions options,
      DaysOption days,
      LongStart begin,
      Runnable afterFiles)
      throws IOException {
    List<StoredDate> stored = Dates.list(table);
    days.requireStored(stored);
    DaySelection selection =
        new DaySelection(days.isAll(), days.given(), AuditTrail.retainedFrom());
    PublishSettings settings =
        PublishSettings.of(table, Paths.absolute(output), compression.ofBeam())
            .withParticipants(participants(table))
            .withKept(kept())
            .withRunId(runId == null ? Runs.newId() : runId);
    if (keepPublished != null) {
      warehouse.keepPublished(keepPublished);
    }
    if (keepDates != null) {
      warehouse.keepDates(keepDates);
    }
    WarehouseLoader loader = WarehouseLoader.of(warehouse.address(), marketData.path());
    ShownExecution execution =
        new ShownExecution(stored.stream().mapToLong(StoredDate::events).sum(), begin, afterFiles);
    long began = System.nanoTime();
    PublishSummary summary =
        PublishJob.run(options, settings, selection, stored, loader, execution);
    if (warehouse.address() instanceof WarehouseAddress.DuckDb duckDb) {
      WrittenFiles.enter(Path.of("").toAbsolutePath().resolve(duckDb.file()));
    }
    if (!summary.days().isEmpty() || !summary.cut().isEmpty()) {
      AuditTrail.enter(
          List.of(
              AuditFact.of("published")
                  .with("run", settings.runId())
                  .with("warehouse", warehouse.shown())
                  .with("dates", summary.days().keySet())
                  .with("cut", summary.cut())));
    }
    ObjectNode counts = ReportOption.tree(summary);
    if (days.given().isEmpty()) {
      WaitingNews.clear();
    }
    MeasuredRates.keep(options, MeasuredRates.Stage.PUBLISH, counts.get("events").asLong(), began);
    Terminal.result(
        "publish  %s, %s, %s in %s"
            .formatted(
                CountText.count(counts, "events"),
                CountText.count(counts, "links"),
                CountText.count(counts, "lifecycles"),
                warehouse.shown()));
    Terminal.result("  " + daysOf(summary));
    if (!summary.cut().isEmpty()) {
      Terminal.result("  taken out: " + named(summary.cut()));
    }
    if (summary.unlinked() > 0) {
      Terminal.result(
          "  " + Terminal.number(summary.unlinked()) + " events are not linked yet: run link");
    }
    summary
        .digests()
        .forEach((name, digest) -> Terminal.result("  digest of " + name + " " + digest));
    return counts;
  }

  /** Which trade dates were published, and how, and how many had not changed. */
  private static String daysOf(PublishSummary summary) {
    List<String> parts = new ArrayList<>();
    List<String> whole = new ArrayList<>(summary.days().keySet());
    whole.removeAll(summary.changedRows().keySet());
    if (!whole.isEmpty()) {
      parts.add("whole: " + named(whole));
    }
    summary
        .changedRows()
        .forEach((day, rows) -> parts.add(day + ": " + Terminal.number(rows) + " changed rows"));
    if (summary.stayed() > 0 || parts.isEmpty()) {
      parts.add(Terminal.number(summary.stayed()) + " had not changed");
    }
    return "days     " + String.join("; ", parts);
  }

  private static String named(List<String> days) {
    return days.size() <= MOST_NAMED
        ? String.join(", ", days)
        : days.get(0) + " to " + days.get(days.size() - 1) + ", " + days.size() + " dates";
  }
}
