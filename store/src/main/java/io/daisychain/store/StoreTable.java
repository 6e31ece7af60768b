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
  private static final String KEPT = "_kept";
  private static final Pattern DATE = Pattern.compile("\\d{8}");

  /**
   * Name of the table of a trade date.
   *
   * @param epochDay days since 1970-01-01
   */
  public String ofDate(int epochDay) {
    return name + "_" + CalendarDates.text(epochDay);
  }

  /**
   * Name of the table of what the drop of a trade date keeps.
   *
   * @param epochDay days since 1970-01-01
   */
  public String ofKept(int epochDay) {
    return ofDate(epochDay) + KEPT;
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

  /** The trade date of a table of what a drop has kept; empty for any other table. */
  OptionalInt keptDateOf(String table) {
    return table.endsWith(KEPT)
        ? dateOf(table.substring(0, table.length() - KEPT.length()))
        : OptionalInt.empty();
  }

  @Override
  public String toString() {
    return name + " in " + store.address();
  }
}
