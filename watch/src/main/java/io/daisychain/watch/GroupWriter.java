package io.daisychain.watch;

import io.daisychain.reporting.FeedbackFolder;
import java.io.IOException;
import java.util.function.LongSupplier;

/** Makes groups of messages durable, with what is fed back of them. */
final class GroupWriter {
  private final LinkEpochs epochs;
  private final FeedbackFolder feedback;
  private final LatencyListener latencies;
  private final LongSupplier clock;

  /**
   * A writer.
   *
   * @param clock of {@link System#nanoTime}
   */
  GroupWriter(
      LinkEpochs epochs, FeedbackFolder feedback, LatencyListener latencies, LongSupplier clock) {
    this.epochs = epochs;
    this.feedback = feedback;
    this.latencies = latencies;
    this.clock = clock;
  }

  /** Begins an epoch where none is open; before a group is handed to the one that links. */
  void prepare() throws IOException {
    if (!epochs.isOpen()) {
      epochs.begin();
    }
  }

  /**
   * Writes a group, which the one that links resolves meanwhile, and hands it out if that is done.
   */
  void write(CommitGroup group) throws IOException {
    epochs.write(group);
    becameDurable(group);
  }

  /**
   * Makes a group durable before it can be handed to the one that links, see {@link #writeRows}.
   */
  void append(CommitGroup group) throws IOException {
    epochs.append(group);
    becameDurable(group);
  }

  /** Has the rows of a group written that is durable already. */
  void writeRows(CommitGroup group) throws IOException {
    epochs.write(group);
  }

  private void becameDurable(CommitGroup group) throws IOException {
    feedback.flush();
    latencies.durable(group.messages(), clock.getAsLong());
    group.becameDurable();
  }
}
