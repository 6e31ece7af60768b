package io.daisychain.linkage.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.model.CalendarDates;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps what a link run found out about trade dates, and adds it up for the report.
 *
 * @param stored the dates as they were before the run
 * @param choice what the run looked at
 * @param run its name
 */
public record LinkedDates(Dates dates, List<StoredDate> stored, LinkChoice choice, String run) {
  /**
   * Notes everything and returns the counts of the dates that were touched.
   *
   * @param changes by date, its sums where it was scanned, else by how much they have changed
   */
  public ObjectNode finish(Map<Integer, DateSums> changes) throws IOException {
    DateSums all = new DateSums();
    Map<String, Long> written = new TreeMap<>();
    for (StoredDate date : stored) {
      int day = date.epochDay();
      DateSums change = changes.getOrDefault(day, new DateSums());
      boolean linked = choice.versions().containsKey(day);
      if (!linked && change.written() == 0) {
        continue;
      }
      DateSums sums = new DateSums();
      if (!choice.scanned().contains(day)) {
        sums.add(DateSums.of(date));
      }
      sums.add(change);
      keep(date, sums, linked);
      all.add(sums);
      written.put(CalendarDates.text(day), change.written());
    }
    ObjectNode counts = JsonNodeFactory.instance.objectNode();
    all.write(counts);
    counts.put("written", all.written()).put("changed", all.changed());
    written.forEach(counts.putObject("days")::put);
    return counts;
  }

  private void keep(StoredDate date, DateSums sums, boolean linked) throws IOException {
    int day = date.epochDay();
    for (int near : sums.near()) {
      if (stored.stream().anyMatch(other -> other.epochDay() == near)
          && !dates.areConnected(day, near)) {
        dates.connect(day, near);
      }
    }
    if (sums.open() != null) {
      dates.openReferences(day, sums.open()[0], sums.open()[1]);
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    sums.write(json);
    if (linked) {
      dates.linked(day, choice.versions().get(day), run, sums.events(), json.toString());
    } else {
      dates.keepSums(day, sums.events(), json.toString());
    }
  }
}
