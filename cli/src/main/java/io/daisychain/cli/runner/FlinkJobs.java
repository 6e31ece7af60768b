package io.daisychain.cli.runner;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.terminal.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The jobs that one command line has on a Flink cluster elsewhere, by their name.
 *
 * <p>A cluster goes on with the job of a command that was killed. Its rows would be right, but the
 * command's rerun would share the cluster with it, so the rerun ends it first.
 */
final class FlinkJobs {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** After so many failures of one cause a job ends, unless somebody is away. */
  private static final int MOST_TIMES = 3;

  private static final Set<String> OVER = Set.of("FINISHED", "FAILED", "CANCELED", "SUSPENDED");

  private final FlinkRest cluster;
  private final String name;
  private final Set<String> seen = new HashSet<>();
  private final Map<String, Integer> told = new HashMap<>();
  private long looked = System.nanoTime();

  /**
   * @param master {@code HOST:PORT} of the job manager's REST interface
   * @param name of the jobs
   */
  FlinkJobs(String master, String name) {
    this.cluster = new FlinkRest(master);
    this.name = name;
  }

  /**
   * Ends what an earlier call of the same command line left.
   *
   * @throws IOException if the cluster does not answer
   */
  void prepare() throws IOException {
    for (String id : end()) {
      Terminal.note("ended job " + id + ", which a killed command had left on " + cluster);
    }
  }

  /**
   * Asks the cluster to end the jobs of this name that are not over.
   *
   * @return their ids
   */
  List<String> cancel() throws IOException {
    List<String> ids = running();
    for (String id : ids) {
      cluster.cancel(id);
    }
    return ids;
  }

  /** As {@link #cancel}, and waits until they are over. */
  private List<String> end() throws IOException {
    List<String> ids = cancel();
    for (String id : ids) {
      while (isAlive(id)) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
    return ids;
  }

  /**
   * Tells of each failure after which the cluster has begun the job again.
   *
   * @throws IOException with the cause, when another try would not help; the job was ended then
   */
  void tellFailures(String label) throws IOException {
    long now = System.nanoTime();
    if (now - looked < LOOK_NANOS) {
      return;
    }
    looked = now;
    for (JobFailure failure : failures()) {
      int times = told.merge(failure.words(), 1, Integer::sum);
      boolean ends =
          failure.outlook() == JobFailure.Outlook.STAYS
              || (failure.outlook() == JobFailure.Outlook.UNKNOWN && times >= MOST_TIMES);
      if (ends) {
        end();
        throw new IOException(
            failure.words() + (times > 1 ? " (" + times + " times; the job was ended)" : ""));
      }
      Terminal.note(label + ": begun again after: " + failure.words());
    }
  }

  /** What went wrong since this was asked last, of jobs that are not over. */
  private List<JobFailure> failures() {
    List<JobFailure> failures = new ArrayList<>();
    try {
      for (String id : running()) {
        JsonNode history = cluster.ask("/jobs/" + id + "/exceptions").path("exceptionHistory");
        for (JsonNode entry : history.path("entries")) {
          long moment = entry.path("timestamp").asLong();
          if (seen.add(id + " " + moment)) {
            failures.add(JobFailure.of(entry.path("stacktrace").asText(), JobFailure.FLINK));
          }
        }
      }
    } catch (IOException e) {
      // A job manager that does not answer now is asked again; the job's own client says more.
      return failures;
    }
    return failures;
  }

  private List<String> running() throws IOException {
    List<String> ids = new ArrayList<>();
    for (JsonNode job : cluster.ask("/jobs/overview").path("jobs")) {
      if (job.path("name").asText().equals(name) && !OVER.contains(job.path("state").asText())) {
        ids.add(job.path("jid").asText());
      }
    }
    return ids;
  }

  private boolean isAlive(String id) throws IOException {
    String state = cluster.ask("/jobs/" + id).path("state").asText();
    return !state.isEmpty() && !OVER.contains(state);
  }
}
