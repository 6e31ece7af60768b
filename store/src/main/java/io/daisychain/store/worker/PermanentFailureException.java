package io.daisychain.store.worker;

import java.io.IOException;

/** What a worker's retry cannot mend. A command that watches a cluster's job ends it then. */
public final class PermanentFailureException extends IOException {
  /**
   * @param words what failed, for people, and what to do
   */
  public PermanentFailureException(String words) {
    super(words);
  }
}
