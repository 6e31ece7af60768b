package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningCluster;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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

  /** When a region server dies. */
  enum Moment {
    /** Some files are written, but not handed over, unless there are few. */
    FILES_WRITTEN("bulk"),
    /** Some time after files began to be handed over. */
    HANDING_OVER("bulk"),
    /** A region server has moved files away from their writer, and is about to move them in. */
    BEFORE_COMMIT("bulk"),
    /** A region server has taken files over, and is about to say so. */
    BEFORE_REPLY("bulk"),
    /** Some rows are in the write-ahead logs. */
    ROWS_LOGGED("put");

    private final String write;

    Moment(String write) {
      this.write = write;
    }

    static Moment any(Random random) {
      Moment[] all = values();
      return all[random.nextInt(all.length)];
    }
  }

  private final Program program;

  /** For what nobody disturbs. */
  private final Program calm;

  private final int events;
  private final Random random;
  private JsonNode ingested;
  private JsonNode linked;
  private JsonNode published;

  RegionServerKills(Program program, int events, Random random) {
    this.program = program;
    this.calm = Program.inProcess(program.folder());
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
      Moment ingest = Moment.any(random);
      Moment link = Moment.any(random);
      try (RunningCluster cluster = RunningCluster.start(folder, "round-" + round)) {
        System.out.println("round " + round + kills.round(cluster, ingest, link));
      }
    }
  }

  /** Makes a workload, and what is to come of it. */
  void prepare() throws Exception {
    Workload.generate(calm, "workload", events, "--lineage=native", "--errors=0.01", "--shards=4");
    Workload.worsen(program.folder().resolve("workload"));
    try (RunningStore store = RunningStore.start(program.folder())) {
      JsonNode counts =
          calm.counts(
              "run",
              "--input=workload/events-*",
              "--reference=workload",
              "--store=" + store.address(),
              "--table=kills");
      ingested = counts.get("ingest");
      linked = counts.get("link");
      published = counts.get("publish");
    }
  }

  /**
   * Kills two region servers of a cluster.
   *
   * @return what was killed when
   */
  String round(RunningCluster cluster, Moment inIngest, Moment inLink) throws Exception {
    String store = cluster.address();
    calm.succeed("splits", "--splits=24", "--create", "--store=" + store, "--table=kills");
    StringBuilder words = new StringBuilder();

    JsonNode ingest = disturbed(cluster, words, inIngest, ingest(store, inIngest.write));
    for (String count : new String[] {"read", "stored", "skipped", "rejected"}) {
      assertEquals(ingested.at("/" + count), ingest.at("/" + count), () -> count + words);
    }
    JsonNode link = disturbed(cluster, words, inLink, link(store, inLink.write));
    for (String count : new String[] {"events", "edges", "lifecycles", "orphans", "cycles"}) {
      assertEquals(linked.at("/" + count), link.at("/" + count), () -> count + words);
    }
    JsonNode publish = calm.counts("publish", "--store=" + store, "--table=kills");
    assertEquals(published, publish, words::toString);
    return words.toString();
  }

  /**
   * Kills all of a cluster in the middle of an ingest.
   *
   * @return how the command ended
   */
  Program.Ended killAll(RunningCluster cluster) throws Exception {
    long before = cluster.logged();
    Program.Command command = program.start(ingest(cluster.address(), "put"));
    assertTrue(command.awaitThat(() -> cluster.logged() > before), () -> end(command));
    cluster.close();
    return command.await();
  }

  private JsonNode disturbed(
      RunningCluster cluster, StringBuilder words, Moment moment, String... arguments)
      throws Exception {
    long start = System.nanoTime();
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    Path report = program.folder().resolve("disturbed.json");
    all.add("--report=" + report);
    List<ProcessHandle> living = cluster.living();
    words.append(", ").append(arguments[0]).append(' ').append(moment);
    Program.Condition come = condition(moment, cluster, words);
    Program.Command command = program.start(all.toArray(String[]::new));
    try {
      assertTrue(command.awaitThat(come), () -> words + ": " + end(command));
      assertTrue(command.process().isAlive(), () -> words + ": too late");
      if (cluster.living().size() == living.size()) {
        living.get(random.nextInt(living.size())).destroyForcibly();
      }
      Program.Ended ended = command.await();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      words.append(" (").append(millis).append(" ms)");
      assertEquals(0, ended.exitCode(), () -> words + ": " + ended);
      return new ObjectMapper().readTree(report.toFile()).get("counts");
    } finally {
      command.process().destroyForcibly();
    }
  }

  private Program.Condition condition(Moment moment, RunningCluster cluster, StringBuilder words)
      throws IOException {
    int marks = cluster.loading();
    switch (moment) {
      case FILES_WRITTEN -> {
        int files = 1 + random.nextInt(40);
        words.append(' ').append(files);
        return () -> cluster.staged() >= files || cluster.loading() > marks;
      }
      case HANDING_OVER -> {
        long delay = random.nextInt(LONGEST_DELAY_MILLIS);
        words.append(' ').append(delay);
        return new Delayed(() -> cluster.loading() > marks, delay);
      }
      case ROWS_LOGGED -> {
        long bytes = 1 + (long) (random.nextDouble() * events * LOGGED_BYTES / 4);
        words.append(' ').append(bytes);
        long before = cluster.logged();
        return () -> cluster.logged() >= before + bytes;
      }
      default -> {
        int before = cluster.living().size();
        cluster.killOne(moment.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        return () -> cluster.living().size() < before;
      }
    }
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
