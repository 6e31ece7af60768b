package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Kills watch, its store or both at random moments while files come, and starts the same command
 * again: at the end the tables are those of the batch commands, and link finds nothing to write.
 */
final class WatchKills {
  private static final int MOST_MILLIS = 6_000;

  private final Path folder;
  private final Random random;
  private final Program program;

  /** For what nobody kills. */
  private final Program calm;

  private final String store;
  private final Path incoming;
  private JsonNode batch;

  /** Works in a folder, and draws moments from {@code random}. */
  WatchKills(Path folder, Random random) throws IOException {
    this.folder = folder;
    this.random = random;
    this.program = new Program(folder);
    this.store = "--store=embedded:" + folder.resolve("daisychain-data/store");
    this.calm = Program.inProcess(folder).with("DAISYCHAIN_STORE_LINGER", "60");
    this.incoming = Files.createDirectories(folder.resolve("incoming"));
  }

  /**
   * Kills {@code args[0]} times, at moments drawn from the seed {@code args[1]}, in the folder
   * {@code args[2]}.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[2])).toAbsolutePath();
    WatchKills kills = new WatchKills(folder, new Random(Long.parseLong(args[1])));
    kills.prepare(50_000);
    System.out.println(kills.run(Integer.parseInt(args[0])));
  }

  /** Makes a workload, and what is to come of it. */
  void prepare(int events) throws Exception {
    Workload.generate(calm, "workload", events, "--lineage=native", "--errors=0.02", "--shards=4");
    Workload.worsen(folder.resolve("workload"));
    Workload.shuffle(folder.resolve("workload"), folder, random);
    batch =
        calm.counts(
            "run", "--input=workload/events-*", "--reference=workload", "--table=batch", store);
    calm.succeed("store", "--stop", store);
  }

  /**
   * Hands the workload in and kills so many times.
   *
   * @return what was killed how often
   */
  Map<String, Integer> run(int times) throws Exception {
    List<Path> files = WatchIT.handIn(folder.resolve("shuffled"), incoming);
    Map<String, Integer> killed = new TreeMap<>();
    for (int kill = 0; kill < times; kill++) {
      Program.Command watch = start();
      long moment = System.nanoTime() + 1_000_000L * (1 + random.nextInt(MOST_MILLIS));
      watch.awaitThat(() -> watch.hasPrinted("watch ready") && System.nanoTime() - moment > 0);
      String what = List.of("watch", "store", "both").get(random.nextInt(3));
      if (!what.equals("watch")) {
        killStore();
      }
      if (!what.equals("store")) {
        watch.process().destroyForcibly();
      }
      Program.Ended ended = watch.await();
      assertTrue(ended.exitCode() != 0, ended::toString);
      killed.merge(what, 1, Integer::sum);
    }
    Program.Command watch = start();
    assertTrue(
        watch.awaitThat(() -> watch.hasPrinted("watch ready") && WatchIT.areDone(files)),
        () -> WatchIT.said(watch));
    watch.process().destroy();
    Program.Ended ended = watch.await();
    assertEquals(0, ended.exitCode(), ended::toString);
    JsonNode linked = calm.counts("link", "--table=live", "--days=all", store);
    assertEquals(0, linked.get("written").asLong(), linked::toString);
    JsonNode published = calm.counts("publish", "--table=live", "--output=live", store);
    assertEquals(batch.at("/publish/digests"), published.get("digests"));
    calm.succeed("store", "--stop", store);
    return killed;
  }

  private Program.Command start() throws IOException {
    return program.start("watch", "--input=incoming", "--reference=workload", "--table=live");
  }

  private void killStore() throws IOException {
    Path store = folder.resolve("daisychain-data/store");
    try (Stream<Path> there = Files.exists(store) ? Files.list(store) : Stream.empty()) {
      if (there.findAny().isPresent()) {
        RunningStore.lastHolder(store).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }
}
