package io.daisychain.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the commands that use the store: each holds one connection open as its lease.
 *
 * <p>A command sends {@code lease TOKEN LINGER BUILD}. The token is the one in the store's
 * properties, so that a stale file never leads to a stranger on a port used again. LINGER is for
 * how many seconds a private store stays after this lease, if it is the last. BUILD names the
 * program and the options that the command would start a store with. The answers:
 *
 * <ul>
 *   <li>{@code granted}, or {@code other} if the store was started with another BUILD,
 *   <li>{@code ending} when it is too late; a private store of another BUILD that nobody uses ends
 *       then, so that the command can start its own,
 *   <li>{@code failed WORDS} while the lease is held, when the store can do no more.
 * </ul>
 *
 * <p>A command gives the lease back by closing its side. If the store goes on, it says {@code kept}
 * and closes the other. Else that connection ends with the process, and so tells when it is gone.
 */
final class LeaseServer {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseServer.class);
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int BACKLOG = 64;
  private static final int HANDSHAKE_MILLIS = 5_000;
  private static final Pattern REQUEST = Pattern.compile("lease (\\S+) (\\d{1,9}) (\\S+)");

  private final String token;

  /** Null for a store that stays until it is told to end. */
  private final String privateBuild;

  private final ServerSocket server;
  private final Set<Socket> held = ConcurrentHashMap.newKeySet();
  // Guarded by this: granting a lease and deciding to end must not overlap.
  private int leases;
  private boolean everLeased;
  private boolean ending;
  private boolean lingering;
  private long lingersUntil;

  private LeaseServer(String token, String privateBuild, ServerSocket server) {
    this.token = token;
    this.privateBuild = privateBuild;
    this.server = server;
  }

  /**
   * Starts to listen; {@code privateBuild} is null for a store that stays until it is told to end.
   */
  static LeaseServer start(String token, String privateBuild) throws IOException {
    ServerSocket server = new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), BACKLOG);
    LeaseServer leases = new LeaseServer(token, privateBuild, server);
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
  synchronized void awaitEnd() throws InterruptedException {
    while (!ending) {
      long nanos = lingering ? lingersUntil - System.nanoTime() : Long.MAX_VALUE;
      if (nanos <= 0) {
        end();
      } else {
        // One more, since less than a millisecond would mean for ever.
        wait(TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
      }
    }
  }

  /** From now on commands are told that the store is ending. */
  synchronized void refuseNew() {
    ending = true;
  }

  /** Tells the commands why their store is about to die. */
  void tellFailure(String words) {
    byte[] line = ("failed " + words.replace('\n', ' ') + "\n").getBytes(UTF_8);
    for (Socket socket : held) {
      try {
        socket.getOutputStream().write(line);
      } catch (IOException e) {
        // A command that has gone needs no words.
      }
    }
  }

  private synchronized void endUnlessLeased() {
    if (!everLeased) {
      end();
    }
  }

  private synchronized void end() {
    ending = true;
    notifyAll();
  }

  /** The answer to a command that asks for a lease. */
  private synchronized String grant(String build) {
    boolean other = privateBuild != null && !privateBuild.equals(build);
    if (other && everLeased && leases == 0) {
      end();
    }
    if (ending) {
      return "ending";
    }
    leases++;
    everLeased = true;
    lingering = false;
    return other ? "other" : "granted";
  }

  /** True when the store goes on. */
  private synchronized boolean release(int lingerSeconds) {
    leases--;
    if (leases == 0 && privateBuild != null) {
      if (lingerSeconds == 0) {
        end();
      } else {
        lingering = true;
        lingersUntil = System.nanoTime() + TimeUnit.SECONDS.toNanos(lingerSeconds);
        notifyAll();
      }
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
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      String line = in.readLine();
      Matcher request = REQUEST.matcher(line == null ? "" : line);
      if (!request.matches() || !request.group(1).equals(token)) {
        socket.close();
        return;
      }
      String answer = grant(request.group(3));
      if (answer.equals("ending")) {
        socket.getOutputStream().write("ending\n".getBytes(US_ASCII));
        // Left open: the command waits on it for the end of this process.
        return;
      }
      held.add(socket);
      hold(socket, in, answer);
      held.remove(socket);
      if (release(Integer.parseInt(request.group(2)))) {
        socket.getOutputStream().write("kept\n".getBytes(US_ASCII));
        socket.close();
      }
    } catch (IOException e) {
      LOG.info("a command went away during the handshake", e);
    }
  }

  private static void hold(Socket socket, BufferedReader in, String answer) {
    try {
      socket.getOutputStream().write((answer + "\n").getBytes(US_ASCII));
      socket.setSoTimeout(0);
      while (in.readLine() != null) {
        // Nothing is asked for after the handshake.
      }
    } catch (IOException e) {
      LOG.info("a command was killed", e);
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
