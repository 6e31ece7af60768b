package io.daisychain.watch;

import io.daisychain.ingest.MessageCounts;
import io.daisychain.linkage.LiveLink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Watches: takes submissions from sources, has them durable and linked, and serves subscribers,
 * until it is closed.
 */
public final class Watch implements AutoCloseable {
  private final Intake intake;
  private final List<String> ready = new ArrayList<>();
  private static final LiveLink.StoredEvents UNHEARD =
      (date, key, references, lifecycle, statuses, sums) -> {};

  private final HandOut handOut;
  private SubscriptionServer server;
  private FolderSource folder;
  private FixAcceptor fix;

  private Watch(WatchSettings settings, WatchHooks hooks, WatchPorts ports) throws IOException {
    boolean serves = ports.serve() >= 0;
    handOut = new HandOut(ports.alertAfterSeconds());
    intake =
        serves
            ? new Intake(settings, hooks, handOut, handOut, Doors.NONE)
            : new Intake(settings, hooks, null, UNHEARD, Doors.NONE);
    handOut.loaded();
  }

  /**
   * Begins. All that the store has is linked, and nothing else writes to it.
   *
   * @param ports what it takes from, and where it serves
   */
  public static Watch start(WatchSettings settings, WatchHooks hooks, WatchPorts ports)
      throws IOException {
    Watch watch = new Watch(settings, hooks, ports);
    try {
      watch.listen(settings, ports);
      return watch;
    } catch (IOException | RuntimeException e) {
      watch.close();
      throw e;
    }
  }

  private void listen(WatchSettings settings, WatchPorts ports) throws IOException {
    if (ports.serve() >= 0) {
      server = new SubscriptionServer(handOut, loopback(ports.serve()));
      ready.add("serve:" + server.port());
    }
    intake.start();
    if (ports.fix() >= 0) {
      fix = new FixAcceptor(ports.senders(), settings.table(), intake, loopback(ports.fix()));
      fix.start();
      ready.add(0, "fix:" + fix.port());
    }
    if (ports.folder() != null) {
      folder = new FolderSource(ports.folder(), settings.table(), intake);
      folder.start();
    }
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** The line that says that all listen. */
  public String ready() {
    return ("watch ready " + String.join(" ", ready)).strip();
  }

  /** What became of all messages; complete once this is closed. */
  public MessageCounts counts() {
    return intake.counts();
  }

  /** Trade dates of what was stored; complete once this is closed. */
  public Set<Integer> dates() {
    return intake.dates();
  }

  /** Events linked so far. */
  public long linked() {
    return intake.live().linked();
  }

  /** How far it is, in a line for people. */
  public String progress() {
    return String.format(
        "%,d taken, %,d stored, %,d linked, %,d wait, %,d keys live",
        intake.taken(),
        intake.stored(),
        intake.live().linked(),
        intake.backlog(),
        intake.live().live());
  }

  /** Takes nothing new, and ends when all that was read is durable and linked. */
  @Override
  public void close() throws IOException {
    if (folder != null) {
      folder.close();
    }
    if (fix != null) {
      fix.endReading();
    }
    try {
      intake.close();
    } finally {
      if (fix != null) {
        fix.close();
      }
      if (server != null) {
        server.close();
      }
    }
  }
}
