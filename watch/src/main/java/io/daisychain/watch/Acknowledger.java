package io.daisychain.watch;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Tells sources what is durable, when what they must not forget of it is durable too. */
final class Acknowledger {
  private final Keeper keeper;

  /** Keeps texts by row and column of the meta table. */
  interface Keeper {
    /** They are durable on return. */
    void keep(Map<String, Map<String, String>> rows) throws IOException;
  }

  Acknowledger(Keeper keeper) {
    this.keeper = keeper;
  }

  /** Acknowledges groups whose rows are durable, in the order in which they became so. */
  void acknowledge(List<CommitGroup> groups) throws IOException {
    Map<String, Map<String, String>> kept = CommitGroup.kept(groups);
    if (!kept.isEmpty()) {
      keeper.keep(kept);
    }
    for (CommitGroup group : groups) {
      for (PendingMessage message : group.messages()) {
        message.source().durable(message.number());
      }
    }
  }
}
