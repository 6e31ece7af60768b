package io.daisychain.explorer;

import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.point.ShownDates;
import io.daisychain.warehouse.duckdb.DuckDbReader;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/** The SQL that selects the rows of a view, and what it gives of a reporter. */
final class ViewRows {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private ViewRows() {}

  /** The rows of conditions, by time. */
  static String select(String conditions) {
    return "SELECT e.*\nFROM events AS e\nWHERE " + conditions + "\nORDER BY e.timestamp, e.id";
  }

  /** A query for {@code daisychain sql} that gives the rows of a view. */
  static String sql(EventView view, ShownDates dates) {
    return select(ViewSql.of(view, dates.condition()).literally());
  }

  /** Prints what a reporter got wrong on each date, as JSON. */
  static void scorecard(DuckDbReader warehouse, ShownDates dates, String reporter, OutputStream out)
      throws IOException {
    warehouse.print(
        LIMIT,
        "SELECT * FROM v_reporter_scorecard AS s WHERE ReporterId = ? AND "
            + dates.condition("s")
            + " ORDER BY tradeDate",
        QueryFormat.JSON,
        out,
        reporter);
  }
}
