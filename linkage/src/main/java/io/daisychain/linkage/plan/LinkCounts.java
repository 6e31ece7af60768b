package io.daisychain.linkage.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/** Sums of a link run, by trade date. */
public final class LinkCounts implements Serializable {
  /** Rows of the tables, those included that only children wrote. */
  public long read;

  /** Events that were brought together with others of their lifecycle from another partition. */
  public long moved;

  private final TreeMap<Integer, DateSums> dates = new TreeMap<>();

  /** Sums of a date, days since 1970-01-01. */
  public DateSums of(int date) {
    return dates.computeIfAbsent(date, none -> new DateSums());
  }

  /** Sums by date. */
  public Map<Integer, DateSums> dates() {
    return dates;
  }

  /** The counts as JSON, for the program that started the run. */
  public String toJson() {
    ObjectNode counts = JsonNodeFactory.instance.objectNode();
    counts.put("rows", read).put("moved", moved);
    ObjectNode byDate = counts.putObject("dates");
    dates.forEach((date, sums) -> sums.writeAll(byDate.putObject(Integer.toString(date))));
    return counts.toString();
  }

  public void add(LinkCounts other) {
    read += other.read;
    moved += other.moved;
    other.dates.forEach((date, sums) -> of(date).add(sums));
  }
}
