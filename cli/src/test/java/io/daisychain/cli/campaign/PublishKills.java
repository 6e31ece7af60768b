package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Publishes two tables by turns into one warehouse and kills the publication at random moments: the
 * warehouse has the one or the other, whole, and so has the folder of files, and the next
 * publication cleans up.
 */
final class PublishKills {
  /** What a mixture of two publications would give itself away by. */
  private static final String SUMS =
      "SELECT (SELECT count(*) FROM events), (SELECT sum(hash(id)) FROM events), (SELECT count(*)"
          + " FROM links), (SELECT sum(hash(child)) FROM links), (SELECT count(*) FROM lifecycles),"
          + " (SELECT sum(hash(id)) FROM lifecycles), (SELECT count(*) FROM v_orphans)";

  private final Program program;

  /** For what nobody kills. */
  private final Program calm;

  private final String store;
  private final Random random;
  private final List<String> tables = new ArrayList<>();
  private final List<Long> files = new ArrayList<>();

  PublishKills(Program program, String store, Random random) {
    this.program = program;
    this.calm = Program.inProcess(program.folder());
    this.store = store;
    this.random = random;
  }

  /** Kills {@code args[0]} publications, drawn from the seed {@code args[1]}, in a new folder. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("daisychain-kills");
    try (RunningStore store = RunningStore.start(folder)) {
      PublishKills kills =
          new PublishKills(
              new Program(folder), store.address(), new Random(Long.parseLong(args[1])));
      kills.prepare();
      System.out.println(kills.run(Integer.parseInt(args[0])));
    }
  }

  /** Makes the two tables and publishes each. */
  void prepare() throws Exception {
    for (String table : List.of("kills-b", "kills-a")) {
      int events = table.endsWith("a") ? 3_000 : 5_000;
      Workload.generate(calm, table, events, "--errors=0.01", "--seed=" + events);
      calm.succeed("run", "--input=" + table + "/events-*", "--store=" + store, "--table=" + table);
    }
    // A trade date that only one of them has stays in the warehouse from now on.
    for (String table : List.of("kills-a", "kills-b")) {
      tables.add(publish(calm, table));
      files.add(checksum());
    }
    assertEquals(2, Set.copyOf(tables).size());
    assertEquals(2, Set.copyOf(files).size());
  }

  /**
   * Kills that many publications.
   *
   * @return what came of it
   */
  String run(int kills) throws Exception {
    String a = tables.get(0);
    String b = tables.get(1);
    long start = System.nanoTime();
    assertEquals(b, publish(program, "kills-b"));
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    int oldOnes = 0;
    int newOnes = 0;
    String current = b;
    for (int kill = 0; kill < kills; kill++) {
      String table = current.equals(a) ? "kills-b" : "kills-a";
      int moment = random.nextInt((int) millis);
      Program.Command command = program.start(arguments(table));
      boolean ended = command.process().waitFor(moment, TimeUnit.MILLISECONDS);
      command.process().destroyForcibly().onExit().join();
      String found = sums();
      String words = "kill " + kill + " after " + moment + " of " + millis + " ms: " + found;
      assertTrue(found.equals(a) || found.equals(b), words);
      assertTrue(files.contains(checksum()), words);
      if (ended) {
        assertEquals(0, command.await().exitCode(), () -> words + " " + end(command));
        assertNotEquals(current, found, words);
      }
      oldOnes += found.equals(current) ? 1 : 0;
      newOnes += found.equals(current) ? 0 : 1;
      current = found;
    }
    assertEquals(a, publish(calm, "kills-a"));
    assertEquals(Set.of(), leftovers());
    return kills + " kills: " + oldOnes + " left the old tables, " + newOnes + " the new";
  }

  private static String end(Program.Command command) {
    try {
      return command.await().toString();
    } catch (IOException | InterruptedException e) {
      return e.toString();
    }
  }

  private String publish(Program by, String table) throws Exception {
    by.succeed(arguments(table));
    return sums();
  }

  private String[] arguments(String table) {
    return new String[] {"publish", "--store=" + store, "--table=" + table};
  }

  private String sums() throws IOException {
    Path warehouse = program.folder().resolve("daisychain-data/warehouse.duckdb");
    return String.join(" ", new DuckDbQuery(warehouse).rows(SUMS).get(0));
  }

  /** Of all published files, the manifest among them. */
  private long checksum() throws IOException {
    CRC32 sum = new CRC32();
    try (Stream<Path> files = Files.list(program.folder().resolve("daisychain-data/published"))) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().matches("(events|links|lifecycles)-.*|manifest.json")) {
          sum.update(Files.readAllBytes(file));
        }
      }
    }
    return sum.getValue();
  }

  /** Files that only an interrupted publication leaves. */
  private Set<String> leftovers() throws IOException {
    try (Stream<Path> files = Files.walk(program.folder().resolve("daisychain-data"))) {
      Set<String> found = new TreeSet<>();
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains(".loading-") || name.startsWith(".publish-"))
          .forEach(found::add);
      return found;
    }
  }
}
