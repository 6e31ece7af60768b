package io.daisychain.explorer;

import io.daisychain.warehouse.DuckDbReader;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The fills that traded through the best bid or offer, worst first: by amount beside the price.
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
   */
  record Through(int event, String price, String best, String amount, double share) {}

  static TradeThroughs read(DuckDbReader warehouse, ShownDates dates, Points points)
      throws IOException {
    return warehouse.work(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            try (ResultSet view =
                statement.executeQuery(
                    "SELECT 1 FROM duckdb_views() WHERE view_name = 'v_trade_through'")) {
              if (!view.next()) {
                return new TradeThroughs(false, List.of());
              }
            }
            Map<UUID, String[]> found = new HashMap<>();
            try (ResultSet row =
                statement.executeQuery(
                    "SELECT t.id::VARCHAR, t.price::DOUBLE, t.best::DOUBLE, t.amount::DOUBLE FROM"
                        + " v_trade_through AS t WHERE "
                        + dates.condition("t"))) {
              while (row.next()) {
                found.put(
                    UUID.fromString(row.getString(1)),
                    new String[] {row.getString(2), row.getString(3), row.getString(4)});
              }
            }
            return new TradeThroughs(true, located(points, found));
          }
        });
  }

  private static List<Through> located(Points points, Map<UUID, String[]> found) {
    List<Through> all = new ArrayList<>();
    boolean[] fills = points.kinds.fills();
    for (int i = 0; i < points.size() && !found.isEmpty(); i++) {
      if (fills[points.kind.at(i)]) {
        String[] values = found.get(points.id(i));
        if (values != null) {
          double share = Double.parseDouble(values[2]) / Math.abs(Double.parseDouble(values[0]));
          all.add(new Through(i, values[0], values[1], values[2], share));
        }
      }
    }
    all.sort(Comparator.comparingDouble(Through::share).reversed());
    return List.copyOf(all);
  }
}
