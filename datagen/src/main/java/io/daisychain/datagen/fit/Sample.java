package io.daisychain.datagen.fit;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** Numbers, for their quantiles. */
final class Sample {
  private long[] values = new long[16];
  private int size;
  private boolean sorted;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
    sorted = false;
  }

  void addAll(Sample other) {
    other.forEach(this::add);
  }

  void forEach(LongConsumer each) {
    Arrays.stream(values, 0, size).forEach(each);
  }

  int size() {
    return size;
  }

  /** The value below which a share of the others is; 0 of none. */
  long quantile(double share) {
    if (!sorted) {
      Arrays.sort(values, 0, size);
      sorted = true;
    }
    return size == 0 ? 0 : values[Math.min(size - 1, (int) (share * size))];
  }
}
