package io.daisychain.store;

import io.daisychain.beam.AddUp;
import java.io.IOException;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PDone;

/**
 * Adds, by trade date, samples of the keys that a run wrote to the one that is kept beside the
 * tables. What is lost of it, by two runs that end in the same moment, costs balance and nothing
 * else.
 */
public final class KeepKeys extends PTransform<PCollection<KV<Integer, KeySample>>, PDone> {
  private final StoreTable table;
  private final long seed;

  /** Keeps samples of that seed: the store's, see {@link TableAdmin#keySeed}. */
  public KeepKeys(StoreTable table, long seed) {
    this.table = table;
    this.seed = seed;
  }

  @Override
  public PDone expand(PCollection<KV<Integer, KeySample>> samples) {
    samples
        .apply("MergeSamples", Combine.perKey(merge(seed)))
        .apply("WriteSample", ParDo.of(new WriteFn(table)));
    return PDone.in(samples.getPipeline());
  }

  /** Puts samples together. */
  static AddUp<KeySample> merge(long seed) {
    return AddUp.of(() -> new KeySample(seed), KeySample::add);
  }

  static final class WriteFn extends DoFn<KV<Integer, KeySample>, Void> {
    private final StoreTable table;

    WriteFn(StoreTable table) {
      this.table = table;
    }

    @ProcessElement
    public void write(@Element KV<Integer, KeySample> sample) throws IOException {
      try (MetaTable meta = MetaTable.open(table)) {
        TableAdmin.addKeys(meta, sample.getKey(), sample.getValue());
      }
    }
  }
}
