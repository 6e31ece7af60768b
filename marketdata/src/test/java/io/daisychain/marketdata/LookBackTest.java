package io.daisychain.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.column.ColumnSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The second up to a moment beside a search through all rows. */
class LookBackTest {
  private static final long NULL = ColumnSpec.NULL;

  private record Row(long time, long bid, long ask) {}

  @Test
  void saysWhatASearchThroughAllRowsSays() {
    int told = 0;
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<Row> rows = new ArrayList<>();
      LookBack lookBack = new LookBack();
      long time = 0;
      int rarelyMissing = 1 + random.nextInt(60);
      for (int i = 0; i < 1_000; i++) {
        time += 1 + random.nextInt(4) * LookBack.SPAN / (1 + random.nextInt(40));
        Row row =
            new Row(time, price(random, 100, rarelyMissing), price(random, 103, rarelyMissing));
        rows.add(row);
        lookBack.add(row.time(), row.bid(), row.ask());
        if (random.nextInt(3) == 0) {
          long moment = time + random.nextInt(3) * LookBack.SPAN / 3;
          lookBack.at(moment);
          long[] expected = searched(rows, moment);
          assertEquals(expected[0], lookBack.lowBid(), "bid, seed " + seed + ", row " + i);
          assertEquals(expected[1], lookBack.highAsk(), "ask, seed " + seed + ", row " + i);
          told += expected[0] == NULL ? 0 : 1;
          time = Math.max(time, moment);
        }
      }
    }
    assertTrue(told > 5_000, told + " were told");
  }

  private static long price(Random random, int around, int rarelyMissing) {
    return random.nextInt(rarelyMissing) == 0 ? NULL : around + random.nextInt(5);
  }

  private static long[] searched(List<Row> rows, long moment) {
    long bid = Long.MAX_VALUE;
    long ask = NULL;
    boolean hasBegun = false;
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      long end = i + 1 < rows.size() ? rows.get(i + 1).time() : Long.MAX_VALUE;
      if (row.time() <= moment && end > moment - LookBack.SPAN) {
        if (row.bid() == NULL || row.ask() == NULL) {
          return new long[] {NULL, NULL};
        }
        hasBegun |= row.time() <= moment - LookBack.SPAN;
        bid = Math.min(bid, row.bid());
        ask = Math.max(ask, row.ask());
      }
    }
    Row last = rows.get(rows.size() - 1);
    return !hasBegun || last.bid() > last.ask() ? new long[] {NULL, NULL} : new long[] {bid, ask};
  }
}
