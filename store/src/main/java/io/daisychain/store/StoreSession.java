package io.daisychain.store;

import io.daisychain.store.embedded.Launch;
import java.io.IOException;

/**
 * A command's use of a store: found or started when opened, given back when closed.
 *
 * <p>For {@code embedded:} a running store on the folder is joined, else one is started that ends
 * some time after the last command that uses it. An HBase cluster is watched: when it is gone as a
 * whole, the listener hears of it. For Bigtable the session is no more than the address.
 */
public final class StoreSession implements AutoCloseable {

  /** What a session tells while it is open. Called on threads of the session. */
  public interface Listener {
    /** A line for the user, for instance what is being waited for. */
    void notice(String line);

    /** The store has died under the command, which can only end. */
    void storeDied(String line);
  }

  private final StoreConnector connector;
  private final EmbeddedSession embedded;
  private final ConnectionLease connection;
  private final ClusterWatch watch;

  private StoreSession(StoreConnector connector, EmbeddedSession embedded, ClusterWatch watch)
      throws IOException {
    this.connector = connector;
    this.embedded = embedded;
    this.watch = watch;
    // Held for the session's life, so that the jobs of a command share one connection.
    this.connection = ConnectionLease.ofSession(connector);
  }

  /**
   * Opens a session. One rerun after a kill is enough: a store that is just ending is waited for.
   *
   * @param launch how to start an embedded store; not looked at for the other addresses
   * @throws IOException if the store cannot be reached or started, with its own words
   */
  public static StoreSession open(StoreAddress address, Launch launch, Listener listener)
      throws IOException {
    if (!(address instanceof StoreAddress.Embedded folder)) {
      return cluster(new StoreConnector(address, 0), listener);
    }
    EmbeddedSession embedded = EmbeddedSession.open(folder, launch, listener);
    try {
      StoreConnector connector = new StoreConnector(address, embedded.zookeeperPort());
      StagingFolder.removeOfTheDead(folder, connector.configuration());
      return new StoreSession(connector, embedded, null);
    } catch (IOException | RuntimeException e) {
      embedded.close();
      throw e;
    }
  }

  private static StoreSession cluster(StoreConnector connector, Listener listener)
      throws IOException {
    if (connector.address() instanceof StoreAddress.Bigtable bigtable) {
      BigtableAccess.requireCredentials(bigtable);
    }
    if (!(connector.address() instanceof StoreAddress.HBase hbase)) {
      return new StoreSession(connector, null, null);
    }
    ClusterWatch.requireListener(hbase);
    ClusterWatch watch = ClusterWatch.start(hbase, connector.configuration(), listener);
    try {
      return new StoreSession(connector, null, watch);
    } catch (IOException | RuntimeException e) {
      watch.close();
      throw e;
    }
  }

  /**
   * Ends a running embedded store in order, and waits until it is gone.
   *
   * @return false if none was running
   * @throws IOException if it neither answers nor ends
   */
  public static boolean stop(StoreAddress.Embedded address, Launch launch) throws IOException {
    return EmbeddedSession.stop(address, launch);
  }

  /** The way to the store, for this process and its workers. */
  public StoreConnector connector() {
    return connector;
  }

  /**
   * For a command that closes the session itself when a signal ends it, and needs it until then.
   */
  public void stayAtExit() {
    if (embedded != null) {
      embedded.stayAtExit();
    }
  }

  /** A table of the store, which need not be there. */
  public StoreTable table(String name) {
    return new StoreTable(connector, name);
  }

  /**
   * Leaves the store. One that is not to stay for a while is gone when this returns if no other
   * command uses it; if this session started it, that is waited for.
   */
  @Override
  public void close() throws IOException {
    try {
      if (connector.address() instanceof StoreAddress.Embedded folder) {
        StagingFolder.removeOwn(folder, connector.configuration());
      }
      connection.endSession();
    } finally {
      if (watch != null) {
        watch.close();
      }
      if (embedded != null) {
        embedded.close();
      }
    }
  }
}
