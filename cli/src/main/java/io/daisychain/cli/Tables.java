package io.daisychain.cli;

import io.daisychain.store.TableKeys;
import java.util.Locale;

/** What is worth saying of a table. */
final class Tables {
  private Tables() {}

  /** Says that nearly all rows lie in one region, and what helps. */
  static void tellCrowded(String table, TableKeys keys) {
    double share = keys.crowdedShare();
    if (share > 0) {
      Terminal.note(
          String.format(
              Locale.ROOT,
              "one of %,d regions of table %s holds %.0f %% of about %,d rows: keys that reporters"
                  + " give in tag 10001 begin with the time (UUID version 7); splits --uuidv7=DAY"
                  + " cuts a new table where a day's lie",
              keys.regions().count(),
              table,
              100 * share,
              keys.rows()));
    }
  }
}
