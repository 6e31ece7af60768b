package io.daisychain.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.runner.WorkerCluster;
import io.daisychain.embedded.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;
import org.apache.spark.SparkStageInfo;
import org.apache.spark.SparkStatusTracker;
import org.apache.spark.launcher.JavaModuleOptions;
import scala.Option;

/**
 * A standalone Spark cluster on this machine: a master and workers of two cores, each a process of
 * its own with nothing but Spark on its class path, as are their executors. What jobs need must
 * come with them.
 */
final class SparkCluster implements WorkerCluster {
  private static final int CORES = 2;

  /** The number of a late one of a job's stages; how many there are is seen when they are over. */
  private static final int STAGES = 6;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "spark.driver.host",
          "127.0.0.1",
          "spark.driver.bindAddress",
          "127.0.0.1",
          "spark.executor.extraJavaOptions",
          "-XX:TieredStopAtLevel=1");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What the jars of a Spark distribution hold, as far as a cluster needs them. */
  private static final List<String> SPARKS_OWN = WorkerCluster.ownJars();

  private final Path home;
  private final int port = FreePort.any();
  private final int webPort = FreePort.any();
  private final Process master;
  private final List<Process> workers = new ArrayList<>();

  private SparkCluster(Path home) throws IOException {
    this.home = home;
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry).toAbsolutePath();
      if (SPARKS_OWN.stream().anyMatch(jar.getFileName().toString()::startsWith)) {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
      }
    }
    SETTINGS.forEach(System::setProperty);
    this.master =
        launch(
            "org.apache.spark.deploy.master.Master",
            "--port",
            Integer.toString(port),
            "--webui-port",
            Integer.toString(webPort));
  }

  /** Starts a cluster and waits until its workers are there. */
  static SparkCluster start(Path folder, int workers) throws IOException {
    SparkCluster cluster = new SparkCluster(folder);
    try {
      for (int i = 0; i < workers; i++) {
        cluster.addWorker();
      }
      while (cluster.workersAlive() < workers) {
        cluster.pause();
      }
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  @Override
  public List<String> options() {
    return List.of("--runner=SparkRunner", "--sparkMaster=" + address());
  }

  private String address() {
    return "spark://127.0.0.1:" + port;
  }

  private void addWorker() throws IOException {
    workers.add(
        launch(
            "org.apache.spark.deploy.worker.Worker",
            "--webui-port",
            "0",
            "--cores",
            Integer.toString(CORES),
            "--memory",
            "1100m",
            "--work-dir",
            home.resolve("work").toString(),
            address()));
  }

  @Override
  public void replaceWorker() throws IOException {
    Process killed = workers.remove(0);
    List<ProcessHandle> executors = killed.descendants().toList();
    killed.destroyForcibly();
    executors.forEach(ProcessHandle::destroyForcibly);
    killed.onExit().join();
    addWorker();
  }

  @Override
  public boolean awaitSteps(double part, Future<?> command) throws IOException {
    while (!command.isDone()) {
      Option<SparkContext> active = SparkContext$.MODULE$.getActive();
      if (active.isDefined()) {
        SparkStatusTracker tracker = active.get().statusTracker();
        for (int stage : tracker.getActiveStageIds()) {
          if (stage >= part * STAGES && isRunning(tracker, stage)) {
            return true;
          }
        }
      }
      pause();
    }
    return false;
  }

  private static boolean isRunning(SparkStatusTracker tracker, int stage) {
    SparkStageInfo info = tracker.getStageInfo(stage).getOrElse(() -> null);
    return info != null && info.numActiveTasks() > 0;
  }

  private int workersAlive() throws IOException {
    URI state = URI.create("http://127.0.0.1:" + webPort + "/json/");
    try (InputStream answer = state.toURL().openStream()) {
      return JSON.readTree(answer).path("aliveworkers").asInt();
    } catch (ConnectException | JsonProcessingException e) {
      return 0; // it starts, and its web server may answer before it knows what
    }
  }

  /** Gives others the processor for a moment; fails when the cluster is gone. */
  private void pause() throws IOException {
    try {
      if (master.waitFor(5, TimeUnit.MILLISECONDS)
          || !workers.stream().allMatch(Process::isAlive)) {
        throw new IOException("a part of the cluster ended, see " + home);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private Process launch(String main, String... arguments) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(Arrays.asList(JavaModuleOptions.defaultModuleOptions().split(" ", -1)));
    line.addAll(List.of("-cp", home.resolve("jars") + "/*", main, "--host", "127.0.0.1"));
    line.addAll(List.of(arguments));
    Path log = Files.createTempFile(home, main.substring(main.lastIndexOf('.') + 1), ".log");
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.12");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return builder.start();
  }

  @Override
  public void close() {
    for (Process worker : workers) {
      worker.descendants().forEach(ProcessHandle::destroyForcibly);
      worker.destroyForcibly();
      worker.onExit().join();
    }
    master.destroyForcibly();
    master.onExit().join();
    SETTINGS.keySet().forEach(System::clearProperty);
  }
}
