package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.linkage.plan.DateSums;
import io.daisychain.model.CalendarDates;
import io.daisychain.store.MetaTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The messages that all ingests stored in a table: stored = events + repeats + duplicates.
 *
 * <p>A repeat is a message whose content was already stored under its key, by the same ingest or
 * another. An ingest counts once it has ended: the messages of one that was killed are no repeats
 * when it is run again.
 *
 * @param ingests that have ended
 * @param stored messages that they have stored on the dates that the store has, repeats included
 * @param events of these dates
 * @param duplicates further contents under the ids of these events
 */
public record SubmissionSums(int ingests, long stored, long events, long duplicates) {
  /** With a date behind it, a column for each ingest: adding one again changes nothing. */
  private static final String ROW = "ingests/";

  static SubmissionSums of(MetaTable meta, Dates dates) throws IOException {
    long stored = 0;
    long events = 0;
    long duplicates = 0;
    Set<String> ingests = new TreeSet<>();
    for (StoredDate date : dates.list()) {
      for (Map.Entry<String, String> ingest : meta.readTexts(row(date.epochDay())).entrySet()) {
        ingests.add(ingest.getKey());
        stored += number(row(date.epochDay()), ingest.getValue());
      }
      events += date.events();
      duplicates += DateSums.of(date).duplicates();
    }
    return new SubmissionSums(ingests.size(), stored, events, duplicates);
  }

  private static long number(String row, String count) throws IOException {
    try {
      return Long.parseLong(count);
    } catch (NumberFormatException e) {
      throw new IOException("row '" + row + "' of the meta table has no number", e);
    }
  }

  private static String row(int date) {
    return ROW + CalendarDates.text(date);
  }

  /**
   * Adds an ingest that has ended.
   *
   * @param days by date, messages that it has stored
   */
  public static void add(MetaTable meta, String runId, JsonNode days) throws IOException {
    Map<String, Map<String, String>> rows = new TreeMap<>();
    days.properties()
        .forEach(date -> rows.put(ROW + date.getKey(), Map.of(runId, date.getValue().asText())));
    if (!rows.isEmpty()) {
      meta.writeTexts(rows);
    }
  }

  /**
   * Adds a source of messages that goes on, by the dates that it has stored so far.
   *
   * @param days messages by trade date, days since 1970-01-01
   */
  public static void add(MetaTable meta, String runId, Map<Integer, Long> days) throws IOException {
    Map<String, Map<String, String>> rows = new TreeMap<>();
    days.forEach((date, count) -> rows.put(row(date), Map.of(runId, Long.toString(count))));
    if (!rows.isEmpty()) {
      meta.writeTexts(rows);
    }
  }

  /** What became of it, by the link runs that have ended. */
  ObjectNode sums() {
    long repeats = stored - events - duplicates;
    ObjectNode sums = JsonNodeFactory.instance.objectNode();
    sums.put("ingests", ingests).put("stored", stored).put("events", events);
    sums.put("repeats", Math.max(0, repeats)).put("duplicates", duplicates);
    return sums.put("uncounted", Math.max(0, -repeats));
  }

  /** A line about the sums of a link run. */
  static String line(JsonNode sums) {
    long ingests = sums.get("ingests").asLong();
    String line =
        CountText.count(sums, "stored")
            + " by "
            + Terminal.number(ingests)
            + (ingests == 1 ? " ingest = " : " ingests = ")
            + CountText.count(sums, "events")
            + " + "
            + CountText.count(sums, "repeats")
            + " + "
            + CountText.count(sums, "duplicates");
    return sums.get("uncounted").asLong() == 0
        ? line
        : line + " - " + CountText.count(sums, "uncounted") + " of an ingest that did not end";
  }
}
