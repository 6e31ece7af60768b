package io.daisychain.publish.table;

import io.daisychain.beam.files.Links;
import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.EventMarket;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowTable;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.bigquery.DatasetAddition;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.print.ResultRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Market data for a BigQuery dataset, as CSV that DuckDB makes of their files: nothing says that
 * BigQuery's load jobs take nanoseconds or UUIDs of Parquet.
 */
public final class BigQueryMarket implements DatasetAddition {
  /** Grows when rows of {@code event_market} change. */
  private static final String FORM = "-1";

  private final SortedMap<Integer, DayFiles> market;

  /** Those of a folder as it is now. */
  public BigQueryMarket(Path marketData) throws IOException {
    market = MarketFolder.of(marketData).days();
  }

  @Override
  public WarehouseSchema schema() {
    return PublishedTables.marketSchema();
  }

  @Override
  public Map<String, SortedMap<Integer, String>> states(
      Map<String, SortedMap<Integer, String>> noted, SortedMap<Integer, String> versions)
      throws IOException {
    Map<String, SortedMap<Integer, String>> states = new HashMap<>();
    MarketTables.TABLES.forEach(table -> states.put(table.name(), new TreeMap<>()));
    SortedMap<Integer, String> atEvent = states.get(MarketTables.AT_EVENT);
    // What was made of rows that are another's now goes, also where its quotes are not at hand.
    noted
        .getOrDefault(MarketTables.AT_EVENT, new TreeMap<>())
        .forEach(
            (day, state) -> {
              if (!state.startsWith(versions.get(day) + "-")) {
                atEvent.put(day, "");
              }
            });
    for (Map.Entry<Integer, DayFiles> entry : market.entrySet()) {
      int day = entry.getKey();
      DayFiles files = entry.getValue();
      for (MarketKind kind : MarketKind.values()) {
        states.get(MarketTables.nameOf(kind)).put(day, files.has(kind) ? files.loadOf(kind) : "");
      }
      // Whatever is loaded gives the date a folder of another name.
      states
          .get(WindowTable.NAME)
          .put(day, files.windows().isEmpty() ? "" : files.folder().getFileName().toString());
      boolean isMade = files.has(MarketKind.NBBO) && versions.containsKey(day);
      atEvent.put(
          day, isMade ? versions.get(day) + "-" + files.loadOf(MarketKind.NBBO) + FORM : "");
    }
    return states;
  }

  @Override
  public long write(
      String table, SortedMap<Integer, String> states, PublishedRows published, Path target)
      throws IOException, SQLException {
    Path scratch = Files.createTempDirectory(target.toAbsolutePath().getParent(), "market");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      ParquetScan.giveKey(connection);
      List<String> days = new ArrayList<>();
      for (int day : states.keySet()) {
        days.add(select(table, day, files(table, day, published, scratch)));
      }
      return statement.executeLargeUpdate(
          "COPY (%s) TO %s (FORMAT csv, HEADER)"
              .formatted(String.join(" UNION ALL ", days), literal(target)));
    } finally {
      Links.deleteTree(scratch);
    }
  }

  private List<Path> files(String table, int day, PublishedRows published, Path scratch)
      throws IOException, SQLException {
    DayFiles files = market.get(day);
    if (table.equals(WindowTable.NAME)) {
      return files.windows();
    }
    if (!table.equals(MarketTables.AT_EVENT)) {
      return List.of(files.path(MarketTables.kindOf(table)));
    }
    Path file = FileKey.fresh(scratch.resolve(LocalDate.ofEpochDay(day) + ".parquet"));
    ResultRow rows = published.of(day, EventMarketTable.events(day));
    EventMarket.write(
        () -> rows.next() ? event(rows) : null,
        files.path(MarketKind.NBBO),
        file,
        Runtime.getRuntime().availableProcessors());
    return List.of(file);
  }

  private static EventMarket.Event event(ResultRow row) throws SQLException {
    return new EventMarket.Event(
        UUID.fromString(row.text(0)),
        ((Number) row.value(1)).longValue(),
        row.text(2),
        (Boolean) row.value(3),
        (Boolean) row.value(4));
  }

  private static String select(String table, int day, List<Path> files) {
    WarehouseTable wanted =
        MarketTables.TABLES.stream().filter(t -> t.name().equals(table)).findFirst().orElseThrow();
    return "SELECT "
        + wanted.ownColumns().stream().map(BigQueryMarket::cell).collect(Collectors.joining(", "))
        + ", DATE '%s' AS \"%s\" FROM %s"
            .formatted(
                LocalDate.ofEpochDay(day),
                wanted.dateColumn(),
                ParquetScan.of(files.stream().map(Path::toString).toList(), "", List.of()));
  }

  /** DuckDB 2.0 writes no nanoseconds in a format, and BigQuery keeps none. */
  private static String cell(WarehouseTable.Column column) {
    return column.type() == ColumnType.TIMESTAMP
        ? "strftime(make_timestamp(epoch_ns(%1$s) // 1000), '%%Y-%%m-%%dT%%H:%%M:%%S.%%fZ') AS %1$s"
            .formatted(SqlDialect.DUCKDB.quoted(column.name()))
        : MarketTables.read(column);
  }

  private static String literal(Path file) {
    return SqlDialect.DUCKDB.literal(file.toString());
  }
}
