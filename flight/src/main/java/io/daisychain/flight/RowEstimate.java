package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.model.access.Entitlement;
import io.daisychain.warehouse.column.ColumnFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;

/** About how many rows an answer has, by what files say of their row groups; none is read. */
final class RowEstimate {
  private static final int SYMBOL = 0;
  private static final int TIME = 1;

  /** Dates beyond which nobody waits for a number. */
  private static final int MOST_DAYS = 64;

  private RowEstimate() {}

  /**
   * An upper bound; -1 for windows, and for more dates or symbols than can be looked at quickly.
   */
  static long of(Entitlement who, AskedData asked, MarketFolder market)
      throws IOException, RefusedRequestException {
    Collection<DayFiles> days = Rights.days(who, asked, market).values();
    boolean isAll = asked.symbols().all() && who.symbols().all();
    byte[][] symbols =
        (asked.symbols().all() ? who.symbols() : asked.symbols())
            .names().stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);
    if (asked.isOfWindows() || days.size() > MOST_DAYS || symbols.length > MOST_DAYS) {
      return -1;
    }
    long rows = 0;
    for (DayFiles day : days) {
      for (MarketKind kind : asked.kinds()) {
        if (day.has(kind)) {
          try (ColumnFile file = day.open(kind)) {
            for (int group = 0; group < file.groups(); group++) {
              boolean isInTime =
                  file.greatest(group, TIME) >= asked.from()
                      && file.least(group, TIME) < asked.to();
              rows += isInTime && (isAll || hasOne(file, group, symbols)) ? file.rows(group) : 0;
            }
          }
        }
      }
    }
    return rows;
  }

  private static boolean hasOne(ColumnFile file, int group, byte[][] symbols) {
    for (byte[] symbol : symbols) {
      if (Arrays.compareUnsigned(file.leastText(group, SYMBOL), symbol) <= 0
          && Arrays.compareUnsigned(file.greatestText(group, SYMBOL), symbol) >= 0) {
        return true;
      }
    }
    return false;
  }
}
