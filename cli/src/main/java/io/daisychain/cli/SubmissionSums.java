package io.daisychain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.store.MetaTable;
import java.io.IOException;
import java.util.Map;

/**
 * The messages that all ingests stored in a table: stored = events + repeats + duplicates.
 *
 * <p>A repeat is a message whose content was already stored under its key, by the same ingest or
 * another. An ingest counts once it has ended: the messages of one that was killed are no repeats
 * when it is run again.
 *
 * @param ingests that have ended
 * @param stored messages that they have stored, repeats included
 */
record SubmissionSums(int ingests, long stored) {
  /** A column for each ingest: adding one that was added changes nothing. */
  private static final String ROW = "ingests";

  /** Where older versions kept the sum of all. */
  private static final String OLD_ROW = "table";

  private static final String OLD_COLUMN = "storedEvents";

  static SubmissionSums of(MetaTable meta) throws IOException {
    long stored = meta.add(OLD_ROW, OLD_COLUMN, 0);
    int ingests = stored > 0 ? 1 : 0;
    for (String count : meta.readTexts(ROW).values()) {
      stored += Long.parseLong(count);
      ingests++;
    }
    return new SubmissionSums(ingests, stored);
  }

  /** Adds an ingest that has ended. */
  static void add(MetaTable meta, String runId, long stored) throws IOException {
    meta.writeTexts(Map.of(ROW, Map.of(runId, Long.toString(stored))));
  }

  /**
   * What became of it, by a link run that has ended.
   *
   * @param linked its counts
   */
  ObjectNode sums(JsonNode linked) {
    long events = linked.get("events").asLong();
    long duplicates = linked.get("duplicates").asLong();
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
