package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.WritableFiles;
import io.daisychain.model.TradeDates;
import io.daisychain.publish.KeptFiles;
import io.daisychain.publish.PublishJob;
import io.daisychain.publish.PublishSettings;
import io.daisychain.publish.PublishSummary;
import io.daisychain.publish.PublishedTables;
import io.daisychain.publish.WarehouseLoader;
import io.daisychain.store.Dates;
import io.daisychain.store.StoreTable;
import io.daisychain.store.StoredDate;
import io.daisychain.store.TableAdmin;
import io.daisychain.warehouse.BigQueryWarehouse;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.WarehouseAddress;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options and course of a publication, alone or as part of a run. */
final class PublishStage {
  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = "daisychain-data/published",
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
      paramLabel = "csv|none",
      defaultValue = "CSV",
      description = {
        "none: the warehouse alone is published. The CSV files that it is loaded from go then; those "
            + "of an earlier publication stay as they are. Default: csv"
      })
  private Files files = Files.CSV;

  @Option(names = "--parquet", description = "Writes the tables as Parquet files too.")
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

  @Mixin private WarehouseOption warehouse;

  /** What stays in the folder of files. */
  enum Files {
    CSV,
    NONE
  }

  static PublishStage of(String output, WarehouseOption warehouse) {
    PublishStage stage = new PublishStage();
    stage.output = output;
    stage.warehouse = warehouse;
    return stage;
  }

  /** Checks the options, before anything starts. */
  void check(PipelineOptions options) throws IOException {
    WarehouseAddress address = warehouse.address();
    if (runId != null && !runId.matches("[A-Za-z0-9_-]{1,200}")) {
      throw new UsageException("--runId=" + runId + " is not of letters, digits, - and _");
    }
    if (address instanceof WarehouseAddress.BigQuery
        && output.startsWith("gs://")
        && compression == FileCompression.ZST) {
      throw new UsageException("BigQuery reads no .zst from gs://: --csvCompression=plain or gz");
    }
    if (parquet && files == Files.NONE) {
      throw new UsageException("--parquet writes files, and --files=none keeps none");
    }
    Paths.checkForWorkers(options, "--output", output);
    try {
      if (!Paths.isRemote(output)) {
        WritableFiles.tryFolder(Path.of(Paths.absolute(output)));
      }
      if (files != Files.NONE) {
        PublishJob.checkOutput(Paths.absolute(output));
      }
    } catch (IOException e) {
      throw new UsageException("--output=" + output + ": " + e.getMessage(), e);
    }
    warehouse.check();
    if (address instanceof WarehouseAddress.BigQuery dataset) {
      // Not after hours of ingest and link.
      BigQueryWarehouse.open(dataset, PublishedTables.schema(), TradeDates.UTC);
    }
  }

  private KeptFiles kept() {
    if (files == Files.NONE) {
      return KeptFiles.NONE;
    }
    return parquet ? KeptFiles.CSV_AND_PARQUET : KeptFiles.CSV;
  }

  /** Days as ingest named them. */
  private static TradeDates dates(StoreTable table) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store())) {
      if (!tables.isKnown(table.name())) {
        return TradeDates.UTC;
      }
      return RulesOptions.kept(table.name(), tables).dates();
    }
  }

  ObjectNode run(StoreTable table, PipelineOptions options) throws IOException {
    return run(table, options, () -> {});
  }

  private static long stored(StoreTable table) throws IOException {
    return Dates.list(table).stream().mapToLong(StoredDate::events).sum();
  }

  /** Shows how far the job is, and that loading goes on, which takes as long. */
  private record ShownExecution(long stored, Runnable afterFiles) implements PublishJob.Execution {
    @Override
    public void run(Pipeline pipeline) throws IOException {
      Runs.run(pipeline, "publish", counter -> stored);
      afterFiles.run();
    }

    @Override
    public PreparedLoad load(PublishJob.Loading loading) throws IOException {
      return Runs.timed("load", loading::run);
    }
  }

  /** The same; tells when the files are written and not loaded yet. */
  ObjectNode run(StoreTable table, PipelineOptions options, Runnable afterFiles)
      throws IOException {
    PublishSettings settings =
        PublishSettings.ofTable(table, Paths.absolute(output), compression.ofBeam())
            .withKept(kept());
    if (runId != null) {
      settings = settings.withRunId(runId);
    }
    WarehouseLoader loader = WarehouseLoader.of(warehouse.address(), dates(table));
    PublishSummary summary =
        PublishJob.run(options, settings, loader, new ShownExecution(stored(table), afterFiles));
    ObjectNode counts = ReportOption.tree(summary);
    Terminal.result(
        "publish  "
            + CountText.count(counts, "events")
            + ", "
            + CountText.count(counts, "links")
            + ", "
            + CountText.count(counts, "lifecycles")
            + " in "
            + warehouse.shown());
    if (summary.unlinked() > 0) {
      Terminal.result(
          "  " + Terminal.number(summary.unlinked()) + " events are not linked yet: run link");
    }
    summary
        .digests()
        .forEach((name, digest) -> Terminal.result("  digest of " + name + " " + digest));
    return counts;
  }
}
