package io.daisychain.cli.status;

import io.daisychain.cli.terminal.Finding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What was found at a moment.
 *
 * @param at the moment
 * @param dates of the store, ascending
 * @param publishedEvents of the warehouse
 * @param faults that are open, by firm
 * @param runs of commands
 * @param input files of the folder in which they are handed in; empty for none
 * @param disks by what lies on them
 * @param residentBytes of this process; -1 where the system does not say
 * @param auditEntries of the audit log; empty without one
 * @param problems why something could not be found out, by what
 * @param over time, the oldest first: {@link #COLUMNS}
 */
record Status(
    Instant at,
    List<DateState> dates,
    long publishedEvents,
    SortedMap<String, Long> faults,
    CommandRuns.Told runs,
    Optional<Input> input,
    SortedMap<String, Disk> disks,
    long residentBytes,
    Optional<Long> auditEntries,
    SortedMap<String, String> problems,
    List<long[]> over) {
  /** What is kept over time. */
  static final List<String> COLUMNS =
      List.of("time", "waiting", "files", "faults", "heap", "resident", "store", "warehouse");

  /** Files that wait, and that could not be read. */
  record Input(long waiting, long failed) {}

  /** A disk, and whether it is enough. */
  record Disk(String folder, long free, long size, Finding finding) {}

  static Status none(Instant at) {
    return new Status(
        at,
        List.of(),
        0,
        new java.util.TreeMap<>(),
        new CommandRuns.Told(List.of(), Map.of()),
        Optional.empty(),
        new java.util.TreeMap<>(),
        -1,
        Optional.empty(),
        new java.util.TreeMap<>(Map.of("status", "nothing was looked at yet")),
        List.of());
  }

  /** The same with what is kept over time. */
  Status with(List<long[]> samples) {
    return new Status(
        at,
        dates,
        publishedEvents,
        faults,
        runs,
        input,
        disks,
        residentBytes,
        auditEntries,
        problems,
        samples);
  }

  /** Events that are not linked, or not as they are to be. */
  long news() {
    return dates.stream()
        .filter(DateState::waitsForLink)
        .mapToLong(date -> date.news(date.about()))
        .sum();
  }

  /** Whether it is known what is published. */
  boolean knowsPublished() {
    return !problems.containsKey("warehouse");
  }

  /** Since when the news that has waited longest waits to be published. */
  Optional<Instant> oldestWaiting() {
    return knowsPublished()
        ? dates.stream().flatMap(date -> date.waitsSince().stream()).min(Instant::compareTo)
        : Optional.empty();
  }

  long openFaults() {
    return faults.values().stream().mapToLong(Long::longValue).sum();
  }
}
