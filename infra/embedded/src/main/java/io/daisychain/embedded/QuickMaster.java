package io.daisychain.embedded;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.master.RegionState;

/**
 * A master that looks every few milliseconds whether its own tables are open. HBase's looks once,
 * always too early, and then sleeps for whole seconds, which is most of a small store's start.
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

  private void awaitOpen(TableName table) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!isStopped() && !isOpen(table) && System.nanoTime() < deadline) {
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
}
