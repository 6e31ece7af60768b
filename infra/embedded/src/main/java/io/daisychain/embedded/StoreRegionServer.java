package io.daisychain.embedded;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegionServerStatusProtos.RegionServerStartupResponse;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * A region server that remembers why it gave up, and reports for duty at the moment that the master
 * listens: HBase's would try before, and then sleep.
 */
public final class StoreRegionServer extends HRegionServer {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private QuickMaster master;
  private volatile String reason;

  /** Called by HBase, by reflection. */
  public StoreRegionServer(Configuration conf) throws IOException {
    super(conf);
  }

  /** Says which master this server is to report to; before it is started. */
  void waitFor(QuickMaster theMaster) {
    master = theMaster;
  }

  @Override
  protected void waitForMasterActive() {
    while (!master.isServing() && !master.isStopped() && !isStopped()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Nothing is assigned to a server that has not reported its load: it need not wait to do so. */
  @Override
  protected void handleReportForDutyResponse(RegionServerStartupResponse response)
      throws IOException {
    super.handleReportForDutyResponse(response);
    long now = EnvironmentEdgeManager.currentTime();
    tryRegionServerReport(now, now);
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
}
