package io.daisychain.datagen;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;

/** Writes the files of one shard. */
final class WriteShardFn extends DoFn<Integer, ShardSummary> {
  private final Counter events = Metrics.counter(WriteShardFn.class, "events");
  private final WorkloadPlan plan;

  WriteShardFn(WorkloadPlan plan) {
    this.plan = plan;
  }

  @ProcessElement
  public void write(@Element Integer shard, OutputReceiver<ShardSummary> summaries)
      throws IOException {
    GeneratorSettings settings = plan.settings();
    OutputDirectory output = new OutputDirectory(settings.output());
    OutputDirectory.Unfinished messages = output.begin(plan.eventsFile(shard));
    OutputDirectory.Unfinished truth = output.begin(plan.truthFile(shard));
    ShardSummary summary;
    try (OutputStream eventsOut = settings.compression().compress(messages.open());
        OutputStream truthOut = settings.truth() ? truth.open() : OutputStream.nullOutputStream()) {
      summary = Generator.generateShard(plan, shard, eventsOut, truthOut);
    }
    if (settings.truth()) {
      truth.finish();
    }
    messages.finish();
    events.inc(summary.events());
    summaries.output(summary);
  }
}
