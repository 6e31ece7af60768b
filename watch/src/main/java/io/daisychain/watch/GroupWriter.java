package io.daisychain.watch;

import io.daisychain.reporting.FeedbackFolder;
import java.io.IOException;
import java.util.List;
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
    List<byte[]> rows = group.rowsByDate();
    epochs.write(rows);
    feedback.flush();
    latencies.durable(group.messages(), clock.getAsLong());
    group.becameDurable();
  }
}
