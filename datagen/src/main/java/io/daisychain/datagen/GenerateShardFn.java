package io.daisychain.datagen;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;

/** Generates the files of one shard. */
final class GenerateShardFn extends DoFn<Integer, ShardSummary> {
  /** For the progress line only: a retried bundle counts twice. */
  private final Counter events = Metrics.counter("progress", "events written");

  private final WorkloadPlan plan;

  GenerateShardFn(WorkloadPlan plan) {
    this.plan = plan;
  }

  @ProcessElement
  public void write(@Element Integer shard, OutputReceiver<ShardSummary> summaries)
      throws IOException {
    GeneratorSettings settings = plan.settings();
    OutputDirectory output = new OutputDirectory(settings.output());
    boolean late = settings.errors().writesLateFiles();
    ShardSummary summary;
    try (ShardFile messages = new ShardFile(output, plan.eventsFile(shard), true);
        ShardFile lateMessages = new ShardFile(output, plan.lateFile(shard), late);
        ShardFile truth = new ShardFile(output, plan.truthFile(shard), settings.truth());
        ShardFile injected = new ShardFile(output, plan.injectedFile(shard), settings.truth())) {
      OutputStream eventsOut = messages.open(settings.compression());
      OutputStream lateOut = lateMessages.open(settings.compression());
      ShardStreams streams =
          new ShardStreams(
              eventsOut,
              lateOut,
              truth.open(Compression.UNCOMPRESSED),
              injected.open(Compression.UNCOMPRESSED));
      summary = Generator.generateShard(plan, shard, streams);
      injected.finish();
      truth.finish();
      lateMessages.finish();
      messages.finish();
    }
    events.inc(summary.events());
    summaries.output(summary);
  }

  /** A file that gets its name when it is finished; no file if it is not wanted. */
  private static final class ShardFile implements AutoCloseable {
    private final OutputDirectory.Unfinished file;
    private OutputStream out = OutputStream.nullOutputStream();

    ShardFile(OutputDirectory output, String name, boolean wanted) {
      file = wanted ? output.begin(name) : null;
    }

    OutputStream open(Compression compression) throws IOException {
      if (file != null) {
        out = file.open(compression);
      }
      return out;
    }

    void finish() throws IOException {
      out.close();
      if (file != null) {
        file.finish();
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
