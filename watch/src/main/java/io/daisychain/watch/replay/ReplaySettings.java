package io.daisychain.watch.replay;

import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.watch.HostPort;
import java.nio.file.Path;
import java.util.List;

/**
 * What is replayed, how fast, and where to.
 *
 * @param files in the order in which they are read
 * @param rate messages a second; 0 where {@code speed} says how fast
 * @param speed how many times as fast as the messages' own times go; 0 where {@code rate} says it
 * @param target where to
 * @param now true to give messages the time at which they are sent as SendingTime (52)
 * @param record file of times; null for none
 * @param receiver TargetCompID (56) of Logons
 * @param feed how market data are read
 */
public record ReplaySettings(
    List<MarketFile> files,
    double rate,
    double speed,
    Target target,
    boolean now,
    Path record,
    String receiver,
    Feed feed) {

  /** Where messages go. */
  public sealed interface Target permits FixTarget, FolderTarget, TicksTarget {}

  /** An acceptor of FIX sessions. */
  public record FixTarget(HostPort address) implements Target {}

  /** A folder that takes files. */
  public record FolderTarget(Path folder) implements Target {}

  /** A port that takes ticks. */
  public record TicksTarget(HostPort address) implements Target {}
}
