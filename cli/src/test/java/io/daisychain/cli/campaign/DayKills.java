package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Hands in several trade dates in several parts, links and publishes after each, drops a date, and
 * kills program, store or both at random moments of all of it. Each command is started again until
 * it succeeds; then the tables are those of one run that nobody disturbed, and a date of which the
 * drop was killed is whole or gone.
 */
final class DayKills {
  private static final int MOST_PARTS = 3;
  private static final String WAREHOUSE = "warehouse.duckdb";
  private static final String DROPPED = "20260317";

  /** All cells of all tables. */
  static final String SUMS =
      "SELECT (SELECT count(*) || ' ' || coalesce(sum(hash(t)), 0) FROM events t),"
          + " (SELECT count(*) || ' ' || coalesce(sum(hash(t)), 0) FROM links t),"
          + " (SELECT count(*) || ' ' || coalesce(sum(hash(t)), 0) FROM lifecycles t),"
          + " (SELECT count(*) || ' ' || coalesce(sum(hash(t)), 0) FROM duplicates t),"
          + " (SELECT count(*) || ' ' || coalesce(sum(hash(t)), 0) FROM history t),"
          + " (SELECT count(*) || ' ' || coalesce(sum(hash(t)), 0) FROM errors t),"
          + " (SELECT count(*) || ' ' || coalesce(sum(hash(t)), 0) FROM breaks t)";

  private final Path folder;
  private final Random random;
  private final List<String> lines = new ArrayList<>();
  private final CommandKills kills;
  private String expected;
  private String eventsOfDropped;

  /** Works in a folder, and draws moments from {@code random}. */
  DayKills(Path folder, Random random) {
    this.folder = folder;
    this.random = random;
    kills = new CommandKills(random);
  }

  /**
   * Runs {@code args[0]} rounds, drawn from the seed {@code args[1]}, in the folder {@code
   * args[2]}.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[2])).toAbsolutePath();
    DayKills kills = new DayKills(folder, new Random(Long.parseLong(args[1])));
    kills.prepare(8_000);
    int rounds = Integer.parseInt(args[0]);
    for (int round = 0; round < rounds; round++) {
      System.out.println("round " + round + ": " + kills.round(round, 0.5));
    }
  }

  /** Makes a workload of four trade dates, and what is to come of it. */
  void prepare(int events) throws Exception {
    Path own = Files.createDirectories(folder.resolve("calm"));
    Program calm = Program.inProcess(own);
    calm.succeed(
        "generate",
        "--output=" + folder.resolve("workload"),
        "--events=" + events,
        "--days=4",
        "--gtc=0.2",
        "--late=0.05",
        "--lineage=native",
        "--errors=0.02",
        "--repairs=0.05");
    try (var files = Files.list(folder.resolve("workload"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".fix")).sorted().toList()) {
        lines.addAll(Files.readAllLines(file, ISO_8859_1));
      }
    }
    part(calm.folder(), 0, lines);
    try (RunningStore store = RunningStore.start(own)) {
      assertEquals("embedded:" + own.resolve("store"), store.address());
      for (String[] command : handIn(0)) {
        kills.timed(calm, in(own, command));
      }
      expected = sums(calm);
      eventsOfDropped = events(calm);
      assertNotEquals("", eventsOfDropped);
      for (String[] command : drop()) {
        kills.timed(calm, in(own, command));
      }
      assertTrue(calm.succeed(in(own, drop().get(0))).contains("dropped  nothing of"), "again");
      assertEquals(expected, sums(calm), "what was linked stays as it was");
      assertEquals("", events(calm));
    }
  }

  /**
   * Does all of it once.
   *
   * @param rate how probable a kill of a command is, and of the same command started again
   * @return what was killed how often
   */
  String round(int round, double rate) throws Exception {
    Program program = program("round-" + round);
    kills.clear();
    try {
      int parts = 1 + random.nextInt(MOST_PARTS);
      List<String> shuffled = new ArrayList<>(lines);
      Collections.shuffle(shuffled, random);
      for (int part = 0; part < parts; part++) {
        int from = shuffled.size() * part / parts;
        part(program.folder(), part, shuffled.subList(from, shuffled.size() * (part + 1) / parts));
        for (String[] command : handIn(part)) {
          disturbed(program, command, rate);
        }
      }
      assertEquals(expected, sums(program), kills::toString);
      for (String[] command : drop()) {
        disturbed(program, command, rate);
        String left = events(program);
        assertTrue(left.isEmpty() || left.equals(eventsOfDropped), () -> left + kills);
      }
      assertEquals("", events(program), kills::toString);
      assertEquals(expected, sums(program), kills::toString);
    } finally {
      stopStore(program);
    }
    return kills.toString();
  }

  private Program program(String name) throws IOException {
    Path own = Files.createDirectories(folder.resolve(name));
    return new Program(own).with("DAISYCHAIN_STORE_LINGER", "60");
  }

  private static Program calm(Path folder) {
    return Program.inProcess(folder).with("DAISYCHAIN_STORE_LINGER", "60");
  }

  private static void part(Path folder, int part, List<String> lines) throws IOException {
    Files.write(folder.resolve("part-" + part + ".fix"), lines, ISO_8859_1);
  }

  private List<String[]> handIn(int part) {
    String reference = "--reference=" + folder.resolve("workload");
    return List.of(
        new String[] {"ingest", "--input=part-" + part + ".fix", reference},
        new String[] {"link", "--gtcDays=7"},
        new String[] {"publish"});
  }

  private static List<String[]> drop() {
    return List.of(
        new String[] {"drop", "--days=" + DROPPED, "--yes"},
        new String[] {"link"},
        new String[] {"publish"});
  }

  /** A command with the places of its data. */
  private static String[] in(Path folder, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--store=embedded:" + folder.resolve("store"));
    if (command[0].equals("publish")) {
      all.add("--output=" + folder.resolve("published"));
      all.add("--warehouse=duckdb:" + folder.resolve(WAREHOUSE));
    } else if (command[0].equals("ingest") || command[0].equals("link")) {
      all.add("--rejects=" + folder.resolve("rejects"));
    }
    return all.toArray(String[]::new);
  }

  private static void stopStore(Program program) throws Exception {
    calm(program.folder()).run(in(program.folder(), "store", "--stop"));
  }

  /** Runs a command until nobody kills it. */
  private void disturbed(Program program, String[] command, double rate) throws Exception {
    String[] line = in(program.folder(), command);
    while (random.nextDouble() < rate) {
      if (!kills.kill(program, program.folder().resolve("store"), line)) {
        return;
      }
      if (command[0].equals("drop")) {
        String left = events(program);
        assertTrue(left.isEmpty() || left.equals(eventsOfDropped), () -> left + kills);
      }
    }
    kills.timed(calm(program.folder()), line);
  }

  /** Number of events that the store says the dropped date has; empty if it has no such date. */
  private static String events(Program program) throws Exception {
    String csv = calm(program.folder()).succeed(in(program.folder(), "days", "--format=csv"));
    try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(csv)) {
      return reader.stream()
          .filter(row -> row.getField("date").replace("-", "").equals(DROPPED))
          .map(row -> row.getField("events"))
          .findFirst()
          .orElse("");
    }
  }

  private static String sums(Program program) throws IOException {
    Path warehouse = program.folder().resolve(WAREHOUSE);
    return String.join(" | ", new DuckDbQuery(warehouse).rows(SUMS).get(0));
  }
}
