package io.daisychain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.runner.WorkerCluster;
import io.daisychain.embedded.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A Flink cluster on this machine: a job manager and task managers of two slots, each a process of
 * its own with nothing but Flink on its class path. What jobs need must come with them.
 */
final class FlinkCluster implements WorkerCluster {
  static final int SLOTS = 2;

  /** Each collects garbage three times, so that so many are long enough for any thread to end. */
  private static final int MOST_LOOKS = 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What the jars of a Flink distribution hold, and another logger. */
  private static final List<String> FLINKS_OWN = WorkerCluster.ownJars();

  private final Path folder;
  private final List<String> options;
  private final int restPort;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Process jobManager;
  private final List<Process> taskManagers = new ArrayList<>();

  private FlinkCluster(Path folder, List<String> options) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.options = options;
    this.restPort = FreePort.any();
    Files.write(folder.resolve("flink-conf.yaml"), configuration(restPort, FreePort.any()));
    this.jobManager =
        launch(
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
            List.of("-Xmx512m", "-XX:+UseSerialGC"));
  }

  /** Starts a cluster and waits until its slots can be had. */
  static FlinkCluster start(Path folder, int taskManagers) throws IOException {
    return start(folder, taskManagers, List.of("-Xmx1400m", "-XX:+UseSerialGC"));
  }

  /**
   * Starts one.
   *
   * @param options of the JVMs of task managers
   */
  static FlinkCluster start(Path folder, int taskManagers, List<String> options)
      throws IOException {
    FlinkCluster cluster = new FlinkCluster(folder, options);
    try {
      for (int i = 0; i < taskManagers; i++) {
        cluster.addTaskManager();
      }
      while (cluster.ask("/overview").path("slots-available").asInt() < taskManagers * SLOTS) {
        cluster.pause();
      }
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** What {@code --flinkMaster} takes. */
  String address() {
    return "127.0.0.1:" + restPort;
  }

  @Override
  public List<String> options() {
    return List.of("--runner=FlinkRunner", "--flinkMaster=" + address(), "--parallelism=" + SLOTS);
  }

  void addTaskManager() throws IOException {
    taskManagers.add(launch("org.apache.flink.runtime.taskexecutor.TaskManagerRunner", options));
  }

  @Override
  public void replaceWorker() throws IOException {
    Process killed = taskManagers.remove(0).destroyForcibly();
    killed.onExit().join();
    addTaskManager();
  }

  /**
   * What each task manager holds when nothing is left of its jobs, which end their threads some
   * moments after they are over.
   *
   * @throws IOException if a class loader of a job stays
   */
  List<WorkerFootprint> awaitNoJobs() throws IOException {
    List<WorkerFootprint> footprints = new ArrayList<>();
    for (Process taskManager : taskManagers) {
      WorkerFootprint footprint = WorkerFootprint.of(taskManager.pid());
      for (int tries = 0; footprint.jobs() > 0; tries++) {
        if (tries == MOST_LOOKS) {
          Path dump = folder.resolve("task-manager.hprof");
          WorkerFootprint.dumpHeap(taskManager.pid(), dump);
          throw new IOException(
              "jobs that are over stay in a task manager: " + footprint + "; its heap: " + dump);
        }
        footprint = WorkerFootprint.of(taskManager.pid());
      }
      footprints.add(footprint);
    }
    return footprints;
  }

  /** Names of the jobs that have not ended. */
  List<String> jobs() throws IOException {
    List<String> names = new ArrayList<>();
    for (JsonNode job : ask("/jobs/overview").path("jobs")) {
      if (!isOver(job)) {
        names.add(job.get("name").asText());
      }
    }
    return names;
  }

  @Override
  public boolean awaitSteps(double part, Future<?> command) throws IOException {
    while (!command.isDone()) {
      for (JsonNode job : ask("/jobs/overview").path("jobs")) {
        JsonNode tasks = job.path("tasks");
        if (!isOver(job)
            && tasks.path("running").asInt() > 0
            && tasks.path("finished").asInt() >= part * tasks.path("total").asInt()) {
          return true;
        }
      }
      pause();
    }
    return false;
  }

  private static boolean isOver(JsonNode job) {
    return List.of("FINISHED", "FAILED", "CANCELED").contains(job.get("state").asText());
  }

  /** An answer of the job manager; an empty one while it starts. */
  private JsonNode ask(String path) throws IOException {
    URI address = URI.create("http://" + address() + path);
    try {
      HttpResponse<String> answer =
          http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 ? JSON.readTree(answer.body()) : JSON.createObjectNode();
    } catch (java.net.ConnectException e) {
      return JSON.createObjectNode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * Gives others the processor for a moment, as each answer costs the job manager some
   * milliseconds; fails when the cluster is gone.
   */
  private void pause() throws IOException {
    try {
      if (jobManager.waitFor(50, TimeUnit.MILLISECONDS)
          || !taskManagers.stream().allMatch(Process::isAlive)) {
        throw new IOException("a part of the cluster ended, see " + folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private Process launch(String main, List<String> options) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-cp",
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(FlinkCluster::isFlinksOwn)
                .collect(Collectors.joining(File.pathSeparator)),
            main,
            "--configDir",
            folder.toString()));
    Path log = Files.createTempFile(folder, main.substring(main.lastIndexOf('.') + 1), ".log");
    return new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private static boolean isFlinksOwn(String entry) {
    String name = new File(entry).getName();
    return FLINKS_OWN.stream().anyMatch(name::startsWith);
  }

  private List<String> configuration(int rest, int rpc) {
    return List.of(
        "jobmanager.rpc.address: 127.0.0.1",
        "jobmanager.rpc.port: " + rpc,
        "jobmanager.bind-host: 127.0.0.1",
        "rest.address: 127.0.0.1",
        "rest.bind-address: 127.0.0.1",
        "rest.port: " + rest,
        "taskmanager.host: 127.0.0.1",
        "taskmanager.bind-host: 127.0.0.1",
        "taskmanager.numberOfTaskSlots: " + SLOTS,
        // A job of as many tasks as one has slots lies on both.
        "cluster.evenly-spread-out-slots: true",
        // Without the scripts of a distribution each share of the memory is said one by one.
        "taskmanager.cpu.cores: " + SLOTS,
        "taskmanager.memory.framework.heap.size: 128m",
        "taskmanager.memory.framework.off-heap.size: 64m",
        "taskmanager.memory.jvm-metaspace.size: 256m",
        "taskmanager.memory.jvm-overhead.min: 128m",
        "taskmanager.memory.jvm-overhead.max: 128m",
        "taskmanager.memory.task.heap.size: 1200m",
        "taskmanager.memory.task.off-heap.size: 0m",
        "taskmanager.memory.network.min: 256m",
        "taskmanager.memory.network.max: 256m",
        "taskmanager.network.sort-shuffle.min-buffers: 64",
        "taskmanager.memory.managed.size: 256m",
        "io.tmp.dirs: " + folder,
        "web.tmpdir: " + folder,
        "restart-strategy.type: fixed-delay",
        "restart-strategy.fixed-delay.attempts: 20",
        "restart-strategy.fixed-delay.delay: 500 ms",
        // Two that find nobody are the end of a task manager; a busy one is given its time.
        "heartbeat.interval: 500",
        "heartbeat.timeout: 60000");
  }

  @Override
  public void close() {
    taskManagers.forEach(Process::destroyForcibly);
    taskManagers.forEach(process -> process.onExit().join());
    jobManager.destroyForcibly();
    jobManager.onExit().join();
  }
}
