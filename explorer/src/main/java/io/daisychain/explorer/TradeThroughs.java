package io.daisychain.explorer;

import io.daisychain.explorer.picture.PointFilter;
import io.daisychain.explorer.point.Points;
import io.daisychain.warehouse.duckdb.DuckDbReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The fills that traded through the best bid or offer, worst first: by amount beside the best
 * price.
 *
 * @param isKnown whether there are market data to tell it by
 */
record TradeThroughs(boolean isKnown, List<Through> all) {
  /**
   * One of them.
   *
   * @param event index of the point
   * @param price of the fill
   * @param best the most lenient touch of the second before
   * @param amount how far beyond it
   * @param share the same beside the best price
   */
  record Through(int event, String price, String best, String amount, double share) {}

  /** The rows of the list, worst first. */
  static String select(String conditions) {
    return "SELECT t.price AS paid, t.best, t.amount,"
        + " t.amount / abs(CAST(t.best AS DOUBLE)) AS share, e.* FROM v_trade_through AS t"
        + " JOIN events AS e ON e.id = t.id AND e.tradeDate = t.tradeDate WHERE "
        + conditions
        + " ORDER BY share DESC, e.timestampNanos, e.id";
  }

  /**
   * Reads them.
   *
   * @throws DuckDbReader.TimeLimitException if the warehouse takes longer than it may
   */
  static TradeThroughs read(DuckDbReader warehouse, Points points) throws IOException {
    if (warehouse
        .rows("SELECT 1 FROM duckdb_views() WHERE view_name = 'v_trade_through'")
        .isEmpty()) {
      return new TradeThroughs(false, List.of());
    }
    Map<UUID, String[]> found = new HashMap<>();
    for (String[] row :
        warehouse.rows(
            "SELECT t.id::VARCHAR, t.price, t.best, t.amount,"
                + " t.amount / abs(CAST(t.best AS DOUBLE)) FROM v_trade_through AS t")) {
      found.put(UUID.fromString(row[0]), row);
    }
    return new TradeThroughs(true, located(points, found));
  }

  /** Those of a view, worst first. */
  List<Through> within(PointFilter filter) {
    return all.stream()
        .filter(one -> one.event() >= filter.from && one.event() < filter.to)
        .filter(one -> filter.passes(one.event()))
        .toList();
  }

  private static List<Through> located(Points points, Map<UUID, String[]> found) {
    List<Through> all = new ArrayList<>();
    boolean[] executions = points.kinds.executions();
    for (int i = 0; i < points.size() && !found.isEmpty(); i++) {
      if (executions[points.kind.at(i)]) {
        String[] values = found.get(points.id(i));
        if (values != null) {
          double share = values[4] == null ? 0 : Double.parseDouble(values[4]);
          all.add(new Through(i, values[1], values[2], values[3], share));
        }
      }
    }
    all.sort(Comparator.comparingDouble(Through::share).reversed());
    return List.copyOf(all);
  }
}
