package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Ingests, links and publishes on a cluster of three region servers, of which one is killed during
 * ingest and another during link: what is published is what one server publishes that nobody
 * disturbs.
 */
final class RegionServerKills {
  private static final int CAMPAIGN_EVENTS = 200_000;

  /** A part of what an event has in a write-ahead log, so that the moment comes in any run. */
  private static final int LOGGED_BYTES = 250;

  private static final int LONGEST_DELAY_MILLIS = 400;

  private final Program program;
  private final int events;
  private final Random random;
  private JsonNode ingested;
  private JsonNode linked;
  private JsonNode published;

  RegionServerKills(Program program, int events, Random random) {
    this.program = program;
    this.events = events;
    this.random = random;
  }

  /**
   * Runs {@code args[0]} rounds, drawn from the seed {@code args[1]}, in the folder {@code
   * args[2]}.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[2])).toAbsolutePath();
    Random random = new Random(Long.parseLong(args[1]));
    RegionServerKills kills = new RegionServerKills(new Program(folder), CAMPAIGN_EVENTS, random);
    kills.prepare();
    int rounds = Integer.parseInt(args[0]);
    for (int round = 0; round < rounds; round++) {
      System.out.println(kills.round("round-" + round, round % 2 == 0 ? "bulk" : "put"));
    }
  }

  /** Makes a workload, and what is to come of it. */
  void prepare() throws Exception {
    Workload.generate(
        program, "workload", events, "--lineage=native", "--errors=0.01", "--shards=4");
    Workload.worsen(program.folder().resolve("workload"));
    try (RunningStore store = RunningStore.start(program.folder())) {
      ingested = program.counts(ingest(store.address(), "bulk"));
      linked = program.counts(link(store.address(), "bulk"));
      published = program.counts("publish", "--store=" + store.address(), "--table=kills");
    }
  }

  /**
   * One cluster, two kills.
   *
   * @param write how rows are written, {@code bulk} or {@code put}
   * @return what was killed when
   */
  String round(String name, String write) throws Exception {
    try (RunningCluster cluster = RunningCluster.start(program.folder(), name)) {
      String store = cluster.address();
      program.succeed("splits", "--splits=24", "--create", "--store=" + store, "--table=kills");
      StringBuilder words = new StringBuilder(name + " " + write);

      JsonNode ingest = disturbed(cluster, words, write, ingest(store, write));
      for (String count : new String[] {"read", "stored", "skipped", "rejected"}) {
        assertEquals(ingested.at("/" + count), ingest.at("/" + count), () -> count + ": " + words);
      }
      JsonNode link = disturbed(cluster, words, write, link(store, write));
      for (String count : new String[] {"events", "edges", "lifecycles", "orphans", "cycles"}) {
        assertEquals(linked.at("/" + count), link.at("/" + count), () -> count + ": " + words);
      }
      JsonNode publish = program.counts("publish", "--store=" + store, "--table=kills");
      assertEquals(published.at("/digests"), publish.at("/digests"), words::toString);
      assertEquals(published, publish, words::toString);
      return words.toString();
    }
  }

  private JsonNode disturbed(
      RunningCluster cluster, StringBuilder words, String write, String... arguments)
      throws Exception {
    long start = System.nanoTime();
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    Path report = program.folder().resolve("disturbed.json");
    all.add("--report=" + report);
    Program.Condition moment =
        write.equals("bulk") ? bulkMoment(cluster, words) : putMoment(cluster, words);
    Program.Command command = program.start(all.toArray(String[]::new));
    try {
      List<ProcessHandle> living = cluster.living();
      ProcessHandle victim = living.get(random.nextInt(living.size()));
      assertTrue(command.awaitThat(moment), () -> words + ": " + end(command));
      words.append(command.process().isAlive() ? "" : " (too late)");
      victim.destroyForcibly();
      Program.Ended ended = command.await();
      words.append(' ').append(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      words.append(" ms");
      assertEquals(0, ended.exitCode(), () -> words + ": " + ended);
      return new ObjectMapper().readTree(report.toFile()).get("counts");
    } finally {
      command.process().destroyForcibly();
    }
  }

  /** Some files are written, or they are being handed over, for a moment. */
  private Program.Condition bulkMoment(RunningCluster cluster, StringBuilder words) {
    int marks = cluster.loading();
    if (random.nextBoolean()) {
      int files = 1 + random.nextInt(40);
      words.append(", killed at ").append(files).append(" files:");
      return () -> cluster.staged() >= files || cluster.loading() > marks;
    }
    long delay = random.nextInt(LONGEST_DELAY_MILLIS);
    words.append(", killed ").append(delay).append(" ms into the hand-over:");
    return new Delayed(() -> cluster.loading() > marks, delay);
  }

  /** A part of the rows is in the logs. */
  private Program.Condition putMoment(RunningCluster cluster, StringBuilder words) {
    long bytes = (long) (random.nextDouble() * events * LOGGED_BYTES / 4) + 1;
    long before = cluster.logged();
    words.append(", killed at ").append(bytes).append(" bytes:");
    return () -> cluster.logged() >= before + bytes;
  }

  /** So long after a condition began to hold. */
  private static final class Delayed implements Program.Condition {
    private final Program.Condition condition;
    private final long delayNanos;
    private long since;
    private boolean begun;

    Delayed(Program.Condition condition, long delayMillis) {
      this.condition = condition;
      this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
    }

    @Override
    public boolean holds() throws IOException {
      if (!begun) {
        begun = condition.holds();
        since = System.nanoTime();
      }
      return begun && System.nanoTime() - since >= delayNanos;
    }
  }

  private static String end(Program.Command command) {
    try {
      return command.await().toString();
    } catch (IOException | InterruptedException e) {
      return e.toString();
    }
  }

  private static String[] ingest(String store, String write) {
    return new String[] {
      "ingest",
      "--input=workload/events-*",
      "--reference=workload",
      "--store=" + store,
      "--table=kills",
      "--write=" + write
    };
  }

  private static String[] link(String store, String write) {
    return new String[] {"link", "--store=" + store, "--table=kills", "--write=" + write};
  }
}
