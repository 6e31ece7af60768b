package io.daisychain.cli.operate;

import io.daisychain.beam.files.Links;
import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.job.IngestStage;
import io.daisychain.cli.job.LinkStage;
import io.daisychain.cli.job.PublishStage;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.job.StageContext;
import io.daisychain.cli.option.KeptRules;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreSession;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.embedded.StoreAtRest;
import io.daisychain.warehouse.duckdb.WarehouseDifferences;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Makes the tables of a warehouse once more, of the files that were handed in and nothing else, in
 * a store of its own, and holds those that are published against them: by the same jobs, so that
 * there is no second way to derive a row.
 */
final class Rebuild {
  private static final String STORE = "store";
  private static final String TABLE = "market_events";

  /** Rows of a table that are told one by one. */
  private static final int MOST_TOLD = 1_000;

  private final Path folder;
  private final StoreOptions store;

  /**
   * A rebuild.
   *
   * @param folder for all that it writes; deleted in the end
   * @param store whose rules and reference data count
   */
  Rebuild(Path folder, StoreOptions store) {
    this.folder = folder;
    this.store = store;
  }

  /**
   * Tells what differs.
   *
   * @param files that were handed in, where they are now
   * @param warehouse the file of DuckDB
   * @param cut trade dates, {@code YYYY-MM-DD}, that were taken out of a warehouse
   * @return rows that were compared
   */
  long tell(List<String> files, Path warehouse, Set<String> cut, Consumer<String> told)
      throws IOException {
    Links.deleteTree(folder);
    Files.createDirectories(folder);
    Closeable resumed = AuditTrail.suspend();
    try (resumed) {
      Path made = folder.resolve("warehouse.duckdb");
      make(files, rules(), made);
      return WarehouseDifferences.tell(
          warehouse, made, PublishedTables.schema(), folder.resolve("spill"), MOST_TOLD, cut, told);
    } finally {
      end();
      Links.deleteTree(folder);
    }
  }

  /** Ends the store, which would stay for a while. */
  private void end() throws IOException {
    Path place = folder.resolve(STORE);
    if (Files.isDirectory(place)) {
      Optional<StoreAtRest> rest = StoreAtRest.take(place, StoreOptions.launch());
      if (rest.isPresent()) {
        rest.get().close();
      }
    }
  }

  private KeptRules rules() throws IOException {
    try (StoreSession session = store.openExisting()) {
      store.requireTable(session);
      try (TableAdmin tables = TableAdmin.open(session.connector());
          MetaTable meta = tables.meta(store.table())) {
        return KeptRules.read(meta);
      }
    }
  }

  private void make(List<String> files, KeptRules kept, Path warehouse) throws IOException {
    for (int i = 0; i < files.size(); i++) {
      // Names count, those of CAT above all; two folders may have files of one name.
      Path file = Path.of(files.get(i));
      Path place = Files.createDirectories(folder.resolve("in").resolve(Integer.toString(i)));
      Files.createSymbolicLink(place.resolve(file.getFileName()), file);
    }
    Path reference = null;
    if (!kept.reference().isEmpty()) {
      reference = Files.createDirectories(folder.resolve("reference"));
      for (Map.Entry<String, String> text : kept.reference().entrySet()) {
        Files.writeString(reference.resolve(text.getKey()), text.getValue());
      }
    }
    StoreOptions own = StoreOptions.of("embedded:" + folder.resolve(STORE), TABLE);
    PipelineOptions options = new RunnerOptions().options(own);
    ReferenceOption given = ReferenceOption.of(reference == null ? null : reference.toString());
    IngestStage ingest =
        IngestStage.of(folder.resolve("in") + "/*/*", given, new RulesOptions(), Integer.MAX_VALUE);
    ingest.check(options);
    try (StoreSession session = own.open()) {
      try (TableAdmin tables = TableAdmin.open(session.connector())) {
        tables.createMeta(TABLE);
        try (MetaTable meta = tables.meta(TABLE)) {
          kept.write(meta);
        }
      }
      StageContext context =
          new StageContext(
              session.table(TABLE),
              RejectsOption.of(folder.resolve("rejects").toString()),
              new WriteOption(),
              options,
              Runs.newId());
      ingest.run(context);
      LinkStage.withDefaults().run(context, ReferenceOption.of(null), new RulesOptions());
      PublishStage.of(
              folder.resolve("published").toString(),
              PublishStage.Files.NONE,
              WarehouseOption.of("duckdb:" + warehouse),
              MarketDataOption.of(folder.resolve("marketdata").toString()))
          .run(context.table(), options);
    }
  }
}
