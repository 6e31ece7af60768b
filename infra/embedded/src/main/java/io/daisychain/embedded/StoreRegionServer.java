package io.daisychain.embedded;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** A region server that remembers why it gave up. */
public final class StoreRegionServer extends HRegionServer {
  private volatile String reason;

  /** Called by HBase, by reflection. */
  public StoreRegionServer(Configuration conf) throws IOException {
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
}
