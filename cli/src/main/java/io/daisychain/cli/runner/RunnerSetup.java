package io.daisychain.cli.runner;

import io.daisychain.cli.option.FlinkOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.SparkOptions;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Terminal;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptions;

/** What a runner is told besides Beam's options, for one job, until it is over. */
public interface RunnerSetup extends AutoCloseable {

  /** Prepares a job; leaves alone what the user has said. */
  static RunnerSetup of(PipelineOptions options) throws IOException {
    if (RunnerOptions.isFlink(options)) {
      return FlinkSetup.of(options.as(FlinkOptions.class));
    }
    if (RunnerOptions.isSpark(options)) {
      return SparkSetup.of(options.as(SparkOptions.class));
    }
    return () -> {};
  }

  /**
   * What a cluster elsewhere says of itself before a job, by name; nothing where the work is done
   * in this process.
   *
   * @throws IOException if it does not answer
   */
  static Map<String, Finding> look(PipelineOptions options) throws IOException {
    if (RunnerOptions.isFlink(options)) {
      return FlinkSetup.look(options.as(FlinkOptions.class));
    }
    return RunnerOptions.isSpark(options)
        ? SparkSetup.look(options.as(SparkOptions.class))
        : Map.of();
  }

  /**
   * Has the next job run on all of a cluster that is free, where its size is not Spark's to say.
   */
  static void takeAll(PipelineOptions options) throws IOException {
    if (RunnerOptions.isFlink(options) && !RunnerOptions.isInProcess(options)) {
      FlinkSetup.takeFreeSlots(options.as(FlinkOptions.class));
    }
  }

  /**
   * Tells, before a command does anything, what its cluster lacks.
   *
   * @throws IOException if it does not answer
   */
  static void begin(PipelineOptions options) throws IOException {
    look(options)
        .forEach(
            (what, finding) -> {
              if (finding.verdict() != Finding.Verdict.OK) {
                Terminal.note("cluster, " + what + ": " + finding.words());
              }
            });
  }

  /**
   * Tells why a cluster elsewhere has begun the job again, if it has.
   *
   * @throws IOException if another try will not help
   */
  default void tellFailures(String label) throws IOException {}

  @Override
  void close();

  /**
   * The class path without what only this process uses.
   *
   * @param there beginnings of the names of jars that the cluster has
   */
  static List<String> staged(String classPath, String... there) {
    List<String> here =
        Stream.concat(
                Arrays.stream(there),
                Stream.of("beam-runners-direct-java", "duckdb_jdbc", "slf4j-"))
            .toList();
    List<String> files = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      String name = new File(entry).getName();
      // In a build the class path also names folders that are not there, and poms.
      if (here.stream().noneMatch(name::startsWith)
          && (name.endsWith(".jar") || new File(entry).isDirectory())) {
        files.add(entry);
      }
    }
    return files;
  }
}
