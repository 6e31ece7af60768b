package io.daisychain.explorer.point;

import io.daisychain.warehouse.SqlRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The trade dates of a publication, and which of them are shown: as many of the newest as there is
 * memory for.
 *
 * @param all ascending
 * @param shown the last of them
 */
public record ShownDates(List<Date> all, List<Date> shown) {
  /**
   * A trade date.
   *
   * @param events that have a time
   * @param without events that have none, which no picture can show
   */
  public record Date(String date, long events, long without) {}

  /** Reads the dates; where even the newest has more events than {@code most}, none is shown. */
  public static ShownDates read(SqlRows warehouse, long most) throws IOException {
    List<Date> all = new ArrayList<>();
    for (String[] row :
        warehouse.rows(
            "SELECT tradeDate::VARCHAR, count(timestampNanos), count(*) - count(timestampNanos)"
                + " FROM events GROUP BY tradeDate ORDER BY tradeDate")) {
      all.add(new Date(row[0], Long.parseLong(row[1]), Long.parseLong(row[2])));
    }
    return of(all, most);
  }

  /** Of all dates those for which {@code most} events are enough. */
  static ShownDates of(List<Date> all, long most) {
    long events = 0;
    int first = all.size();
    while (first > 0 && events + all.get(first - 1).events() <= most) {
      first--;
      events += all.get(first).events();
    }
    return new ShownDates(List.copyOf(all), List.copyOf(all.subList(first, all.size())));
  }

  /** Events that are shown. */
  int events() {
    return (int) shown.stream().mapToLong(Date::events).sum();
  }

  /** Whether there are events, but too many for any date to be shown. */
  public boolean isTooMuch() {
    return shown.isEmpty() && !all.isEmpty();
  }

  public boolean isAll() {
    return shown.size() == all.size();
  }

  /** Condition of SQL that holds for the dates that are shown, {@code $} standing for the row. */
  public String condition() {
    if (isAll()) {
      return "TRUE";
    }
    return shown.stream()
        .map(date -> "DATE '" + date.date() + "'")
        .collect(Collectors.joining(", ", "$.tradeDate IN (", ")"));
  }

  public String condition(String row) {
    return condition().replace("$", row);
  }
}
