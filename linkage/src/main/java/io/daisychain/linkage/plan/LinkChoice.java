package io.daisychain.linkage.plan;

import io.daisychain.model.CalendarDates;
import io.daisychain.model.RowKey;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which trade dates a link run scans, and of which it reads single events: whatever costs less.
 *
 * @param scanned dates that are read whole
 * @param read by date that is not scanned, keys of the events that are news
 * @param versions by date of both, the last change that the run sees
 */
public record LinkChoice(
    Set<Integer> scanned, Map<Integer, NavigableSet<RowKey>> read, Map<Integer, Long> versions) {
  /**
   * To read an event by its key costs some four times what it costs in a scan, and with it come the
   * others of its lifecycle, some ten.
   */
  public static final long SCANNED_FOR_ONE_READ = 40;

  /**
   * Chooses.
   *
   * @param unfinished dates to which a run that was not completed may have written
   * @param scannedForOneRead events that cost as much to scan as one to read by its key
   */
  static LinkChoice of(
      LinkDays days,
      List<StoredDate> stored,
      Set<Integer> unfinished,
      Dates dates,
      long scannedForOneRead)
      throws IOException {
    Set<Integer> scanned = new TreeSet<>();
    Map<Integer, NavigableSet<RowKey>> read = new TreeMap<>();
    Map<Integer, Long> versions = new TreeMap<>();
    for (StoredDate date : stored) {
      int day = date.epochDay();
      boolean wanted =
          days.isAll()
              || days.given().contains(day)
              || (days.isChanged() && (unfinished.contains(day) || hasNews(date)));
      if (!wanted) {
        continue;
      }
      versions.put(day, date.version());
      Optional<NavigableSet<RowKey>> keys =
          days.isChanged() && !unfinished.contains(day) && date.linkedVersion() > 0
              ? dates.newsOf(date)
              : Optional.empty();
      if (keys.isPresent() && keys.get().size() * scannedForOneRead <= date.events()) {
        read.put(day, keys.get());
      } else {
        scanned.add(day);
      }
    }
    return new LinkChoice(scanned, read, versions);
  }

  /** A date that was never linked counts as news: of its changes nothing may be known any more. */
  private static boolean hasNews(StoredDate date) {
    return date.linkedVersion() == 0 || !date.news().isEmpty();
  }

  /** True when there is nothing to link. */
  public boolean isEmpty() {
    return versions.isEmpty();
  }

  /** What was chosen, for people. */
  public String words() {
    List<String> words = new ArrayList<>();
    if (!scanned.isEmpty()) {
      words.add("scans " + names(scanned));
    }
    if (!read.isEmpty()) {
      long events = read.values().stream().mapToLong(Set::size).sum();
      words.add(
          String.format(
              Locale.ROOT,
              "reads %,d changed events of %s and their lifecycles",
              events,
              names(read.keySet())));
    }
    return String.join("; ", words);
  }

  private static String names(Set<Integer> dates) {
    int first = new TreeSet<>(dates).first();
    int last = new TreeSet<>(dates).last();
    return switch (dates.size()) {
      case 1 -> CalendarDates.text(first);
      case 2 -> CalendarDates.text(first) + " and " + CalendarDates.text(last);
      default ->
          "%s dates from %s to %s"
              .formatted(dates.size(), CalendarDates.text(first), CalendarDates.text(last));
    };
  }
}
