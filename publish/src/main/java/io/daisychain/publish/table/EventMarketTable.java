package io.daisychain.publish.table;

import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The market at each event of a DuckDB warehouse. */
public final class EventMarketTable {
  private EventMarketTable() {}

  /**
   * Brings table and views to what warehouse and market data are now; dates that have not changed
   * stay as they are.
   *
   * @return number of rows by date
   * @throws IOException if the file is not of this version
   */
  public static Map<String, Long> update(Path warehouse, Path marketData) throws IOException {
    DuckDbWarehouse file =
        new DuckDbWarehouse(
                warehouse, PublishedTables.schema(), DuckDbWarehouse.Limits.ofThisMachine())
            .withAddition(new MarketAddition(marketData));
    if (file.notes().isOfOlderForm()) {
      throw new IOException(warehouse + " is of an older version, or empty: run publish first");
    }
    if (!file.notes().hasAddition()) {
      try (DuckDbWarehouse.Load load = file.prepare(List.of(), scratch -> scratch)) {
        load.commit();
      }
    }
    Map<String, Long> days = new TreeMap<>();
    for (String[] row :
        new DuckDbQuery(warehouse)
            .rows("SELECT strftime(tradeDate, '%Y%m%d'), count(*) FROM event_market GROUP BY 1")) {
      days.put(row[0], Long.valueOf(row[1]));
    }
    return days;
  }
}
