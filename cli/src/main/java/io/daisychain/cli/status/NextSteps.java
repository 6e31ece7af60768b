package io.daisychain.cli.status;

import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What waits for somebody, the worst first; each ends with what helps. */
final class NextSteps {
  private static final int MOST_FIRMS = 5;

  private NextSteps() {}

  static List<Finding> of(Status status, List<PartState> parts) {
    List<Finding> all = new ArrayList<>();
    for (PartState part : parts) {
      if (!part.isAlive()) {
        all.add(
            Finding.fail(part.name() + " has ended: start the service again, the log says why"));
      } else if (!part.isReady()) {
        all.add(Finding.note(part.name() + " is not ready: " + part.notReady()));
      }
    }
    status
        .problems()
        .forEach((what, why) -> all.add(Finding.fail(what + ": " + why + "; run doctor")));
    status.disks().forEach((what, disk) -> add(all, what, disk.finding()));
    add(all, "memory", Finding.ofMemory());
    add(all, "open files", Finding.ofOpenFiles());
    status
        .input()
        .filter(input -> input.failed() > 0)
        .ifPresent(
            input ->
                all.add(
                    Finding.note(
                        Terminal.number(input.failed())
                            + " files handed in could not be read: NAME.failed beside each says why;"
                            + " hand it in again under another name")));
    status.runs().sums().values().forEach(sum -> failed(status, sum).ifPresent(all::add));
    DateState.unlinked(status.dates()).map(Finding::note).ifPresent(all::add);
    if (status.knowsPublished()) {
      DateState.unpublished(status.dates()).map(Finding::note).ifPresent(all::add);
    }
    status.faults().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_FIRMS)
        .forEach(
            firm ->
                all.add(
                    Finding.note(
                        "%s has %s open faults: run feedback --firm=%s"
                            .formatted(
                                firm.getKey(), Terminal.number(firm.getValue()), firm.getKey()))));
    all.removeIf(finding -> finding.verdict() == Finding.Verdict.OK);
    all.sort((one, other) -> other.verdict().compareTo(one.verdict()));
    return all;
  }

  private static void add(List<Finding> all, String what, Finding finding) {
    all.add(new Finding(finding.verdict(), what + ": " + finding.words()));
  }

  /** A command of which the last run failed. */
  private static java.util.Optional<Finding> failed(Status status, CommandRuns.Sum sum) {
    if (sum.lastExit() == 0) {
      return java.util.Optional.empty();
    }
    return status.runs().runs().stream()
        .filter(run -> run.command().equals(sum.sumOf()) && !run.wasDone())
        .reduce((first, last) -> last)
        .map(
            run ->
                Finding.fail(
                    "%s failed at %s: %s; mend that and give it again: %s %s"
                        .formatted(
                            run.command(), run.start(), run.error(), run.command(), run.words())));
  }
}
