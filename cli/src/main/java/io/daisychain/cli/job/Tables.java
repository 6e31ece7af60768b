package io.daisychain.cli.job;

import io.daisychain.cli.terminal.Terminal;
import io.daisychain.store.TableKeys;
import java.util.Locale;

/** Notes about a table. */
final class Tables {
  private Tables() {}

  /** Notes, where one region has nearly all rows, how a table for such keys is split. */
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
