package io.daisychain.cli.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.embedded.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is taken live makes the tables of the batch commands. */
@ExtendWith(SharedStore.class)
public class WatchIT {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_122);
  private static final int EVENTS = 8_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Pattern OP =
      Pattern.compile("^\\{\"op\":\"(\\w+)\"(?:,\"id\":\"([^\"]+)\".*)?}$");

  private static RunningStore store;
  private static Program program;
  private static JsonNode batch;

  @BeforeAll
  static void runTheBatch(RunningStore shared, @TempDir Path folder) throws Exception {
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
    batch =
        program.counts(
            "run",
            "--input=workload/events-*",
            "--reference=workload",
            "--store=" + store.address(),
            "--table=watch_batch");
  }

  @Test
  void makesTheTablesOfTheBatchCommands(@TempDir Path folder) throws Exception {
    Path incoming = Files.createDirectory(folder.resolve("incoming"));
    Program watching = new Program(folder);
    Program.Command watch = start(watching, "watch_live");
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> said(watch));

    List<Path> files = handIn(program.folder().resolve("shuffled"), incoming);
    assertTrue(watch.awaitThat(() -> areDone(files)), () -> said(watch));
    Program.Ended beside = Program.inProcess(folder).run(table("link", "watch_live"));
    watch.process().destroy();
    Program.Ended ended = watch.await();

    assertEquals(0, ended.exitCode(), ended::toString);
    assertEquals(1, beside.exitCode(), beside::toString);
    assertTrue(beside.err().contains("watch (process"), beside::toString);
    JsonNode counts = JSON.readTree(folder.resolve("watch.json").toFile()).get("counts");
    for (String count : new String[] {"read", "stored", "skipped", "rejected"}) {
      assertEquals(batch.at("/ingest/" + count), counts.get(count), count);
    }
    assertEquals(feedback(program.folder()), feedback(folder));
    assertSameTables(folder, "watch_live");
  }

  @Test
  void makesTheSameTablesInIntervals(@TempDir Path folder) throws Exception {
    Path incoming = Files.createDirectory(folder.resolve("incoming"));
    Program watching = new Program(folder);
    List<Path> files = new ArrayList<>(handIn(program.folder().resolve("shuffled"), incoming));
    Path late = files.remove(0);
    Path held = Files.move(late, incoming.resolve(".held"));
    Program.Command watch = start(watching, "watch_interval", "--interval=1s");
    assertTrue(watch.awaitThat(() -> areDone(files)), () -> said(watch));
    Files.move(held, late);
    assertTrue(watch.awaitThat(() -> areDone(List.of(late))), () -> said(watch));
    watch.process().destroy();
    Program.Ended ended = watch.await();

    assertEquals(0, ended.exitCode(), ended::toString);
    JsonNode counts = JSON.readTree(folder.resolve("watch.json").toFile()).get("counts");
    for (String count : new String[] {"read", "stored", "skipped", "rejected"}) {
      assertEquals(batch.at("/ingest/" + count), counts.get(count), count);
    }
    assertSameTables(folder, "watch_interval");
  }

  @Test
  void takesWhatIsReplayedOverSessionsAndIntoAFolderThroughAKillBesideAStandby(@TempDir Path folder)
      throws Exception {
    Files.createDirectory(folder.resolve("incoming"));
    Program watching = new Program(folder);
    int port = FreePort.any();
    int serve = FreePort.any();
    Program.Command first = start(watching, "watch_replay", "--fix=" + port, "--serve=" + serve);
    assertTrue(first.awaitThat(() -> first.hasPrinted("watch ready")), () -> said(first));
    int otherPort = FreePort.any();
    int otherServe = FreePort.any();
    Program.Command second =
        start(watching, "watch_replay", "--fix=" + otherPort, "--serve=" + otherServe, "--standby");
    Program.Command subscriber =
        watching.start(
            "subscribe",
            "--to=127.0.0.1:" + serve + ",127.0.0.1:" + otherServe,
            "--fields=events",
            "--wait=600");
    assertTrue(
        second.awaitThat(() -> said(second).contains("watch stands by: process")),
        () -> said(second));
    Path shuffled = program.folder().resolve("shuffled");
    List<Path> files = list(shuffled);
    Path half = Files.createDirectory(folder.resolve("half"));
    for (Path file : files.subList(0, files.size() / 2)) {
      Files.copy(file, half.resolve(file.getFileName()));
    }

    // All of it over FIX, half of it into the folder as well: repeats fall onto their own rows.
    Program.Command toFolder =
        watching.start(
            "replay", "--input=half/*", "--rate=1e9", "--to=incoming", "--record=folder.csv");
    Program.Command toSessions =
        watching.start(
            "replay",
            "--input=" + shuffled + "/*",
            "--rate=2000",
            "--to=fix://127.0.0.1:" + port + ",127.0.0.1:" + otherPort,
            "--record=sessions.csv");
    assertTrue(
        toSessions.awaitThat(() -> lines(folder.resolve("sessions.csv")) > 1_000),
        () -> said(toSessions));
    first.process().destroyForcibly();
    first.await();
    Program.Ended sent = toSessions.await();
    Program.Ended put = toFolder.await();
    Path host = handInHost(folder.resolve("incoming"));
    assertTrue(second.awaitThat(() -> areDone(List.of(host))), () -> said(second));
    long lifecycles = batch.at("/link/lifecycles").asLong();
    assertTrue(
        subscriber.awaitThat(() -> rows(subscriber.out()) == lifecycles), () -> said(subscriber));
    second.process().destroy();
    Program.Ended ended = second.await();
    subscriber.process().destroy();
    subscriber.await();

    // HOST is no participant, and gets no session.
    assertEquals(1, sent.exitCode(), sent::toString);
    assertTrue(sent.err().contains("daisychain: HOST: its Logon to"), sent::toString);
    assertEquals(0, put.exitCode(), put::toString);
    assertEquals(0, ended.exitCode(), ended::toString);
    checkRecord(folder.resolve("sessions.csv"), sent);
    checkRecord(folder.resolve("folder.csv"), put);
    assertSameTables(folder, "watch_replay");
  }

  /** Rows that a subscriber has by what it was told last; each snapshot begins anew. */
  private static int rows(Path out) throws IOException {
    Set<String> ids = new HashSet<>();
    boolean ready = false;
    for (String line : Files.readString(out).split("\n", -1)) {
      Matcher op = OP.matcher(line);
      if (!op.find()) {
        continue;
      }
      if (op.group(1).equals("ready")) {
        ready = true;
      } else if (op.group(1).equals("gone")) {
        ids.remove(op.group(2));
      } else {
        if (ready && op.group(1).equals("snapshot")) {
          ids.clear();
          ready = false;
        }
        ids.add(op.group(2));
      }
    }
    return ids.size();
  }

  /** What gets no session: messages of one who is no participant. */
  private static Path handInHost(Path incoming) throws IOException {
    StringBuilder lines = new StringBuilder();
    Path workload = program.folder().resolve("workload");
    for (Path file : list(workload).stream().filter(WatchIT::isPlain).toList()) {
      for (String line : Files.readString(file, ISO_8859_1).split("\n", -1)) {
        if (line.contains("\u000149=HOST\u0001")) {
          lines.append(line).append('\n');
        }
      }
    }
    Path part = Files.writeString(incoming.resolve("host.part"), lines, ISO_8859_1);
    return Files.move(part, incoming.resolve("host"));
  }

  private static boolean isPlain(Path file) {
    return file.toString().endsWith(".fix");
  }

  /** All was sent no earlier than scheduled, and told after it was sent. */
  private static void checkRecord(Path file, Program.Ended replay) throws IOException {
    long count = 0;
    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord line : lines) {
        if (line.getField("sender").equals("HOST")) {
          assertEquals("", line.getField("sent") + line.getField("told"), line::toString);
          continue;
        }
        long scheduled = Long.parseLong(line.getField("scheduled"));
        long sent = Long.parseLong(line.getField("sent"));
        assertTrue(scheduled <= sent, line::toString);
        assertTrue(sent <= Long.parseLong(line.getField("told")), line::toString);
        count++;
      }
    }
    String all = String.format("sent %,d +", count);
    assertTrue(replay.out().contains(all), () -> replay + " has not " + all);
    assertTrue(replay.out().contains("told " + String.format("%,d", count)), replay::toString);
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      return 0;
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  private static Program.Command start(Program watching, String table, String... more)
      throws IOException {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--input=incoming",
                "--reference=" + program.folder().resolve("workload"),
                "--report=watch.json"));
    options.addAll(List.of(more));
    return watching.start(table("watch", table, options.toArray(String[]::new)));
  }

  private static String[] table(String command, String table, String... more) {
    List<String> line =
        new ArrayList<>(List.of(command, "--store=" + store.address(), "--table=" + table));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private static void assertSameTables(Path folder, String table) throws Exception {
    Program after = Program.inProcess(folder);
    JsonNode linked = after.counts(table("link", table));
    assertEquals(0, linked.get("written").asLong(), () -> "seed " + SEED + ": " + linked);
    JsonNode again = after.counts(table("link", table, "--days=all"));
    assertEquals(0, again.get("written").asLong(), () -> "seed " + SEED + ": " + again);
    JsonNode published = after.counts(table("publish", table, "--output=published"));
    assertEquals(batch.at("/publish/digests"), published.get("digests"), () -> "seed " + SEED);
  }

  /** What reporters are told of which event; where it was read depends on how it was handed in. */
  private static List<String> feedback(Path folder) throws IOException {
    List<String> told = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("daisychain-data/rejects"))) {
      for (Path file :
          files
              .filter(path -> path.getFileName().toString().matches("feedback-.*\\.csv"))
              .toList()) {
        try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
          lines.forEach(
              line ->
                  told.add(
                      file.getFileName()
                          + ": "
                          + line.getField("id")
                          + " "
                          + line.getField("EventId")
                          + " "
                          + line.getField("status")
                          + " "
                          + line.getField("reason")
                          + " "
                          + line.getField("tag")));
        }
      }
    }
    told.sort(null);
    return told;
  }

  /** Hands files in as a careful sender does: complete under their names. */
  public static List<Path> handIn(Path from, Path incoming) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(from)) {
      for (Path file : all.sorted().toList()) {
        Path part = incoming.resolve(file.getFileName() + ".part");
        Files.copy(file, part);
        files.add(Files.move(part, incoming.resolve(file.getFileName())));
      }
    }
    return files;
  }

  public static boolean areDone(List<Path> files) {
    return files.stream()
        .allMatch(file -> Files.exists(file.resolveSibling(file.getFileName() + ".done")));
  }

  public static String said(Program.Command watch) {
    try {
      return Files.readString(watch.out()) + Files.readString(watch.err());
    } catch (IOException e) {
      return e.toString();
    }
  }
}
