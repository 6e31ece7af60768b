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

  /** The share of values that are less than another. */
  double below(long value) {
    sort();
    int from = 0;
    for (int to = size; from < to; ) {
      int middle = (from + to) >>> 1;
      if (values[middle] < value) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return size == 0 ? 0 : (double) from / size;
  }

  private void sort() {
    if (!sorted) {
      Arrays.sort(values, 0, size);
      sorted = true;
    }
  }

  /** The value below which a share of the others is; 0 of none. */
  long quantile(double share) {
    sort();
    return size == 0 ? 0 : values[Math.min(size - 1, (int) (share * size))];
  }
}
