package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.publish.PublishJob;
import io.daisychain.publish.PublishSettings;
import io.daisychain.publish.PublishSummary;
import io.daisychain.store.StoreConnector;
import io.daisychain.warehouse.DuckDbWarehouse;
import java.io.IOException;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options and course of a publication, alone or as part of a run. */
final class PublishStage {
  /** What loading may use unless it is told otherwise. */
  static final DuckDbWarehouse.Limits DEFAULT_LIMITS = DuckDbWarehouse.Limits.ofThisMachine();

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
  private CsvCompression compression = CsvCompression.PLAIN;

  @Option(names = "--parquet", description = "Writes the tables as Parquet files too.")
  private boolean parquet;

  @Mixin private WarehouseOption warehouse;

  /** How CSV files are compressed. */
  enum CsvCompression {
    PLAIN(Compression.UNCOMPRESSED),
    GZ(Compression.GZIP),
    ZST(Compression.ZSTD);

    private final Compression ofBeam;

    CsvCompression(Compression ofBeam) {
      this.ofBeam = ofBeam;
    }
  }

  static PublishStage of(String output, WarehouseOption warehouse) {
    PublishStage stage = new PublishStage();
    stage.output = output;
    stage.warehouse = warehouse;
    return stage;
  }

  /** Complains about what can be seen before anything starts. */
  void check(PipelineOptions options) throws IOException {
    warehouse.file();
    Paths.checkForWorkers(options, "--output", output);
  }

  ObjectNode run(StoreConnector connector, String table, PipelineOptions options)
      throws IOException {
    return run(connector, table, options, pipeline -> Runs.run(pipeline, "publish"));
  }

  /** The same with somebody else to run the pipeline. */
  ObjectNode run(
      StoreConnector connector, String table, PipelineOptions options, PublishJob.Execution job)
      throws IOException {
    PublishSettings settings =
        PublishSettings.ofTable(connector, table, Paths.absolute(output), compression.ofBeam)
            .withParquet(parquet);
    PublishSummary summary = PublishJob.run(options, settings, warehouse.address(), job);
    ObjectNode counts = ReportOption.tree(summary);
    Terminal.result(
        "publish  "
            + Lines.count(counts, "events")
            + ", "
            + Lines.count(counts, "links")
            + ", "
            + Lines.count(counts, "lifecycles")
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
