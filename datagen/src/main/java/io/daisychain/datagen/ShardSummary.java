package io.daisychain.datagen;

import io.daisychain.datagen.fault.ErrorKind;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Counts of one shard, or of several together.
 *
 * @param shards that were added up
 * @param messages lines, by what ingest must do with them
 * @param lifecycles number of lifecycles
 * @param bytes of messages, before compression
 * @param byType events of each type that occurs
 * @param ordersByDepth orders by the number of firms and desks above them
 * @param byError events that must end with each status that occurs; known where the truth is
 *     written or errors are injected
 * @param injected how often each kind of error was put in
 * @param dates counts of several trade dates
 */
public record ShardSummary(
    int shards,
    Messages messages,
    long lifecycles,
    long bytes,
    Map<EventType, Long> byType,
    List<Long> ordersByDepth,
    Map<ErrorStatus, Long> byError,
    Map<ErrorKind, Long> injected,
    DateCounts dates)
    implements Serializable {

  /** One more than the highest code of a type. */
  static final int TYPE_CODES = 1 << (Byte.SIZE - 1);

  /** The summary of no shard. */
  public static final ShardSummary EMPTY =
      new ShardSummary(
          0,
          new Messages(0, 0, 0, 0, 0, 0),
          0,
          0,
          Map.of(),
          List.of(),
          Map.of(),
          Map.of(),
          DateCounts.NONE);

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
    return messages.stored() + messages.rejects + messages.noise;
  }

  /**
   * Lines, by what ingest must do with them.
   *
   * @param events stored and published
   * @param repeats stored under the row key of an event: the same message again, or a duplicate
   * @param rejects rejected
   * @param noise skipped
   * @param lists messages of lists, which have an order or several
   * @param listed events of these
   */
  public record Messages(
      long events, long repeats, long rejects, long noise, long lists, long listed)
      implements Serializable {
    /** Those that ingest must store. */
    public long stored() {
      return events - listed + lists + repeats;
    }

    Messages plus(Messages other) {
      return new Messages(
          events + other.events,
          repeats + other.repeats,
          rejects + other.rejects,
          noise + other.noise,
          lists + other.lists,
          listed + other.listed);
    }
  }

  /** The sum of both. */
  public ShardSummary plus(ShardSummary other) {
    return new ShardSummary(
        shards + other.shards,
        messages.plus(other.messages),
        lifecycles + other.lifecycles,
        bytes + other.bytes,
        sum(EventType.class, byType, other.byType),
        sum(ordersByDepth, other.ordersByDepth),
        sum(ErrorStatus.class, byError, other.byError),
        sum(ErrorKind.class, injected, other.injected),
        dates.plus(other.dates));
  }

  /** One JSON object. */
  public String toJson() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("shards", shards);
    fields.put("events", messages.events);
    fields.put("repeats", messages.repeats);
    fields.put("stored", messages.stored());
    fields.put("rejects", messages.rejects);
    fields.put("noise", messages.noise);
    if (messages.lists > 0) {
      fields.put("lists", messages.lists);
      fields.put("listed", messages.listed);
    }
    fields.put("lines", lines());
    fields.put("lifecycles", lifecycles);
    fields.put("bytes", bytes);
    fields.put("byType", json(byType));
    fields.put("ordersByDepth", ordersByDepth);
    fields.put("byError", json(byError));
    fields.put("injected", json(injected));
    dates.addTo(fields);
    return json(fields);
  }

  /** An object of values that are JSON already; no name needs escapes. */
  static String json(Map<?, ?> fields) {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    fields.forEach((name, value) -> text.add('"' + name.toString() + "\": " + value));
    return text.toString();
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
