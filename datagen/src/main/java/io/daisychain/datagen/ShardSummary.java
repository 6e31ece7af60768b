package io.daisychain.datagen;

import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What one shard, or several together, holds.
 *
 * @param shards that were added up
 * @param messages how many there are, by what must become of them
 * @param lifecycles that were begun
 * @param bytes of messages, before compression
 * @param byType events of each type that occurs
 * @param ordersByDepth orders that were begun, by the number of firms and desks above them
 * @param byError events that must end with each status that occurs; known where the truth is
 *     written or errors are injected
 * @param injected how often each kind of error was put in
 */
public record ShardSummary(
    int shards,
    Messages messages,
    long lifecycles,
    long bytes,
    Map<EventType, Long> byType,
    List<Long> ordersByDepth,
    Map<ErrorStatus, Long> byError,
    Map<ErrorKind, Long> injected)
    implements Serializable {

  /** One more than the highest code of a type. */
  static final int TYPE_CODES = 1 << (Byte.SIZE - 1);

  /** Nothing at all. */
  public static final ShardSummary EMPTY =
      new ShardSummary(0, new Messages(0, 0, 0, 0), 0, 0, Map.of(), List.of(), Map.of(), Map.of());

  /** Copies the maps, in the order of the enums. */
  public ShardSummary {
    byType = ordered(EventType.class, byType);
    ordersByDepth = List.copyOf(ordersByDepth);
    byError = ordered(ErrorStatus.class, byError);
    injected = ordered(ErrorKind.class, injected);
  }

  /** Events that must be stored and published. */
  public long events() {
    return messages.events;
  }

  /** Messages that must be rejected. */
  public long rejects() {
    return messages.rejects;
  }

  /** All lines. */
  public long lines() {
    return messages.events + messages.repeats + messages.rejects + messages.noise;
  }

  /**
   * Lines, by what must become of them.
   *
   * @param events stored and published
   * @param repeats stored onto an event: the same message again, or others under the same identity
   * @param rejects rejected
   * @param noise skipped
   */
  public record Messages(long events, long repeats, long rejects, long noise)
      implements Serializable {
    Messages plus(Messages other) {
      return new Messages(
          events + other.events,
          repeats + other.repeats,
          rejects + other.rejects,
          noise + other.noise);
    }
  }

  /** Both together. */
  public ShardSummary plus(ShardSummary other) {
    return new ShardSummary(
        shards + other.shards,
        messages.plus(other.messages),
        lifecycles + other.lifecycles,
        bytes + other.bytes,
        sum(EventType.class, byType, other.byType),
        sum(ordersByDepth, other.ordersByDepth),
        sum(ErrorStatus.class, byError, other.byError),
        sum(ErrorKind.class, injected, other.injected));
  }

  /** One JSON object. */
  public String toJson() {
    return "{\"shards\": "
        + shards
        + ", \"events\": "
        + messages.events
        + ", \"repeats\": "
        + messages.repeats
        + ", \"stored\": "
        + (messages.events + messages.repeats)
        + ", \"rejects\": "
        + messages.rejects
        + ", \"noise\": "
        + messages.noise
        + ", \"lines\": "
        + lines()
        + ", \"lifecycles\": "
        + lifecycles
        + ", \"bytes\": "
        + bytes
        + ", \"byType\": "
        + json(byType)
        + ", \"ordersByDepth\": "
        + ordersByDepth
        + ", \"byError\": "
        + json(byError)
        + ", \"injected\": "
        + json(injected)
        + "}";
  }

  private static <E extends Enum<E>> String json(Map<E, Long> counts) {
    StringBuilder text = new StringBuilder("{");
    counts.forEach(
        (key, count) ->
            text.append(text.length() > 1 ? ", " : "")
                .append('"')
                .append(key.name())
                .append("\": ")
                .append(count));
    return text.append('}').toString();
  }

  /** Counts by the types' codes, without the zeros. */
  static Map<EventType, Long> types(long[] byCode) {
    Map<EventType, Long> counts = new EnumMap<>(EventType.class);
    for (EventType type : EventType.values()) {
      if (byCode[type.code()] > 0) {
        counts.put(type, byCode[type.code()]);
      }
    }
    return counts;
  }

  /** Counts by the place of the statuses' bits, without the zeros. */
  static Map<ErrorStatus, Long> statuses(long[] byBit) {
    Map<ErrorStatus, Long> counts = new EnumMap<>(ErrorStatus.class);
    for (ErrorStatus status : ErrorStatus.values()) {
      long count = byBit[Integer.numberOfTrailingZeros(status.bit())];
      if (count > 0) {
        counts.put(status, count);
      }
    }
    return counts;
  }

  /** Counts without the zeros at the end. */
  static List<Long> depths(long[] counts) {
    int end = counts.length;
    while (end > 0 && counts[end - 1] == 0) {
      end--;
    }
    return Arrays.stream(counts, 0, end).boxed().toList();
  }

  private static List<Long> sum(List<Long> a, List<Long> b) {
    List<Long> both = new ArrayList<>(a.size() >= b.size() ? a : b);
    List<Long> shorter = a.size() >= b.size() ? b : a;
    for (int i = 0; i < shorter.size(); i++) {
      both.set(i, both.get(i) + shorter.get(i));
    }
    return both;
  }

  /** Counts by the places of the kinds, without the zeros. */
  static Map<ErrorKind, Long> kinds(long[] byPlace) {
    Map<ErrorKind, Long> counts = new EnumMap<>(ErrorKind.class);
    for (int i = 0; i < byPlace.length; i++) {
      if (byPlace[i] > 0) {
        counts.put(ErrorKind.of(i), byPlace[i]);
      }
    }
    return counts;
  }

  private static <E extends Enum<E>> Map<E, Long> sum(
      Class<E> type, Map<E, Long> a, Map<E, Long> b) {
    Map<E, Long> both = new EnumMap<>(type);
    both.putAll(a);
    b.forEach((key, count) -> both.merge(key, count, Long::sum));
    return both;
  }

  private static <E extends Enum<E>> Map<E, Long> ordered(Class<E> type, Map<E, Long> counts) {
    Map<E, Long> map = new EnumMap<>(type);
    map.putAll(counts);
    return Collections.unmodifiableMap(map);
  }
}
