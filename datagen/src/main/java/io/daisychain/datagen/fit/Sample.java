package io.daisychain.datagen.fit;

import java.util.Arrays;

/** Numbers of which at most so many are kept, every one with the same chance; always the same. */
final class Sample {
  private static final int MOST = 1 << 15;

  private long[] kept = new long[16];
  private long seen;
  private long state = 0x9e3779b97f4a7c15L;
  private boolean sorted;

  void add(long value) {
    sorted = false;
    if (seen < MOST) {
      if (seen == kept.length) {
        kept = Arrays.copyOf(kept, 2 * kept.length);
      }
      kept[(int) seen] = value;
    } else {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      long place = Long.remainderUnsigned(state, seen + 1);
      if (place < MOST) {
        kept[(int) place] = value;
      }
    }
    seen++;
  }

  void addAll(Sample other) {
    for (int i = 0; i < Math.min(other.seen, MOST); i++) {
      add(other.kept[i]);
    }
  }

  long seen() {
    return seen;
  }

  /** The value below which a share of the others is. */
  long quantile(double share) {
    int size = (int) Math.min(seen, MOST);
    if (!sorted) {
      Arrays.sort(kept, 0, size);
      sorted = true;
    }
    return size == 0 ? 0 : kept[Math.min(size - 1, (int) (share * size))];
  }
}
