package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A firm's side of a FIX session to MRP, as bytes. */
public final class FixClient implements AutoCloseable {
  private final String name;
  private final String begin;
  private final Socket socket;

  public FixClient(String name, int port) throws IOException {
    this(name, "FIX.4.2", port);
  }

  /** In another version: {@code begin} is its BeginString. */
  public FixClient(String name, String begin, int port) throws IOException {
    this.name = name;
    this.begin = begin;
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
  }

  /** Sends a message of fields with | behind each. */
  public void send(String type, int number, String fields) throws IOException {
    write(FixFrameReaderTest.framed(begin, body(name, type, number, fields)));
  }

  /** The same as text. */
  public static String text(String sender, String type, int number, String fields) {
    return FixFrameReaderTest.frame(body(sender, type, number, fields));
  }

  private static String body(String sender, String type, int number, String fields) {
    String header = "35=" + type + "|49=" + sender + "|56=MRP|34=" + number;
    return header + "|52=20260316-10:00:00|" + fields;
  }

  /** Sends text as it is. */
  public void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  /** The next message of a type; empty at the end. */
  public String receive(String type) throws IOException {
    String message = receive();
    while (!message.isEmpty() && !message.contains("|35=" + type + "|")) {
      message = receive();
    }
    return message;
  }

  /** The next message, with | for SOH; empty at the end. */
  public String receive() throws IOException {
    StringBuilder message = new StringBuilder();
    for (int read = read(); read >= 0; read = read()) {
      message.append((char) read);
      if (message.toString().matches("(?s).*\00110=\\d{3}\001")) {
        return message.toString().replace('\001', '|');
      }
    }
    return "";
  }

  private int read() {
    try {
      return socket.getInputStream().read();
    } catch (IOException e) {
      return -1; // reset
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
