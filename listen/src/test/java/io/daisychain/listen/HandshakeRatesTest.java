package io.daisychain.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandshakeRatesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** A clock may begin anywhere; this one runs over. */
  private final long began = Long.MAX_VALUE - SECOND;

  private final HandshakeRates rates = new HandshakeRates();

  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByName(text);
  }

  private int begin(String address, int times, long at) throws UnknownHostException {
    int begun = 0;
    for (int i = 0; i < times; i++) {
      begun += rates.begin(address(address), began + at) ? 1 : 0;
    }
    return begun;
  }

  @Test
  void anAddressHasSoManyAtOnceAndThenSoManyASecond() throws UnknownHostException {
    assertEquals(HandshakeRates.AT_ONCE, begin("10.0.0.1", 1_000, 0));
    assertEquals(HandshakeRates.A_SECOND, begin("10.0.0.1", 1_000, SECOND));
    assertEquals(2 * HandshakeRates.A_SECOND, begin("10.0.0.1", 1_000, 3 * SECOND));
  }

  @Test
  void othersAreNotConcerned() throws UnknownHostException {
    begin("10.0.0.1", 1_000, 0);
    assertEquals(5, begin("10.0.0.2", 5, 0));
    assertEquals(1_000, begin("127.0.0.1", 1_000, 0));
  }

  @Test
  void whoHasWaitedIsAsNew() throws UnknownHostException {
    begin("10.0.0.1", 1_000, 0);
    long later = 8 * SECOND; // 256 at 32 a second
    rates.tick(began + later - 1);
    assertTrue(begin("10.0.0.1", 1_000, later - 1) < HandshakeRates.AT_ONCE);
    rates.tick(began + 2 * later);
    assertEquals(HandshakeRates.AT_ONCE, begin("10.0.0.1", 1_000, 2 * later));
  }
}
