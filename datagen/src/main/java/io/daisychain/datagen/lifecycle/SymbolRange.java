package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import java.util.Arrays;

/**
 * The symbols of a shard. Laid side by side, each as wide as the share of the trading that it has,
 * the symbols are cut into pieces of equal width, one a shard. A cut is moved to the next edge of
 * its symbol, so that no other shard has orders in it, unless that symbol is wider than a piece.
 */
public final class SymbolRange {
  private final double[] ends; // of the symbols
  private final double from;
  private final double to;

  private SymbolRange(double[] ends, double from, double to) {
    this.ends = ends;
    this.from = from;
    this.to = to;
  }

  /** The symbols of one of so many shards. */
  public static SymbolRange of(OrderChain.Shape shape, int shard, int shards) {
    double[] ends = new double[shape.symbols()];
    double sum = 0;
    for (int i = 0; i < ends.length; i++) {
      sum += StrictMath.pow(i + 1, -shape.zipf());
      ends[i] = sum;
    }
    for (int i = 0; i < ends.length; i++) {
      ends[i] = i == ends.length - 1 ? 1 : ends[i] / sum;
    }
    return new SymbolRange(ends, cut(ends, shard, shards), cut(ends, shard + 1, shards));
  }

  private static double cut(double[] ends, int shard, int shards) {
    double cut = (double) shard / shards;
    if (shard == 0 || shard == shards) {
      return cut;
    }
    int symbol = at(ends, cut);
    double start = symbol == 0 ? 0 : ends[symbol - 1];
    boolean isNarrow = ends[symbol] - start < 1.0 / shards;
    return !isNarrow ? cut : cut - start < ends[symbol] - cut ? start : ends[symbol];
  }

  /** The symbol that has a place. */
  private static int at(double[] ends, double place) {
    int found = Arrays.binarySearch(ends, place);
    return Math.min(ends.length - 1, found < 0 ? -1 - found : found + 1);
  }

  /** Share of the trading in symbols before these. */
  public double from() {
    return from;
  }

  /** Share of the trading in these symbols and those before. */
  public double to() {
    return to;
  }

  /** True if the symbol begins in the range: it does in one shard's. */
  public boolean has(int symbol) {
    double start = start(symbol);
    return start >= from && start < to;
  }

  /** True if no other shard has orders in a symbol of the range. */
  public boolean isWhole(int symbol) {
    return start(symbol) >= from && ends[symbol] <= to;
  }

  private double start(int symbol) {
    return symbol == 0 ? 0 : ends[symbol - 1];
  }

  /** A symbol of the range, by its share of the trading. */
  public int draw(RandomSource random) {
    return at(ends, from + random.unit() * (to - from));
  }
}
