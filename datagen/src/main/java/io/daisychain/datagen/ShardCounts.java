package io.daisychain.datagen;

import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Counts the lines of a shard. */
final class ShardCounts {
  private final long[] byType = new long[ShardSummary.TYPE_CODES];
  private final long[] byError = new long[Integer.SIZE];
  private final long[] byKind = new long[ErrorKind.COUNT];
  private long events;
  private long repeats;
  private long rejects;
  private long noise;

  /** True if the message must be published as a row of its own. */
  boolean isEvent(EventRecord record) {
    return !record.isGarbled() && !record.repeat && !record.duplicate;
  }

  /** Counts the line of a message, and the noise before it. */
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

  /** Counts the errors that were put into an event. */
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
        byValue(EventType.class, byType, EventType::code),
        ShardSummary.depths(ordersByDepth),
        byValue(ErrorStatus.class, byError, status -> Integer.numberOfTrailingZeros(status.bit())),
        byValue(ErrorKind.class, byKind, kind -> Integer.numberOfTrailingZeros(kind.bit())));
  }

  /** Counts of an enum's values, each at a place of its own; without the zeros. */
  private static <E extends Enum<E>> Map<E, Long> byValue(
      Class<E> type, long[] counts, ToIntFunction<E> place) {
    Map<E, Long> byValue = new EnumMap<>(type);
    for (E value : type.getEnumConstants()) {
      long count = counts[place.applyAsInt(value)];
      if (count > 0) {
        byValue.put(value, count);
      }
    }
    return byValue;
  }
}
