package io.daisychain.linkage.plan;

import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The ranges of tables of dates, asked of the store once for each process and run. */
final class DateRanges {
  private static final Map<String, KeyRanges> KNOWN = new ConcurrentHashMap<>();

  private DateRanges() {}

  static KeyRanges of(StoreTable table, String runId, int date) throws IOException {
    String name = runId + "/" + date;
    KeyRanges known = KNOWN.get(name);
    if (known == null) {
      try (TableAdmin tables = TableAdmin.open(table.store())) {
        known = tables.ranges(table.name(), date);
      }
      if (KNOWN.size() > 10_000) {
        KNOWN.clear(); // of runs that ended long ago, in a process that runs many
      }
      KNOWN.put(name, known);
    }
    return known;
  }
}
