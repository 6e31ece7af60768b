package io.daisychain.ingest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.model.CalendarDates;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of everything that was read: read = stored + skipped + rejected, in messages. What is
 * stored are events, of which a list of orders is several.
 */
public final class MessageCounts implements Serializable {
  /** What is no MsgType at all, and types beyond {@value #MOST_KINDS}. */
  static final String OTHER = "other";

  /** Types of skipped messages that are told apart: FIX 4.2 has 46. */
  static final int MOST_KINDS = 1_000;

  private long stored;
  private long bytes;
  private final TreeMap<Integer, Long> storedByDate = new TreeMap<>();

  // The date that came last, since the next is mostly the same.
  private int lastDate;
  private long lastDateCount;
  private final TreeMap<String, Long> skipped = new TreeMap<>();
  private final TreeMap<String, Long> rejected = new TreeMap<>();
  private final TreeMap<String, Long> faulty = new TreeMap<>();
  private final InputSums inputs = new InputSums();

  /** How many there are of each outcome. */
  public record Totals(long stored, long skipped, long rejected) {
    /** What has come since others were counted. */
    public Totals since(Totals before) {
      return new Totals(
          stored - before.stored, skipped - before.skipped, rejected - before.rejected);
    }
  }

  /** How many there are of each outcome now. */
  public Totals totals() {
    return new Totals(stored, skipped(), rejected());
  }

  /** Messages, noise lines and unframed lines read. */
  public long read() {
    return stored + skipped() + rejected();
  }

  /** Messages stored, repeats included. */
  public long stored() {
    return stored;
  }

  /** Messages and noise lines skipped. */
  public long skipped() {
    return sum(skipped);
  }

  /** Messages and unframed lines rejected. */
  public long rejected() {
    return sum(rejected);
  }

  /**
   * Skipped messages by MsgType; noise lines are {@code noise}, status reports {@code status}, and
   * what is no type at all is {@code other}.
   */
  public Map<String, Long> skippedByKind() {
    return skipped;
  }

  public Map<String, Long> rejectedByKind() {
    return rejected;
  }

  /** Events by error status, one under each status that it carries. */
  public Map<String, Long> faultyByStatus() {
    return faulty;
  }

  /** The input files, by kind and by name. */
  InputSums inputs() {
    return inputs;
  }

  /** The counts of the report as JSON: of messages, and {@code inputs} of files. */
  public String toJson() {
    ObjectNode counts = JsonNodeFactory.instance.objectNode();
    counts.put("read", read()).put("stored", stored).put("skipped", skipped());
    counts.put("rejected", rejected());
    put(counts.putObject("skippedByKind"), skipped);
    put(counts.putObject("rejectedByKind"), rejected);
    put(counts.putObject("faultyByStatus"), faulty);
    counts.put("events", sum(storedByDate()));
    ObjectNode days = counts.putObject("days");
    storedByDate().forEach((date, count) -> days.put(CalendarDates.text(date), count));
    inputs.write(counts.putObject("inputs"));
    return counts.put("bytes", bytes).toString();
  }

  private static void put(ObjectNode object, Map<String, Long> counts) {
    counts.forEach(object::put);
  }

  void addStored() {
    stored++;
  }

  /** Notes an event that was stored; a list of orders has several. */
  void addEvent(int date) {
    if (date != lastDate) {
      noteLastDate();
      lastDate = date;
    }
    lastDateCount++;
  }

  private void noteLastDate() {
    if (lastDateCount > 0) {
      storedByDate.merge(lastDate, lastDateCount, Long::sum);
      lastDateCount = 0;
    }
  }

  /** Events stored by trade date, in days since 1970-01-01: of a list each order is one. */
  public Map<Integer, Long> storedByDate() {
    noteLastDate();
    return storedByDate;
  }

  void addBytes(long count) {
    bytes += count;
  }

  void addSkipped(String kind) {
    addSkipped(kind, 1);
  }

  /** Beyond many kinds those that come last by spelling are others, in whatever order they come. */
  private void addSkipped(String kind, long count) {
    skipped.merge(kind, count, Long::sum);
    if (skipped.size() > MOST_KINDS) {
      Map.Entry<String, Long> last = skipped.lastEntry();
      if (last.getKey().equals(OTHER)) {
        last = skipped.lowerEntry(OTHER);
      }
      skipped.remove(last.getKey());
      skipped.merge(OTHER, last.getValue(), Long::sum);
    }
  }

  void addRejected(String kind) {
    rejected.merge(kind, 1L, Long::sum);
  }

  void addFaulty(String status) {
    faulty.merge(status, 1L, Long::sum);
  }

  /** Adds what became of other messages. */
  public void add(MessageCounts other) {
    stored += other.stored;
    other.storedByDate.forEach((date, count) -> storedByDate.merge(date, count, Long::sum));
    if (other.lastDateCount > 0) { // an element of a pipeline must stay as it is
      storedByDate.merge(other.lastDate, other.lastDateCount, Long::sum);
    }
    bytes += other.bytes;
    inputs.add(other.inputs);
    other.skipped.forEach(this::addSkipped);
    other.rejected.forEach((kind, count) -> rejected.merge(kind, count, Long::sum));
    other.faulty.forEach((kind, count) -> faulty.merge(kind, count, Long::sum));
  }

  private static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
