package io.daisychain.explorer;

import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.point.Decimals;
import io.daisychain.explorer.point.Measure;
import io.daisychain.warehouse.SqlDialect;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A view as conditions of SQL on {@code events AS e}, with question marks for values: what the
 * pictures show is what these select.
 */
final class ViewSql {
  private static final String BIGINT = "CAST(? AS BIGINT)";

  private final List<String> conditions = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  private ViewSql() {}

  /**
   * The conditions of a view.
   *
   * @param dates condition of the trade dates that are shown, of {@code $.tradeDate}
   */
  static ViewSql of(EventView view, String dates) {
    ViewSql sql = new ViewSql();
    sql.and(dates.replace("$", "e"));
    sql.and("e.timestampNanos IS NOT NULL");
    EventView.Area area = view.area();
    area.from().ifPresent(from -> sql.and("e.timestampNanos >= " + BIGINT, "" + from));
    area.to().ifPresent(to -> sql.and("e.timestampNanos < " + BIGINT, "" + to));
    sql.oneOf("e.symbol", view.symbols());
    sql.oneOf("e.ReporterId", view.reporters());
    sql.oneOf("e.eventType", view.types());
    sql.oneOf("e.side", view.sides());
    sql.oneOf("e.CustomerId", view.customers());
    sql.status(view.statuses());
    sql.limits("e.quantity", Measure.DECIMAL, view.leastSize(), view.mostSize());
    if (area.hasValues()) {
      Measure measure = view.measure();
      sql.limits(measure.sql(dates), measure.type(), area.low(), area.high());
    }
    return sql;
  }

  private void and(String condition, String... bound) {
    conditions.add(condition);
    values.addAll(List.of(bound));
  }

  /**
   * Decimals end at their tenth digit: a limit behind it is moved to the next that there can be.
   */
  private void limits(
      String value, String type, Optional<BigDecimal> low, Optional<BigDecimal> high) {
    low.ifPresent(
        limit -> and(value + " >= " + cast(type), limit(type, limit, RoundingMode.CEILING)));
    high.ifPresent(
        limit -> and(value + " <= " + cast(type), limit(type, limit, RoundingMode.FLOOR)));
  }

  private static String cast(String type) {
    return "CAST(? AS " + type + ")";
  }

  private static String limit(String type, BigDecimal limit, RoundingMode rounding) {
    return Decimals.text(
        type.equals(Measure.DECIMAL) ? limit.setScale(Decimals.MOST_DIGITS, rounding) : limit);
  }

  private void oneOf(String column, List<String> wanted) {
    List<String> present = wanted.stream().filter(value -> !value.isEmpty()).toList();
    List<String> alternatives = new ArrayList<>();
    if (!present.isEmpty()) {
      alternatives.add(column + " IN (" + marks(present.size()) + ")");
    }
    either(wanted, present, column, alternatives);
  }

  private void status(List<String> wanted) {
    List<String> present = wanted.stream().filter(value -> !value.isEmpty()).toList();
    List<String> alternatives = new ArrayList<>();
    if (!present.isEmpty()) {
      alternatives.add(
          "list_has_any(string_split(e.errorStatus, ';'), [" + marks(present.size()) + "])");
    }
    either(wanted, present, "e.errorStatus", alternatives);
  }

  private void either(
      List<String> wanted, List<String> present, String column, List<String> alternatives) {
    if (wanted.size() > present.size()) {
      alternatives.add(column + " IS NULL");
    }
    if (!alternatives.isEmpty()) {
      and("(" + String.join(" OR ", alternatives) + ")", present.toArray(String[]::new));
    }
  }

  private static String marks(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }

  /** Conditions with question marks. */
  String conditions() {
    return String.join(" AND ", conditions);
  }

  /** Values of the question marks. */
  String[] values() {
    return values.toArray(String[]::new);
  }

  /** The conditions for people, each on a line, with values in place of question marks. */
  String literally() {
    StringBuilder said = new StringBuilder();
    int next = 0;
    for (String condition : conditions) {
      said.append(said.length() == 0 ? "" : "\n  AND ");
      for (int i = 0; i < condition.length(); i++) {
        char c = condition.charAt(i);
        if (c == '?') { // no condition has one but for a value
          said.append(SqlDialect.DUCKDB.literal(values.get(next++)));
        } else {
          said.append(c);
        }
      }
    }
    return said.toString();
  }
}
