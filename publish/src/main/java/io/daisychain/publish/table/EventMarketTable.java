package io.daisychain.publish.table;

import io.daisychain.marketdata.EventMarket;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.Publication;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.bigquery.BigQueryWarehouse;
import io.daisychain.warehouse.connect.Warehouses;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** The market at each event of a warehouse. */
public final class EventMarketTable {
  private EventMarketTable() {}

  /**
   * Brings tables and views to what warehouse and market data are now; dates that have not changed
   * stay as they are.
   *
   * @return number of rows of {@code event_market} by date
   * @throws IOException if a file is not of this version
   */
  public static Map<String, Long> update(WarehouseAddress address, Path marketData)
      throws IOException {
    if (address instanceof WarehouseAddress.Iceberg) {
      throw new IllegalArgumentException("event_market is not made for iceberg");
    }
    String date = "strftime(tradeDate, '%Y%m%d')";
    if (address instanceof WarehouseAddress.BigQuery dataset) {
      update(
          BigQueryWarehouse.open(dataset, PublishedTables.schema())
              .withAddition(new BigQueryMarket(marketData)));
      date = "FORMAT_DATE('%Y%m%d', tradeDate)";
    } else {
      update(((WarehouseAddress.DuckDb) address).file(), marketData);
    }
    Map<String, Long> days = new TreeMap<>();
    for (String[] row :
        Warehouses.query(address)
            .rows("SELECT " + date + ", count(*) FROM event_market GROUP BY 1")) {
      days.put(row[0], Long.valueOf(row[1]));
    }
    return days;
  }

  private static void update(BigQueryWarehouse dataset) throws IOException {
    String run = UUID.randomUUID().toString();
    try (PreparedLoad load = dataset.prepare(new Publication(run, List.of(), List.of()))) {
      load.commit();
    }
  }

  private static void update(Path warehouse, Path marketData) throws IOException {
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
  }

  /** Selects the events of a trade date as {@link EventMarket.Events} has them, as a template. */
  static String events(int day) {
    return """
        SELECT id, COALESCE(timestampNanos, -9223372036854775807 - 1) AS nanos,
          COALESCE(%s, '') AS traded, eventType IN ('PARTIAL_FILL', 'FILL') AS fill,
          standingQuantity IS NOT NULL AS standing
        FROM $events AS e
        WHERE tradeDate = DATE '%s'
        ORDER BY traded, nanos, id"""
        .formatted(PublishedViews.traded("e"), LocalDate.ofEpochDay(day));
  }
}
