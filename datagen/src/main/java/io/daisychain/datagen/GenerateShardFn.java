package io.daisychain.datagen;

import io.daisychain.beam.files.PartFile;
import io.daisychain.datagen.file.ShardStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
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
    ShardSummary summary;
    try (ShardFiles files = new ShardFiles(output, settings.compression())) {
      summary = Generator.generateShard(plan, shard, files);
      files.finish();
    }
    events.inc(summary.events());
    summaries.output(summary);
  }

  /** Files that get their names when all of them are complete. */
  private static final class ShardFiles implements ShardStreams, AutoCloseable {
    private final OutputDirectory output;
    private final Compression ofMessages;
    private final List<PartFile> files = new ArrayList<>();

    ShardFiles(OutputDirectory output, Compression ofMessages) {
      this.output = output;
      this.ofMessages = ofMessages;
    }

    @Override
    public OutputStream open(String name) throws IOException {
      boolean isCsv = name.endsWith(".csv");
      PartFile file = output.begin(name, isCsv ? Compression.UNCOMPRESSED : ofMessages);
      files.add(file);
      return Channels.newOutputStream(file);
    }

    /** The messages' files last: who finds them finds what belongs to them. */
    void finish() throws IOException {
      close();
      for (int i = files.size() - 1; i >= 0; i--) {
        files.get(i).complete();
      }
    }

    @Override
    public void close() throws IOException {
      for (PartFile file : files) {
        file.close();
      }
    }
  }
}
