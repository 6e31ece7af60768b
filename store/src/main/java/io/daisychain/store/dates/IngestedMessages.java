package io.daisychain.store.dates;

import io.daisychain.model.CalendarDates;
import io.daisychain.store.MetaTable;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Messages that the ingests of a table have stored, as each noted at its end.
 *
 * @param ingests that have ended
 * @param stored messages that they have stored on the dates that the store has, repeats included
 */
public record IngestedMessages(int ingests, long stored) {
  /** With a date behind it, a column for each ingest: noting one again changes nothing. */
  private static final String ROW = "ingests/";

  public static IngestedMessages of(MetaTable meta, Iterable<StoredDate> dates) throws IOException {
    long stored = 0;
    Set<String> ingests = new TreeSet<>();
    for (StoredDate date : dates) {
      String row = row(date.epochDay());
      for (Map.Entry<String, String> ingest : meta.readTexts(row).entrySet()) {
        ingests.add(ingest.getKey());
        try {
          stored += Long.parseLong(ingest.getValue());
        } catch (NumberFormatException e) {
          throw new IOException("row '" + row + "' of the meta table has no number", e);
        }
      }
    }
    return new IngestedMessages(ingests.size(), stored);
  }

  private static String row(int date) {
    return ROW + CalendarDates.text(date);
  }

  /**
   * Notes what an ingest has stored; of one that goes on, so far.
   *
   * @param days messages by trade date, days since 1970-01-01
   */
  public static void note(MetaTable meta, String runId, Map<Integer, Long> days)
      throws IOException {
    Map<String, Map<String, String>> rows = new TreeMap<>();
    days.forEach((date, count) -> rows.put(row(date), Map.of(runId, Long.toString(count))));
    if (!rows.isEmpty()) {
      meta.writeTexts(rows);
    }
  }
}
