package io.daisychain.datagen;

import io.daisychain.datagen.file.ReferenceFiles;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;

/** Deletes an earlier run's files, writes the reference data, and puts out the shards' numbers. */
final class PrepareOutputFn extends DoFn<WorkloadPlan, Integer> {
  @ProcessElement
  public void prepare(@Element WorkloadPlan plan, OutputReceiver<Integer> shards)
      throws IOException {
    OutputDirectory output = new OutputDirectory(plan.settings().output());
    output.prepare(plan.files());
    ReferenceFiles reference = new ReferenceFiles(plan.market(), plan.settings().tradeDate());
    output.write(ReferenceFiles.PARTICIPANTS, reference::writeParticipants);
    output.write(ReferenceFiles.CUSTOMERS, reference::writeCustomers);
    output.write(ReferenceFiles.SYMBOLS, reference::writeSymbols);
    for (int shard = 0; shard < plan.shards(); shard++) {
      shards.output(shard);
    }
  }
}
