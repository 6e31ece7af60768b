package io.daisychain.listen;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How often an address may begin TLS: {@value #AT_ONCE} times at once, {@value #A_SECOND} times a
 * second for longer. A handshake costs this end a signature, so whoever only connects, and connects
 * again when cut off, would have the processor to itself. Users of this machine have that anyway,
 * and are not counted. Not thread-safe.
 */
final class HandshakeRates {
  static final int AT_ONCE = 256;
  static final int A_SECOND = 32;

  /** Addresses that are counted at a time; of more than these, the new ones are not. */
  private static final int MOST_ADDRESSES = 1 << 16;

  private static final long NANOS_EACH = TimeUnit.SECONDS.toNanos(1) / A_SECOND;

  /** When all that an address has begun would be over at its rate, in nanoseconds. */
  private final Map<InetAddress, Long> busyUntil = new HashMap<>();

  /** True where an address may begin one now; counts it. */
  boolean begin(InetAddress address, long now) {
    if (address.isLoopbackAddress()) {
      return true;
    }
    Long until = busyUntil.get(address);
    long begins = until == null || until - now < 0 ? now : until;
    if (begins - now > (AT_ONCE - 1) * NANOS_EACH) {
      return false;
    }
    if (until != null || busyUntil.size() < MOST_ADDRESSES) {
      busyUntil.put(address, begins + NANOS_EACH);
    }
    return true;
  }

  /** Forgets who has its whole number again. */
  void tick(long now) {
    busyUntil.values().removeIf(until -> until - now <= 0);
  }
}
