package io.daisychain.cli.job;

import io.daisychain.cli.option.FlinkOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.SpillOptions;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Terminal;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * What Flink is told besides Beam's options, for one job.
 *
 * <p>A cluster in this process gets a folder of its own for what does not fit its memory, and
 * memory in proportion to the heap: what it sorts and groups lies beside the heap. A cluster
 * elsewhere gets the jars that it does not have, and loses its job with the command.
 */
public final class FlinkSetup {
  private static final FlinkSetup NONE = new FlinkSetup(null, null, null, null);
  private static final String FOLDER = "daisychain-flink-";

  /** A folder's name: the process that made it, and random characters. */
  private static final Pattern LEFTOVER = Pattern.compile(FOLDER + "(\\d{1,18})(?:-\\d+)?");

  /** Share of the heap that is taken beside it for sorting. */
  private static final int SORT_SHARE = 4;

  private static final long LEAST_SORT_BYTES = 128L << 20;

  /** For what tasks hand each other: Flink's own 64 MB do not grow with the number of tasks. */
  private static final long NETWORK_BYTES = 64L << 20;

  private static final long NETWORK_BYTES_A_SLOT = 8L << 20;

  private static final int REMOVALS = 40;
  private static final long REMOVAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final FlinkOptions options;
  private final Path folder;
  private final FlinkJobs jobs;
  private final Thread cancel;

  private FlinkSetup(FlinkOptions options, Path folder, FlinkJobs jobs, Thread cancel) {
    this.options = options;
    this.folder = folder;
    this.jobs = jobs;
    this.cancel = cancel;
  }

  /** Prepares a job; does nothing for other runners, and leaves alone what the user has said. */
  static FlinkSetup of(PipelineOptions options) throws IOException {
    if (!RunnerOptions.isFlink(options)) {
      return NONE;
    }
    FlinkOptions flink = options.as(FlinkOptions.class);
    if (!flink.getFlinkMaster().startsWith("[")) {
      return remote(flink);
    }
    if (flink.getFlinkConfDir() != null || System.getenv("FLINK_CONF_DIR") != null) {
      return NONE;
    }
    String given = options.as(SpillOptions.class).getSpillFolder();
    Path parent = Path.of(given == null ? System.getProperty("java.io.tmpdir") : given);
    Files.createDirectories(parent);
    removeLeftovers(parent);
    // A random name and access for the owner alone: the parent may be a folder that all users
    // share.
    Path folder =
        Files.createTempDirectory(parent, FOLDER + ProcessHandle.current().pid() + "-")
            .toAbsolutePath();
    Files.write(folder.resolve("flink-conf.yaml"), configuration(folder, flink.getParallelism()));
    flink.setFlinkConfDir(folder.toString());
    return new FlinkSetup(flink, folder, null, null);
  }

  /** The cluster would go on with a job whose command is gone. */
  private static FlinkSetup remote(FlinkOptions options) throws IOException {
    if (options.getFilesToStage() == null) {
      options.setFilesToStage(staged(System.getProperty("java.class.path")));
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

  /** The class path without what every Flink has and what only this process uses. */
  public static List<String> staged(String classPath) {
    List<String> files = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      String name = new File(entry).getName();
      boolean here =
          name.startsWith("flink-")
              || name.startsWith("beam-runners-direct-java")
              || name.startsWith("duckdb_jdbc")
              || name.startsWith("slf4j-");
      // In a build the class path also names folders that are not there, and poms.
      if (!here && (name.endsWith(".jar") || new File(entry).isDirectory())) {
        files.add(entry);
      }
    }
    return files;
  }

  /** Folders of processes that were killed. */
  private static void removeLeftovers(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      for (Path file : files.filter(FlinkSetup::isLeftover).toList()) {
        remove(file);
      }
    }
  }

  private static boolean isLeftover(Path file) {
    Matcher name = LEFTOVER.matcher(file.getFileName().toString());
    try {
      return name.matches()
          && ProcessHandle.of(Long.parseLong(name.group(1)))
              .filter(ProcessHandle::isAlive)
              .isEmpty()
          && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS)
              .getName()
              .equals(System.getProperty("user.name"));
    } catch (IOException e) {
      // Another command has just removed it.
      return false;
    }
  }

  /** Removes what is there; a cluster that is ending removes the same. */
  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      // A file went while it was listed: the caller looks again, or the next job does.
    }
  }

  /**
   * Tells why a cluster elsewhere has begun the job again, if it has.
   *
   * @throws IOException if another try will not help
   */
  void tellFailures(String label) throws IOException {
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

  /** The job is over; its cluster ends within moments of it, and lets go of its files. */
  void close() {
    if (cancel != null) {
      leave();
    }
    if (folder == null) {
      return;
    }
    options.setFlinkConfDir(null);
    remove(folder);
    for (int tries = 0; tries < REMOVALS && Files.exists(folder); tries++) {
      LockSupport.parkNanos(REMOVAL_PAUSE_NANOS);
      remove(folder);
    }
  }
}
