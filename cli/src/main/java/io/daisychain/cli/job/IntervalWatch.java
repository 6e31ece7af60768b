package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Takes the files of a folder by the jobs of ingest and link, on whatever runner: those that have
 * come in an interval together.
 */
public final class IntervalWatch {
  private static final List<String> SUMS = List.of("read", "stored", "skipped", "rejected");
  private static final List<String> KINDS = List.of("skippedByKind", "rejectedByKind", "days");

  private final TakenFiles files;
  private final Duration interval;
  private final Stages stages;
  private final StageContext context;
  private final ObjectNode counts = JsonNodeFactory.instance.objectNode();

  /** The jobs, with the options of the command. */
  public interface Stages {
    /** Ingests the files of a pattern, and returns what was counted. */
    ObjectNode ingest(String pattern, StageContext context) throws IOException;

    void link(StageContext context) throws IOException;
  }

  public IntervalWatch(Path folder, Duration interval, Stages stages, StageContext context) {
    this.files = new TakenFiles(folder);
    this.interval = interval;
    this.stages = stages;
    this.context = context;
    SUMS.forEach(name -> counts.put(name, 0L));
    KINDS.forEach(counts::putObject);
  }

  /**
   * An interval such as 30s, 1m or 2h.
   *
   * @param option that has it
   */
  public static Duration parse(String option, String text) {
    if (!text.matches("[1-9][0-9]{0,5}[smh]")) {
      throw new UsageException(option + "=" + text + " is no time such as 30s, 1m or 2h");
    }
    return Duration.parse("PT" + text);
  }

  /** Takes what comes until it is told to stop; what it has begun is linked then. */
  public ObjectNode run(CountDownLatch stopping) throws IOException {
    Terminal.result("watch ready");
    Terminal.out().flush();
    try {
      do {
        List<Path> waiting = files.waiting();
        if (!waiting.isEmpty()) {
          take(waiting);
        }
      } while (!stopping.await(interval.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return counts;
  }

  private void take(List<Path> paths) throws IOException {
    StageContext run = context.withRun(Runs.newId());
    files.handIn(
        paths,
        pattern -> {
          ObjectNode ingested = stages.ingest(pattern, run);
          stages.link(run);
          add(ingested);
          return ingested;
        });
  }

  private void add(ObjectNode ingested) {
    for (String name : SUMS) {
      counts.put(name, counts.get(name).asLong() + ingested.get(name).asLong());
    }
    for (String name : KINDS) {
      ObjectNode sums = (ObjectNode) counts.get(name);
      for (Map.Entry<String, JsonNode> kind : ingested.get(name).properties()) {
        sums.put(kind.getKey(), sums.path(kind.getKey()).asLong() + kind.getValue().asLong());
      }
    }
  }
}
