package io.daisychain.warehouse;

import io.daisychain.warehouse.column.TextCodes;
import java.util.Arrays;

/** By row, the number of its text in the order of all texts' bytes; rows without one come last. */
final class TextRanks {
  private static final int NONE = -1;

  private final TextCodes texts = new TextCodes();
  private final int[] codes;
  private int[] ranks;

  /** For so many rows. */
  TextRanks(int rows) {
    codes = new int[rows];
  }

  void addNone(int row) {
    codes[row] = NONE;
  }

  void add(int row, byte[] bytes, int start, int end) {
    codes[row] = texts.code(bytes, start, end);
  }

  /** Bits of the largest rank; all rows were added. */
  int bits() {
    Integer[] sorted = new Integer[texts.size()];
    Arrays.setAll(sorted, i -> i);
    Arrays.sort(sorted, (a, b) -> Arrays.compareUnsigned(texts.bytes(a), texts.bytes(b)));
    ranks = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      ranks[sorted[i]] = i;
    }
    return Integer.SIZE - Integer.numberOfLeadingZeros(sorted.length);
  }

  int of(int row) {
    return codes[row] == NONE ? ranks.length : ranks[codes[row]];
  }
}
