package io.daisychain.datagen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.beam.sdk.transforms.DoFn;

/** Writes the sum of all shards beside their files, and puts it out. */
final class WriteWorkloadSummaryFn extends DoFn<ShardSummary, ShardSummary> {
  private final String output;

  WriteWorkloadSummaryFn(String output) {
    this.output = output;
  }

  @ProcessElement
  public void write(@Element ShardSummary sum, OutputReceiver<ShardSummary> sums)
      throws IOException {
    byte[] json = (sum.toJson() + "\n").getBytes(StandardCharsets.UTF_8);
    new OutputDirectory(output).write(GenerateJob.SUMMARY_FILE, out -> out.write(json));
    sums.output(sum);
  }
}
