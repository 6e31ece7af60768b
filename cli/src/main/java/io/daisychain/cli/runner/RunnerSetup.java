package io.daisychain.cli.runner;

import io.daisychain.cli.option.FlinkOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.SparkOptions;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
