package io.daisychain.publish.table;

import io.daisychain.marketdata.EventMarket;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowTable;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseTable.Column;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.column.ColumnSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a warehouse has where there are market data. */
final class MarketTables {
  /** Trades with what they do not count for, and their nanoseconds. */
  static final String TAPE = "v_tape";

  /** The market at each event, and of executions also the extremes of the second up to them. */
  static final String AT_EVENT = "v_market_at_event";

  /** A column of {@code quotes}, {@code nbbo} and {@code v_tape}: BigQuery cuts moments. */
  static final String NANOS = "timeNanos";

  /** The tables, which DuckDB has as views over files. */
  static final List<WarehouseTable> TABLES = tables();

  /** The views over them, each made of those before it. */
  static final List<WarehouseView> VIEWS = views();

  private MarketTables() {}

  static String nameOf(MarketKind kind) {
    return kind == MarketKind.TRADE ? TAPE : kind.view();
  }

  /** The kind that a table has. */
  static MarketKind kindOf(String table) {
    return Stream.of(MarketKind.values())
        .filter(kind -> nameOf(kind).equals(table))
        .findFirst()
        .orElseThrow();
  }

  /** How DuckDB reads a column of a file; moments are in UTC, whatever zone the reader is in. */
  static String read(Column column) {
    String name = SqlDialect.DUCKDB.quoted(column.name());
    if (column.name().equals(NANOS)) {
      return "epoch_ns(time) AS " + name;
    }
    return column.type() == ColumnType.TIMESTAMP
        ? "make_timestamp_ns(epoch_ns(%1$s)) AS %1$s".formatted(name)
        : name;
  }

  private static String meaningOf(MarketKind kind) {
    return switch (kind) {
      case QUOTE -> "What each exchange quoted, as loaded by marketdata load.";
      case NBBO -> "The national best bid and offer: a row at each time after which it differs.";
      case TRADE -> "Trades with their effects, see docs/marketdata.md.";
    };
  }

  private static List<WarehouseTable> tables() {
    List<WarehouseTable> tables = new ArrayList<>();
    for (MarketKind kind : MarketKind.values()) {
      List<Column> columns = columns(kind.columns(), Map.of());
      columns.add(new Column(NANOS, ColumnType.BIGINT, "time in nanoseconds since 1970."));
      tables.add(table(nameOf(kind), meaningOf(kind), columns, "date", "symbol"));
    }
    Map<String, String> meanings = new TreeMap<>();
    WindowTable.COLUMNS.forEach(column -> meanings.put(column.spec().name(), column.meaning()));
    PublishedTables.EVENT_MARKET
        .columns()
        .forEach(column -> meanings.put(column.name(), column.meaning()));
    List<Column> windows = columns(WindowTable.specs(), meanings);
    tables.add(table(WindowTable.NAME, WindowTable.MEANING, windows, "date", "symbol"));
    List<Column> atEvent = columns(EventMarket.COLUMNS, meanings);
    tables.add(
        table(
            AT_EVENT,
            "event_market, and of executions the lowest bid and the highest offer of the second up"
                + " to them.",
            atEvent,
            PublishedTables.EVENT_MARKET.dateColumn(),
            "id"));
    return List.copyOf(tables);
  }

  private static WarehouseTable table(
      String name, String meaning, List<Column> columns, String date, String by) {
    columns.add(new Column(date, ColumnType.DATE, "Trade date."));
    return new WarehouseTable(name, meaning, columns, List.of(by), by, List.of(by));
  }

  private static List<Column> columns(List<ColumnSpec> specs, Map<String, String> meanings) {
    List<Column> columns = new ArrayList<>();
    for (ColumnSpec spec : specs) {
      columns.add(new Column(spec.name(), type(spec), meanings.getOrDefault(spec.name(), "")));
    }
    return columns;
  }

  private static ColumnType type(ColumnSpec column) {
    return switch (column.kind()) {
      case TEXT -> ColumnType.TEXT;
      case TIME, PLAIN_TIME, MICROS -> ColumnType.TIMESTAMP;
      case UUID -> ColumnType.UUID;
      case BOOLEAN -> ColumnType.BOOLEAN;
      case INTEGER -> ColumnType.INTEGER;
      case LONG -> ColumnType.BIGINT;
      case DOUBLE -> ColumnType.DOUBLE;
      case DECIMAL -> ColumnType.TOTAL; // of as many digits
      case NUMBER -> column.scale() == 0 ? ColumnType.BIGINT : ColumnType.PRICE;
    };
  }

  private static List<WarehouseView> views() {
    List<WarehouseView> views = new ArrayList<>();
    MarketKind trades = MarketKind.TRADE;
    views.add(
        new WarehouseView(
            trades.view(),
            "Trades, as loaded by marketdata load.",
            trades.shownColumns().stream()
                .map(ColumnSpec::name)
                .collect(Collectors.joining(", ", "SELECT ", ", date FROM $" + TAPE))));
    WarehouseTable market = PublishedTables.EVENT_MARKET;
    views.add(
        new WarehouseView(
            market.name(),
            market.meaning(),
            market.columns().stream()
                .map(Column::name)
                .collect(Collectors.joining(", ", "SELECT ", " FROM $" + AT_EVENT)),
            market.columns().stream()
                .map(column -> new WarehouseView.Column(column.name(), column.meaning()))
                .toList()));
    views.addAll(PublishedViews.MARKET);
    return List.copyOf(views);
  }
}
