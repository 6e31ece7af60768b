package io.daisychain.embedded;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.master.MasterServices;
import org.apache.hadoop.hbase.master.RegionServerList;
import org.apache.hadoop.hbase.master.RegionState;
import org.apache.hadoop.hbase.master.ServerManager;

/**
 * A master that looks every few milliseconds whether what it waits for at its start is there: a
 * region server, its own tables. HBase's looks once, always too early, and then sleeps for 100 ms
 * up to whole seconds, which is most of a small store's start.
 */
public final class QuickMaster extends HMaster {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Beyond this the usual way is taken, which logs what it waits for. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private volatile String reason;

  /** Called by HBase, by reflection. */
  public QuickMaster(Configuration conf) throws IOException {
    super(conf);
  }

  @Override
  public void abort(String message, Throwable cause) {
    reason = Failure.words(message, cause);
    super.abort(message, cause);
  }

  /** Why it gave up; null while it has not. */
  String reason() {
    return reason;
  }

  @Override
  public boolean waitForMetaOnline() {
    awaitOpen(TableName.META_TABLE_NAME);
    return super.waitForMetaOnline();
  }

  @Override
  public boolean waitForNamespaceOnline() {
    awaitOpen(TableName.NAMESPACE_TABLE_NAME);
    return super.waitForNamespaceOnline();
  }

  /** The table is open when this returns, so the namespace manager need not sleep until it is. */
  @Override
  public long createSystemTable(TableDescriptor table) throws IOException {
    long procedure = super.createSystemTable(table);
    await(() -> getMasterProcedureExecutor().isFinished(procedure));
    return procedure;
  }

  @Override
  protected ServerManager createServerManager(MasterServices master, RegionServerList servers)
      throws IOException {
    setupClusterConnection();
    return new QuickServerManager(master, servers);
  }

  /** True once region servers can report for duty; before, each that tries sleeps a while. */
  boolean isServing() {
    try {
      checkServiceStarted();
      return true;
    } catch (ServerNotRunningYetException e) {
      return false;
    }
  }

  private void awaitOpen(TableName table) {
    await(() -> isOpen(table));
  }

  private void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!isStopped() && !condition.getAsBoolean() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean isOpen(TableName table) {
    for (RegionInfo region : getAssignmentManager().getRegionStates().getRegionsOfTable(table)) {
      RegionState state = getAssignmentManager().getRegionStates().getRegionState(region);
      if (state == null
          || !state.isOpened()
          || state.getServerName() == null
          || !getServerManager().isServerOnline(state.getServerName())) {
        return false;
      }
    }
    return true;
  }

  /** Whoever asks where regions can go has an answer as soon as there is a server. */
  private final class QuickServerManager extends ServerManager {
    QuickServerManager(MasterServices master, RegionServerList servers) {
      super(master, servers);
    }

    @Override
    public List<ServerName> createDestinationServersList() {
      if (!isInitialized()) {
        await(() -> isClusterShutdown() || !super.createDestinationServersList().isEmpty());
      }
      return super.createDestinationServersList();
    }
  }
}
