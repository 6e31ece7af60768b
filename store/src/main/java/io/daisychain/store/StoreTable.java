package io.daisychain.store;

import io.daisychain.model.CalendarDates;
import java.io.Serializable;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The events of a store under one name: a table a trade date, {@code NAME_20260316}, and {@code
 * NAME_meta} for what belongs to no event ({@link MetaTable}).
 *
 * @param store that has them
 * @param name that the tables' names begin with
 */
public record StoreTable(StoreConnector store, String name) implements Serializable {
  private static final Pattern DATE = Pattern.compile("\\d{8}");

  /**
   * Name of the table of a trade date.
   *
   * @param epochDay days since 1970-01-01
   */
  public String ofDate(int epochDay) {
    return name + "_" + CalendarDates.text(epochDay);
  }

  /** True for a table that may be that of a trade date, of whatever events. */
  static boolean isOfDate(String table) {
    int end = table.lastIndexOf('_');
    return end > 0 && DATE.matcher(table.substring(end + 1)).matches();
  }

  /** The trade date of a table of these events; empty for any other table. */
  OptionalInt dateOf(String table) {
    if (!table.startsWith(name + "_")) {
      return OptionalInt.empty();
    }
    String date = table.substring(name.length() + 1);
    return DATE.matcher(date).matches() ? CalendarDates.parse(date) : OptionalInt.empty();
  }

  @Override
  public String toString() {
    return name + " in " + store.address();
  }
}
