package io.daisychain.cli.job;

import io.daisychain.beam.Spill;
import io.daisychain.cli.option.DaysOption;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.ingest.IngestSettings;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreSession;
import io.daisychain.watch.WatchSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * The stages of a run, one at a time, as the commands run them: on a generated workload and with an
 * embedded store, all in one folder. For programs that measure them.
 */
public final class Stages implements AutoCloseable {
  private final String folder;
  private final StoreOptions store;
  private final PipelineOptions options;
  private final IngestStage ingest;
  private final RejectsOption rejects;
  private StoreSession session;

  private Stages(String folder, StoreOptions store, PipelineOptions options) {
    this.folder = folder;
    this.store = store;
    this.options = options;
    this.ingest =
        IngestStage.of(folder + "/workload/events-*.fix", ReferenceOption.of(folder + "/workload"));
    this.rejects = RejectsOption.of(folder + "/rejects");
  }

  /**
   * Stages that keep everything in a folder.
   *
   * @param table of the store there, for {@link #publish}
   * @param runner on which jobs run
   * @throws IOException if the folder cannot be written to
   */
  public static Stages in(String folder, String table, RunnerOptions runner) throws IOException {
    CommandLog.open(Path.of(folder));
    StoreOptions store = StoreOptions.of("embedded:" + folder + "/store", table);
    return new Stages(folder, store, runner.options(store));
  }

  /** Generates the workload and returns the number of its events, which is about what was asked. */
  public long generate(long events) throws IOException {
    GeneratorSettings settings =
        GeneratorSettings.to(Paths.absolute(folder + "/workload")).withWorkload(100, events);
    return GenerateStage.run(settings, options, folder + "/workload").get("events").asLong();
  }

  /** Opens the store, until this is closed. */
  public StoreConnector openStore() throws IOException {
    ingest.check(options);
    session = store.open();
    return session.connector();
  }

  /** Opens the store for something else than the workload, until this is closed. */
  public void openStoreAlone() throws IOException {
    session = store.open();
  }

  /** Ingests the workload: with files by bulk load, or with puts. */
  public void ingest(String table, boolean bulk) throws IOException {
    WriteOption write = WriteOption.of(bulk ? WriteOption.Mode.BULK : WriteOption.Mode.PUT);
    ingest.run(context(table, write));
  }

  /** Names of the workload's files. */
  public List<String> files() throws IOException {
    return ingest.files();
  }

  /** What an ingest of the workload into a table would be told; makes the table. */
  public IngestSettings ingestSettings(String table) throws IOException {
    return ingest.prepare(context(table, new WriteOption()), Spill.none(), 0);
  }

  public void link(String table) throws IOException {
    LinkStage.withDefaults()
        .run(context(table, new WriteOption()), ReferenceOption.of(null), new RulesOptions());
  }

  /** Links beside rows that are being stored under a version of dates, or a later one. */
  public void linkBefore(String table, long version) throws IOException {
    LinkStage.withDefaults()
        .runQuietly(
            context(table, new WriteOption()),
            ReferenceOption.of(null),
            new RulesOptions(),
            version);
  }

  /**
   * What watching a table is told.
   *
   * @param reference folder with the participants
   */
  public WatchSettings watch(String table, Path reference) throws IOException {
    StageContext context = context(table, new WriteOption());
    ReferenceOption given = ReferenceOption.of(reference.toString());
    RulesOptions rules = new RulesOptions();
    IngestStage.Basis basis = IngestStage.basis(context, rules, given);
    LinkStage link = LinkStage.withDefaults();
    link.runQuietly(context, given, rules);
    return WatchStage.settings(context, basis, link, given, rules, 1_000, 10_000);
  }

  /** The folder's file that {@link #publish} loads. */
  public Path warehouse() {
    return Path.of(folder, "warehouse.duckdb").toAbsolutePath().normalize();
  }

  /** The folder of CSV files that {@link #publish} writes. */
  public Path published() {
    return Path.of(folder, "published").toAbsolutePath().normalize();
  }

  /**
   * Publishes the table of the store, with CSV files.
   *
   * @param afterFiles runs when the files are written, before they are loaded
   * @return the number of events
   */
  public long publish(Runnable afterFiles) throws IOException {
    return publish(true, afterFiles);
  }

  /**
   * Publishes the table of the store.
   *
   * @param hasFiles whether as CSV files too, beside the warehouse
   * @param afterFiles runs when the files are written, before they are loaded
   * @return the number of events
   */
  public long publish(boolean hasFiles, Runnable afterFiles) throws IOException {
    WarehouseOption warehouse = WarehouseOption.of("duckdb:" + folder + "/warehouse.duckdb");
    MarketDataOption marketData = MarketDataOption.of(folder + "/marketdata");
    PublishStage.Files files = hasFiles ? PublishStage.Files.CSV : PublishStage.Files.NONE;
    return PublishStage.of(folder + "/published", files, warehouse, marketData)
        .run(session.table(store.table()), options, DaysOption.all(), events -> {}, afterFiles)
        .get("events")
        .asLong();
  }

  private StageContext context(String table, WriteOption write) {
    return new StageContext(session.table(table), rejects, write, options, Runs.newId());
  }

  @Override
  public void close() throws IOException {
    if (session != null) {
      session.close();
    }
  }
}
