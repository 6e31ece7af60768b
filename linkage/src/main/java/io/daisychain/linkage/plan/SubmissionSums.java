package io.daisychain.linkage.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.store.MetaTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.IngestedMessages;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.util.List;

/**
 * The messages that all ingests stored in a table: stored = events + repeats + duplicates.
 *
 * <p>A repeat is a message whose content was already stored under its key, by the same ingest or
 * another. An ingest counts once it has ended: the messages of one that was killed are no repeats
 * when it is run again.
 *
 * @param ingested what ingests that have ended stored
 * @param events of the dates that the store has, by the link runs that have ended
 * @param duplicates further contents under the ids of these events
 */
public record SubmissionSums(IngestedMessages ingested, long events, long duplicates) {
  public static SubmissionSums of(MetaTable meta, Dates dates) throws IOException {
    long events = 0;
    long duplicates = 0;
    List<StoredDate> all = dates.list();
    for (StoredDate date : all) {
      events += date.events();
      duplicates += DateSums.of(date).duplicates();
    }
    return new SubmissionSums(IngestedMessages.of(meta, all), events, duplicates);
  }

  /** The counts of a report. */
  public ObjectNode sums() {
    long repeats = ingested.stored() - events - duplicates;
    ObjectNode sums = JsonNodeFactory.instance.objectNode();
    sums.put("ingests", ingested.ingests()).put("stored", ingested.stored()).put("events", events);
    sums.put("repeats", Math.max(0, repeats)).put("duplicates", duplicates);
    return sums.put("uncounted", Math.max(0, -repeats));
  }
}
