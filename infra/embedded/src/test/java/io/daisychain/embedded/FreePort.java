package io.daisychain.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 for programs that are told where to listen some time before they do so.
 *
 * <p>None is of those that the system deals out to whoever asks for any (32768 and up on Linux):
 * one of them may be another's by the time the program listens.
 */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int END = 32_000;

  private FreePort() {}

  /** A port on which nobody listens. */
  public static int any() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (IOException e) {
        // Somebody listens there: another one.
      }
    }
  }
}
