package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.model.ErrorStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The published tables depend on what was handed in, and on nothing else. */
@ExtendWith(SharedStore.class)
class SameTablesIT {
  private static final long SEED = 20_260_316;
  private static final int EVENTS = 20_000;

  /** Exit code of a process that SIGKILL ended. */
  private static final int KILLED = 137;

  private static RunningStore store;
  private static Program program;
  private static JsonNode once;

  @BeforeAll
  static void runOnce(RunningStore shared, @TempDir Path folder) throws Exception {
    store = shared;
    program = Program.inProcess(folder);
    Workload.generate(
        program,
        "workload",
        EVENTS,
        "--lineage=native",
        "--errors=0.01,DEPRECATED_SYMBOL=0.02,UNKNOWN_SYMBOL=0.02",
        "--shards=4");
    Workload.worsen(folder.resolve("workload"));
    Workload.shuffle(folder.resolve("workload"), folder, new Random(SEED));
    once = run("workload/events-*", "once");
  }

  @Test
  void coverEveryErrorStatus() {
    TreeSet<String> found = new TreeSet<>();
    once.at("/publish/faultyByStatus").fieldNames().forEachRemaining(found::add);
    assertEquals(
        Arrays.stream(ErrorStatus.values())
            .map(ErrorStatus::name)
            .collect(Collectors.toCollection(TreeSet::new)),
        found);
  }

  @Test
  void areTheSameInAnyOrderFromOtherFilesAsPuts() throws Exception {
    JsonNode shuffled = run("shuffled/*", "shuffled", "--write=put");

    assertEquals(digests(once), digests(shuffled));
    for (String count : new String[] {"read", "stored", "skipped", "rejected"}) {
      assertEquals(once.at("/ingest/" + count), shuffled.at("/ingest/" + count), count);
    }
    assertEquals(once.at("/publish/faultyByStatus"), shuffled.at("/publish/faultyByStatus"));
  }

  @Test
  void areTheSameWhenHandedInAndLinkedTwice() throws Exception {
    JsonNode twice = run("workload/events-*", "once");

    assertEquals(digests(once), digests(twice));
    assertEquals(0, twice.at("/link/written").asLong(), "rows written by the second link");
  }

  @Test
  void areTheSameWhenMostComesLate() throws Exception {
    JsonNode first = run("shuffled/first-*", "late");
    JsonNode late = run("shuffled/rest-*", "late");

    assertNotEquals(digests(once), digests(first));
    assertEquals(digests(once), digests(late));
  }

  @Test
  void areTheSameAfterKillsOfProgramAndStore(@TempDir Path folder) throws Exception {
    Random random = new Random(SEED);
    Program killed = new Program(folder);
    File staging = folder.resolve("daisychain-data/store/staging").toFile();
    int filesOfIngest = 1 + random.nextInt(40);
    int filesOfLink = 1 + random.nextInt(20);
    String moments = "seed " + SEED + ": files " + filesOfIngest + ", " + filesOfLink;

    Program.Command ingesting = killed.start(runOfWorkload());
    assertTrue(
        ingesting.awaitThat(() -> staged(staging) >= filesOfIngest || loading(staging) > 0),
        moments);
    ingesting.process().destroyForcibly();

    Program.Command linking = killed.start(runOfWorkload());
    assertTrue(
        linking.awaitThat(
            () ->
                linking.hasPrinted("ingest ")
                    && (staged(staging) >= filesOfLink || loading(staging) > 1)),
        moments);
    killStore(folder);
    Program.Ended ended = linking.await();
    assertEquals(1, ended.exitCode(), ended::toString);

    Program.Command loading = killed.start(runOfWorkload());
    assertTrue(
        loading.awaitThat(() -> loading.hasPrinted("ingest ") && loading(staging) > 1), moments);
    loading.process().destroyForcibly();
    killStore(folder);

    JsonNode counts = killed.counts(runOfWorkload());
    assertEquals(digests(once), digests(counts), moments);
    assertEquals(KILLED, ingesting.await().exitCode());
    assertEquals(KILLED, loading.await().exitCode());
    assertFalse(
        RunningStore.lastHolder(folder.resolve("daisychain-data/store"))
            .filter(ProcessHandle::isAlive)
            .isPresent(),
        "a store was left running");
  }

  private static JsonNode run(String input, String table, String... more) throws Exception {
    String[] fixed = {
      "run",
      "--input=" + input,
      "--reference=workload",
      "--store=" + store.address(),
      "--table=" + table
    };
    String[] all = Arrays.copyOf(fixed, fixed.length + more.length);
    System.arraycopy(more, 0, all, fixed.length, more.length);
    return program.counts(all);
  }

  private static String[] runOfWorkload() {
    Path workload = program.folder().resolve("workload");
    return new String[] {"run", "--input=" + workload + "/events-*", "--reference=" + workload};
  }

  private static JsonNode digests(JsonNode counts) {
    return counts.at("/publish/digests");
  }

  private static void killStore(Path folder) throws IOException {
    RunningStore.lastHolder(folder.resolve("daisychain-data/store"))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Number of files that wait to be handed over. */
  private static int staged(File folder) {
    return count(folder, false);
  }

  /** Number of runs that hand over files, or did. */
  private static int loading(File folder) {
    return count(folder, true);
  }

  private static int count(File folder, boolean marks) {
    File[] files = folder.listFiles();
    if (files == null) { // not there yet, or no longer
      return 0;
    }
    int found = 0;
    for (File file : files) {
      found += file.isDirectory() ? count(file, marks) : 0;
      found += file.isFile() && file.getName().equals("loading") == marks ? 1 : 0;
    }
    return found;
  }
}
