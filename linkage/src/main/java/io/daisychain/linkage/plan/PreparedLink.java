package io.daisychain.linkage.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.linkage.graph.StoreDates;
import io.daisychain.model.CalendarDates;
import io.daisychain.reporting.Retelling;
import io.daisychain.reporting.SaveInputLines;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.TableKeys;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.dates.ToldDate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A link run before and after its job: which dates it looks at, and what is noted of them when it
 * has written everything.
 */
public final class PreparedLink {
  private final Dates dates;
  private final MetaTable meta;
  private final String runId;
  private final LinkRun run;
  private final List<StoredDate> stored;
  private final LinkChoice choice;
  private final Map<Integer, TableKeys> keys;
  private final LinkPlan plan;

  /** How often names and lines of input files had changed before the run. */
  private final long places;

  private PreparedLink(
      Dates dates,
      MetaTable meta,
      String runId,
      LinkRun run,
      List<StoredDate> stored,
      LinkChoice choice,
      Map<Integer, TableKeys> keys,
      LinkPlan plan,
      long places) {
    this.dates = dates;
    this.meta = meta;
    this.runId = runId;
    this.run = run;
    this.stored = stored;
    this.choice = choice;
    this.keys = keys;
    this.plan = plan;
    this.places = places;
  }

  /**
   * Begins a run.
   *
   * @param days that it is asked for, all of which the store has
   * @param before version of dates from which on changes stay news, though the run may see rows
   * @param runId name of the run
   * @param scannedForOneRead events that cost as much to scan as one to read by its key; see {@link
   *     LinkChoice}
   */
  public static PreparedLink begin(
      StoreTable table,
      TableAdmin tables,
      Dates dates,
      MetaTable meta,
      LinkDays days,
      long before,
      String runId,
      long scannedForOneRead)
      throws IOException {
    LinkRun run = LinkRun.begin(meta);
    long places = SaveInputLines.changes(meta);
    List<StoredDate> stored =
        noteLostDates(dates, runId).stream().map(date -> date.before(before)).toList();
    Map<Integer, Long> unfinished = run.unfinishedDates(dates);
    unfinished.keySet().retainAll(epochDays(stored));
    LinkChoice choice = LinkChoice.of(days, stored, unfinished.keySet(), dates, scannedForOneRead);
    unfinished.keySet().retainAll(choice.scanned());
    Map<Integer, TableKeys> keys = new TreeMap<>();
    Map<Integer, KeyRanges> ranges = new TreeMap<>();
    for (int date : choice.scanned()) {
      keys.put(date, tables.keys(table.name(), date));
      ranges.put(date, keys.get(date).ranges());
    }
    LinkPlan plan =
        LinkPlan.of(
            epochDays(stored),
            ranges,
            choice.read(),
            days.given(),
            unfinished,
            dates.openReferences(),
            dates.dropped(),
            dates.kept(),
            dates.nextVersion(),
            dates.nextVersion());
    return new PreparedLink(dates, meta, runId, run, stored, choice, keys, plan, places);
  }

  private static Set<Integer> epochDays(List<StoredDate> stored) {
    return stored.stream().map(StoredDate::epochDay).collect(Collectors.toSet());
  }

  /**
   * An id without a date is looked for on the last dates that the store has. Where a new date has
   * pushed one of those out, what was found there has to be looked at again.
   *
   * @return the dates, ascending, with what was noted of them
   */
  public static List<StoredDate> noteLostDates(Dates dates, String run) throws IOException {
    List<StoredDate> stored = dates.list();
    boolean noted = false;
    for (int i = StoreDates.MOST_EARLIER + 1; i < stored.size(); i++) {
      int lost = i - StoreDates.MOST_EARLIER - 1;
      boolean pushed =
          stored.subList(lost + 1, i).stream().anyMatch(date -> date.linkedVersion() == 0);
      if (pushed && dates.areConnected(stored.get(i).epochDay(), stored.get(lost).epochDay())) {
        dates.noteBasis(stored.get(i).epochDay(), run);
        noted = true;
      }
    }
    return noted ? dates.list() : stored;
  }

  /** This run's place among the store's runs. */
  public LinkRun run() {
    return run;
  }

  /** What the run looks at. */
  public LinkChoice choice() {
    return choice;
  }

  /** How the rows of the dates that it scans lie. */
  public Map<Integer, TableKeys> keys() {
    return keys;
  }

  /** What the job is to do. */
  public LinkPlan plan() {
    return plan;
  }

  /**
   * Notes that the job has written everything.
   *
   * @param summary of the job
   * @return the counts of the report
   */
  public ObjectNode finish(JsonNode summary) throws IOException {
    Map<Integer, DateSums> changes = new TreeMap<>();
    summary
        .path("dates")
        .properties()
        .forEach(
            date -> changes.put(Integer.valueOf(date.getKey()), DateSums.readAll(date.getValue())));
    dates.end(plan.writtenVersion(), StoredDate.Kind.LINK, runId);
    dates.end(plan.pendingVersion(), StoredDate.Kind.BASIS, runId);
    ObjectNode counts = new LinkedDates(dates, stored, choice, runId).finish(changes);
    counts.put("rows", summary.path("rows").asLong());
    counts.put("moved", summary.path("moved").asLong());
    counts.put("rounds", summary.path("moved").asLong() == 0 ? 1 : 2);
    run.complete(meta, dates, choice.scanned());
    return counts;
  }

  /**
   * Notes where the lines of feedback are kept that the run has told, for the next to go on from,
   * and deletes what nobody goes on from any more.
   *
   * @param counts of {@link #finish}
   * @param folder of the run's feedback
   */
  public void keepTold(JsonNode counts, String folder) throws IOException {
    if (!Retelling.isWritten(folder)) {
      return; // the next goes on from where this one did
    }
    Map<Integer, ToldDate> told = dates.told();
    Set<String> before = new TreeSet<>();
    for (StoredDate date : stored) {
      if (counts.path("days").has(CalendarDates.text(date.epochDay()))) {
        ToldDate now = new ToldDate(date.version(), runId, places, folder);
        dates.told(date.epochDay(), now);
        ToldDate last = told.put(date.epochDay(), now);
        if (last != null) {
          before.add(last.folder());
        }
      }
    }
    told.values().forEach(date -> before.remove(date.folder()));
    for (String unused : before) {
      Retelling.delete(unused);
    }
  }
}
