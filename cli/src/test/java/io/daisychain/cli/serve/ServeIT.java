package io.daisychain.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Command;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The process that stays, and the launcher script that hands commands to it. */
@ExtendWith(SharedStore.class)
class ServeIT {
  private static final Path SCRIPT = Path.of("../daisychain").toAbsolutePath().normalize();
  private static final Map<String, String> ENVIRONMENT =
      Map.of("DAISYCHAIN_STORE_LINGER", "0", "DAISYCHAIN_UMASK", "0027");

  /** Ends a script whose command is to be done by itself. */
  private static final int ALONE = 9;

  private static final String COUNT = "SELECT count(*) FROM events";
  private static final String ROWS =
      "SELECT * FROM events ORDER BY ALL; SELECT * FROM links ORDER BY ALL;"
          + " SELECT * FROM lifecycles ORDER BY ALL";
  private static final String ALL = ROWS + "; SELECT * FROM errors ORDER BY ALL";

  @TempDir private Path folder;

  private final AtomicInteger handed = new AtomicInteger();

  @Test
  void commandsEndAsTheyDoAlone(RunningStore store) throws Exception {
    Program alone = Program.inProcess(Files.createDirectory(folder.resolve("alone")));
    Workload.generate(alone, "workload", 2_000, "--shards=3", "--errors=0.05");
    Command serve = serve(store);
    String first = alone.folder() + "/workload/events-0000[01]*";
    String late = alone.folder() + "/workload/events-0000[2]*";
    String reference = "--reference=" + alone.folder() + "/workload";

    for (String input : List.of(first, late)) {
      Ended ingest = hand("ingest", "--input=" + input, reference, at(store), "--table=served");
      String same =
          alone.succeed("ingest", "--input=" + input, reference, at(store), "--table=alone");
      assertEquals(0, ingest.exitCode(), ingest::toString);
      assertEquals(same.lines().findFirst(), ingest.out().lines().findFirst());
      assertEquals(0, hand("link", at(store), "--table=served").exitCode());
      assertEquals(0, hand("publish", at(store), "--table=served").exitCode());
      alone.succeed("link", at(store), "--table=alone");
      alone.succeed("publish", at(store), "--table=alone");
    }

    Ended rows = hand("sql", "--format=csv", ALL);
    assertEquals(0, rows.exitCode(), rows::err);
    assertTrue(rows.out().length() > 100_000, "it comes by the connection for what is long");
    assertEquals(alone.succeed("sql", "--format=csv", ALL), rows.out());
    Ended wrong = hand("link", "--days=never", at(store));
    assertEquals(2, wrong.exitCode(), wrong::toString);
    assertTrue(wrong.err().startsWith("daisychain: --days=never"), wrong::toString);
    assertEquals(ALONE, hand("ingest", "--input=-", at(store)).exitCode());
    assertEquals(ALONE, hand("watch").exitCode());
    Ended flink = hand("link", "--runner=FlinkRunner", at(store));
    assertEquals(ALONE, flink.exitCode(), flink::toString);
    assertTrue(flink.err().contains("it has no other runner"), flink::err);
    Path address = folder.resolve("daisychain-data/serve/address");
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(address)));
    Ended second = program().run("serve", at(store));
    assertEquals(1, second.exitCode(), second::toString);
    assertTrue(second.err().contains("a serve runs in this folder"), second::err);

    assertEquals("serve stopped\n", program().succeed("serve", "--stop"));

    Ended ended = serve.await();
    assertEquals(0, ended.exitCode(), ended::toString);
    assertFalse(Files.exists(address));
    assertEquals(ALONE, hand("days", at(store)).exitCode());
    assertEquals("no serve runs in this folder\n", program().succeed("serve", "--stop"));
  }

  @Test
  void whatIsBrokenOffIsMadeGoodByTheNextRun(RunningStore store) throws Exception {
    Program alone = Program.inProcess(Files.createDirectory(folder.resolve("alone")));
    Workload.generate(alone, "workload", 3_000);
    String[] ingest = {
      "ingest",
      "--input=alone/workload/events-*",
      "--reference=alone/workload",
      "--report=report.json",
      at(store),
      "--table=broken"
    };
    Path report = folder.resolve("report.json");

    Command serve = serve(store);
    Command client = start(ingest);
    assertTrue(client.awaitThat(() -> Files.exists(report)), client::toString);
    client.process().destroy();
    client.process().waitFor();
    Ended brokenOff = serve.await();

    assertEquals(75, brokenOff.exitCode(), brokenOff::toString);
    assertEquals(ALONE, hand("days", at(store)).exitCode());

    Files.delete(report);
    Command again = serve(store);
    Command cut = start(ingest);
    assertTrue(cut.awaitThat(() -> Files.exists(report)), cut::toString);
    again.process().destroyForcibly().waitFor();
    Ended told = cut.await();

    assertEquals(1, told.exitCode(), told::toString);
    assertTrue(told.err().contains("has ended under it: give the command again"), told::err);
    assertEquals(ALONE, hand("days", at(store)).exitCode());

    Command third = serve(store);
    for (String command : List.of("link", "publish")) {
      assertEquals(0, hand(ingest).exitCode());
      assertEquals(0, hand(command, at(store), "--table=broken").exitCode());
    }
    alone.succeed(
        "run",
        "--input=workload/events-*",
        "--reference=workload",
        at(store),
        "--table=never_broken");
    assertEquals(alone.succeed("sql", "--format=csv", ALL), hand("sql", "--format=csv", ALL).out());
    third.process().destroy();
    assertEquals(0, third.await().exitCode());
  }

  @Test
  void aRehearsalLeavesNothingAndHoldsNobodyUp(RunningStore store) throws Exception {
    Program alone = Program.inProcess(Files.createDirectory(folder.resolve("alone")));
    Workload.generate(alone, "workload", 1_000);
    // What commands are told by default is the user's, and no rehearsal's.
    Files.writeString(folder.resolve("daisychain.properties"), "report=report.json\n");

    Command rehearsing = serve(store, "--linger=0");
    Path rehearsal = folder.resolve("daisychain-data/serve/rehearsal");
    assertTrue(
        rehearsing.awaitThat(() -> Files.exists(rehearsal.resolve("day"))), rehearsing::toString);
    Ended run =
        hand(
            "run",
            "--input=alone/workload/events-*",
            "--reference=alone/workload",
            at(store),
            "--table=beside_rehearsal");
    assertEquals(0, run.exitCode(), run::toString);
    String report = Files.readString(folder.resolve("report.json"));
    assertTrue(rehearsing.awaitThat(() -> !Files.exists(rehearsal)), rehearsing::toString);

    assertEquals(report, Files.readString(folder.resolve("report.json")));
    assertFalse(Files.exists(folder.resolve("daisychain-data/audit")));
    Path log = folder.resolve("daisychain-data/commands.log");
    assertFalse(Files.exists(log) && Files.readString(log).contains(" ERROR "), () -> "see " + log);
    Ended rows = hand("sql", "--format=csv", "SELECT count(*) FROM events");
    assertEquals(
        new ObjectMapper().readTree(report).at("/counts/publish/events").asText(),
        rows.out().lines().skip(1).findFirst().orElseThrow());
    assertEquals("serve stopped\n", program().succeed("serve", "--stop"));
    Ended ended = rehearsing.await();
    assertEquals("serve ready\n", ended.out());
    assertEquals("", ended.err());
  }

  @Test
  void filesOfItsFolderAreInTheTablesAlsoAfterAKill(RunningStore store) throws Exception {
    Program alone = Program.inProcess(Files.createDirectory(folder.resolve("alone")));
    Workload.generate(alone, "workload", 2_000, "--shards=3", "--errors=0.05");
    Path in = Files.createDirectory(folder.resolve("in"));
    Files.writeString(
        folder.resolve("daisychain.properties"),
        "reference = alone/workload\npublish.files = none\n");
    String[] options = {"--noRehearsal", "--table=rounds", "--input=in", "--every=1s"};

    Command serve = serve(store, options);
    put(alone.folder().resolve("workload"), "events-00000", in);
    assertTrue(serve.awaitThat(() -> isDone(in, "events-00000")), serve::toString);
    put(alone.folder().resolve("workload"), "events-00001", in);
    serve.process().destroyForcibly().waitFor();
    Command again = serve(store, options);
    put(alone.folder().resolve("workload"), "events-00002", in);
    Files.write(in.resolve("cut.fix.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 1});
    assertTrue(again.awaitThat(() -> isDone(in, "events-00002")), again::toString);
    assertTrue(again.awaitThat(() -> Files.exists(in.resolve("cut.fix.gz.failed"))));
    String rows =
        alone.succeed(
            "run",
            "--input=workload/events-0*",
            "--reference=workload",
            at(store),
            "--table=rounds_alone");
    assertTrue(rows.contains("events"), rows);
    assertEquals(rows(alone), publishedLike(alone, again));
    assertTrue(isDone(in, "events-00001"), "what a kill leaves unanswered comes again");
    Ended late =
        hand("ingest", "--input=alone/workload/events-00000*", at(store), "--table=rounds");
    assertEquals(0, late.exitCode(), late::toString);
    assertEquals("serve stopped\n", program().succeed("serve", "--stop"));
    assertEquals(0, again.await().exitCode(), again::toString);
  }

  @Test
  void aWatchAndAPageArePartsOfIt(RunningStore store) throws Exception {
    Program alone = Program.inProcess(Files.createDirectory(folder.resolve("alone")));
    Workload.generate(alone, "workload", 1_000, "--shards=1");
    Path in = Files.createDirectory(folder.resolve("in"));
    Files.writeString(
        folder.resolve("daisychain.properties"),
        "reference = alone/workload\nserve.watch = input=in,metrics=0\nwatch.serve = 0\n");
    program().succeed("audit", "--begin");

    Command serve =
        serve(
            store,
            "--noRehearsal",
            "--table=parts",
            "--every=1s",
            "--explore=cache=kept/page",
            "--status=0");
    assertTrue(serve.hasPrinted("watch ready serve:"), serve::toString);
    put(alone.folder().resolve("workload"), "events-00000", in);
    assertTrue(serve.awaitThat(() -> isDone(in, "events-00000")), serve::toString);
    assertTrue(serve.awaitThat(() -> serve.hasPrinted("explore http://127.0.0.1:")));

    Ended refused = hand("link", at(store), "--table=parts");
    assertEquals(ALONE, refused.exitCode(), refused::toString);
    assertTrue(refused.err().contains("it watches"), refused::err);
    alone.succeed(
        "run",
        "--input=workload/events-0*",
        "--reference=workload",
        at(store),
        "--table=parts_alone");
    assertEquals(rows(alone), publishedLike(alone, serve));

    String status =
        Files.readString(serve.out()).replaceAll("(?s).*status (http://[^/]*)/.*", "$1");
    assertTrue(get(status + "/health/ready").contains("watch"), status);
    String metrics = get(status + "/metrics");
    assertTrue(metrics.contains("\ndaisychain_stored_total 1"), metrics);
    assertTrue(metrics.contains("daisychain_part_ready{part=\"rounds\"} 1"), metrics);

    serve.process().destroy();
    Ended ended = serve.await();
    assertEquals(0, ended.exitCode(), ended::toString);
    assertTrue(ended.out().contains("watch    "), ended::out);
    alone.succeed("link", at(store), "--table=parts");
    String log = Files.readString(folder.resolve("daisychain-data/audit/audit.jsonl"));
    for (String entry : List.of("watch", "explore", "publish")) {
      assertTrue(log.contains("\"command\":\"" + entry + "\""), log);
    }
    Ended verified = program().run("verify");
    assertTrue(verified.out().contains("nothing was changed"), verified::toString);
    assertFalse(verified.err().contains("has no end"), verified::toString);
  }

  @Test
  void aPartThatCannotStartEndsIt(RunningStore store) throws Exception {
    for (String wrong :
        List.of(
            "--watch=interval=5s",
            "--watch=nosuch=1",
            "--explore=export=x.png",
            "--input=nosuch",
            "--every=0s")) {
      Ended ended = program().run("serve", at(store), "--table=none", wrong);
      assertEquals(2, ended.exitCode(), ended::toString);
    }
    Ended ended =
        program().run("serve", at(store), "--table=none", "--watch=fix=1", "--noRehearsal");
    assertEquals(2, ended.exitCode(), ended::toString);
    assertTrue(ended.err().contains("--fix needs --sessions"), ended::err);
  }

  private static String get(String address) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(address)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer::body);
    return answer.body();
  }

  private static void put(Path workload, String name, Path in) throws IOException {
    Path file = workload.resolve(name + suffix(workload, name));
    Path unfinished = in.resolve(file.getFileName() + ".part");
    Files.copy(file, unfinished);
    Files.move(unfinished, in.resolve(file.getFileName()));
  }

  private static String suffix(Path workload, String name) throws IOException {
    try (var files = Files.list(workload)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.startsWith(name))
          .findFirst()
          .orElseThrow()
          .substring(name.length());
    }
  }

  private static boolean isDone(Path in, String name) throws IOException {
    try (var files = Files.list(in)) {
      return files
          .map(file -> file.getFileName().toString())
          .anyMatch(file -> file.startsWith(name) && file.endsWith(".done"));
    }
  }

  /** All but faults, whose lives depend on what came with what. */
  private static String rows(Program program) throws Exception {
    return program.succeed("sql", "--format=csv", ROWS);
  }

  /** The same of a service, once it has published as many events. */
  private String publishedLike(Program alone, Command serve) throws Exception {
    String count = alone.succeed("sql", "--format=csv", COUNT);
    assertTrue(
        serve.awaitThat(() -> count.equals(asked("sql", "--format=csv", COUNT).out())),
        serve::toString);
    return asked("sql", "--format=csv", ROWS).out();
  }

  private Ended asked(String... words) throws IOException {
    try {
      return hand(words);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static String at(RunningStore store) {
    return "--store=" + store.address();
  }

  private Program program() {
    Program program = new Program(folder);
    ENVIRONMENT.forEach(program::with);
    return program;
  }

  private Command serve(RunningStore store) throws IOException, InterruptedException {
    return serve(store, "--noRehearsal");
  }

  private Command serve(RunningStore store, String... more)
      throws IOException, InterruptedException {
    Command serve =
        Command.start(
            List.of(Program.line(), List.of("serve", at(store)), List.of(more)).stream()
                .flatMap(List::stream)
                .toList(),
            folder,
            ENVIRONMENT,
            "serve-" + handed.incrementAndGet());
    assertTrue(serve.awaitThat(() -> serve.hasPrinted("serve ready\n")), serve::toString);
    return serve;
  }

  private Ended hand(String... words) throws Exception {
    return start(words).await();
  }

  /** What the script does before there is a JVM. */
  private Command start(String... words) throws IOException {
    List<String> script = Files.readAllLines(SCRIPT);
    StringBuilder text = new StringBuilder("set -euo pipefail\napp=/none home=\n");
    for (String name : List.of("fail", "hand_over")) {
      int from = script.indexOf(name + "() {");
      int to = from + script.subList(from, script.size()).indexOf("}");
      text.append(String.join("\n", script.subList(from, to + 1))).append('\n');
    }
    text.append("is_stale() { return 1; }\numask 0027\nhand_over \"$@\"\nexit " + ALONE + "\n");
    List<String> line = new ArrayList<>(List.of("bash", "-c", text.toString(), "daisychain"));
    line.addAll(List.of(words));
    return Command.start(line, folder, ENVIRONMENT, "handed-" + handed.incrementAndGet());
  }
}
