package io.daisychain.store;

import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;

/**
 * The way to a store that is up: what DoFns carry to their workers.
 *
 * @param address where the table lives
 * @param zookeeperPort of the embedded store's process; 0 for the others
 */
public record StoreConnector(StoreAddress address, int zookeeperPort) implements Serializable {

  /** Leases this process's one connection to the store; close the lease to give it back. */
  public ConnectionLease connect() throws IOException {
    return ConnectionLease.take(this);
  }

  /** True when HFiles can be bulk-loaded, false where rows have to be put. */
  public boolean takesHFiles() {
    return !(address instanceof StoreAddress.Bigtable);
  }

  /** The settings of a client of this store. */
  public Configuration configuration() {
    return ClientConfiguration.of(this);
  }
}
