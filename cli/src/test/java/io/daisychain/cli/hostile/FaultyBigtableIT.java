package io.daisychain.cli.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.cli.testing.FaultyProxy;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Workload;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All commands on Bigtable's emulator, when calls fail on their way. */
class FaultyBigtableIT {
  private static final long SEED = 20_260_316;
  private static final String STORE =
      "--store=bigtable://project/instance?batchRows=50&retrySeconds=60";
  private static final String INPUT = "--input=workload/events-*";
  private static final String REFERENCE = "--reference=workload";
  private static final FaultyProxy.Rates RATES = new FaultyProxy.Rates(10, 8, 10, 10, 300);

  private static EmulatorController emulator;
  private static FaultyProxy proxy;
  private static Program program;
  private static JsonNode calm;
  private static String id;

  @BeforeAll
  static void runUndisturbed(@TempDir Path folder) throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    proxy = FaultyProxy.before(emulator.getPort(), SEED);
    program = Program.inProcess(folder).with("BIGTABLE_EMULATOR_HOST", proxy.address());
    Workload.generate(program, "workload", 1_000, "--lineage=native", "--errors=0.02");
    Workload.worsen(folder.resolve("workload"));
    calm = program.counts("run", INPUT, REFERENCE, STORE, "--table=calm");
    String query = "SELECT id FROM events ORDER BY childCount DESC, id LIMIT 1";
    id = program.sql(query).get(0).getField("id");
  }

  @AfterAll
  static void stop() {
    proxy.close();
    emulator.stop();
  }

  @AfterEach
  void calmDown() {
    proxy.fail(FaultyProxy.Rates.NONE);
    proxy.deny("", Status.OK);
  }

  @Test
  void callsThatFailAndAreMadeAgainChangeNothing() throws Exception {
    String shown = program.succeed("row", id, STORE, "--table=calm");

    proxy.fail(RATES);
    JsonNode made = program.counts("splits", "--splits=8", "--create", STORE, "--table=rough");
    JsonNode ingest = program.counts("ingest", INPUT, REFERENCE, STORE, "--table=rough");
    JsonNode link = program.counts("link", STORE, "--table=rough");
    JsonNode publish = program.counts("publish", STORE, "--table=rough");
    String row = program.succeed("row", id, STORE, "--table=rough");

    Map<String, Integer> faults = proxy.faults();
    String words = "seed " + SEED + ", " + faults;
    assertEquals(1, made.get("made").asInt(), words);
    assertEquals(calm.at("/publish"), publish, words);
    assertEquals(shown, row, words);
    for (String count : new String[] {"read", "stored", "skipped", "rejected"}) {
      assertEquals(calm.at("/ingest/" + count), ingest.get(count), () -> count + " " + words);
    }
    for (String count : new String[] {"events", "edges", "lifecycles", "orphans", "written"}) {
      assertEquals(calm.at("/link/" + count), link.get(count), () -> count + " " + words);
    }
    for (String method : new String[] {"MutateRows", "ReadRows", "ReadModifyWriteRow"}) {
      assertTrue(faults.containsKey(method + " Refused"), words);
      assertTrue(faults.containsKey(method + " Lost"), words);
    }
    assertTrue(faults.containsKey("ReadRows Broken"), words);
    assertTrue(faults.containsKey("CreateTable Lost"), words);
  }

  @Test
  void whatIsRefusedEndsTheCommandWithTableAndRows() throws Exception {
    Status denied = Status.PERMISSION_DENIED.withDescription("no right");
    String words = ": PERMISSION_DENIED: no right";
    // What is refused first, and how many rows that batch has, is the runner's matter.
    String rows = "(\\d{8}, row [-0-9a-f]{36}( and \\d+ others?)?|meta, row '\\w+/\\w+')";
    refused("MutateRows", denied, "table calm_" + rows + words, "ingest", INPUT);
    refused("ReadRows", denied, "table calm_(meta|\\d{8}), row.*" + words, "publish");
    refused("ReadModifyWriteRow", denied, "table calm_meta, row 'link'" + words, "link");
    refused("ListTables", denied, "table calm_meta" + words, "row", id);
    refused("CreateTable", denied, "table new_meta" + words, "splits", "--splits=4", "--create");
    Status invalid = Status.INVALID_ARGUMENT.withDescription("too long");
    refused(
        "ReadRows", invalid, "table calm_meta, row 'table': INVALID_ARGUMENT: too long", "row", id);
  }

  private void refused(String method, Status status, String words, String... arguments)
      throws Exception {
    proxy.deny(method, status);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(STORE);
    all.add(arguments[0].equals("splits") ? "--table=new" : "--table=calm");
    Program.Ended ended = program.run(all.toArray(String[]::new));
    proxy.deny("", Status.OK);
    assertEquals(1, ended.exitCode(), ended::toString);
    assertTrue(
        ended.err().matches("(?s).*daisychain: " + words + "( \\(log: .*)?\\s*"), ended::toString);
  }
}
