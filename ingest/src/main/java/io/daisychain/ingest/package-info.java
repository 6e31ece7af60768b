/**
 * Turns FIX files into rows.
 *
 * <p>Start at {@link io.daisychain.ingest.IngestJob}. A file is cut into ranges ({@code
 * InputRange}), a range into lines ({@code LineReader}), a line into messages ({@code
 * MessageClassifier}), and a message becomes a row, is skipped, or is rejected with a reason. Two
 * promises hold: everything read is exactly one of the three, and the sums are shown; and running a
 * file twice, in any order, in any cut, leaves the table as running it once.
 */
package io.daisychain.ingest;
