package io.daisychain.linkage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.Combine;

/** Sums of a link run. */
public final class LinkCounts implements Serializable {
  private static final long serialVersionUID = 1;

  long read;
  long events;
  long duplicates;
  long edges;
  long lifecycles;
  long orphans;
  long cycles;
  long written;
  long changed;
  long moved;
  private final TreeMap<String, Long> faultyByStatus = new TreeMap<>();

  /** Rows of the table, those included that only children wrote. */
  public long read() {
    return read;
  }

  /** Reported events. */
  public long events() {
    return events;
  }

  /** Contents reported under the keys of these events beside those that are published. */
  public long duplicates() {
    return duplicates;
  }

  /** Edges from events to the parents they name, reported or not. */
  public long edges() {
    return edges;
  }

  /** Connected components over the edges between reported events. */
  public long lifecycles() {
    return lifecycles;
  }

  /** Events of which a parent was never reported. */
  public long orphans() {
    return orphans;
  }

  /** Cycles, each counted once. */
  public long cycles() {
    return cycles;
  }

  /** Events of which something new was written. */
  public long written() {
    return written;
  }

  /** Events written that an earlier run had linked, and that are linked differently now. */
  public long changed() {
    return changed;
  }

  /** How often events were grouped to be resolved: once, or twice where some had to be moved. */
  public int rounds() {
    return moved == 0 ? 1 : 2;
  }

  /** Events that were brought together with others of their lifecycle from another partition. */
  public long moved() {
    return moved;
  }

  /** Events by error status, one event under each status that it carries. */
  public Map<String, Long> faultyByStatus() {
    return faultyByStatus;
  }

  /** The counts of the report, as JSON. */
  public String toJson() {
    ObjectNode counts = JsonNodeFactory.instance.objectNode();
    counts.put("events", events).put("edges", edges).put("lifecycles", lifecycles);
    counts.put("orphans", orphans).put("cycles", cycles).put("written", written);
    counts.put("rows", read).put("duplicates", duplicates).put("changed", changed);
    counts.put("moved", moved).put("rounds", rounds());
    ObjectNode statuses = counts.putObject("faultyByStatus");
    faultyByStatus.forEach(statuses::put);
    return counts.toString();
  }

  void addStatus(String status) {
    faultyByStatus.merge(status, 1L, Long::sum);
  }

  void add(LinkCounts other) {
    read += other.read;
    events += other.events;
    duplicates += other.duplicates;
    edges += other.edges;
    lifecycles += other.lifecycles;
    orphans += other.orphans;
    cycles += other.cycles;
    written += other.written;
    changed += other.changed;
    moved += other.moved;
    other.faultyByStatus.forEach((status, count) -> faultyByStatus.merge(status, count, Long::sum));
  }

  /** Adds counts up. */
  static final class Sum extends Combine.CombineFn<LinkCounts, LinkCounts, LinkCounts> {
    private static final long serialVersionUID = 1;

    @Override
    public LinkCounts createAccumulator() {
      return new LinkCounts();
    }

    @Override
    public LinkCounts addInput(LinkCounts sum, LinkCounts input) {
      sum.add(input);
      return sum;
    }

    @Override
    public LinkCounts mergeAccumulators(Iterable<LinkCounts> sums) {
      LinkCounts total = new LinkCounts();
      sums.forEach(total::add);
      return total;
    }

    @Override
    public LinkCounts extractOutput(LinkCounts sum) {
      return sum;
    }
  }
}
