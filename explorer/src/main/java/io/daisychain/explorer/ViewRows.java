package io.daisychain.explorer;

import io.daisychain.warehouse.DuckDbReader;
import io.daisychain.warehouse.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/** The rows of a view, and the SQL that selects them. */
final class ViewRows {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private ViewRows() {}

  private static String select(String conditions) {
    return "SELECT e.*\nFROM events AS e\nWHERE " + conditions + "\nORDER BY e.timestamp, e.id";
  }

  /** A query for {@code daisychain sql} that gives the rows of a view. */
  static String sql(EventView view, ShownDates dates) {
    return select(ViewSql.of(view, dates.condition()).literally());
  }

  /** Prints the rows as CSV for spreadsheets, however long that takes. */
  static void print(DuckDbReader warehouse, EventView view, ShownDates dates, OutputStream out)
      throws IOException {
    ViewSql sql = ViewSql.of(view, dates.condition());
    warehouse.print(select(sql.conditions()), QueryFormat.SPREADSHEET, out, sql.values());
  }

  /**
   * The same within the time that a request may take.
   *
   * @throws DuckDbReader.TimeLimitException if it takes longer
   */
  static void printWithin(
      DuckDbReader warehouse, EventView view, ShownDates dates, OutputStream out)
      throws IOException {
    ViewSql sql = ViewSql.of(view, dates.condition());
    warehouse.print(LIMIT, select(sql.conditions()), QueryFormat.SPREADSHEET, out, sql.values());
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
