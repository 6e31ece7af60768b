package io.daisychain.flight;

import io.daisychain.warehouse.duckdb.LockedWarehouse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The warehouse as one user asks it: a DuckDB of its own, so that nobody uses another's memory or
 * threads. It is opened for the first query, and anew behind a publication.
 */
final class UserWarehouse {
  private static final Logger LOG = LoggerFactory.getLogger(UserWarehouse.class);

  /** One publication, for a query; its files stay as long. */
  static final class Lease {
    final LockedWarehouse warehouse;
    private int queries;
    private long left;

    private Lease(LockedWarehouse warehouse) {
      this.warehouse = warehouse;
    }
  }

  private final ServedWarehouse served;
  private Lease current;

  UserWarehouse(ServedWarehouse served) {
    this.served = served;
  }

  /** What is published now; {@link #give} follows. */
  synchronized Lease take() throws IOException {
    if (current != null && !current.warehouse.isCurrent()) {
      Lease old = current;
      current = null;
      closeUnused(old);
    }
    if (current == null) {
      current = new Lease(new LockedWarehouse(served.file(), served.limits()));
    }
    current.queries++;
    return current;
  }

  synchronized void give(Lease lease) {
    lease.queries--;
    lease.left = System.nanoTime();
    if (lease != current) {
      closeUnused(lease);
    }
  }

  /** Closes what has been left for so long: its files would stay for it. */
  synchronized void closeIdle(long nanos) {
    if (current != null && current.queries == 0 && System.nanoTime() - current.left >= nanos) {
      Lease idle = current;
      current = null;
      closeUnused(idle);
    }
  }

  private static void closeUnused(Lease lease) {
    if (lease.queries == 0) {
      try {
        lease.warehouse.close();
      } catch (IOException e) {
        LOG.warn("a warehouse was not closed", e);
      }
    }
  }
}
