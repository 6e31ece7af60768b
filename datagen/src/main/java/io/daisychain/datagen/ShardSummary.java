package io.daisychain.datagen;

import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one shard, or several together, holds.
 *
 * @param shards that were added up
 * @param events that must be stored
 * @param rejects messages that must be rejected
 * @param lifecycles that were begun
 * @param bytes of messages, before compression
 * @param byType events of each type that occurs
 * @param byError events that must end with each status that occurs; known where the truth is
 *     written or errors are injected
 */
public record ShardSummary(
    int shards,
    long events,
    long rejects,
    long lifecycles,
    long bytes,
    Map<EventType, Long> byType,
    Map<ErrorStatus, Long> byError)
    implements Serializable {

  /** One more than the highest code of a type. */
  static final int TYPE_CODES = 1 << (Byte.SIZE - 1);

  /** Nothing at all. */
  public static final ShardSummary EMPTY = new ShardSummary(0, 0, 0, 0, 0, Map.of(), Map.of());

  /** Copies the maps, in the order of the enums. */
  public ShardSummary {
    byType = ordered(EventType.class, byType);
    byError = ordered(ErrorStatus.class, byError);
  }

  /** Messages, one a line. */
  public long lines() {
    return events + rejects;
  }

  /** Both together. */
  public ShardSummary plus(ShardSummary other) {
    return new ShardSummary(
        shards + other.shards,
        events + other.events,
        rejects + other.rejects,
        lifecycles + other.lifecycles,
        bytes + other.bytes,
        sum(EventType.class, byType, other.byType),
        sum(ErrorStatus.class, byError, other.byError));
  }

  /** One JSON object. */
  public String toJson() {
    return "{\"shards\": "
        + shards
        + ", \"events\": "
        + events
        + ", \"rejects\": "
        + rejects
        + ", \"lines\": "
        + lines()
        + ", \"lifecycles\": "
        + lifecycles
        + ", \"bytes\": "
        + bytes
        + ", \"byType\": "
        + json(byType)
        + ", \"byError\": "
        + json(byError)
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
