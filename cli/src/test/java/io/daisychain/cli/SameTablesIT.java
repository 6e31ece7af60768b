package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.model.ErrorStatus;
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
  private static final int EVENTS = 10_000;

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
        "--repairs=0.02",
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

  private static JsonNode digests(JsonNode counts) {
    return counts.at("/publish/digests");
  }
}
