package io.daisychain.listen;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * At which address connections are accepted, and whether by TLS.
 *
 * @param address where; any but a loopback address is for TLS alone
 * @param tls key and certificate; null for connections that nobody else can read anyway
 * @param clients whose certificates are asked for: those that this file has or has signed; null for
 *     nobody's
 */
public record Listening(InetAddress address, TlsStore tls, TlsStore clients) {
  /** Connections that the system holds until they are accepted: many where many come at once. */
  private static final int BACKLOG = 1_024;

  /** This machine alone. */
  public static final Listening LOOPBACK =
      new Listening(InetAddress.getLoopbackAddress(), null, null);

  /**
   * Refuses what would be readable on its way.
   *
   * @throws IllegalArgumentException for an address of others without TLS
   */
  public Listening {
    if (tls == null && !address.isLoopbackAddress()) {
      throw new IllegalArgumentException(address.getHostAddress() + " needs TLS");
    }
    if (clients != null && tls == null) {
      throw new IllegalArgumentException("clients have certificates with TLS alone");
    }
  }

  /**
   * Tries the key.
   *
   * @throws IOException naming the file where there is none
   */
  public void check() throws IOException {
    tls.server(clients);
  }

  /** Listens at a port, with 0 at any that is free; TLS comes with each connection. */
  ServerSocket open(int port) throws IOException {
    ServerSocket listener = new ServerSocket();
    try {
      listener.bind(at(port), BACKLOG);
      return listener;
    } catch (IOException e) {
      listener.close();
      throw new IOException(address.getHostAddress() + ":" + port + ": " + e.getMessage(), e);
    }
  }

  /** The address with a port. */
  public InetSocketAddress at(int port) {
    return new InetSocketAddress(address, port);
  }
}
