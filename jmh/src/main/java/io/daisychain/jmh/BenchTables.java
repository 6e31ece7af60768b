package io.daisychain.jmh;

import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import java.io.IOException;

/** Tables that a bench makes for itself and drops. */
final class BenchTables {
  /** The trade date of the workload. */
  static final int DATE = (int) GeneratorSettings.DEFAULT_TRADE_DATE.toEpochDay();

  private BenchTables() {}

  /** Makes an empty table of the workload's date and returns its key ranges. */
  static KeyRanges make(StoreConnector connector, String name, int splits) throws IOException {
    SplitPoints.create(new StoreTable(connector, name), DATE, SplitPoints.of(splits));
    try (TableAdmin tables = TableAdmin.open(connector)) {
      return tables.ranges(name, DATE);
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
