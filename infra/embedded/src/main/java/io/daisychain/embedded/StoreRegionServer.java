package io.daisychain.embedded;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegionServerStatusProtos.RegionServerStartupResponse;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * A region server that remembers why it gave up, says what is damaged, and reports for duty at the
 * moment that the master listens: HBase's would try before, and then sleep.
 */
public final class StoreRegionServer extends HRegionServer {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** HBase's own pause between two reports of its load to the master. */
  private static final long REPORT_MILLIS = 3_000;

  private QuickMaster master;
  private volatile String reason;

  /** When the load was reported last; zero before. */
  private long reported;

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

  /**
   * Reports less often than the server looks whether it is to stop. A report is made of all files
   * of all regions, of which a store of many trade dates has thousands.
   */
  @Override
  protected void tryRegionServerReport(long start, long end) throws IOException {
    if (reported == 0 || end - reported >= REPORT_MILLIS) {
      super.tryRegionServerReport(reported == 0 ? start : reported, end);
      reported = end;
    }
  }

  /**
   * HBase wraps what it says of a block without its checksum, and its clients take that for trouble
   * that passes: they would ask again for as long as they are patient.
   */
  @Override
  protected RSRpcServices createRpcServices() throws IOException {
    return new RSRpcServices(this) {
      @Override
      public ScanResponse scan(RpcController call, ScanRequest request) throws ServiceException {
        try {
          return super.scan(call, request);
        } catch (ServiceException e) {
          throw damage(e);
        }
      }

      @Override
      public GetResponse get(RpcController call, GetRequest request) throws ServiceException {
        try {
          return super.get(call, request);
        } catch (ServiceException e) {
          throw damage(e);
        }
      }
    };
  }

  private static ServiceException damage(ServiceException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CorruptHFileException) {
        return new ServiceException(cause);
      }
    }
    return failure;
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
