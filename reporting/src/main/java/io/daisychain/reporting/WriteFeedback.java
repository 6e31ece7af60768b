package io.daisychain.reporting;

import io.daisychain.beam.Block;
import io.daisychain.beam.OutputFile;
import io.daisychain.beam.Spill;
import io.daisychain.model.reference.ValidityTable;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.Map;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResolveOptions.StandardResolveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;

/**
 * Writes one CSV file for each reporter with errors, beside it the same lines as JSON objects, a
 * summary over all of them, and for each file of CAT what CAT would say of it ({@link
 * RecordErrorsFile}).
 *
 * <p>Input: {@link FeedbackBlocks}. Output: number of errors, if there are any. Lines are sorted,
 * so that the same errors make the same files, and a retried bundle writes the same files again.
 * Neither the errors of a reporter nor the number of reporters has to fit memory: both are sorted
 * in files. How much is written out is limited ({@link FeedbackLimits}); the summary counts all.
 */
public final class WriteFeedback
    extends PTransform<PCollection<KV<Integer, Block>>, PCollection<Long>> {
  /** Parts that reporters are dealt into. */
  static final int SHARDS = 16;

  private final FeedbackPlan plan;

  private WriteFeedback(FeedbackPlan plan) {
    this.plan = plan;
  }

  /**
   * Feedback of ingest: {@code feedback-REPORTER.csv}.
   *
   * @param directory where the files go
   * @param spill where errors are sorted
   * @param participants have a file of their own, however many others there are
   * @param lineCounts by file, for each range its start and its number of lines
   */
  public static WriteFeedback ofIngest(
      String directory,
      Spill spill,
      ValidityTable participants,
      PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts) {
    return new WriteFeedback(
        new FeedbackPlan(
            directory,
            FeedbackStage.INGEST,
            FeedbackLimits.DEFAULT,
            spill,
            participants,
            lineCounts,
            false));
  }

  /** Feedback of link: {@code feedback-REPORTER.link.csv}. */
  public static WriteFeedback ofLink(String directory, Spill spill, ValidityTable participants) {
    return new WriteFeedback(
        new FeedbackPlan(
            directory,
            FeedbackStage.LINK,
            FeedbackLimits.DEFAULT,
            spill,
            participants,
            null,
            false));
  }

  /**
   * The same where what is told is kept beside the files ({@link Retelling}). Lines have the row
   * that they are about, and each shard gets a {@link Retelling}.
   */
  public WriteFeedback keeping() {
    return new WriteFeedback(
        new FeedbackPlan(
            plan.directory(),
            plan.stage(),
            plan.limits(),
            plan.spill(),
            plan.participants(),
            plan.lineCounts(),
            true));
  }

  WriteFeedback withLimits(FeedbackLimits other) {
    return new WriteFeedback(
        new FeedbackPlan(
            plan.directory(),
            plan.stage(),
            other,
            plan.spill(),
            plan.participants(),
            plan.lineCounts(),
            plan.isKept()));
  }

  /** Shard of a reporter's errors; of names that differ in capital letters alone the same. */
  public static int shardOf(String reporter) {
    return Math.floorMod(FeedbackNames.folded(reporter).hashCode(), SHARDS);
  }

  @Override
  public PCollection<Long> expand(PCollection<KV<Integer, Block>> errors) {
    ParDo.SingleOutput<KV<Integer, Iterable<Block>>, KV<Integer, Block>> write =
        ParDo.of(new WriteFeedbackFn(plan));
    return errors
        .apply("Group errors by reporter", GroupByKey.create())
        .apply(
            "Write files",
            plan.lineCounts() == null ? write : write.withSideInputs(plan.lineCounts()))
        .apply("Gather counts", GroupByKey.create())
        .apply(
            "Write summary",
            ParDo.of(new WriteFeedbackSummaryFn(plan.directory(), plan.stage(), plan.spill())));
  }

  /** Line counts of the ranges of each file, as the side input that {@link #ofIngest} takes. */
  public static PCollectionView<Map<String, Iterable<KV<Long, Long>>>> viewOf(
      PCollection<KV<String, KV<Long, Long>>> counts) {
    return counts.apply("View line counts", View.asMultimap());
  }

  /** A new file in the folder of feedback; what was there before goes. */
  static OutputStream create(String directory, String name, String type) throws IOException {
    ResourceId file =
        FileSystems.matchNewResource(directory, true)
            .resolve(name, StandardResolveOptions.RESOLVE_FILE);
    return new BufferedOutputStream(Channels.newOutputStream(OutputFile.create(file, type)));
  }
}
