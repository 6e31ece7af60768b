package io.daisychain.datagen;

import io.daisychain.datagen.fault.ErrorKind;
import io.daisychain.datagen.file.MessageWriter;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.HashMap;
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
  private long lists;
  private long listed;
  private final long[] byDay = new long[MessageWriter.DAYS]; // counted from the trade date
  private long undated;
  private long late;

  /** True if the message must be published as a row of its own. */
  boolean isEvent(EventRecord record) {
    return !record.unsaid
        && !record.isGarbled()
        && !record.repeat
        && !record.duplicate
        && !record.superseded;
  }

  /** Counts the line of a message, and the noise before it. */
  void add(EventRecord record) {
    addInjected(record.injected);
    noise += record.noiseBefore ? 1 : 0;
    late += record.late ? 1 : 0;
    if (record.unsaid) {
      return;
    }
    if (record.isGarbled()) {
      rejects++;
    } else if (record.repeat || record.duplicate || record.superseded) {
      repeats++;
    } else {
      events++;
      byDay[record.day()]++;
      undated += record.undated ? 1 : 0;
      byType[record.rowType().code()]++;
      for (int mask = record.statuses; mask != 0; mask &= mask - 1) {
        byError[Integer.numberOfTrailingZeros(mask)]++;
      }
    }
  }

  /** Counts the message of a list's orders, each of which is counted as an event. */
  void addList(int orders) {
    lists++;
    listed += orders;
  }

  /** Counts the errors that were put into an event. */
  void addInjected(int kinds) {
    for (int mask = kinds; mask != 0; mask &= mask - 1) {
      byKind[Integer.numberOfTrailingZeros(mask)]++;
    }
  }

  /** Counts by date; the trade date is counted from 1970-01-01. */
  DateCounts dates(int tradeDate, long gtcLifecycles) {
    Map<LocalDate, Long> byDate = new HashMap<>();
    long later = 0;
    for (int day = 0; day < byDay.length; day++) {
      if (byDay[day] > 0) {
        byDate.put(LocalDate.ofEpochDay(tradeDate + day), byDay[day]);
        later += day > 0 ? byDay[day] : 0;
      }
    }
    return new DateCounts(byDate, gtcLifecycles, later, undated, late);
  }

  ShardSummary summary(long lifecycles, long bytes, long[] ordersByDepth, DateCounts dates) {
    return new ShardSummary(
        1,
        new ShardSummary.Messages(events, repeats, rejects, noise, lists, listed),
        lifecycles,
        bytes,
        byValue(EventType.class, byType, EventType::code),
        ShardSummary.depths(ordersByDepth),
        byValue(ErrorStatus.class, byError, status -> Integer.numberOfTrailingZeros(status.bit())),
        byValue(ErrorKind.class, byKind, kind -> Integer.numberOfTrailingZeros(kind.bit())),
        dates);
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
