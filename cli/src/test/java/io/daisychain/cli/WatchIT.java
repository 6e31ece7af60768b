package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is taken live makes the tables of the batch commands. */
@ExtendWith(SharedStore.class)
class WatchIT {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_122);
  private static final int EVENTS = 20_000;
  private static final ObjectMapper JSON = new ObjectMapper();

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
    Program.Ended beside = watching.run(table("link", "watch_live"));
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
    assertSameTables(watching, "watch_live");
  }

  private static Program.Command start(Program watching, String table) throws IOException {
    return watching.start(
        table(
            "watch",
            table,
            "--input=incoming",
            "--reference=" + program.folder().resolve("workload"),
            "--report=watch.json"));
  }

  private static String[] table(String command, String table, String... more) {
    List<String> line =
        new ArrayList<>(List.of(command, "--store=" + store.address(), "--table=" + table));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private static void assertSameTables(Program watching, String table) throws Exception {
    JsonNode linked = watching.counts(table("link", table));
    assertEquals(0, linked.get("written").asLong(), () -> "seed " + SEED + ": " + linked);
    JsonNode again = watching.counts(table("link", table, "--days=all"));
    assertEquals(0, again.get("written").asLong(), () -> "seed " + SEED + ": " + again);
    JsonNode published = watching.counts(table("publish", table, "--output=published"));
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
  static List<Path> handIn(Path from, Path incoming) throws IOException {
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

  static boolean areDone(List<Path> files) {
    return files.stream()
        .allMatch(file -> Files.exists(file.resolveSibling(file.getFileName() + ".done")));
  }

  static String said(Program.Command watch) {
    try {
      return Files.readString(watch.out()) + Files.readString(watch.err());
    } catch (IOException e) {
      return e.toString();
    }
  }
}
