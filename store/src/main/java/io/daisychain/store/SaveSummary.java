package io.daisychain.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Optional;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PDone;

/**
 * Keeps the summary of a run in the meta table, where the launcher reads it, whatever the runner.
 *
 * <p>The rows stay: they are the record of who was read when, and with what result.
 */
public final class SaveSummary extends PTransform<PCollection<String>, PDone> {
  private static final String COLUMN = "summary";

  private final StoreTable table;
  private final String runId;

  private SaveSummary(StoreTable table, String runId) {
    this.table = table;
    this.runId = runId;
  }

  /** Saves the only element, as text, under a run's id. */
  public static SaveSummary of(StoreTable table, String runId) {
    return new SaveSummary(table, runId);
  }

  public static Optional<String> read(StoreTable table, String runId) throws IOException {
    try (MetaTable meta = MetaTable.open(table)) {
      return meta.read(row(runId), COLUMN).map(bytes -> new String(bytes, UTF_8));
    }
  }

  private static String row(String runId) {
    return "run/" + runId;
  }

  @Override
  public PDone expand(PCollection<String> summary) {
    summary.apply("WriteSummary", ParDo.of(new WriteFn(table, runId)));
    return PDone.in(summary.getPipeline());
  }

  static final class WriteFn extends DoFn<String, Void> {
    private final StoreTable table;
    private final String runId;

    WriteFn(StoreTable table, String runId) {
      this.table = table;
      this.runId = runId;
    }

    @ProcessElement
    public void write(@Element String summary) throws IOException {
      try (MetaTable meta = MetaTable.open(table)) {
        meta.write(row(runId), COLUMN, summary.getBytes(UTF_8));
      }
    }
  }
}
