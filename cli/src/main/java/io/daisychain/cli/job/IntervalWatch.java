package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.watch.FolderFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Takes the files of a folder by the jobs of ingest and link, on whatever runner: those that have
 * come in an interval together.
 */
public final class IntervalWatch {
  /** Those of one run, by their own names; a file of the folder that begins with a dot is none. */
  private static final String TAKEN = ".taken";

  private static final List<String> SUMS = List.of("read", "stored", "skipped", "rejected");
  private static final List<String> KINDS = List.of("skippedByKind", "rejectedByKind", "days");

  private final Path folder;
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
    this.folder = folder;
    this.interval = interval;
    this.stages = stages;
    this.context = context;
    SUMS.forEach(name -> counts.put(name, 0L));
    KINDS.forEach(counts::putObject);
  }

  /** An interval such as 30s, 1m or 2h. */
  public static Duration parse(String text) {
    if (!text.matches("[1-9][0-9]{0,5}[smh]")) {
      throw new UsageException("--interval=" + text + " is no time such as 30s, 1m or 2h");
    }
    return Duration.parse("PT" + text);
  }

  /** Takes what comes until it is told to stop; what it has begun is linked then. */
  public ObjectNode run(CountDownLatch stopping) throws IOException {
    Terminal.result("watch ready");
    Terminal.out().flush();
    try {
      do {
        List<Path> files = new FolderFiles(folder).complete();
        if (!files.isEmpty()) {
          take(files);
        }
      } while (!stopping.await(interval.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return counts;
  }

  private void take(List<Path> files) throws IOException {
    Path taken = folder.resolve(TAKEN);
    clear(taken); // of a run that was killed: its files are without an answer, and come again
    Files.createDirectories(taken);
    for (Path file : files) {
      Files.createLink(taken.resolve(file.getFileName()), file);
    }
    StageContext run = context.withRun(Runs.newId());
    ObjectNode ingested = stages.ingest(taken + "/*", run);
    stages.link(run);
    Map<String, String> damaged = damaged(ingested);
    for (Path file : files) {
      String reason = damaged.get(file.getFileName().toString());
      if (reason == null) {
        FolderFiles.done(file);
      } else {
        FolderFiles.failed(file, reason);
      }
    }
    clear(taken);
    add(ingested);
  }

  /** Why files could not be read to their ends, by their names. */
  private static Map<String, String> damaged(ObjectNode ingested) {
    Map<String, String> reasons = new HashMap<>();
    for (JsonNode file : ingested.at("/inputs/damaged")) {
      Path name = Path.of(file.get("file").asText()).getFileName();
      reasons.put(name.toString(), file.at("/texts/0").asText());
    }
    return reasons;
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

  private static void clear(Path taken) throws IOException {
    if (!Files.isDirectory(taken)) {
      return;
    }
    try (Stream<Path> links = Files.list(taken)) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
    Files.delete(taken);
  }
}
