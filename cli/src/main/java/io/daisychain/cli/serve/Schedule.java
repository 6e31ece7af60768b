package io.daisychain.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.job.TakenFiles;
import io.daisychain.cli.status.PartState;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Secrets;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.listen.Listener;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Takes the files of a folder, and links and publishes what has news, in rounds. A step that fails
 * is told and comes again in the next round: its options, its disk or its store may be mended by
 * then. Nothing of a round is kept in memory, so that one that was killed goes on as well.
 */
public final class Schedule implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** After so long all is done without news of the store too. */
  private static final Duration LONGEST_WITHOUT = Duration.ofHours(1);

  /** For a step that is at work, or waits behind a command of somebody else. */
  private static final long FINISH_SECONDS = 30;

  private final Plan plan;
  private final Commands commands;
  private final Path report;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Map<String, Step> steps = new LinkedHashMap<>();
  private volatile Instant next = Instant.now();
  private volatile String doing = "";
  private List<StoredDate> found = List.of();

  /** What was found before the last round of which all was done, and when that was. */
  private List<StoredDate> done = List.of();

  private long doneAt;

  /**
   * What is done.
   *
   * @param folder whose files are ingested; empty for none
   * @param pause from the end of a round to the next
   * @param ingest the command that ingests, without its files
   * @param then commands after it, in their order
   * @param news tells whether there is anything for these
   */
  public record Plan(
      Optional<Path> folder,
      Duration pause,
      List<String> ingest,
      List<List<String>> then,
      News news) {
    /** A plan. */
    public Plan {
      ingest = List.copyOf(ingest);
      then = List.copyOf(then);
    }
  }

  /** Does commands, one at a time. */
  interface Commands extends AutoCloseable {
    /**
     * Does a command.
     *
     * @throws IOException where its exit code is not 0, with the last line that it said
     */
    void run(List<String> words) throws IOException, InterruptedException;

    /** Ends a large one, as a kill would: the next run makes good what it leaves. */
    @Override
    void close();
  }

  /** Tells what the store has. */
  @FunctionalInterface
  public interface News {
    /** The trade dates as they are, with all that has changed in each. */
    List<StoredDate> dates() throws IOException;
  }

  /**
   * How a command of a round went last.
   *
   * @param began its start
   * @param took until its end, or until now
   * @param failure why it failed; empty where it did not
   */
  record Step(Instant began, Duration took, String failure) {}

  /**
   * A schedule that has not begun.
   *
   * @param report of the last ingest
   */
  Schedule(Plan plan, Commands commands, Path report) {
    this.plan = plan;
    this.commands = commands;
    this.report = report;
  }

  void start() {
    Listener.start("daisychain-serve-schedule", this::run);
  }

  /** The last of each command, by its name. */
  Map<String, Step> steps() {
    synchronized (steps) {
      return new LinkedHashMap<>(steps);
    }
  }

  /** Where it is. */
  PartState now() {
    Instant last = null;
    StringJoiner outcome = new StringJoiner("; ");
    for (Map.Entry<String, Step> step : steps().entrySet()) {
      Step took = step.getValue();
      last = last == null || took.began().isAfter(last) ? took.began() : last;
      if (!took.failure().isEmpty()) {
        outcome.add(step.getKey() + ": " + took.failure());
      }
    }
    String failures = outcome.toString();
    return new PartState(
        "rounds",
        ended.getCount() > 0,
        "",
        doing,
        last,
        last == null ? "" : failures.isEmpty() ? "done" : failures,
        next);
  }

  private void run() {
    try {
      do {
        round();
        next = Instant.now().plus(plan.pause());
      } while (!stopping.await(plan.pause().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  private void round() throws InterruptedException {
    if (plan.folder().isPresent()) {
      ingest(new TakenFiles(plan.folder().get()));
    }
    boolean isNew = step("look for news", this::look) && isDue();
    boolean isDone = isNew;
    for (List<String> words : isNew ? plan.then() : List.<List<String>>of()) {
      isDone &= stopping.getCount() > 0 && step(words.get(0), () -> commands.run(words));
    }
    if (isDone) {
      done = found; // and not what others have stored since: that is for the next round
      doneAt = System.nanoTime();
    }
  }

  private void look() throws IOException {
    found = plan.news().dates();
  }

  /** Of what is not in the store, such as reference data, nobody says that it has changed. */
  private boolean isDue() {
    return !found.equals(done)
        || (!found.isEmpty() && System.nanoTime() - doneAt > LONGEST_WITHOUT.toNanos());
  }

  private void ingest(TakenFiles taken) throws InterruptedException {
    List<Path> files = new ArrayList<>();
    step("look for files", () -> files.addAll(taken.waiting()));
    if (!files.isEmpty()) {
      step("ingest", () -> taken.handIn(files, this::ingest));
    }
  }

  /** What became of the files: damaged ones make the command fail, and the others are stored. */
  private JsonNode ingest(String pattern) throws IOException {
    List<String> words = new ArrayList<>(plan.ingest());
    words.add("--input=" + pattern);
    words.add("--report=" + report);
    // What an earlier ingest has reported is not what became of these files.
    Files.deleteIfExists(report);
    IOException failed = null;
    try {
      commands.run(words);
    } catch (IOException e) {
      failed = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    JsonNode counts = Files.exists(report) ? JSON.readTree(report.toFile()).path("counts") : null;
    if (failed != null && (counts == null || !counts.has("inputs"))) {
      throw failed;
    }
    return counts;
  }

  /** One command. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** Returns whether it was done. */
  private boolean step(String name, Work work) throws InterruptedException {
    Instant began = Instant.now();
    String failure = "";
    doing = name;
    try {
      work.run();
    } catch (IOException | RuntimeException e) {
      if (stopping.getCount() == 0) {
        return false; // it was ended, and is done by the next process
      }
      CommandLog.failure(e);
      failure = Secrets.masked(ErrorCauses.message(e));
    }
    Step last;
    synchronized (steps) {
      last = steps.put(name, new Step(began, Duration.between(began, Instant.now()), failure));
    }
    String before = last == null ? "" : last.failure();
    if (!failure.isEmpty() && !failure.equals(before)) {
      Terminal.ofProcess("serve: " + name + ": " + failure + "; tried again in each round");
    } else if (failure.isEmpty() && !before.isEmpty()) {
      Terminal.ofProcess("serve: " + name + " is done again");
    }
    doing = "";
    return failure.isEmpty();
  }

  /** Begins nothing more, and waits a while for what is small to end; what is large is ended. */
  @Override
  public void close() {
    stopping.countDown();
    commands.close();
    try {
      if (!ended.await(FINISH_SECONDS, TimeUnit.SECONDS)) {
        CommandLog.info("a step of a round has not ended: the next process does it again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
