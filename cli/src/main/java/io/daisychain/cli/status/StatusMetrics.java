package io.daisychain.cli.status;

import io.daisychain.model.CalendarDates;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Metrics of a process that stays, in the text format of Prometheus. */
final class StatusMetrics {
  /** Dates that are named one by one: those that have waited longest. */
  private static final int MOST_DATES = 50;

  private final StringBuilder out = new StringBuilder();
  private String family = "";

  private StatusMetrics() {}

  static String of(Status status, List<PartState> parts, Instant now) {
    StatusMetrics metrics = new StatusMetrics();
    metrics.parts(parts, now);
    metrics.dates(status, now);
    metrics.runs(status.runs());
    metrics.places(status);
    metrics.process(status, now);
    return metrics.out.toString();
  }

  private void parts(List<PartState> parts, Instant now) {
    family("daisychain_part_ready", "gauge", "Whether a part of the process can do its work");
    parts.forEach(part -> value("part", part.name(), part.isReady() ? 1 : 0));
    family("daisychain_part_late_seconds", "gauge", "By how much a scheduled run is overdue");
    parts.stream()
        .filter(part -> part.next() != null)
        .forEach(part -> value("part", part.name(), seconds(part.next(), now)));
  }

  private static double seconds(Instant from, Instant now) {
    return Math.max(0, Duration.between(from, now).toMillis() / 1e3);
  }

  private void dates(Status status, Instant now) {
    List<DateState> dates = status.dates();
    single("daisychain_dates", "Trade dates of the store", dates.size());
    single(
        "daisychain_dates_waiting_link",
        "Dates with news for link",
        dates.stream().filter(DateState::waitsForLink).count());
    single(
        "daisychain_linked_events",
        "Events of the dates when they were linked last",
        dates.stream().mapToLong(date -> date.date().events()).sum());
    single("daisychain_news_events", "Events stored or changed since link", status.news());
    single("daisychain_published_events", "Events of the warehouse", status.publishedEvents());
    if (status.knowsPublished()) {
      single(
          "daisychain_dates_waiting_publish",
          "Dates not published as they are",
          dates.stream().filter(DateState::waitsForPublish).count());
      single(
          "daisychain_oldest_unpublished_seconds",
          "For how long the oldest news waits to be published",
          status.oldestWaiting().map(since -> seconds(since, now)).orElse(0.0));
      family("daisychain_date_waiting_seconds", "gauge", "For how long news of a date waits");
      dates.stream()
          .filter(date -> date.waitsSince().isPresent())
          .sorted(java.util.Comparator.comparing(date -> date.waitsSince().get()))
          .limit(MOST_DATES)
          .forEach(
              date ->
                  value(
                      "date",
                      CalendarDates.text(date.date().epochDay()),
                      seconds(date.waitsSince().get(), now)));
    }
    family("daisychain_open_faults", "gauge", "Faults that are published and not repaired");
    status.faults().forEach((firm, count) -> value("firm", firm, count));
  }

  private void runs(CommandRuns.Told told) {
    family("daisychain_command_done_total", "counter", "Runs of a command that were done");
    told.sums().forEach((command, sum) -> value("command", command, sum.done()));
    family("daisychain_command_failures_total", "counter", "Runs of a command that failed");
    told.sums().forEach((command, sum) -> value("command", command, sum.failed()));
    family("daisychain_command_failing", "gauge", "Whether the last run of a command failed");
    told.sums().forEach((command, sum) -> value("command", command, sum.lastExit() == 0 ? 0 : 1));
    family(
        "daisychain_command_last_success_timestamp_seconds", "gauge", "End of the last run done");
    told.sums().forEach((command, sum) -> value("command", command, sum.lastDone()));
    family("daisychain_command_last_success_seconds", "gauge", "What that run took");
    told.sums().forEach((command, sum) -> value("command", command, sum.seconds()));
  }

  private void places(Status status) {
    status
        .input()
        .ifPresent(
            input -> {
              single("daisychain_input_files_waiting", "Files handed in", input.waiting());
              single("daisychain_input_files_failed", "Files not readable", input.failed());
            });
    family("daisychain_disk_free_bytes", "gauge", "Of the disk on which something lies");
    status.disks().forEach((place, disk) -> value("place", place, disk.free()));
    family("daisychain_disk_size_bytes", "gauge", "Of the disk on which something lies");
    status.disks().forEach((place, disk) -> value("place", place, disk.size()));
    status
        .auditEntries()
        .ifPresent(number -> single("daisychain_audit_entries", "Of the audit log", number));
  }

  private void process(Status status, Instant now) {
    single("daisychain_heap_used_bytes", "Heap in use", StatusGathering.usedHeap());
    single("daisychain_heap_max_bytes", "Heap at most", Runtime.getRuntime().maxMemory());
    if (status.residentBytes() >= 0) {
      single("daisychain_resident_bytes", "Memory of the process", status.residentBytes());
    }
    single(
        "daisychain_start_timestamp_seconds",
        "When the process began",
        ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
    single("daisychain_status_age_seconds", "Age of these values", seconds(status.at(), now));
    family("daisychain_status_problem", "gauge", "What could not be looked at");
    status.problems().keySet().forEach(what -> value("of", what, 1));
  }

  private void single(String name, String help, Number value) {
    family(name, "gauge", help);
    out.append(name).append(' ').append(text(value)).append('\n');
  }

  private void family(String name, String type, String help) {
    family = name;
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private void value(String label, String of, Number value) {
    String escaped = of.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    out.append("%s{%s=\"%s\"} %s\n".formatted(family, label, escaped, text(value)));
  }

  private static String text(Number value) {
    return value instanceof Double
        ? String.format(Locale.ROOT, "%.3f", value.doubleValue())
        : value.toString();
  }
}
