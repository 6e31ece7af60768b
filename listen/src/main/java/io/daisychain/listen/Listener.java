package io.daisychain.listen;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections and has each served by a thread. Strangers have a place for a short time; who
 * comes when all places are taken gets that of the oldest stranger of the address that has most, so
 * those who say at once who they are come in whoever else waits. Proven connections have places of
 * their own.
 */
public final class Listener implements AutoCloseable {
  /** Between two looks for connections whose time is over. */
  private static final long SWEEP_MILLIS = 200;

  /** After which a thread that nobody needs ends. */
  private static final long IDLE_SECONDS = 10;

  /** After an error of accept (no file descriptor is free), so that it is not tried in a loop. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** For which others of its own address do not cut a connection by TLS off. */
  private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** For a connection of the same name to be over. */
  private static final long NAME_MILLIS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

  private final String name;
  private final SSLSocketFactory tls;
  private final boolean asksClients;
  private final ServerSocket socket;
  private final ListenerLimits limits;
  private final Service service;
  private final LongSupplier clock;
  private final ThreadPoolExecutor threads;
  private final RefusalLog refusals;

  /** Guarded by itself. */
  private final HandshakeRates handshakes = new HandshakeRates();

  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  /** Strangers by address, the oldest first; guarded by itself, as what is proven. */
  private final Map<InetAddress, ArrayDeque<Connection>> strangers = new LinkedHashMap<>();

  private final Map<String, Integer> provenByName = new HashMap<>();
  private int strangerCount;
  private int provenCount;
  private volatile boolean ending;
  private volatile boolean closed;

  /** What is done with a connection. */
  @FunctionalInterface
  public interface Service {
    /** Serves one until it is done; the connection is closed afterwards. */
    void serve(Connection connection) throws IOException, InterruptedException;
  }

  /**
   * Listens; {@link #start} begins to accept.
   *
   * @param name of what is served, in names of threads and in logs
   * @param where at which address, and whether by TLS
   * @param port 0 for any that is free
   * @throws IOException naming the address where the port is not free, or the key cannot be read
   */
  public Listener(String name, Listening where, int port, ListenerLimits limits, Service service)
      throws IOException {
    this(name, where, port, limits, service, System::nanoTime);
  }

  /** The same with a clock, in nanoseconds. */
  Listener(
      String name,
      Listening where,
      int port,
      ListenerLimits limits,
      Service service,
      LongSupplier clock)
      throws IOException {
    this.name = name;
    this.asksClients = where.clients() != null;
    this.tls = where.tls() == null ? null : where.tls().server(where.clients()).getSocketFactory();
    this.socket = where.open(port);
    this.limits = limits;
    this.service = service;
    this.clock = clock;
    this.refusals = new RefusalLog(name);
    threads =
        new ThreadPoolExecutor(
            0,
            2 * (limits.strangers() + limits.proven()), // some end while others begin
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread = new Thread(work, "daisychain-" + name + "-connection");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Begins to accept. */
  public Listener start() {
    start("daisychain-" + name, this::accept);
    start("daisychain-" + name + "-times", this::sweepUntilClosed);
    return this;
  }

  /** Starts a thread that ends with the program. */
  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** The port. */
  public int port() {
    return socket.getLocalPort();
  }

  /** Connections that are proven. */
  public int connections() {
    synchronized (strangers) {
      return provenCount;
    }
  }

  /** Connections that are not proven yet. */
  public int strangers() {
    synchronized (strangers) {
      return strangerCount;
    }
  }

  ListenerLimits limits() {
    return limits;
  }

  long now() {
    return clock.getAsLong();
  }

  private void accept() {
    while (!closed) {
      try {
        accept(socket.accept());
      } catch (IOException | RuntimeException e) {
        if (!closed) {
          LOG.warn("{}: {}", name, e.toString());
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
  }

  private void accept(Socket from) throws IOException {
    if (ending) {
      from.close();
      return;
    }
    if (tls != null && !mayShakeHands(from.getInetAddress())) {
      from.close();
      refusals.refused(
          from.getInetAddress().getHostAddress() + ":" + from.getPort(),
          "its address has begun TLS too often",
          now());
      return;
    }
    Connection connection = new Connection(from, this, now());
    open.add(connection);
    Connection gone = enter(connection);
    if (gone != null) {
      gone.close("others wait");
    }
    try {
      threads.execute(() -> serve(connection));
    } catch (RejectedExecutionException e) {
      connection.close("no thread is free");
      left(connection);
    }
  }

  private boolean mayShakeHands(InetAddress address) {
    synchronized (handshakes) {
      return handshakes.begin(address, now());
    }
  }

  /** Adds a stranger; returns the one who has to go for it, null where there was a place. */
  private Connection enter(Connection connection) {
    synchronized (strangers) {
      ArrayDeque<Connection> same =
          strangers.computeIfAbsent(connection.address(), none -> new ArrayDeque<>());
      same.add(connection);
      strangerCount++;
      if (same.size() > limits.strangersOfAddress()) {
        return evict(same, same);
      }
      if (strangerCount > limits.strangers()) {
        ArrayDeque<Connection> most = same;
        for (ArrayDeque<Connection> others : strangers.values()) {
          most = others.size() > most.size() ? others : most;
        }
        return evict(most, same);
      }
      return null;
    }
  }

  /**
   * The oldest goes, with one exception: if an address that comes more often than handshakes end
   * cut off its own, none would ever be done.
   */
  private Connection evict(ArrayDeque<Connection> of, ArrayDeque<Connection> comes) {
    boolean isShakingHands =
        tls != null && of == comes && now() - of.peek().began() < HANDSHAKE_NANOS;
    Connection gone = isShakingHands ? of.removeLast() : of.remove();
    strangerCount--;
    if (of.isEmpty()) {
      strangers.remove(gone.address());
    }
    return gone;
  }

  private boolean removeStranger(Connection connection) {
    ArrayDeque<Connection> same = strangers.get(connection.address());
    if (same == null || !same.remove(connection)) {
      return false;
    }
    strangerCount--;
    if (same.isEmpty()) {
      strangers.remove(connection.address());
    }
    return true;
  }

  void proven(Connection connection, String as) throws RefusedException {
    synchronized (strangers) {
      awaitName(as);
      if (ending || connection.isClosed() || !removeStranger(connection)) {
        throw connection.refused("it is closed");
      }
      if (provenCount >= limits.proven()) {
        throw connection.refused("there are " + limits.proven() + " connections");
      }
      if (provenByName.getOrDefault(as, 0) >= limits.provenOfName()) {
        throw connection.refused("there are " + limits.provenOfName() + " connections of " + as);
      }
      provenByName.merge(as, 1, Integer::sum);
      provenCount++;
    }
  }

  /** Who has just left may come back at once, before this end has noticed. */
  private void awaitName(String as) throws RefusedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(NAME_MILLIS);
    try {
      for (long left = NAME_MILLIS;
          left > 0 && provenByName.getOrDefault(as, 0) >= limits.provenOfName();
          left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
        strangers.wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("interrupted");
    }
  }

  void gaveUp(String as) {
    synchronized (strangers) {
      provenByName.computeIfPresent(as, (key, count) -> count == 1 ? null : count - 1);
      strangers.notifyAll();
    }
  }

  private void left(Connection connection) {
    open.remove(connection);
    synchronized (strangers) {
      removeStranger(connection);
      if (connection.name() != null) {
        connection.giveUpName();
        provenCount--;
        strangers.notifyAll();
      }
    }
    if (!connection.reason().isEmpty()) {
      refusals.refused(connection.peer(), connection.reason(), now());
    }
  }

  private void serve(Connection connection) {
    try (connection) {
      connection.begin(tls, asksClients);
      service.serve(connection);
      connection.end();
    } catch (IOException e) {
      LOG.debug("{}: {}: {}", name, connection.peer(), e.toString()); // who is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("{}: {}: {}", name, connection.peer(), e.toString());
    } finally {
      left(connection);
    }
  }

  private void sweepUntilClosed() {
    while (!closed) {
      sweep();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SWEEP_MILLIS));
    }
  }

  /** Closes connections whose time is over. */
  void sweep() {
    long now = now();
    refusals.tick(now);
    synchronized (handshakes) {
      handshakes.tick(now);
    }
    for (Connection connection : open) {
      if (connection.isLate(now)) {
        connection.close("its time is over");
      }
    }
  }

  /** Waits until no connection is proven, for so long at most. */
  public void awaitNone(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (strangers) {
      for (long left = millis; provenCount > 0 && left > 0; ) {
        strangers.wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    }
  }

  /** Serves nobody who connects from now on. */
  public void endAccepting() {
    ending = true;
  }

  /** Ends all connections. */
  @Override
  public void close() {
    closed = true;
    try {
      socket.close();
    } catch (IOException e) {
      LOG.warn("{}: {}", name, e.toString());
    }
    open.forEach(Connection::close);
    threads.shutdown();
  }
}
