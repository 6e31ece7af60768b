package io.daisychain.store;

import java.io.IOException;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PDone;

/**
 * Adds samples of the keys that a run wrote to the one that is kept beside the table. What is lost
 * of it, by two runs that end in the same moment, costs balance and nothing else.
 */
public final class KeepKeys extends PTransform<PCollection<KeySample>, PDone> {
  private static final long serialVersionUID = 1;

  private final StoreTable table;
  private final long seed;

  /** Keeps samples of that seed: the table's, see {@link TableAdmin#keySeed}. */
  public KeepKeys(StoreTable table, long seed) {
    this.table = table;
    this.seed = seed;
  }

  @Override
  public PDone expand(PCollection<KeySample> samples) {
    samples
        .apply("MergeSamples", Combine.globally(new KeySample.Merge(seed)).withoutDefaults())
        .apply("WriteSample", ParDo.of(new WriteFn(table)));
    return PDone.in(samples.getPipeline());
  }

  static final class WriteFn extends DoFn<KeySample, Void> {
    private static final long serialVersionUID = 1;

    private final StoreTable table;

    WriteFn(StoreTable table) {
      this.table = table;
    }

    @ProcessElement
    public void write(@Element KeySample sample) throws IOException {
      try (TableAdmin tables = TableAdmin.open(table.store());
          MetaTable meta = tables.meta(table.name())) {
        TableAdmin.addKeys(meta, sample);
      }
    }
  }
}
