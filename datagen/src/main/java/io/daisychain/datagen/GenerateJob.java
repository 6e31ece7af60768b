package io.daisychain.datagen;

import java.io.IOException;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.PCollection;

/**
 * Generates a workload: removes the files of an earlier run, writes the reference data, then all
 * shards in parallel, and last their sum as {@value #SUMMARY_FILE}.
 */
public final class GenerateJob {
  /** Sum of all shards, beside the files. */
  public static final String SUMMARY_FILE = "generate-summary.json";

  private GenerateJob() {}

  /**
   * Adds the whole job to {@code pipeline}.
   *
   * @return one element, the sum of all shards
   * @throws IllegalArgumentException if the settings or the model are at fault
   */
  public static PCollection<ShardSummary> build(Pipeline pipeline, GeneratorSettings settings) {
    WorkloadPlan plan = WorkloadPlan.of(settings);
    SerializableCoder<ShardSummary> coder = SerializableCoder.of(ShardSummary.class);
    return pipeline
        .apply("Plan", Create.of(plan).withCoder(SerializableCoder.of(WorkloadPlan.class)))
        .apply("PrepareOutput", ParDo.of(new PrepareOutputFn()))
        // Nothing may be written before the old files are gone, and shards go to all workers.
        .apply("SpreadShards", Reshuffle.viaRandomKey())
        .apply("WriteShards", ParDo.of(new WriteShardFn(plan)))
        .setCoder(coder)
        .apply("AddUp", Combine.globally(new AddUp()))
        .setCoder(coder)
        .apply("WriteSummary", ParDo.of(new WriteSummaryFn(settings.output())))
        .setCoder(coder);
  }

  /**
   * Makes sure, before any work, that no file is in the way that was not generated.
   *
   * @throws IllegalArgumentException naming the file
   */
  public static void checkOutput(GeneratorSettings settings) throws IOException {
    new OutputDirectory(settings.output()).check();
  }

  /** The JSON that a finished job left: the fields of {@link ShardSummary}, and {@code lines}. */
  public static String readSummary(GeneratorSettings settings) throws IOException {
    return new OutputDirectory(settings.output()).read(SUMMARY_FILE);
  }

  /** Adds summaries of shards. */
  static final class AddUp implements SerializableFunction<Iterable<ShardSummary>, ShardSummary> {
    @Override
    public ShardSummary apply(Iterable<ShardSummary> summaries) {
      ShardSummary sum = ShardSummary.EMPTY;
      for (ShardSummary summary : summaries) {
        sum = sum.plus(summary);
      }
      return sum;
    }
  }
}
