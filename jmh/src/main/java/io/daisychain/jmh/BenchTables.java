package io.daisychain.jmh;

import io.daisychain.splits.SplitPoints;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import java.io.IOException;

/** Tables that a bench makes for itself and drops. */
final class BenchTables {
  private BenchTables() {}

  /** Makes an empty table and returns its key ranges. */
  static KeyRanges make(StoreConnector connector, String name, int splits) throws IOException {
    SplitPoints.create(new StoreTable(connector, name), splits);
    try (TableAdmin tables = TableAdmin.open(connector)) {
      return tables.ranges(name);
    }
  }

  static void drop(StoreConnector connector, String... names) throws IOException {
    try (TableAdmin tables = TableAdmin.open(connector)) {
      for (String name : names) {
        tables.drop(name);
      }
    }
  }
}
