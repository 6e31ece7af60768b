package io.daisychain.cli.status;

import java.time.Instant;

/**
 * One part of a process that stays. Health is told to everybody on this machine: neither name nor
 * words are to name a firm, a file or an address.
 *
 * @param name one word, such as {@code watch}
 * @param isAlive false where it has ended and will not come back by itself
 * @param notReady why it cannot do its work now; empty where it can
 * @param doing what it does at the moment, for people; empty for nothing
 * @param last when its last run began; null for none
 * @param outcome how that ended; empty for none
 * @param next when its next run is due; null where it has no schedule
 */
public record PartState(
    String name,
    boolean isAlive,
    String notReady,
    String doing,
    Instant last,
    String outcome,
    Instant next) {
  /** A part that is at work and has no schedule. */
  public static PartState ready(String name, String doing) {
    return new PartState(name, true, "", doing, null, "", null);
  }

  /** A part that cannot do its work yet, or for a while. */
  public static PartState notReady(String name, String why) {
    return new PartState(name, true, why, "", null, "", null);
  }

  boolean isReady() {
    return isAlive && notReady.isEmpty();
  }
}
