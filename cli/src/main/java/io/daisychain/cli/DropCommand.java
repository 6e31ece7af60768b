package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.option.DaysOption;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.CalendarDates;
import io.daisychain.store.StoreSession;
import io.daisychain.store.WatchLease;
import io.daisychain.store.dates.Dates;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "drop",
    description = {
      "Takes trade dates out of the store, all of them in one step. The warehouse keeps what it has.",
      "What was linked to their events stays as it was on other dates; for what comes later they "
          + "count as unreported. Messages of a dropped date are rejected until days --reopen=DATE.",
      "Where an audit log has a retention, younger dates are not dropped.",
      ""
    },
    footer = {"", "  ./daisychain drop --days=20260316,20260317 --yes"})
final class DropCommand implements Callable<Integer> {
  @Option(
      names = "--days",
      required = true,
      paramLabel = "DATE,...",
      description = "The trade dates, such as 20260316,20260317.")
  private String days;

  @Option(names = "--yes", description = "Without it nothing is dropped.")
  private boolean yes;

  @Mixin private StoreOptions store;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    Set<Integer> wanted = DaysOption.parse("--days", days);
    return report.around("drop", runId -> drop(wanted, runId));
  }

  private ObjectNode drop(Set<Integer> wanted, String runId) throws IOException {
    try (StoreSession session = store.openExisting()) {
      store.requireTable(session);
      WatchLease.requireNone(session.table(store.table()));
      try (Dates dates = Dates.open(session.table(store.table()))) {
        dates.deleteDropped();
        Set<Integer> there = new TreeSet<>();
        dates.list().forEach(date -> there.add(date.epochDay()));
        // A drop that was killed when it was all but done may be given again.
        Set<Integer> before = new TreeSet<>(dates.dropped());
        before.retainAll(wanted);
        Set<Integer> missing = new TreeSet<>(wanted);
        missing.removeAll(there);
        missing.removeAll(before);
        if (!missing.isEmpty()) {
          throw new UsageException("--days=" + days + ": the store has no " + names(missing));
        }
        if (!yes) {
          throw new UsageException(
              "say --yes to take " + names(wanted) + " out of " + store.address());
        }
        Set<Integer> now = new TreeSet<>(wanted);
        now.removeAll(before);
        AuditTrail.requireRetained(now);
        if (!now.isEmpty()) {
          dates.drop(now, runId);
        }
        if (!before.isEmpty()) {
          Terminal.note(names(before) + " had been dropped before");
        }
        Terminal.result(
            "dropped  " + (now.isEmpty() ? "nothing" : names(now)) + " of " + store.address());
        ObjectNode counts = JsonNodeFactory.instance.objectNode();
        counts.put("dropped", now.size());
        return counts;
      }
    }
  }

  private static String names(Set<Integer> dates) {
    return dates.stream().map(CalendarDates::text).collect(Collectors.joining(", "));
  }
}
