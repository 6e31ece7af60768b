package io.daisychain.store.dates;

import io.daisychain.beam.AddUp;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PDone;

/**
 * Keeps, by trade date, which rows a run changes: until the run has ended ({@link Dates#end}) they
 * are not told, since some are not written yet.
 */
public final class KeepChanges extends PTransform<PCollection<KV<Integer, ChangedKeys>>, PDone> {
  private final StoreTable table;
  private final long version;
  private final StoredDate.Kind kind;
  private final String run;

  /** Keeps changes of a run under a version of its own. */
  public KeepChanges(StoreTable table, long version, StoredDate.Kind kind, String run) {
    this.table = table;
    this.version = version;
    this.kind = kind;
    this.run = run;
  }

  @Override
  public PDone expand(PCollection<KV<Integer, ChangedKeys>> changes) {
    changes
        .apply("MergeChanges", Combine.perKey(AddUp.of(ChangedKeys::new, ChangedKeys::add)))
        .apply("WriteChanges", ParDo.of(new WriteFn(this)));
    return PDone.in(changes.getPipeline());
  }

  static final class WriteFn extends DoFn<KV<Integer, ChangedKeys>, Void> {
    private final StoreTable table;
    private final long version;
    private final StoredDate.Kind kind;
    private final String run;

    WriteFn(KeepChanges of) {
      this.table = of.table;
      this.version = of.version;
      this.kind = of.kind;
      this.run = of.run;
    }

    @ProcessElement
    public void write(@Element KV<Integer, ChangedKeys> changed) throws IOException {
      try (Dates dates = Dates.open(table)) {
        dates.saveKeys(changed.getKey(), version, kind, run, changed.getValue());
      }
    }
  }
}
