package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.TableDifference;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Generated events of which a part is reported wrongly and then repaired, dealt in any order over
 * several hand-ins with link and publish after each. After each the tables are those that {@link
 * WorkloadTruth} finds in what was handed in by then; in the end they are what the generator says,
 * and those of all messages at once. Commands and stores are killed meanwhile, and started again.
 */
final class RepairedWorkload {
  private static final int HAND_INS = 5;

  /** One message of so many is handed in a second time. */
  private static final int REPEATED = 50;

  /** About a third of the faults that {@code errors} has in the end are repaired then. */
  private static final List<String> RATES =
      List.of("--errors=0.04", "--repairs=0.008,DELETION=0.004,LATE=0.3,FIRST=0.3");

  private final Path folder;
  private final Random random;
  private final int handIns;
  private final List<String> store;
  private String sums;
  private WorkloadTruth truth;

  /**
   * Works in a folder.
   *
   * @param handIns over how many files messages are dealt
   * @param store where rows are kept, as options; none for each program's own embedded store
   */
  RepairedWorkload(Path folder, Random random, int handIns, List<String> store) {
    this.folder = folder;
    this.random = random;
    this.handIns = handIns;
    this.store = store;
  }

  /** A campaign: number of events, of kills, seed, folder, and lineage, native unless told. */
  public static void main(String[] args) throws Exception {
    int events = Integer.parseInt(args[0]);
    int kills = Integer.parseInt(args[1]);
    long seed = Long.parseLong(args[2]);
    Path folder = Files.createDirectories(Path.of(args[3])).toAbsolutePath();
    String lineage = args.length > 4 ? args[4] : "native";
    Random random = new Random(seed);
    RepairedWorkload workload = new RepairedWorkload(folder, random, HAND_INS, List.of());
    CommandKills killer = new CommandKills(random);
    workload.generate(program(folder), events, lineage, seed);
    Program dealt = program(Files.createDirectories(folder.resolve("dealt")));
    int[] times = workload.drawKills(kills);
    for (int handIn = 0; handIn < HAND_INS; handIn++) {
      workload.handInKilled(dealt, handIn, killer, times);
      System.out.println(workload.compare(dealt, handIn) + "; killed " + killer);
    }
    System.out.println(workload.compareWithGenerator(dealt));
    dealt.run("store", "--stop");
    Program once = program(Files.createDirectories(folder.resolve("once")));
    for (String[] command : workload.commands("dealt-*.fix")) {
      once.succeed(command);
    }
    once.run("store", "--stop");
    workload.compareSums(once, "all at once");
    System.out.println("all at once: the same tables");
  }

  private static Program program(Path folder) {
    return new Program(folder).with("DAISYCHAIN_STORE_LINGER", "60").forLong();
  }

  /** Makes the messages and deals them. */
  void generate(Program program, int events, String lineage, long seed) throws Exception {
    List<String> command = new ArrayList<>(List.of("generate", "--output=" + path("workload")));
    command.addAll(List.of("--events=" + events, "--lineage=" + lineage, "--seed=" + seed));
    command.addAll(RATES);
    command.add("--truth");
    program.succeed(command.toArray(String[]::new));
    List<String> lines = new ArrayList<>();
    for (Path file : files("events-")) {
      lines.addAll(Files.readAllLines(file, ISO_8859_1));
    }
    Collections.shuffle(lines, random);
    byte[] dealtFirst = new byte[lines.size()];
    List<BufferedWriter> dealt = new ArrayList<>();
    try {
      for (int i = 0; i < handIns; i++) {
        dealt.add(Files.newBufferedWriter(path("dealt-" + i + ".fix"), ISO_8859_1));
      }
      for (int i = 0; i < lines.size(); i++) {
        dealtFirst[i] = (byte) random.nextInt(handIns);
        dealt.get(dealtFirst[i]).append(lines.get(i)).append('\n');
        int again = dealtFirst[i] + random.nextInt(REPEATED);
        if (again < handIns) {
          dealt.get(again).append(lines.get(i)).append('\n');
        }
      }
    } finally {
      for (BufferedWriter file : dealt) {
        file.close();
      }
    }
    truth = new WorkloadTruth(path("workload"), lines, dealtFirst);
  }

  private Path path(String name) {
    return folder.resolve(name);
  }

  private List<Path> files(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(path("workload"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    }
  }

  /** What hands in files, links and publishes. */
  List<String[]> commands(String files) {
    return Stream.of(
            List.of("ingest", "--input=" + path(files), "--reference=" + path("workload")),
            List.of("link"),
            List.of("publish"))
        .map(command -> Stream.concat(command.stream(), store.stream()).toArray(String[]::new))
        .toList();
  }

  private static Path warehouse(Program program) {
    return program.folder().resolve("daisychain-data").resolve("warehouse.duckdb");
  }

  private static String sums(Program program) throws IOException {
    return String.join(" | ", new DuckDbQuery(warehouse(program)).rows(DayKills.SUMS).get(0));
  }

  /** Compares the tables after a hand-in with the truth, and keeps their sums. */
  String compare(Program program, int handIn) throws Exception {
    sums = sums(program);
    Path scratch = Files.createDirectories(path("truth"));
    return "hand-in "
        + handIn
        + ": "
        + truth.compare(handIn, new DuckDbQuery(warehouse(program)), scratch);
  }

  /** Compares all cells of all tables with those that were compared with the truth last. */
  void compareSums(Program program, String words) throws IOException {
    assertEquals(sums, sums(program), words);
  }

  /** Compares the tables after the last hand-in with what the generator says of all messages. */
  String compareWithGenerator(Program program) throws Exception {
    DuckDbQuery warehouse = new DuckDbQuery(warehouse(program));
    Path scratch = path("truth");
    TableDifference.require(
        warehouse,
        "SELECT id, concat_ws('|', Parent::VARCHAR, Merge) AS parents, GrandParent, eventType,"
            + " errorStatus FROM events",
        files("truth-"),
        null,
        scratch,
        "events as generated");
    TableDifference.require(
        warehouse,
        "SELECT id, version, action, sentTime, ReporterId, standing FROM history",
        files("history-"),
        null,
        scratch,
        "history as generated");
    String[] faults =
        warehouse
            .rows(
                "SELECT count(*)::VARCHAR, count(repaired)::VARCHAR FROM errors"
                    + " WHERE role = 'reporter'")
            .get(0);
    long all = Long.parseLong(faults[0]);
    long repaired = Long.parseLong(faults[1]);
    assertTrue(repaired > all / 5, () -> repaired + " of " + all + " faults are repaired");
    return String.format(
        Locale.ROOT,
        "the generator's truth; %,d of %,d faults are repaired, %.0f %%",
        repaired,
        all,
        100.0 * repaired / all);
  }

  /** How often each command is killed; those of the first hand-in show how long they last. */
  private int[] drawKills(int kills) {
    int commands = commands("").size();
    int[] times = new int[handIns * commands];
    for (int i = 0; i < kills; i++) {
      times[commands + random.nextInt(times.length - commands)]++;
    }
    return times;
  }

  /** Hands in once; each command that was killed is started again. */
  private void handInKilled(Program program, int handIn, CommandKills killer, int[] times)
      throws Exception {
    Path own = program.folder().resolve("daisychain-data").resolve("store");
    List<String[]> commands = commands("dealt-" + handIn + ".fix");
    for (int i = 0; i < commands.size(); i++) {
      int left = times[handIn * commands.size() + i];
      while (left > 0) {
        left -= killer.kill(program, own, commands.get(i)) ? 1 : 0;
      }
      killer.timed(program, commands.get(i));
    }
  }
}
