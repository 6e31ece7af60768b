package io.daisychain.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;

/**
 * A command's claim on an embedded store's process: an open connection to it. The store does not
 * end while the claim is held, and the connection ends when the store dies.
 */
final class StoreLease {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ENDING_MILLIS = 60_000;
  private static final int LONGEST_ANSWER = 20;

  private final Socket socket;
  private volatile boolean releasing;
  private volatile boolean kept;
  private Thread watcher;

  private StoreLease(Socket socket) {
    this.socket = socket;
  }

  /** Empty when there is no such store (any more); waits for the end of one that is just ending. */
  static Optional<StoreLease> request(StoreProperties store) {
    Socket socket = new Socket();
    try {
      InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
      socket.connect(new InetSocketAddress(loopback, store.controlPort()), CONNECT_MILLIS);
      // Also bounds the wait for a store that has been stopped with SIGSTOP.
      socket.setSoTimeout(ENDING_MILLIS);
      socket.getOutputStream().write(("lease " + store.token() + "\n").getBytes(US_ASCII));
      String answer = readLine(socket.getInputStream());
      if (answer.equals("granted")) {
        socket.setSoTimeout(0);
        return Optional.of(new StoreLease(socket));
      }
      if (answer.equals("ending")) {
        answer(socket);
      }
    } catch (IOException e) {
      // Nobody listens, or who did has just died: there is no store.
    }
    closeQuietly(socket);
    return Optional.empty();
  }

  /** Runs {@code onDeath} on a thread of its own when the store dies before {@link #release}. */
  void watch(Runnable onDeath) {
    watcher =
        new Thread(
            () -> {
              kept = answer(socket).equals("kept");
              if (!releasing) {
                onDeath.run();
              }
            },
            "watch store");
    watcher.setDaemon(true);
    watcher.start();
  }

  /**
   * Gives the claim back. Returns true when the store goes on for others; if this was the last
   * claim on a store that ends with it, returns false, when the store has ended.
   */
  boolean release() throws InterruptedException {
    releasing = true;
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      // The store has died meanwhile, which releases as well.
    }
    watcher.join(ENDING_MILLIS);
    closeQuietly(socket);
    return kept;
  }

  /** What the store says next, or nothing when the connection ends. */
  private static String answer(Socket socket) {
    try {
      return readLine(socket.getInputStream());
    } catch (IOException e) {
      // A connection that breaks has ended too.
      return "";
    }
  }

  private static String readLine(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int c = in.read();
    while (c >= 0 && c != '\n' && line.length() < LONGEST_ANSWER) {
      line.append((char) c);
      c = in.read();
    }
    return line.toString();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // There is nothing more to release.
    }
  }
}
