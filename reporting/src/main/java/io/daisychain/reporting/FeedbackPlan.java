package io.daisychain.reporting;

import io.daisychain.beam.Spill;
import io.daisychain.model.reference.ValidityTable;
import java.io.Serializable;
import java.util.Map;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;

/**
 * What the workers that write feedback must know.
 *
 * @param directory of the files
 * @param stage that found the errors
 * @param limits of what is written out
 * @param spill where errors are sorted
 * @param participants have a file of their own, however many other reporters there are
 * @param lineCounts by input file, for each range its start and its number of lines; null where
 *     errors have no line
 * @param isKept whether what is told is kept for the next run; lines have trailers then
 */
record FeedbackPlan(
    String directory,
    FeedbackStage stage,
    FeedbackLimits limits,
    Spill spill,
    ValidityTable participants,
    PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts,
    boolean isKept)
    implements Serializable {}
