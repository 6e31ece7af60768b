package io.daisychain.marketdata.feed;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Messages of a session, each after its length in two bytes, as a file of ITCH has them. */
abstract class MessageStream extends InputStream {
  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private byte[] ready = new byte[0];
  private int read;

  /** Whether the session has ended and all its messages were handed on. */
  abstract boolean isOver();

  /**
   * Waits for a while, and hands on the messages that come.
   *
   * @throws FeedException if no more can come
   */
  abstract void receive() throws IOException;

  /** Hands on what remains in a buffer as the next message. */
  final void hand(ByteBuffer message) {
    int length = message.remaining();
    taken.write(length >> 8);
    taken.write(length);
    for (int i = 0; i < length; i++) {
      taken.write(message.get());
    }
  }

  static InetSocketAddress socket(String text) throws IOException {
    int colon = text.lastIndexOf(':');
    if (colon < 1 || !text.substring(colon + 1).matches("[1-9][0-9]{0,4}")) {
      throw new FeedException(text + " is no HOST:PORT");
    }
    InetAddress host = InetAddress.getByName(text.substring(0, colon));
    return new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
  }

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public final int read(byte[] into, int from, int length) throws IOException {
    while (read == ready.length) {
      if (taken.size() == 0) {
        if (isOver()) {
          return -1;
        }
        receive();
      }
      ready = taken.toByteArray();
      taken.reset();
      read = 0;
    }
    int count = Math.min(length, ready.length - read);
    System.arraycopy(ready, read, into, from, count);
    read += count;
    return count;
  }
}
