package io.daisychain.store.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.Family;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RowBatch;
import io.daisychain.store.Rows;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RangeWritersTest {
  private static final int ROWS = 100_000;
  private static final int VALUE_BYTES = 250;

  private final SplittableRandom random = new SplittableRandom(11);
  private final KeyRanges ranges = KeyRanges.of(Rows.splitKeys());
  private final Map<Integer, Integer> rowsByNumber = new TreeMap<>();
  private final RowBatch.Reader reader = new RowBatch.Reader();

  @Test
  void givesEachRangeOneNumberWhereKeysAreEven() {
    write(256);
    assertEquals(ranges.count(), rowsByNumber.size(), rowsByNumber::toString);
  }

  @Test
  void dealsTheRowsOfOneRangeThatGetsThemAllIntoSeveralGroups() {
    write(1);
    assertTrue(rowsByNumber.size() >= 6, rowsByNumber::toString);
    int most = rowsByNumber.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertTrue(most < 0.25 * ROWS, rowsByNumber::toString);
  }

  /** Writes rows whose keys begin with a byte below {@code firstBytes}. */
  private void write(int firstBytes) {
    RangeWriters writers =
        new RangeWriters(
            Rows.DATE,
            ranges,
            (number, buffer, length) -> {
              reader.wrap(Arrays.copyOf(buffer, length));
              assertEquals(Rows.DATE, reader.date());
              while (reader.nextRow()) {
                assertEquals(
                    number % ranges.count(), ranges.indexOf(reader.array(), reader.keyOffset()));
                rowsByNumber.merge(number, 1, Integer::sum);
              }
            });
    byte[] key = new byte[RowBatch.KEY_LENGTH];
    for (int row = 0; row < ROWS; row++) {
      random.nextBytes(key);
      key[0] = (byte) random.nextInt(firstBytes);
      writers.row(key).put(Family.DATA, new byte[] {'e'}, 1, new byte[VALUE_BYTES]);
    }
    writers.flush();
    assertEquals(ROWS, rowsByNumber.values().stream().mapToInt(Integer::intValue).sum());
  }
}
