package io.daisychain.store;

import com.google.cloud.bigtable.hbase.BigtableConfiguration;
import io.daisychain.store.worker.DirectMemory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * A share of the one connection that this process has to a store.
 *
 * <p>Connections are heavy and safe for many threads, and a worker runs many DoFns: each takes a
 * lease in {@code @Setup} and closes it in {@code @Teardown}. The last lease closes the connection.
 * Do not close the connection itself.
 */
public final class ConnectionLease implements AutoCloseable {
  private static final Map<StoreConnector, Shared> OPEN = new HashMap<>();

  private final StoreConnector connector;
  private final Connection connection;
  private final Set<String> seenMeta;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ConnectionLease(StoreConnector connector, Shared shared) {
    this.connector = connector;
    this.connection = shared.connection;
    this.seenMeta = shared.seenMeta;
  }

  private static final class Shared {
    private final Connection connection;
    private final Set<String> seenMeta = ConcurrentHashMap.newKeySet();
    private int leases;
    private int sessions;

    Shared(Connection connection) {
      this.connection = connection;
    }
  }

  static ConnectionLease take(StoreConnector connector) throws IOException {
    return take(connector, 0);
  }

  /** A session's: the connection stays until the last session of this process is over. */
  static ConnectionLease ofSession(StoreConnector connector) throws IOException {
    return take(connector, 1);
  }

  private static ConnectionLease take(StoreConnector connector, int sessions) throws IOException {
    synchronized (OPEN) {
      Shared shared = OPEN.get(connector);
      if (shared == null) {
        shared = new Shared(open(connector));
        OPEN.put(connector, shared);
      }
      shared.leases++;
      shared.sessions += sessions;
      return new ConnectionLease(connector, shared);
    }
  }

  /**
   * Closes a session's lease, and with that of the last one the connection, whoever has a lease.
   */
  void endSession() throws IOException {
    close();
    synchronized (OPEN) {
      Shared shared = OPEN.get(connector);
      if (shared != null && shared.connection == connection && --shared.sessions == 0) {
        OPEN.remove(connector);
        connection.close();
      }
    }
  }

  /** The connection, until this lease is closed. */
  public Connection connection() {
    return connection;
  }

  /** Names of the tables whose meta table was looked at since this connection was opened. */
  Set<String> seenMeta() {
    return seenMeta;
  }

  /** Whether the store is one whose files are on this machine, and ours. */
  public boolean isEmbedded() {
    return connector.address() instanceof StoreAddress.Embedded;
  }

  /** Gives the lease back; a second time does nothing. */
  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    synchronized (OPEN) {
      Shared shared = OPEN.get(connector);
      if (shared == null || shared.connection != connection) {
        return;
      }
      shared.leases--;
      if (shared.leases == 0) {
        OPEN.remove(connector);
        connection.close();
      }
    }
  }

  private static Connection open(StoreConnector connector) throws IOException {
    DirectMemory.require();
    Configuration conf = connector.configuration();
    if (connector.address() instanceof StoreAddress.Bigtable) {
      // HBase's own factory asks for a registry that the adapter does not have.
      return BigtableConfiguration.connect(conf);
    }
    Connection connection = ConnectionFactory.createConnection(conf);
    return connector.address() instanceof StoreAddress.Embedded
        ? ClosedTables.openedBy(connection)
        : connection;
  }
}
