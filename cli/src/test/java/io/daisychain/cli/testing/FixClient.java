package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/** One side of a FIX session, byte by byte as a test wants it. */
public final class FixClient implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final String sender;
  private int next;

  /** Connects, without a Logon. */
  public FixClient(int port, String sender, int next) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port), sender, next);
  }

  /** The same over a connection that is there. */
  public FixClient(Socket socket, String sender, int next) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
    this.sender = sender;
    this.next = next;
  }

  /** Number of the next message. */
  public int next() {
    return next;
  }

  /** Sends a message under the next number. */
  public void send(String type, String fields) throws IOException {
    sendRaw(message(type, next++, "", fields));
  }

  /** A message with a number of its own, {@code header} behind its 56. */
  public String message(String type, int number, String header, String fields) {
    return FixLine.of(
        "35="
            + type
            + "|34="
            + number
            + "|49="
            + sender
            + "|56=MRP|"
            + header
            + "52=20260316-10:00:00.000|"
            + fields);
  }

  public void sendRaw(String message) throws IOException {
    socket.getOutputStream().write(message.getBytes(ISO_8859_1));
  }

  public void logOn() throws IOException {
    send("A", "98=0|108=30|");
  }

  /** The next message, {@code |} for SOH; empty where the other side has closed. */
  public String receive() throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    while (!message.toString(ISO_8859_1).matches("(?s).*\u000110=\\d{3}\u0001")) {
      int octet = in.read();
      if (octet < 0) {
        return "";
      }
      message.write(octet);
    }
    return message.toString(ISO_8859_1).replace('\u0001', '|');
  }

  /** The next message of a type. */
  public String receive(String type) throws IOException {
    String message = receive();
    while (!message.isEmpty() && !message.contains("|35=" + type + "|")) {
      message = receive();
    }
    return message;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
