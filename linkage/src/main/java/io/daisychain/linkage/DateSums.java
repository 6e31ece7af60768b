package io.daisychain.linkage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.model.ErrorStatus;
import java.io.Serializable;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sums of one trade date, or by how much a link run has changed them where it has not read the
 * whole date.
 */
public final class DateSums implements Serializable {
  private static final long serialVersionUID = 1;

  long events;
  long duplicates;
  long edges;
  long lifecycles;
  long orphans;
  long cycles;
  long faulty;
  long written;
  long changed;
  int openFrom = Integer.MAX_VALUE;
  int openTo = Integer.MIN_VALUE;
  final TreeSet<Integer> near = new TreeSet<>();
  private final TreeMap<String, Long> faultyByStatus = new TreeMap<>();

  /** Adds an event's statuses, or takes them away. */
  void addStatuses(int statuses, int sign) {
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
  void addOpen(int from, int to) {
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

  /** Reads what {@link #write} wrote. */
  public static DateSums read(JsonNode json) {
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
  public static DateSums readAll(JsonNode json) {
    DateSums counts = read(json);
    counts.written = json.path("written").asLong();
    counts.changed = json.path("changed").asLong();
    counts.openFrom = json.path("openFrom").asInt();
    counts.openTo = json.path("openTo").asInt();
    json.path("near").forEach(date -> counts.near.add(date.asInt()));
    return counts;
  }
}
