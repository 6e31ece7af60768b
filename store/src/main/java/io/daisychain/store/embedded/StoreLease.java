package io.daisychain.store.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A command's lease of an embedded store's process: an open connection to it. The store does not
 * end while the lease is held, and the connection ends when the store dies.
 */
public final class StoreLease {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final String FAILED = "failed ";
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ENDING_MILLIS = 60_000;
  private static final int LONGEST_ANSWER = 2_000;

  private final Socket socket;
  private final boolean otherBuild;
  private volatile boolean releasing;
  private volatile boolean kept;
  private Thread watcher;

  private StoreLease(Socket socket, boolean otherBuild) {
    this.socket = socket;
    this.otherBuild = otherBuild;
  }

  /**
   * Empty when there is no such store (any more); waits for the end of one that is just ending, for
   * instance because it was started with another program or other options and nobody uses it.
   *
   * @param launch how this command would start a store
   */
  public static Optional<StoreLease> request(StoreProperties store, Launch launch) {
    Socket socket = new Socket();
    try {
      InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
      socket.connect(new InetSocketAddress(loopback, store.controlPort()), CONNECT_MILLIS);
      // Also bounds the wait for a store that has been stopped with SIGSTOP.
      socket.setSoTimeout(ENDING_MILLIS);
      String request =
          "lease " + store.token() + " " + launch.lingerSeconds() + " " + launch.build() + "\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      String answer = readLine(socket.getInputStream());
      if (answer.equals("granted") || answer.equals("other")) {
        socket.setSoTimeout(0);
        return Optional.of(new StoreLease(socket, answer.equals("other")));
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

  /** True when the store was started with another program or other options than this command's. */
  public boolean isOfOtherBuild() {
    return otherBuild;
  }

  /**
   * Runs {@code onDeath} on a thread of its own when the store dies before {@link #release}, with
   * the store's last words, or none.
   */
  public void watch(Consumer<String> onDeath) {
    watcher =
        new Thread(
            () -> {
              String answer = answer(socket);
              kept = answer.equals("kept");
              if (!releasing) {
                onDeath.accept(answer.startsWith(FAILED) ? answer.substring(FAILED.length()) : "");
              }
            },
            "watch store");
    watcher.setDaemon(true);
    watcher.start();
  }

  /**
   * Gives the lease back. Returns true when the store goes on, for others or for a while; if this
   * was the last lease of a store that ends with it, returns false, when the store has ended.
   */
  public boolean release() throws InterruptedException {
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

  /** Returns when the store is gone. */
  public void awaitDeath() {
    while (!answer(socket).isEmpty()) {
      // Whatever it still says, it has been told to end.
    }
    closeQuietly(socket);
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
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int c = in.read();
    while (c >= 0 && c != '\n' && line.size() < LONGEST_ANSWER) {
      line.write(c);
      c = in.read();
    }
    return line.toString(UTF_8);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // There is nothing more to release.
    }
  }
}
