/**
 * Feedback to reporters: one CSV file each, one line an error.
 *
 * <p>Start at {@link io.daisychain.reporting.WriteFeedback}. Ingest and link find errors; both hand
 * them in as {@link io.daisychain.reporting.FeedbackBlocks}.
 */
package io.daisychain.reporting;
