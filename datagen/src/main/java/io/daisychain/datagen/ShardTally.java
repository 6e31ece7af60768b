package io.daisychain.datagen;

import java.util.Arrays;

/** Counts what a shard writes. */
final class ShardTally {
  private final long[] byType = new long[ShardSummary.TYPE_CODES];
  private final long[] byError = new long[Integer.SIZE];
  private final long[] byKind = new long[ErrorKind.COUNT];
  private long events;
  private long repeats;
  private long rejects;
  private long noise;

  /** True of what must be published as a row of its own. */
  boolean isEvent(EventRecord record) {
    return !record.isGarbled() && !record.repeat && !record.duplicate;
  }

  /** Counts a line, and the noise before it. */
  void add(EventRecord record) {
    addInjected(record.injected);
    noise += record.noiseBefore ? 1 : 0;
    if (record.isGarbled()) {
      rejects++;
    } else if (record.repeat || record.duplicate) {
      repeats++;
    } else {
      events++;
      byType[record.type.code()]++;
      for (int mask = record.statuses; mask != 0; mask &= mask - 1) {
        byError[Integer.numberOfTrailingZeros(mask)]++;
      }
    }
  }

  /** Counts what was put into an event. */
  void addInjected(int kinds) {
    for (int mask = kinds; mask != 0; mask &= mask - 1) {
      byKind[Integer.numberOfTrailingZeros(mask)]++;
    }
  }

  ShardSummary summary(long lifecycles, long bytes, long[] ordersByDepth) {
    return new ShardSummary(
        1,
        new ShardSummary.Messages(events, repeats, rejects, noise),
        lifecycles,
        bytes,
        ShardSummary.types(byType),
        ShardSummary.depths(ordersByDepth),
        ShardSummary.statuses(byError),
        ShardSummary.kinds(Arrays.copyOf(byKind, byKind.length)));
  }
}
