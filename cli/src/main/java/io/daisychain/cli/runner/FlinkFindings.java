package io.daisychain.cli.runner;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a Flink cluster has and lacks for the jobs, as its job manager tells.
 *
 * @param cluster its address
 * @param version of its Flink; empty if it does not say
 * @param settings of the job manager, whose configuration is mostly that of all
 * @param workers its task managers, as {@code /taskmanagers} has them
 */
record FlinkFindings(
    String cluster, String version, Map<String, String> settings, List<JsonNode> workers) {
  private static final String MIN_BUFFERS = "taskmanager.network.sort-shuffle.min-buffers";
  private static final int DEFAULT_MIN_BUFFERS = 512;

  /** So many, with so much network memory of a task manager, are enough for ingest and link. */
  private static final int FEW_MIN_BUFFERS = 64;

  private static final long NETWORK_BYTES = 256 << 20;

  /** With less a session of many commands was not tried: docs/runners.md. */
  private static final long HEAP_BYTES_A_SLOT = 512 << 20;

  private static final long DIRECT_BYTES = 128 << 20;
  private static final long METASPACE_BYTES = 256 << 20;

  /** A cluster that starts task managers for a job that asks for them. */
  private static final Set<String> ON_DEMAND =
      Set.of("kubernetes.cluster-id", "yarn.application.id");

  private static final String SLOTS = "slotsNumber";

  private static final Pattern OWN_VERSION = Pattern.compile("flink-runtime-(\\d+\\.\\d+)");

  static FlinkFindings ask(FlinkRest rest) throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (JsonNode setting : rest.ask("/jobmanager/config")) {
      settings.put(setting.path("key").asText(), setting.path("value").asText());
    }
    List<JsonNode> workers = new ArrayList<>();
    rest.ask("/taskmanagers").path("taskmanagers").forEach(workers::add);
    String version = rest.ask("/config").path("flink-version").asText();
    return new FlinkFindings(rest.toString(), version, settings, workers);
  }

  /**
   * By name what is good and what is not.
   *
   * @param parallelism that the jobs will ask for
   */
  Map<String, Finding> all(int parallelism) {
    Map<String, Finding> all = new LinkedHashMap<>();
    all.put("flink", flink(System.getProperty("java.class.path")));
    all.put("slots", slots(parallelism));
    all.put("restarts", restarts());
    if (!workers.isEmpty()) {
      all.put("buffers", buffers());
      all.put("memory", memory());
    }
    return all;
  }

  /** The heap of the task manager that has least, and the slots of the one that has most. */
  WorkerSize workerSize() {
    long heap = least("taskHeap");
    return heap == Long.MAX_VALUE
        ? WorkerSize.elsewhere(WorkerSize.LEAST_HEAP, WorkerSize.LEAST_THREADS)
        : WorkerSize.elsewhere(
            heap, workers.stream().mapToInt(worker -> worker.path(SLOTS).asInt(1)).max().orElse(1));
  }

  /** Slots that no job has. */
  int freeSlots() {
    return sum("freeSlots");
  }

  /** Of the same release as the program's own Flink, whose classes go to and fro. */
  Finding flink(String classPath) {
    Matcher own = OWN_VERSION.matcher(classPath);
    String words =
        "%s: Flink %s, %s".formatted(cluster, version, counted(workers.size(), "task manager"));
    return own.find() && !version.isEmpty() && !version.startsWith(own.group(1) + ".")
        ? Finding.fail(words + "; jobs are made for " + own.group(1))
        : Finding.ok(words);
  }

  Finding slots(int parallelism) {
    int slots = sum(SLOTS);
    String words =
        "%s, %d of them free, for --parallelism=%d"
            .formatted(counted(slots, "slot"), freeSlots(), parallelism);
    if (freeSlots() >= parallelism || ON_DEMAND.stream().anyMatch(settings::containsKey)) {
      return Finding.ok(words);
    }
    return slots < parallelism
        ? Finding.fail(words + ": jobs wait for task managers, or give a smaller one")
        : Finding.note(words + ": jobs wait until others are over");
  }

  private Finding restarts() {
    String type = settings.getOrDefault("restart-strategy.type", settings.get("restart-strategy"));
    return type == null || Set.of("none", "off", "disable").contains(type)
        ? Finding.note(
            "a job is given up when a task manager is lost: set restart-strategy.type in the"
                + " cluster's configuration, else start the command again")
        : Finding.ok(type + " when a task manager is lost");
  }

  /** Each shuffle of a task takes so many buffers before it begins. */
  private Finding buffers() {
    String set = settings.getOrDefault(MIN_BUFFERS, "");
    int buffers = set.matches("\\d{1,9}") ? Integer.parseInt(set) : DEFAULT_MIN_BUFFERS;
    long network = least("networkMemory");
    String words =
        "%s MB of network memory a task manager, %d buffers a shuffle"
            .formatted(megabytes(network), buffers);
    return network < NETWORK_BYTES * Math.max(1, buffers / FEW_MIN_BUFFERS)
        ? Finding.fail(words + " are too few for ingest and link: " + JobFailure.NETWORK_SETTINGS)
        : Finding.ok(words);
  }

  private Finding memory() {
    long heap = Long.MAX_VALUE;
    for (JsonNode worker : workers) {
      long task = worker.path("memoryConfiguration").path("taskHeap").asLong(Long.MAX_VALUE);
      heap = Math.min(heap, task / Math.max(1, worker.path(SLOTS).asInt(1)));
    }
    long metaspace = least("jvmMetaspace");
    long direct = least("frameworkOffHeap");
    long task = least("taskOffHeap");
    direct = direct > Long.MAX_VALUE - task ? Long.MAX_VALUE : direct + task;
    List<String> advice = new ArrayList<>();
    if (heap < HEAP_BYTES_A_SLOT) {
      advice.add("512m of taskmanager.memory.task.heap.size a slot");
    }
    if (direct < DIRECT_BYTES) {
      advice.add("128m as taskmanager.memory.task.off-heap.size");
    }
    if (metaspace < METASPACE_BYTES) {
      advice.add("256m as taskmanager.memory.jvm-metaspace.size");
    }
    String words =
        "%s MB of heap a slot, %s MB beside it, %s MB of metaspace"
            .formatted(megabytes(heap), megabytes(direct), megabytes(metaspace));
    return advice.isEmpty()
        ? Finding.ok(words)
        : Finding.note(words + "; large days need at least " + String.join(", ", advice));
  }

  private int sum(String field) {
    return workers.stream().mapToInt(worker -> worker.path(field).asInt()).sum();
  }

  /** Of the task manager that has least; very much where none says. */
  private long least(String memory) {
    return workers.stream()
        .mapToLong(worker -> worker.path("memoryConfiguration").path(memory).asLong(Long.MAX_VALUE))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private static String megabytes(long bytes) {
    return bytes == Long.MAX_VALUE ? "?" : Terminal.number(bytes >> 20);
  }

  private static String counted(int count, String what) {
    return Terminal.number(count) + " " + what + (count == 1 ? "" : "s");
  }
}
