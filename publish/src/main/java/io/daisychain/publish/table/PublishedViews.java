package io.daisychain.publish.table;

import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.WarehouseView.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The views, from {@code views.sql} and {@code market.sql}, which say how they are written. */
public final class PublishedViews {
  private static final Pattern HEAD = Pattern.compile("-- (part|view) (\\w+)(?:: (.*))?");
  private static final Pattern COLUMN = Pattern.compile("--   (\\w+): (.*)");
  private static final Pattern USE = Pattern.compile("@([a-z_]+)((?:\\{[^{}]*})*)");

  private static final PublishedViews FILES = new PublishedViews();

  /** In this order: one may be made of those before it. */
  public static final List<WarehouseView> ALL = FILES.read("views.sql");

  /** Those beside market data, in DuckDB. */
  static final List<WarehouseView> MARKET = FILES.read("market.sql");

  private final Map<String, String> parts = new HashMap<>();

  private PublishedViews() {}

  private List<WarehouseView> read(String file) {
    List<WarehouseView> views = new ArrayList<>();
    for (List<String> lines : TextBlocks.of(file)) {
      Matcher head = HEAD.matcher(lines.get(0));
      if (!head.matches()) {
        continue; // a comment
      }
      List<Column> columns = new ArrayList<>();
      StringBuilder sql = new StringBuilder();
      for (String line : lines) {
        Matcher column = COLUMN.matcher(line);
        if (column.matches()) {
          columns.add(new Column(column.group(1), column.group(2)));
        } else if (!line.startsWith("--")) {
          sql.append(line).append('\n');
        }
      }
      String query = USE.matcher(sql).replaceAll(this::part);
      if (head.group(1).equals("part")) {
        parts.put(head.group(2), query.stripTrailing());
      } else {
        views.add(new WarehouseView(head.group(2), head.group(3), query, columns));
      }
    }
    return views;
  }

  /** What the price of an event is of, in SQL; its market is that of this. */
  public static String traded(String row) {
    return FILES.parts.get("traded").replace("@1", row);
  }

  /** What an event trades, for people, in SQL. */
  public static String named(String row) {
    return FILES.parts.get("named").replace("@1", row);
  }

  private String part(MatchResult use) {
    String text = parts.get(use.group(1));
    if (text == null) {
      throw new IllegalStateException("no part " + use.group(1));
    }
    String[] arguments = use.group(2).replace("{", "").split("}", -1);
    for (int i = 0; i + 1 < arguments.length; i++) {
      text = text.replace("@" + (i + 1), arguments[i]);
    }
    return Matcher.quoteReplacement(USE.matcher(text).replaceAll(this::part));
  }
}
