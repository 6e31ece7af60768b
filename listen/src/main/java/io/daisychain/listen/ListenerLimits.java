package io.daisychain.listen;

import java.time.Duration;

/**
 * What a listener allows. A stranger is a connection that is not proven yet: see {@link
 * Connection#prove}.
 *
 * @param strangers connections of strangers at a time; one more closes the oldest of the address
 *     that has most
 * @param strangersOfAddress the same of one address
 * @param strangerBytes that are read of a stranger
 * @param strangerTime from a stranger's connection, TLS included, to its proof
 * @param proven connections that are proven, at a time; one more is refused
 * @param provenOfName the same under one name
 * @param stuck for how long somebody may leave unread what is written to it
 */
public record ListenerLimits(
    int strangers,
    int strangersOfAddress,
    int strangerBytes,
    Duration strangerTime,
    int proven,
    int provenOfName,
    Duration stuck) {
  /** Connections of strangers, at all of this machine's or a network's, and of one address. */
  private static final int STRANGERS = 64;

  private static final int STRANGERS_OF_ADDRESS = 32;
  private static final Duration STRANGER_TIME = Duration.ofSeconds(5);
  private static final Duration STUCK = Duration.ofSeconds(30);

  /** Limits for so many proven connections, all of which may have one name. */
  public static ListenerLimits of(int strangerBytes, int proven) {
    return new ListenerLimits(
        STRANGERS, STRANGERS_OF_ADDRESS, strangerBytes, STRANGER_TIME, proven, proven, STUCK);
  }

  /** The same with another number of connections under one name. */
  public ListenerLimits provenOfName(int most) {
    return new ListenerLimits(
        strangers, strangersOfAddress, strangerBytes, strangerTime, proven, most, stuck);
  }

  /** The same with another time for which what is written may be left unread. */
  public ListenerLimits stuck(Duration most) {
    return new ListenerLimits(
        strangers, strangersOfAddress, strangerBytes, strangerTime, proven, provenOfName, most);
  }
}
