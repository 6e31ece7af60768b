package io.daisychain.watch.replay;

import java.util.Map;
import java.util.TreeMap;

/** What became of all that was read. Safe for several threads. */
final class ReplayCounts {
  private final Map<String, Long> leftOut = new TreeMap<>();
  private long read;
  private long sent;
  private long told;
  private long refused;

  void read() {
    read(1);
  }

  synchronized void read(long count) {
    read += count;
  }

  /** Something is not sent, and why. */
  void leftOut(String reason) {
    leftOut(reason, 1);
  }

  /** So much is not sent, and why. */
  synchronized void leftOut(String reason, long count) {
    if (count > 0) {
      leftOut.merge(reason, count, Long::sum);
    }
  }

  synchronized void sent(long count) {
    sent += count;
  }

  synchronized void told(long count) {
    told += count;
  }

  /** A message that could not be sent. */
  synchronized void refused(long count) {
    refused += count;
  }

  synchronized long sent() {
    return sent;
  }

  /** The sums. */
  synchronized Replay.Sums sums() {
    return new Replay.Sums(read, sent, told, refused, Map.copyOf(leftOut));
  }
}
