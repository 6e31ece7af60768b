package io.daisychain.datagen;

import java.io.IOException;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.PCollection;

/**
 * The generate job: writes a workload of files of FIX or CAT with reference data.
 *
 * <p>The steps:
 *
 * <ol>
 *   <li>Plan workload: one element, the model with the number of shards and the events of each.
 *   <li>Write reference data: one worker checks the output directory, deletes the files of an
 *       earlier run, writes participants, customers and symbols, and puts out the numbers of the
 *       shards.
 *   <li>Distribute shards: a reshuffle. It spreads the shards over all workers, and none begins
 *       before the earlier files are deleted.
 *   <li>Generate shards: each shard simulates lifecycles from the seed and its number, puts errors
 *       into some, sorts the events by time and writes its files under temporary names that are
 *       changed when they are complete. A retried bundle writes the same bytes again.
 *   <li>Add up counts: the sum of the shards' {@link ShardSummary}.
 *   <li>Write summary: writes the sum as {@value #SUMMARY_FILE}.
 * </ol>
 */
public final class GenerateJob {
  /** Name of the file with the sum of all shards. */
  public static final String SUMMARY_FILE = "generate-summary.json";

  /** Name of the file of what must be found of the market, with {@code --market --truth}. */
  public static final String MARKET_TRUTH_FILE = "truth-market.csv";

  private GenerateJob() {}

  /**
   * Adds the steps to {@code pipeline}.
   *
   * @return one element, the sum of all shards
   * @throws IllegalArgumentException if the model is wrong
   */
  public static PCollection<ShardSummary> build(Pipeline pipeline, GeneratorSettings settings) {
    WorkloadPlan plan = WorkloadPlan.of(settings);
    SerializableCoder<ShardSummary> coder = SerializableCoder.of(ShardSummary.class);
    return pipeline
        .apply("Plan workload", Create.of(plan).withCoder(SerializableCoder.of(WorkloadPlan.class)))
        .apply("Write reference data", ParDo.of(new PrepareOutputFn()))
        .apply("Distribute shards", Reshuffle.viaRandomKey())
        .apply("Generate shards", ParDo.of(new GenerateShardFn(plan)))
        .setCoder(coder)
        .apply("Add up counts", Combine.globally(ShardSummary::plus).withoutDefaults())
        .setCoder(coder)
        .apply("Write summary", ParDo.of(new WriteWorkloadSummaryFn(plan)))
        .setCoder(coder);
  }

  /**
   * Checks, before the job, that every file with a generated name was written by an earlier run.
   *
   * @throws IllegalArgumentException naming the file
   */
  public static void checkOutput(GeneratorSettings settings) throws IOException {
    new OutputDirectory(settings.output()).check();
  }
}
