package io.daisychain.watch;

import io.daisychain.ingest.MessageCounts;
import io.daisychain.listen.SessionLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** What watching asks of the command that runs it. */
public interface WatchHooks {
  /**
   * Runs the link job over all dates that have news; nobody but this watch writes meanwhile.
   *
   * @param before version of dates from which on changes stay news: rows are stored under it
   */
  void linkAll(long before) throws IOException;

  /**
   * Makes sure that this process still watches, before something is written.
   *
   * @throws IOException naming the one that has taken its place
   */
  default void requireAlone() throws IOException {}

  /** Hears how many messages of each trade date have been stored and linked. */
  void storedSoFar(Map<Integer, Long> byDate) throws IOException;

  /**
   * Hears that all of a file is durable, before its {@code .done} says so.
   *
   * @param counts what became of its messages
   */
  default void taken(Path file, MessageCounts.Totals counts) throws IOException {}

  /** Where sessions are noted. */
  default SessionLog sessions() {
    return SessionLog.NONE;
  }

  /** Hears that watching cannot go on. */
  void failed(Throwable cause);
}
