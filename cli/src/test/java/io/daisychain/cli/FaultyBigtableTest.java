package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All commands on Bigtable's emulator, when calls fail on their way. */
class FaultyBigtableTest {
  private static final long SEED = 20_260_316;
  private static final String STORE =
      "--store=bigtable://project/instance?batchRows=50&retrySeconds=60";
  private static final FaultyProxy.Rates RATES = new FaultyProxy.Rates(10, 8, 10, 10, 300);

  @TempDir private Path folder;
  private EmulatorController emulator;
  private FaultyProxy proxy;
  private Program program;

  @BeforeEach
  void start() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    proxy = FaultyProxy.before(emulator.getPort(), SEED);
    program = new Program(folder).with("BIGTABLE_EMULATOR_HOST", proxy.address());
    Workload.generate(program, "workload", 1_000, "--lineage=native", "--errors=0.02");
    Workload.worsen(folder.resolve("workload"));
  }

  @AfterEach
  void stop() throws Exception {
    proxy.close();
    emulator.stop();
  }

  @Test
  void callsThatFailAndAreMadeAgainChangeNothing() throws Exception {
    JsonNode[] expected = all("calm");
    String row = sqlId();
    String shown = program.succeed("row", row, STORE, "--table=calm");
    long calm = proxy.calls();

    proxy.fail(RATES);
    JsonNode[] found = all("rough");
    String words = "seed " + SEED + ", faults " + proxy.faults();
    assertEquals(shown, program.succeed("row", row, STORE, "--table=rough"), words);
    proxy.fail(FaultyProxy.Rates.NONE);

    assertEquals(1, found[0].get("made").asInt(), words);
    for (String count : new String[] {"read", "stored", "skipped", "rejected"}) {
      assertEquals(expected[1].get(count), found[1].get(count), count + " " + words);
    }
    for (String count : new String[] {"events", "edges", "lifecycles", "orphans", "written"}) {
      assertEquals(expected[2].get(count), found[2].get(count), count + " " + words);
    }
    assertEquals(expected[3], found[3], words);
    Map<String, Integer> faults = proxy.faults();
    assertTrue(faults.values().stream().mapToInt(Integer::intValue).sum() > calm / 10, words);
  }

  @Test
  void whatBigtableRefusesEndsTheCommandWithTableAndRows() throws Exception {
    program.succeed("run", "--input=workload/events-*", STORE);
    String id = sqlId();
    String key = "[-0-9a-f]{36}";

    Status denied = Status.PERMISSION_DENIED.withDescription("no right");
    refused(
        "MutateRows",
        denied,
        "table market_events, row " + key + ".*PERMISSION_DENIED: no right",
        "ingest",
        "--input=workload/events-*");
    Status invalid = Status.INVALID_ARGUMENT.withDescription("too large");
    refused(
        "MutateRow",
        invalid,
        "table market_events_meta, row '.*': INVALID_ARGUMENT: too large",
        "ingest",
        "--input=workload/events-*");
    refused(
        "ReadModifyWriteRow",
        denied,
        "table market_events_meta, row 'link': PERMISSION_DENIED: no right",
        "link");
    refused(
        "ReadRows",
        denied,
        "table market_events(_meta)?, row.*: PERMISSION_DENIED: no right",
        "publish");
    refused("ReadRows", denied, "table market_events.*: PERMISSION_DENIED: no right", "row", id);
    refused(
        "CreateTable",
        denied,
        "table t_meta: PERMISSION_DENIED: no right",
        "splits",
        "--splits=4",
        "--create",
        "--table=t");
    refused("ListTables", denied, "table market_events: PERMISSION_DENIED: no right", "link");
  }

  private void refused(String method, Status status, String words, String... arguments)
      throws Exception {
    proxy.deny(method, status);
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = STORE;
    Program.Ended ended = program.run(all);
    proxy.deny("", Status.OK);
    assertEquals(1, ended.exitCode(), ended::toString);
    assertTrue(ended.err().matches("(?s).*daisychain: " + words + "\\s*"), ended::toString);
  }

  private String sqlId() throws Exception {
    return program
        .sql("SELECT id FROM events ORDER BY childCount DESC, id LIMIT 1")
        .get(0)
        .getField("id");
  }

  /** Makes the table, ingests, links and publishes; their reports. */
  private JsonNode[] all(String table) throws Exception {
    String of = "--table=" + table;
    String reference = "--reference=workload";
    return new JsonNode[] {
      program.counts("splits", "--splits=8", "--create", STORE, of),
      program.counts("ingest", "--input=workload/events-*", reference, STORE, of),
      program.counts("link", STORE, of),
      program.counts("publish", STORE, of)
    };
  }
}
