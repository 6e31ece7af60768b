package io.daisychain.explorer.point;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Deals work over an array to all cores. */
public final class Workers {
  /** Smaller pieces cost more to deal than to do. */
  private static final int LEAST = 100_000;

  private Workers() {}

  /** Does something for a range of indices. */
  @FunctionalInterface
  interface Range {
    void run(int from, int to);
  }

  /** Pieces that {@code size} indices are worth. */
  public static int pieces(int size) {
    int most = Runtime.getRuntime().availableProcessors();
    return Math.max(1, Math.min(most, size / LEAST));
  }

  /** Does each of so many pieces, beside each other. */
  public static void each(int pieces, IntConsumer work) {
    if (pieces == 1) {
      work.accept(0);
    } else {
      IntStream.range(0, pieces).parallel().forEach(work);
    }
  }

  /** Where a piece of {@code size} indices begins; the one behind the last ends them. */
  public static int begin(int size, int piece, int pieces) {
    return (int) ((long) size * piece / pieces);
  }

  /** Does something for all indices below {@code size}, in pieces beside each other. */
  static void ranges(int size, Range range) {
    int pieces = pieces(size);
    each(pieces, piece -> range.run(begin(size, piece, pieces), begin(size, piece + 1, pieces)));
  }
}
