package io.daisychain.reporting;

import java.io.Serializable;

/**
 * How much feedback is written out; all of it is counted.
 *
 * @param linesOfAKind errors of one reporter with the same status, reason and tag that have a line
 *     each
 * @param kinds kinds of one reporter that are told apart; further ones share one more
 * @param files of a shard, for reporters that are no participants; further ones share one more
 */
record FeedbackLimits(long linesOfAKind, int kinds, int files) implements Serializable {
  static final FeedbackLimits DEFAULT = new FeedbackLimits(100_000, 1_000, 400);
}
