package io.daisychain.datagen;

import java.io.Serializable;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of a workload of several trade dates, or of one of which a part is handed in late.
 *
 * @param events of each date
 * @param gtcLifecycles lifecycles of which the orders are good till cancel
 * @param later events of a later date than their lifecycle's first one
 * @param undated events that name a parent of another date without tag 10836
 * @param late messages in the files of late ones
 */
public record DateCounts(
    Map<LocalDate, Long> events, long gtcLifecycles, long later, long undated, long late)
    implements Serializable {
  /** No counts: of a workload of one date. */
  public static final DateCounts NONE = new DateCounts(Map.of(), 0, 0, 0, 0);

  /** Copies the map, by date. */
  public DateCounts {
    events = Collections.unmodifiableMap(new TreeMap<>(events));
  }

  DateCounts plus(DateCounts other) {
    Map<LocalDate, Long> sum = new TreeMap<>(events);
    other.events.forEach((date, count) -> sum.merge(date, count, Long::sum));
    return new DateCounts(
        sum,
        gtcLifecycles + other.gtcLifecycles,
        later + other.later,
        undated + other.undated,
        late + other.late);
  }

  /** Adds its fields, in JSON; none where there are no counts. */
  void addTo(Map<String, Object> fields) {
    if (events.isEmpty()) {
      return;
    }
    Map<String, Long> byDate = new LinkedHashMap<>();
    events.forEach(
        (date, count) -> byDate.put(date.format(DateTimeFormatter.BASIC_ISO_DATE), count));
    fields.put("byDate", ShardSummary.json(byDate));
    fields.put("gtcLifecycles", gtcLifecycles);
    fields.put("eventsOnLaterDates", later);
    fields.put("withoutParentDate", undated);
    fields.put("late", late);
  }
}
