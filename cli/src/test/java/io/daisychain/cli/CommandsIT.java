package io.daisychain.cli;

import static io.daisychain.cli.UsageIT.assertFails;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.hostile.Listeners;
import io.daisychain.cli.terminal.Version;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Commands over a store: reports, exit codes, and who starts and ends it. */
@ExtendWith(SharedStore.class)
class CommandsIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String NIL = "00000000-0000-0000-0000-000000000000";

  /** An execution with an id that its reporter used once. */
  private static final String MATCH =
      "SELECT min(id), ReporterId, EventId, strftime(min(timestamp), '%Y%m%d') FROM events"
          + " WHERE execType IS NOT NULL GROUP BY ReporterId, EventId HAVING count(*) = 1"
          + " ORDER BY ReporterId, EventId LIMIT 1";

  @TempDir private Path folder;

  @Test
  void reportTheirCounts(RunningStore shared) throws Exception {
    Program program = Program.inProcess(folder);
    String store = "--store=" + shared.address();
    JsonNode generated =
        program.report(
            "generate",
            "--output=w",
            "--scale=100",
            "--fullWorkload=500",
            "--runner=DirectRunner",
            "--targetParallelism=1");
    assertReport("generate", generated);

    JsonNode ingest =
        program.report("ingest", "--input=w/events-*", "--reference=w", store, "--table=by_stages");
    assertReport("ingest", ingest, "read", "stored", "skipped", "rejected");
    assertTrue(ingest.at("/counts/skippedByKind").isObject());
    assertTrue(ingest.at("/counts/rejectedByKind").isObject());

    JsonNode link = program.report("link", store, "--table=by_stages");
    assertReport("link", link, "events", "edges", "lifecycles", "orphans", "cycles", "written");
    JsonNode publish = program.report("publish", store, "--table=by_stages");
    assertReport("publish", publish, "events", "links", "lifecycles");
    assertEquals(generated.at("/counts/events"), publish.at("/counts/events"));
    assertEquals(link.at("/counts/edges"), publish.at("/counts/links"));

    JsonNode run =
        program.report("run", "--input=w/events-*", "--reference=w", store, "--table=in_one");
    assertReport("run", run);
    for (String name : List.of("read", "stored", "skipped", "rejected")) {
      assertEquals(ingest.at("/counts/" + name), run.at("/counts/ingest/" + name), name);
    }
    assertEquals(link.at("/counts/written"), run.at("/counts/link/written"));
    assertEquals(publish.get("counts"), run.at("/counts/publish"));

    String id = program.sql("SELECT id FROM events ORDER BY depth DESC, id").get(0).getField("id");
    assertTrue(program.succeed("row", id, store, "--table=in_one").contains("row " + id));
    assertTrue(program.succeed("tree", id).contains(id.substring(0, 8)));
    assertFails(program.run("row", NIL, store, "--table=in_one"), "no row " + NIL);
    assertFails(program.run("tree", NIL), "no event " + NIL);
    String event = program.succeed("sql", "--format=csv", MATCH).lines().skip(1).findFirst().get();
    String[] names = event.split(",", -1);
    String tree = program.succeed("tree", names[1], names[2], "--date=" + names[3]);
    assertTrue(tree.contains(names[0] + "  <--"), tree);
    String row = program.succeed("row", names[1], names[2], store, "--table=in_one");
    assertTrue(row.startsWith("row " + names[0] + "\n"), row);
    Ended wrong = program.run("sql", "SELECT tmestamp FROM events");
    assertEquals(1, wrong.exitCode(), wrong::toString);
    assertTrue(wrong.err().contains("\"timestamp\"") && wrong.err().contains("^"), wrong.err());
    assertEquals("", wrong.out());
    Ended writing = program.run("sql", "DELETE FROM events");
    assertEquals(1, writing.exitCode(), writing::toString);
  }

  @Test
  void failWithoutTheTable(RunningStore shared) throws Exception {
    Program program = Program.inProcess(folder);
    String store = "--store=" + shared.address();

    assertFails(program.run("link", store, "--table=never"), "no table never");
    assertFails(program.run("publish", store, "--table=never"), "no table never");
    assertFails(program.run("row", NIL, store, "--table=never"), "no table never");
  }

  @Test
  void makeATableOnceWithItsSplits(RunningStore shared) throws Exception {
    Program program = Program.inProcess(folder);
    String[] four = create(shared, 4);

    assertTrue(program.succeed(four).contains(" made with 4 splits"));
    assertTrue(program.succeed(four).contains(" was there with 4 splits"));
    Ended other = program.run(create(shared, 5));
    assertEquals(1, other.exitCode(), other::toString);
    assertEquals(1, other.err().lines().count(), other.err());
    assertTrue(program.succeed(four).contains(" was there with 4 splits"));
  }

  private static String[] create(RunningStore store, int splits) {
    return new String[] {
      "splits", "--create", "--splits=" + splits, "--table=cut", "--store=" + store.address()
    };
  }

  @Test
  void endTheStoreThatTheyStartedAndLeaveALogWithoutSecrets() throws Exception {
    Program program = new Program(folder).with("MARKET_TOKEN", "t0ken-of-environment");
    Path store = folder.resolve("daisychain-data/store");

    program.succeed("splits", "--create", "--splits=2", "--table=other");

    Ended failed = program.run("publish", "--tempLocation=gs://x/?apiKey=k3y-of-line");

    assertFails(failed, "no table market_events");
    assertTrue(failed.err().contains("(log: daisychain-data/store/commands.log)"), failed.err());
    assertNobodyHolds(store);
    String log = Files.readString(store.resolve("commands.log"));
    assertTrue(log.contains("daisychain " + Version.program() + ", Java "), log);
    assertTrue(log.contains("command: publish --tempLocation=gs://x/?apiKey=****"), log);
    assertTrue(log.contains("no table market_events"), log);
    assertFalse((log + failed.err()).contains("k3y-of-line"), log);
    assertFalse((log + failed.err()).contains("t0ken-of-environment"), log);
    // In it lies the token by which commands and their store know each other.
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(store)));
  }

  /** A shell that waits for the end of what a command prints must not wait for the store. */
  @Test
  void leaveAStoreForTheNextCommandThatHoldsNobodyUp() throws Exception {
    Program program = new Program(folder).with("DAISYCHAIN_STORE_LINGER", "3600");
    Path store = folder.resolve("daisychain-data/store");
    List<String> line = new ArrayList<>(Program.line());
    line.addAll(List.of("splits", "--create", "--splits=2"));
    ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile());
    builder.environment().put("DAISYCHAIN_STORE_LINGER", "3600");

    Process first = builder.redirectErrorStream(true).start();
    String printed = new String(first.getInputStream().readAllBytes(), UTF_8);

    assertEquals(0, first.waitFor(), printed);
    assertTrue(printed.contains(" made with 2 splits in "), printed);
    ProcessHandle running = RunningStore.lastHolder(store).orElseThrow();
    assertTrue(program.succeed("splits", "--create", "--splits=2").contains(" was there "));
    assertEquals(running, RunningStore.lastHolder(store).orElseThrow());
    assertEquals(
        "store stopped embedded:daisychain-data/store\n", program.succeed("store", "--stop"));
    assertFalse(running.isAlive());
    assertEquals(
        "no store is running on embedded:daisychain-data/store\n",
        program.succeed("store", "--stop"));
  }

  @Test
  void anInterruptedRunEndsItsStoreAndIsSimplyRunAgain() throws Exception {
    // A shell without job control has what it starts in the background ignore SIGINT, for good.
    assumeFalse(ignoresInterrupts(), "SIGINT is ignored here, and so by all that is started");
    Program program = new Program(folder);
    Workload.generate(Program.inProcess(folder), "workload", 5_000, "--shards=1");
    String[] run = {"run", "--input=workload/events-*", "--reference=workload", "--report=r.json"};
    Program.Command interrupted = program.start(run);
    assertTrue(interrupted.awaitThat(() -> interrupted.hasPrinted("ingest ")), "it has ended");

    new ProcessBuilder("kill", "-INT", Long.toString(interrupted.process().pid()))
        .start()
        .waitFor();
    Ended ended = interrupted.await();

    assertEquals(130, ended.exitCode(), ended::toString);
    assertTrue((ended.out() + ended.err()).endsWith("\n"), ended::toString);
    assertFalse(ended.err().contains("Exception"), ended::toString);
    assertEquals("failed", JSON.readTree(folder.resolve("r.json").toFile()).get("status").asText());
    assertNobodyHolds(folder.resolve("daisychain-data/store"));

    program.succeed(run);

    JsonNode counts = JSON.readTree(folder.resolve("r.json").toFile()).get("counts");
    assertEquals(counts.at("/ingest/stored"), counts.at("/publish/events"), counts::toString);
  }

  @Test
  void aStoreListensToThisMachineAloneAndItsTokenIsItsOwners(RunningStore shared) throws Exception {
    Path dir = Path.of(shared.address().substring("embedded:".length()));
    long pid = RunningStore.lastHolder(dir).orElseThrow().pid();

    List<String> listeners = Listeners.of(pid);

    assertTrue(listeners.size() >= 4, "ZooKeeper, master, region server, leases: " + listeners);
    for (String listener : listeners) {
      assertTrue(listener.startsWith("127.0.0.1:"), listeners::toString);
    }
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(dir)));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(dir.resolve("store.properties"))));
  }

  @Test
  void leaveAStoreRunningThatIsNotTheirs() throws Exception {
    Path dir = folder.resolve("store");
    RunningStore store = RunningStore.start(folder);
    long pid = RunningStore.lastHolder(dir).orElseThrow().pid();

    Program.Command second = RunningStore.launch(folder, "store", "second");
    Ended refused = second.await();
    assertEquals(1, refused.exitCode(), refused::toString);
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(refused.err().contains("in use by process " + pid), refused.err());

    new Program(folder)
        .succeed("splits", "--create", "--splits=2", "--store=embedded:store", "--table=t");
    assertEquals(pid, RunningStore.lastHolder(dir).orElseThrow().pid());
    new Program(folder).succeed("store", "--stop", "--store=embedded:store");
    assertNobodyHolds(dir);
    store.close();
  }

  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    String ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElse("SigIgn: 0")
            .replaceFirst(".*:\\s*", "");
    return (Long.parseUnsignedLong(ignored, 16) & 1L << 1) != 0; // SIGINT is signal 2
  }

  private static void assertReport(String command, JsonNode report, String... integers) {
    assertEquals(command, report.get("command").asText());
    assertFalse(report.get("runId").asText().isEmpty());
    assertTrue(report.get("seconds").isNumber());
    assertTrue(report.get("counts").isObject());
    for (String name : integers) {
      assertTrue(report.at("/counts/" + name).isIntegralNumber(), name);
    }
  }

  private static void assertNobodyHolds(Path store) throws IOException {
    assertFalse(
        RunningStore.lastHolder(store).filter(ProcessHandle::isAlive).isPresent(),
        "a store was left running");
  }
}
