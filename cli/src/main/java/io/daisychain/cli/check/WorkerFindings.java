package io.daisychain.cli.check;

import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Terminal;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the reports of workers say beside that of the program.
 *
 * @param here of the program
 * @param workers of the workers; none where it does the work itself
 * @param began when they were asked, in milliseconds since 1970
 * @param ended when they had answered
 */
record WorkerFindings(WorkerReport here, List<WorkerReport> workers, long began, long ended) {
  private static final int MOST_NAMED = 4;
  private static final int LAST_TRIED_JAVA = 25;

  /** Clocks that differ by so much are told, and by so much Kerberos refuses. */
  private static final long NOTED_MILLIS = 1_000;

  private static final long REFUSED_MILLIS = 300_000;

  /** Of these a release is as good as another with the same first two numbers. */
  private static final Set<String> ENGINES = Set.of("Spark");

  /** Who answered. */
  Finding answers() {
    if (workers.isEmpty()) {
      return Finding.fail("no worker has reported");
    }
    String names =
        workers.stream()
            .limit(MOST_NAMED)
            .map(report -> report.worker() + " as " + report.user())
            .collect(Collectors.joining(", "));
    return Finding.ok(
        "%s answered in %.1f s: %s%s"
            .formatted(
                workers.size() == 1 ? "1 worker" : Terminal.number(workers.size()) + " workers",
                (ended - began) / 1e3,
                names,
                workers.size() > MOST_NAMED ? ", ..." : ""));
  }

  /** Whether all have loaded the same. */
  Finding versions() {
    Set<String> others = new LinkedHashSet<>();
    for (WorkerReport report : workers) {
      here.versions()
          .forEach(
              (what, version) -> {
                String theirs = report.versions().getOrDefault(what, "none");
                if (!isAsGood(what, version, theirs)) {
                  others.add(
                      "%s is %s on workers, from %s, and %s here"
                          .formatted(what, theirs, report.origins().get(what), version));
                }
              });
    }
    String words =
        here.versions().entrySet().stream()
            .map(version -> version.getKey() + " " + version.getValue())
            .collect(Collectors.joining(", "));
    return others.isEmpty()
        ? Finding.ok(words)
        : Finding.fail(
            String.join("; ", others)
                + ": take what is another version out of the class path of the workers");
  }

  private static boolean isAsGood(String what, String ours, String theirs) {
    if (what.equals("Java")) {
      return theirs.matches("\\d{1,4}") && Integer.parseInt(theirs) <= LAST_TRIED_JAVA;
    }
    return ENGINES.contains(what) ? release(ours).equals(release(theirs)) : ours.equals(theirs);
  }

  private static String release(String version) {
    return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
  }

  /**
   * The memory of the worker that has least.
   *
   * @param setting that gives it more
   */
  Finding heap(String setting) {
    WorkerReport least =
        workers.stream().min(Comparator.comparingLong(WorkerReport::heap)).orElse(here);
    return Finding.ofMemory(least.heap(), least.processors(), setting);
  }

  /**
   * Whether something could be done.
   *
   * @param what its name in the reports
   * @param done what to say if all could
   */
  Finding of(String what, String done) {
    if (here.failures().containsKey(what)) {
      return Finding.fail(here.failures().get(what));
    }
    for (WorkerReport report : workers) {
      String words = report.failures().get(what);
      if (words != null) {
        return Finding.fail("worker " + report.worker() + ": " + words);
      }
    }
    return Finding.ok(done);
  }

  /** How far the clocks of all are apart. */
  Finding clocks() {
    String farthest = "the store";
    long most = here.storeAhead() == null ? 0 : here.storeAhead();
    for (WorkerReport report : workers) {
      long ahead = ahead(report);
      if (Math.abs(ahead) > Math.abs(most)) {
        most = ahead;
        farthest = "worker " + report.worker();
      }
    }
    String words =
        most == 0
            ? "all clocks say the same"
            : "%s is farthest from this machine's clock, %s ms %s"
                .formatted(
                    farthest, Terminal.number(Math.abs(most)), most < 0 ? "behind" : "ahead");
    if (Math.abs(most) < NOTED_MILLIS) {
      return Finding.ok(words);
    }
    return Math.abs(most) < REFUSED_MILLIS
        ? Finding.note(words + ": let all machines take the time from one source (NTP)")
        : Finding.fail(
            words
                + ": let all machines take the time from one source (NTP); Kerberos refuses five"
                + " minutes");
  }

  /** Milliseconds by which a worker's clock is ahead of the program's, at least. */
  private long ahead(WorkerReport report) {
    if (here.storeAhead() != null && report.storeAhead() != null) {
      return here.storeAhead() - report.storeAhead();
    }
    return report.moment() < began ? report.moment() - began : Math.max(0, report.moment() - ended);
  }

  /** Workers by name, which have used a folder. */
  List<String> users(SharedFolder folder) {
    return workers.stream()
        .filter(report -> !report.failures().containsKey(folder.option()))
        .map(WorkerReport::worker)
        .toList();
  }

  /** What became of a folder. */
  Finding folder(SharedFolder folder) {
    Finding used = of(folder.option(), "");
    return used.verdict() == Finding.Verdict.FAIL
        ? Finding.fail(folder.option() + "=" + folder.path() + ": " + used.words())
        : folder.finding(users(folder));
  }
}
