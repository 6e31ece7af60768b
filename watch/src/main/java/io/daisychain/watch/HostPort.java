package io.daisychain.watch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port somewhere, and how it is connected to. */
public record HostPort(String host, int port) {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int MOST_PORTS = 65_535;

  /**
   * Reads {@code HOST:PORT}.
   *
   * @throws IllegalArgumentException where it is something else
   */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MOST_PORTS) {
      throw new IllegalArgumentException(text + " is not HOST:PORT");
    }
    return new HostPort(text.substring(0, colon), Integer.parseInt(port));
  }

  /**
   * Connects.
   *
   * @throws IOException naming host and port
   */
  public Socket connect() throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw new IOException(this + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
