package io.daisychain.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the commands that use the store: each holds one connection open as its lease.
 *
 * <p>A command sends {@code lease TOKEN}, the token being the one in the store's properties, so
 * that a stale file never leads to a stranger on a port used again. The answer is {@code granted},
 * or {@code ending} when it is too late. It gives the lease back by closing its side. The store
 * then closes the other, except after the last lease of a private store: that connection ends with
 * the process, and so tells when the store is gone.
 */
final class LeaseServer {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseServer.class);
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int BACKLOG = 64;
  private static final int HANDSHAKE_MILLIS = 5_000;

  private final String request;
  private final boolean endsWithLastLease;
  private final ServerSocket server;
  private final CountDownLatch ended = new CountDownLatch(1);
  // Guarded by this: granting a lease and deciding to end must not overlap.
  private int leases;
  private boolean everLeased;
  private boolean ending;

  private LeaseServer(String token, boolean endsWithLastLease, ServerSocket server) {
    this.request = "lease " + token;
    this.endsWithLastLease = endsWithLastLease;
    this.server = server;
  }

  static LeaseServer start(String token, boolean endsWithLastLease) throws IOException {
    ServerSocket server = new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), BACKLOG);
    LeaseServer leases = new LeaseServer(token, endsWithLastLease, server);
    daemon("leases", leases::accept);
    return leases;
  }

  int port() {
    return server.getLocalPort();
  }

  /** Ends the store when {@code input} does, unless a lease was taken before. */
  void watchInput(InputStream input) {
    daemon(
        "input",
        () -> {
          try {
            while (input.read() >= 0) {
              // Whatever a parent sends says only that it lives.
            }
          } catch (IOException e) {
            LOG.info("standard input broke", e);
          }
          endUnlessLeased();
        });
  }

  /** Returns when the store has to end. */
  void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** From now on commands are told that the store is ending. */
  synchronized void refuseNew() {
    ending = true;
  }

  private synchronized void endUnlessLeased() {
    if (!everLeased) {
      end();
    }
  }

  private synchronized void end() {
    ending = true;
    ended.countDown();
  }

  private synchronized boolean grant() {
    if (ending) {
      return false;
    }
    leases++;
    everLeased = true;
    return true;
  }

  /** True when the store goes on. */
  private synchronized boolean release() {
    leases--;
    if (leases == 0 && endsWithLastLease) {
      end();
    }
    return !ending;
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        daemon("lease", () -> serve(socket));
      } catch (IOException e) {
        LOG.error("no more commands can attach", e);
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try {
      socket.setSoTimeout(HANDSHAKE_MILLIS);
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      if (!request.equals(in.readLine())) {
        socket.close();
        return;
      }
      if (!grant()) {
        socket.getOutputStream().write("ending\n".getBytes(US_ASCII));
        // Left open: the command waits on it for the end of this process.
        return;
      }
      if (hold(socket, in)) {
        socket.getOutputStream().write("kept\n".getBytes(US_ASCII));
        socket.close();
      }
    } catch (IOException e) {
      LOG.info("a command went away during the handshake", e);
    }
  }

  private boolean hold(Socket socket, BufferedReader in) {
    try {
      socket.getOutputStream().write("granted\n".getBytes(US_ASCII));
      socket.setSoTimeout(0);
      while (in.readLine() != null) {
        // Nothing is asked for after the handshake.
      }
    } catch (IOException e) {
      LOG.info("a command was killed", e);
    }
    return release();
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
