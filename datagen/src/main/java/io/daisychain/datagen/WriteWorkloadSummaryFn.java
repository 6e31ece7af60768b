package io.daisychain.datagen;

import io.daisychain.datagen.market.MarketTruth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.beam.sdk.transforms.DoFn;

/** Writes the sum of all shards beside their files, and puts it out. */
final class WriteWorkloadSummaryFn extends DoFn<ShardSummary, ShardSummary> {
  private final WorkloadPlan plan;

  WriteWorkloadSummaryFn(WorkloadPlan plan) {
    this.plan = plan;
  }

  @ProcessElement
  public void write(@Element ShardSummary sum, OutputReceiver<ShardSummary> sums)
      throws IOException {
    byte[] json = (sum.toJson() + "\n").getBytes(StandardCharsets.UTF_8);
    OutputDirectory output = new OutputDirectory(plan.settings().output());
    if (plan.hasMarketTruth()) {
      List<String> parts =
          IntStream.range(0, plan.shards()).mapToObj(plan::marketTruthFile).toList();
      output.join(MarketTruth.HEADER, parts, GenerateJob.MARKET_TRUTH_FILE);
    }
    output.write(GenerateJob.SUMMARY_FILE, out -> out.write(json));
    sums.output(sum);
  }
}
