package io.daisychain.cli.testing;

import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** A warehouse of a few events, for a page to be asked about. */
public final class SmallWarehouse {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 16);
  private static final int EVENTS = 40;

  private SmallWarehouse() {}

  /** Publishes it into a folder; returns its file, {@code market.duckdb}. */
  public static Path publish(Path folder) throws IOException {
    int day = (int) DATE.toEpochDay();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      List<String> names = table.columns().stream().map(WarehouseTable.Column::name).toList();
      StringBuilder csv = new StringBuilder(String.join(",", names)).append('\n');
      for (int i = 0; i < EVENTS && table.name().equals("events"); i++) {
        Map<String, String> event = event(i);
        csv.append(
                names.stream()
                    .map(name -> event.getOrDefault(name, ""))
                    .collect(Collectors.joining(",")))
            .append('\n');
      }
      Files.writeString(folder.resolve(table.filePrefix(day) + "0.csv"), csv);
    }
    Path file = folder.resolve("market.duckdb");
    new DuckDbWarehouse(file, PublishedTables.schema(), new DuckDbWarehouse.Limits(1, 500))
        .load(
            List.of(new DayLoad(new PublishedDay(day, "fuzz", 1, "c", "r"), DayLoad.Change.WHOLE)),
            folder);
    return file;
  }

  private static Map<String, String> event(int number) {
    String first = new UUID(7, number - number % 4).toString();
    Map<String, String> event = new HashMap<>();
    event.put("id", new UUID(7, number).toString());
    event.put("tradeDate", DATE.toString());
    event.put(
        "timestampNanos",
        "" + (DATE.toEpochDay() * 86_400_000_000_000L + (48_600 + 60L * number) * 1_000_000_000L));
    event.put("timestamp", "%sT13:%02d:00Z".formatted(DATE, 30 + number % 30));
    event.put("LifecycleId", first);
    event.put("GrandParent", first);
    if (number % 4 > 0) {
      event.put("Parent", first);
      event.put("relation", "ROUTE");
    }
    event.put("depth", number % 4 == 0 ? "0" : "1");
    event.put("childCount", number % 4 == 0 ? "3" : "0");
    event.put("symbol", number % 8 < 4 ? "AAPL" : "IBM");
    event.put("ReporterId", "ALFA");
    event.put("eventType", number % 4 == 0 ? "NEW" : "ROUTE");
    event.put("side", "1");
    event.put("quantity", "" + (100 + number));
    event.put("price", (10 + number) + ".25");
    event.put("EventId", "O" + number);
    event.put("clOrdId", "O" + number);
    event.put("errorStatus", number == 9 ? "ORPHAN" : "");
    event.put("taggedLineage", "false");
    event.put("wireLog", "false");
    return event;
  }
}
