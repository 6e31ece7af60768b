package io.daisychain.explorer.picture;

import io.daisychain.explorer.point.Codes;
import io.daisychain.explorer.point.Kinds;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.Workers;

/**
 * How many events a view has of each symbol, reporter, type, status and side. Each of these counts
 * as if its own filter were not there, so that one sees what else could be chosen.
 */
public final class Summary {
  /** Counts of the events that pass all filters. */
  public final int[] kinds;

  /** Of those that fail the filter of types alone. */
  final int[] kindsOfOtherTypes;

  public final int[] kindsOfOtherStatuses;
  final int[] kindsOfOtherSides;
  public final int[] symbols;
  public final int[] reporters;
  public int events;

  private Summary(Points points) {
    kinds = new int[points.kinds.size()];
    kindsOfOtherTypes = new int[kinds.length];
    kindsOfOtherStatuses = new int[kinds.length];
    kindsOfOtherSides = new int[kinds.length];
    symbols = new int[points.symbols.values().length];
    reporters = new int[points.reporters.values().length];
  }

  /** Counts a view, of its window what is marked. */
  public static Summary of(Points points, EventView view) {
    PointFilter filter = new PointFilter(points, view);
    int size = filter.to - filter.from;
    Summary[] parts = new Summary[Workers.pieces(size)];
    Workers.each(
        parts.length,
        piece -> {
          parts[piece] = new Summary(points);
          parts[piece].count(
              filter,
              filter.from + (int) ((long) size * piece / parts.length),
              filter.from + (int) ((long) size * (piece + 1) / parts.length));
        });
    for (int i = 1; i < parts.length; i++) {
      parts[0].add(parts[i]);
    }
    return parts[0];
  }

  private void count(PointFilter filter, int from, int to) {
    Codes kind = filter.points.kind;
    Codes symbol = filter.points.symbols.codes();
    Codes reporter = filter.points.reporters.codes();
    for (int i = from; i < to; i++) {
      int fails = filter.fails(i);
      if (fails == 0) {
        kinds[kind.at(i)]++;
        symbols[symbol.at(i)]++;
        reporters[reporter.at(i)]++;
        events++;
      } else if (fails != PointFilter.OTHER && (fails & fails - 1) == 0) {
        switch (fails) {
          case PointFilter.SYMBOL -> symbols[symbol.at(i)]++;
          case PointFilter.REPORTER -> reporters[reporter.at(i)]++;
          case PointFilter.TYPE -> kindsOfOtherTypes[kind.at(i)]++;
          case PointFilter.STATUS -> kindsOfOtherStatuses[kind.at(i)]++;
          case PointFilter.SIDE -> kindsOfOtherSides[kind.at(i)]++;
          default -> throw new IllegalStateException("" + fails);
        }
      }
    }
  }

  private void add(Summary other) {
    add(kinds, other.kinds);
    add(kindsOfOtherTypes, other.kindsOfOtherTypes);
    add(kindsOfOtherStatuses, other.kindsOfOtherStatuses);
    add(kindsOfOtherSides, other.kindsOfOtherSides);
    add(symbols, other.symbols);
    add(reporters, other.reporters);
    events += other.events;
  }

  private static void add(int[] to, int[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /** Events by type, in the order of {@link Kinds#types}. */
  public int[] types(Kinds of) {
    int[] counts = new int[of.types().size()];
    for (int i = 0; i < kinds.length; i++) {
      counts[of.typeOf(i)] += kinds[i] + kindsOfOtherTypes[i];
    }
    return counts;
  }

  /** Events by side, in the order of {@link Kinds#sides}. */
  public int[] sides(Kinds of) {
    int[] counts = new int[of.sides().size()];
    for (int i = 0; i < kinds.length; i++) {
      counts[of.sideOf(i)] += kinds[i] + kindsOfOtherSides[i];
    }
    return counts;
  }

  /** Events by word of their status, in the order of {@link Kinds#words}. */
  public int[] words(Kinds of) {
    int[] counts = new int[of.words().size()];
    for (int i = 0; i < kinds.length; i++) {
      int count = kinds[i] + kindsOfOtherStatuses[i];
      for (int bit = 0; bit < counts.length; bit++) {
        if ((of.wordsOf(i) & 1L << bit) != 0) {
          counts[bit] += count;
        }
      }
    }
    return counts;
  }

  /** Events with an error status. */
  public int faulty(Kinds of) {
    int faulty = 0;
    for (int i = 0; i < kinds.length; i++) {
      faulty += of.isFaulty(i) ? kinds[i] : 0;
    }
    return faulty;
  }
}
