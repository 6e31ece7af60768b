package io.daisychain.watch;

import io.daisychain.listen.TlsStore;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A port somewhere, and how it is connected to.
 *
 * @param tls whose certificates are trusted; null for a connection without TLS
 * @param standby where somebody else may be who has taken its place; null for nowhere
 */
public record HostPort(String host, int port, TlsStore tls, HostPort standby) {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int MOST_PORTS = 65_535;

  /**
   * Somebody is there, and has closed the connection before TLS was agreed on, or at once after.
   */
  public static final class HandshakeCutException extends IOException {
    public HandshakeCutException(String message, IOException cause) {
      super(message, cause);
    }
  }

  /** Without TLS. */
  public HostPort(String host, int port) {
    this(host, port, null);
  }

  /** Without anybody who stands by. */
  public HostPort(String host, int port, TlsStore tls) {
    this(host, port, tls, null);
  }

  /**
   * Reads {@code HOST:PORT}, and those of others who may take its place behind commas.
   *
   * @throws IllegalArgumentException where it is something else
   */
  public static HostPort parse(String text, TlsStore tls) {
    int comma = text.indexOf(',');
    return comma < 0
        ? parse(text, tls, null)
        : parse(text.substring(0, comma), tls, parse(text.substring(comma + 1), tls));
  }

  private static HostPort parse(String text, TlsStore tls, HostPort standby) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MOST_PORTS) {
      throw new IllegalArgumentException(text + " is not HOST:PORT");
    }
    return new HostPort(text.substring(0, colon), Integer.parseInt(port), tls, standby);
  }

  /**
   * Connects to the first of them that answers.
   *
   * @throws HandshakeCutException where it may help to try again
   * @throws IOException naming host and port
   */
  public Socket connect() throws IOException {
    if (standby == null) {
      return connectHere();
    }
    try {
      return connectHere();
    } catch (IOException e) {
      return standby.connect();
    }
  }

  private Socket connectHere() throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return tls == null ? socket : secured(socket);
    } catch (IOException e) {
      boolean wasCut =
          socket.isConnected()
              && (e instanceof SocketException || e.getCause() instanceof EOFException);
      socket.close();
      String why = this + ": " + e.getMessage();
      throw wasCut ? new HandshakeCutException(why, e) : new IOException(why, e);
    }
  }

  /** TLS over a connection, to the host of that name alone. */
  private Socket secured(Socket socket) throws IOException {
    SSLSocket secured =
        (SSLSocket) tls.client().getSocketFactory().createSocket(socket, host, port, true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  @Override
  public String toString() {
    return host + ":" + port + (standby == null ? "" : "," + standby);
  }
}
