package io.daisychain.publish.table;

import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowTable;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseTable.Column;
import io.daisychain.warehouse.WarehouseView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The published tables, from {@code tables.txt}: their columns, in order, and what they mean. */
public final class PublishedTables {
  private static final Map<String, Column> OF_EVENTS = new HashMap<>();
  private static final Map<String, WarehouseTable> TABLES = new HashMap<>();

  static {
    for (List<String> lines : TextBlocks.of("tables.txt")) {
      if (!lines.get(0).startsWith("#")) {
        WarehouseTable table = table(lines);
        TABLES.put(table.name(), table);
      }
    }
  }

  /** One row an event: the paper's columns, then ours. */
  public static final WarehouseTable EVENTS = TABLES.get("events");

  /** One row an edge. */
  public static final WarehouseTable LINKS = TABLES.get("links");

  /** One row a lifecycle. */
  public static final WarehouseTable LIFECYCLES = TABLES.get("lifecycles");

  /** One row a content that was reported under another's id and is not published there. */
  public static final WarehouseTable DUPLICATES = TABLES.get("duplicates");

  /** One row a version of an event that has several, or an action. */
  public static final WarehouseTable HISTORY = TABLES.get("history");

  /** One row a fault of an event that was not gone by the deadline of reports. */
  public static final WarehouseTable ERRORS = TABLES.get("errors");

  /** One row a pair of firms that disagree about an event. */
  public static final WarehouseTable BREAKS = TABLES.get("breaks");

  /** One row an account of an allocation. */
  public static final WarehouseTable ALLOCATIONS = TABLES.get("allocations");

  /** One row a key that a record of CAT bears. */
  public static final WarehouseTable KEYS = TABLES.get("keys");

  /** One row a leg of an order of several. */
  public static final WarehouseTable LEGS = TABLES.get("legs");

  /** One row an event of a trade date that has quotes. */
  static final WarehouseTable EVENT_MARKET = TABLES.get("event_market");

  private PublishedTables() {}

  private static WarehouseTable table(List<String> lines) {
    String[] head = after("table ", lines.get(0)).split(": ", 2);
    List<Column> columns = new ArrayList<>();
    for (String line : lines.subList(4, lines.size())) {
      columns.add(column(line));
    }
    if (head[0].equals("events")) {
      columns.forEach(column -> OF_EVENTS.put(column.name(), column));
    }
    return new WarehouseTable(
        head[0],
        head[1],
        columns,
        List.of(after("sorted by ", lines.get(1)).split(" ", -1)),
        after("key ", lines.get(2)),
        List.of(after("clustered by ", lines.get(3)).split(" ", -1)));
  }

  private static Column column(String line) {
    int colon = line.indexOf(": ");
    if (colon < 0) {
      return OF_EVENTS.get(line);
    }
    String[] words = line.substring(0, colon).split(" ", -1);
    return new Column(words[0], ColumnType.valueOf(words[1]), line.substring(colon + 2));
  }

  private static String after(String word, String line) {
    if (!line.startsWith(word)) {
      throw new IllegalStateException("not " + word + "in tables.txt: " + line);
    }
    return line.substring(word.length());
  }

  /** All tables and the views over them. */
  public static WarehouseSchema schema() {
    return new WarehouseSchema(
        List.of(
            EVENTS,
            LINKS,
            LIFECYCLES,
            DUPLICATES,
            HISTORY,
            ERRORS,
            BREAKS,
            KEYS,
            ALLOCATIONS,
            LEGS),
        PublishedViews.ALL);
  }

  /** What a warehouse has besides where market data were found; DuckDB has all of it as views. */
  static WarehouseSchema marketSchema() {
    return new WarehouseSchema(MarketTables.TABLES, MarketTables.VIEWS);
  }

  /** Both schemas. */
  public static WarehouseSchema schemaWithMarket() {
    List<WarehouseTable> tables = new ArrayList<>(schema().tables());
    List<WarehouseView> views = new ArrayList<>(schema().views());
    tables.addAll(marketSchema().tables());
    views.addAll(marketSchema().views());
    return new WarehouseSchema(tables, views);
  }

  /** Names of what a DuckDB warehouse has besides where market data were found. */
  public static List<String> marketNames() {
    return Stream.of(
            Stream.of(EVENT_MARKET.name()),
            Stream.of(MarketKind.values()).map(MarketKind::view),
            Stream.of(WindowTable.NAME),
            PublishedViews.MARKET.stream().map(WarehouseView::name))
        .flatMap(names -> names)
        .toList();
  }
}
