package io.daisychain.flight;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.flight.CallStatus;

/**
 * Connections that are open. A stranger is one of which no call was proven yet; these have few
 * places, and who comes when all are taken gets that of the oldest of the address that has most.
 * Proven ones have places of their own, some of which a user can have: its oldest gives way to
 * another of its own. A proof may cost a tenth of a second: of one address one is looked at after
 * the other, and a connection whose proof is wrong is closed when it has its answer.
 */
final class OpenConnections {
  private static final long ANSWER_SECONDS = 1;

  /** Calls of strangers of one address that wait to be proven, each with a thread. */
  private static final int MOST_WAITING = 16;

  private static final AttributeKey<Boolean> WRONG =
      AttributeKey.valueOf(OpenConnections.class, "wrong");

  private final int mostStrangers;
  private final int mostProven;
  private final int mostOfUser;

  /** The address that came first first; guarded by this, as all that is in it. */
  private final Map<InetAddress, Host> hosts = new LinkedHashMap<>();

  /** The one that was proven first first. */
  private final Map<SocketAddress, Proven> proven = new LinkedHashMap<>();

  private int strangerCount;

  /** An address that has strangers or waits for a proof; its own lock is held by a proof. */
  private static final class Host {
    /** The oldest first. */
    private final ArrayDeque<Channel> strangers = new ArrayDeque<>();

    private int waiting;
  }

  /** A connection, and who it was proven to be from by its first proof. */
  private record Proven(Channel connection, String user) {}

  OpenConnections(int mostStrangers, int mostProven, int mostOfUser) {
    this.mostStrangers = mostStrangers;
    this.mostProven = mostProven;
    this.mostOfUser = mostOfUser;
  }

  /** What accepts them. */
  NioServerSocketChannel server() {
    NioServerSocketChannel server = new NioServerSocketChannel();
    server
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object connection) {
                // Known before its first call can come; none is closed before it has a thread.
                Optional<Channel> gone = add((Channel) connection);
                context.fireChannelRead(connection);
                closeLater((Channel) connection, gone);
              }
            });
    return server;
  }

  /** Takes a connection as a stranger. */
  void entered(Channel connection) {
    closeLater(connection, add(connection));
  }

  /** The one that has to give way to it, if there are too many. */
  private synchronized Optional<Channel> add(Channel connection) {
    if (connection.remoteAddress() == null) {
      return Optional.empty(); // it has gone already
    }
    hosts
        .computeIfAbsent(host(connection.remoteAddress()), none -> new Host())
        .strangers
        .add(connection);
    strangerCount++;
    Channel gone = strangerCount > mostStrangers ? oldestOfMost() : null;
    if (gone != null) {
      removeStranger(gone);
    }
    return Optional.ofNullable(gone);
  }

  private void closeLater(Channel connection, Optional<Channel> gone) {
    if (connection.remoteAddress() != null) { // it is kept once it was known
      connection.closeFuture().addListener(closed -> left(connection));
    }
    gone.ifPresent(OpenConnections::close);
  }

  private Channel oldestOfMost() {
    ArrayDeque<Channel> most = new ArrayDeque<>();
    for (Host host : hosts.values()) {
      most = host.strangers.size() > most.size() ? host.strangers : most;
    }
    return most.element();
  }

  /**
   * Who a call proves to be from.
   *
   * @param address the client's
   * @param proof looks at it, and has the user's name
   * @return empty if it is wrong
   * @throws org.apache.arrow.flight.FlightRuntimeException if there is no place for it
   */
  Optional<String> proven(SocketAddress address, Supplier<Optional<String>> proof) {
    Channel connection;
    Host host;
    synchronized (this) {
      Proven known = proven.get(address);
      connection = known == null ? null : known.connection();
      host = hosts.get(host(address));
      if (connection == null) {
        connection = host == null ? null : stranger(host, address);
        if (connection == null || host.waiting == MOST_WAITING) {
          throw full("too many who are not known yet want to be");
        }
        host.waiting++;
      } else {
        host = null;
      }
    }
    if (host == null) {
      return checked(connection, proof);
    }
    try {
      Optional<String> who;
      synchronized (host) {
        who = checked(connection, proof);
      }
      if (who.isPresent() && !move(address, new Proven(connection, who.get()))) {
        throw full("too many connections are open");
      }
      return who;
    } finally {
      synchronized (this) {
        host.waiting--;
        removeEmpty(host(address));
      }
    }
  }

  private static RuntimeException full(String why) {
    return CallStatus.RESOURCE_EXHAUSTED.withDescription(why).toRuntimeException();
  }

  private static Optional<String> checked(Channel connection, Supplier<Optional<String>> proof) {
    if (!connection.isOpen() || connection.hasAttr(WRONG)) {
      throw CallStatus.UNAVAILABLE
          .withDescription("this connection is at its end: come by another")
          .toRuntimeException();
    }
    Optional<String> who = proof.get();
    if (who.isEmpty() && connection.attr(WRONG).setIfAbsent(true) == null) {
      ScheduledFuture<?> unused =
          connection.eventLoop().schedule(() -> close(connection), ANSWER_SECONDS, SECONDS);
    }
    return who;
  }

  /** A stranger is one no more; false if there are too many of these, or it has gone meanwhile. */
  private synchronized boolean move(SocketAddress address, Proven found) {
    Proven known = proven.get(address);
    if (known != null && known.connection() == found.connection()) {
      return true; // by another of its calls
    }
    List<Proven> own =
        proven.values().stream().filter(each -> each.user().equals(found.user())).toList();
    boolean isGivenWay = own.size() == mostOfUser;
    if ((proven.size() == mostProven && !isGivenWay) || !removeStranger(found.connection())) {
      return false;
    }
    if (isGivenWay) {
      remove(own.get(0).connection());
      close(own.get(0).connection());
    }
    proven.put(address, found);
    return true;
  }

  private void remove(Channel connection) {
    proven.computeIfPresent(
        connection.remoteAddress(),
        (address, known) -> known.connection() == connection ? null : known);
  }

  /** At once: HTTP/2's own close waits half a minute for calls that are open. */
  private static void close(Channel connection) {
    connection.eventLoop().execute(() -> connection.unsafe().close(connection.voidPromise()));
  }

  private synchronized void left(Channel connection) {
    removeStranger(connection);
    remove(connection);
  }

  private static Channel stranger(Host host, SocketAddress address) {
    for (Channel each : host.strangers) {
      if (address.equals(each.remoteAddress())) {
        return each;
      }
    }
    return null;
  }

  private boolean removeStranger(Channel connection) {
    InetAddress address = host(connection.remoteAddress());
    Host host = hosts.get(address);
    if (host == null || !host.strangers.remove(connection)) {
      return false;
    }
    strangerCount--;
    removeEmpty(address);
    return true;
  }

  private void removeEmpty(InetAddress address) {
    hosts.computeIfPresent(
        address, (key, host) -> host.waiting == 0 && host.strangers.isEmpty() ? null : host);
  }

  private static InetAddress host(SocketAddress address) {
    return ((InetSocketAddress) address).getAddress();
  }
}
