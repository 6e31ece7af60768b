package io.daisychain.cli.runner;

import io.daisychain.cli.option.FlinkOptions;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What Flink is told besides Beam's options, for one job.
 *
 * <p>A cluster in this process gets a folder of its own for what does not fit its memory, and
 * memory in proportion to the heap: what it sorts and groups lies beside the heap. A cluster
 * elsewhere gets the jars that it does not have, and loses its job with the command.
 */
final class FlinkSetup implements RunnerSetup {
  private static final String FOLDER = "daisychain-flink-";

  /** Share of the heap that is taken beside it for sorting. */
  private static final int SORT_SHARE = 4;

  private static final long LEAST_SORT_BYTES = 128L << 20;

  /** For what tasks hand each other: Flink's own 64 MB do not grow with the number of tasks. */
  private static final long NETWORK_BYTES = 64L << 20;

  private static final long NETWORK_BYTES_A_SLOT = 8L << 20;

  private final FlinkOptions options;
  private final ScratchFolder folder;
  private final FlinkJobs jobs;
  private final Thread cancel;

  private FlinkSetup(FlinkOptions options, ScratchFolder folder, FlinkJobs jobs, Thread cancel) {
    this.options = options;
    this.folder = folder;
    this.jobs = jobs;
    this.cancel = cancel;
  }

  static RunnerSetup of(FlinkOptions flink) throws IOException {
    if (!flink.getFlinkMaster().startsWith("[")) {
      return remote(flink);
    }
    if (flink.getFlinkConfDir() != null || System.getenv("FLINK_CONF_DIR") != null) {
      return () -> {};
    }
    ScratchFolder folder = ScratchFolder.make(FOLDER, flink);
    Files.write(
        folder.path().resolve("flink-conf.yaml"),
        configuration(folder.path(), flink.getParallelism()));
    flink.setFlinkConfDir(folder.path().toString());
    return new FlinkSetup(flink, folder, null, null);
  }

  /**
   * What a cluster elsewhere says before a job.
   *
   * @throws IOException if it does not answer
   */
  static Map<String, Finding> look(FlinkOptions flink) throws IOException {
    if (flink.getFlinkMaster().startsWith("[")) {
      return Map.of();
    }
    FlinkFindings findings = FlinkFindings.ask(new FlinkRest(flink.getFlinkMaster()));
    return findings.all(Math.max(1, flink.getParallelism()));
  }

  /** What its task managers have. */
  static WorkerSize workerSize(FlinkOptions flink) throws IOException {
    return FlinkFindings.ask(new FlinkRest(flink.getFlinkMaster())).workerSize();
  }

  /** Has the next job take all slots that are free, where there are some. */
  static void takeFreeSlots(FlinkOptions flink) throws IOException {
    int free = FlinkFindings.ask(new FlinkRest(flink.getFlinkMaster())).freeSlots();
    flink.setParallelism(free > 0 ? free : flink.getParallelism());
  }

  /** The cluster would go on with a job whose command is gone. */
  private static FlinkSetup remote(FlinkOptions options) throws IOException {
    if (options.getFilesToStage() == null) {
      options.setFilesToStage(RunnerSetup.staged(System.getProperty("java.class.path"), "flink-"));
    }
    FlinkJobs jobs = new FlinkJobs(options.getFlinkMaster(), options.getJobName());
    jobs.prepare();
    Thread cancel =
        new Thread(
            () -> {
              try {
                jobs.cancel();
              } catch (IOException e) {
                Terminal.error(ErrorCauses.message(e));
              }
            },
            "daisychain-cancel");
    Runtime.getRuntime().addShutdownHook(cancel);
    return new FlinkSetup(options, null, jobs, cancel);
  }

  private static List<String> configuration(Path folder, int parallelism) {
    long sort = Math.max(LEAST_SORT_BYTES, Runtime.getRuntime().maxMemory() / SORT_SHARE);
    long network = NETWORK_BYTES + parallelism * NETWORK_BYTES_A_SLOT;
    return List.of(
        "io.tmp.dirs: " + folder,
        "web.tmpdir: " + folder,
        "taskmanager.memory.managed.size: " + sort + "b",
        "taskmanager.memory.network.min: " + network + "b",
        "taskmanager.memory.network.max: " + network + "b",
        "taskmanager.network.sort-shuffle.min-buffers: 64",
        "classloader.check-leaked-classloader: false");
  }

  @Override
  public void tellFailures(String label) throws IOException {
    if (jobs != null) {
      jobs.tellFailures(label);
    }
  }

  private void leave() {
    try {
      Runtime.getRuntime().removeShutdownHook(cancel);
    } catch (IllegalStateException e) {
      // The process is ending, and has asked for the job's end.
    }
  }

  @Override
  public void close() {
    if (cancel != null) {
      leave();
    }
    if (folder != null) {
      options.setFlinkConfDir(null);
      folder.remove();
    }
  }
}
