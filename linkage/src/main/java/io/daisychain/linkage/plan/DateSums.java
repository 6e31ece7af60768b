package io.daisychain.linkage.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.ErrorStatus;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.io.Serializable;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sums of one trade date, or by how much a link run has changed them where it has not read the
 * whole date.
 */
public final class DateSums implements Serializable {
  private static final ObjectMapper JSON = new ObjectMapper();

  public long events;
  public long duplicates;
  public long edges;
  public long lifecycles;
  long orphans;
  public long cycles;
  long faulty;
  public long written;
  public long changed;
  int openFrom = Integer.MAX_VALUE;
  int openTo = Integer.MIN_VALUE;
  public final TreeSet<Integer> near = new TreeSet<>();
  private final TreeMap<String, Long> faultyByStatus = new TreeMap<>();

  /** Adds an event's statuses, or takes them away. */
  public void addStatuses(int statuses, int sign) {
    if (statuses == 0) {
      return;
    }
    faulty += sign;
    for (ErrorStatus status : ErrorStatus.values()) {
      if (status.isIn(statuses)) {
        faultyByStatus.merge(status.name(), (long) sign, Long::sum);
      }
    }
    orphans += ErrorStatus.ORPHAN.isIn(statuses) ? sign : 0;
  }

  /** Widens the range of dates on which parents may still come. */
  public void addOpen(int from, int to) {
    openFrom = Math.min(openFrom, from);
    openTo = Math.max(openTo, to);
  }

  /** Adds other counts of the same date. */
  public void add(DateSums other) {
    events += other.events;
    duplicates += other.duplicates;
    edges += other.edges;
    lifecycles += other.lifecycles;
    orphans += other.orphans;
    cycles += other.cycles;
    faulty += other.faulty;
    written += other.written;
    changed += other.changed;
    addOpen(other.openFrom, other.openTo);
    near.addAll(other.near);
    other.faultyByStatus.forEach((status, count) -> faultyByStatus.merge(status, count, Long::sum));
  }

  /** Reported events. */
  public long events() {
    return events;
  }

  /** Events of which something new was written. */
  public long written() {
    return written;
  }

  /** Further contents reported under the ids of these events. */
  public long duplicates() {
    return duplicates;
  }

  /** Events of which a parent was never reported. */
  public long orphans() {
    return orphans;
  }

  /** Events with an error status. */
  public long faulty() {
    return faulty;
  }

  /** Events written that an earlier run had linked, and that are linked differently now. */
  public long changed() {
    return changed;
  }

  /** First and last date on which parents may still be reported; null where none is missing. */
  public int[] open() {
    return openFrom > openTo ? null : new int[] {openFrom, openTo};
  }

  /** Dates with which edges connect this one. */
  public Set<Integer> near() {
    return near;
  }

  /** Writes the sums that are kept of a date. */
  public void write(ObjectNode json) {
    json.put("events", events).put("edges", edges).put("lifecycles", lifecycles);
    json.put("orphans", orphans).put("cycles", cycles).put("duplicates", duplicates);
    json.put("faulty", faulty);
    ObjectNode statuses = json.putObject("faultyByStatus");
    faultyByStatus.forEach(
        (status, count) -> {
          if (count != 0) {
            statuses.put(status, count);
          }
        });
  }

  /** The sums that are kept of a date; all 0 where it was never linked. */
  public static DateSums of(StoredDate date) throws IOException {
    if (date.sums().isEmpty()) {
      return new DateSums();
    }
    try {
      return read(JSON.readTree(date.sums()));
    } catch (JsonProcessingException e) {
      throw new IOException(
          "row 'date/"
              + CalendarDates.text(date.epochDay())
              + "' of the meta table, column sums is damaged",
          e);
    }
  }

  /** Reads what {@link #write} wrote. */
  static DateSums read(JsonNode json) {
    DateSums counts = new DateSums();
    counts.events = json.path("events").asLong();
    counts.edges = json.path("edges").asLong();
    counts.lifecycles = json.path("lifecycles").asLong();
    counts.orphans = json.path("orphans").asLong();
    counts.cycles = json.path("cycles").asLong();
    counts.duplicates = json.path("duplicates").asLong();
    counts.faulty = json.path("faulty").asLong();
    json.path("faultyByStatus")
        .properties()
        .forEach(status -> counts.faultyByStatus.put(status.getKey(), status.getValue().asLong()));
    return counts;
  }

  /** Writes all of it, for the summary of a run. */
  void writeAll(ObjectNode json) {
    write(json);
    json.put("written", written).put("changed", changed);
    json.put("openFrom", openFrom).put("openTo", openTo);
    near.forEach(json.putArray("near")::add);
  }

  /** Reads what {@link #writeAll} wrote. */
  static DateSums readAll(JsonNode json) {
    DateSums counts = read(json);
    counts.written = json.path("written").asLong();
    counts.changed = json.path("changed").asLong();
    counts.openFrom = json.path("openFrom").asInt();
    counts.openTo = json.path("openTo").asInt();
    json.path("near").forEach(date -> counts.near.add(date.asInt()));
    return counts;
  }
}
