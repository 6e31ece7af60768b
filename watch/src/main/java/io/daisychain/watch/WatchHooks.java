package io.daisychain.watch;

import java.io.IOException;
import java.util.Map;

/** What watching asks of the command that runs it. */
public interface WatchHooks {
  /** Runs the link job over all dates that have news; nothing else writes meanwhile. */
  void linkAll() throws IOException;

  /** Hears how many messages of each trade date have been stored and linked. */
  void storedSoFar(Map<Integer, Long> byDate) throws IOException;

  /** Hears that watching cannot go on. */
  void failed(Throwable cause);
}
