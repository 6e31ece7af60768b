/**
 * Feedback to reporters: one CSV file each, one line a fault.
 *
 * <p>Start at {@link io.daisychain.feedback.WriteFeedback}. Ingest and link find faults; both hand
 * them in as {@link io.daisychain.feedback.FaultChunks}.
 */
package io.daisychain.feedback;
