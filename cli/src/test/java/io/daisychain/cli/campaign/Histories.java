package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.datagen.GeneratedMessage;
import io.daisychain.datagen.ReferenceTables;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Random histories: new, correct, delete and repeat, by several firms, dealt over several hand-ins
 * in any order; after each the program links and publishes, and the tables are compared with {@link
 * HistoryTruth} of what has been handed in by then. At the end all is linked again in other
 * partitions, and a date is dropped.
 */
final class Histories {
  /** Earlier days on which native parents are looked for: Friday's from Monday on. */
  private static final int GTC_DAYS = 3;

  private final Random random;
  private int sequence;

  private Histories(long seed) {
    random = new Random(seed);
  }

  /** So many histories are handed in together: few commands, and their messages fit the memory. */
  private static final int BATCH = 2_000;

  private static final int HAND_INS = 4;

  /** A campaign: number of histories, seed, folder. Batch {@code n} has the seed and n. */
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Path folder = Files.createDirectories(Path.of(args[2]));
    try (RunningStore store = RunningStore.start(folder)) {
      for (int batch = 0; batch * BATCH < count; batch++) {
        Path own = Files.createDirectories(folder.resolve("batch-" + batch));
        System.out.println(
            compare(
                Math.min(BATCH, count - batch * BATCH),
                seed + batch,
                HAND_INS,
                Program.inProcess(own),
                List.of("--store=" + store.address(), "--table=histories_" + batch)));
      }
    }
    System.exit(0); // threads of clients
  }

  /**
   * Runs histories through the program.
   *
   * @param handIns over how many files messages are dealt
   * @param store where rows are kept, as options
   * @return what was compared
   * @throws AssertionError naming the first difference
   */
  static String compare(int count, long seed, int handIns, Program program, List<String> store)
      throws Exception {
    Histories histories = new Histories(seed);
    List<List<RandomHistory.Message>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(new RandomHistory(histories.random, i).messages());
    }
    reference(program.folder());
    ReferenceTables reference = ReferenceTables.read(program.folder().resolve("reference"));
    Map<RandomHistory.Message, GeneratedMessage> dealt = new LinkedHashMap<>();
    Map<String, Long> rows = new TreeMap<>();
    long messages = 0;
    for (int handIn = 0; handIn < handIns; handIn++) {
      List<String> lines = new ArrayList<>();
      for (List<RandomHistory.Message> history : all) {
        for (RandomHistory.Message message : history) {
          // The first hand-in has a half, and each message comes in one of them at least.
          boolean now =
              handIn == handIns - 1
                  ? !dealt.containsKey(message)
                  : histories.random.nextInt(handIns) == 0;
          if (now || (dealt.containsKey(message) && histories.random.nextInt(20) == 0)) {
            String line = RandomHistory.line(message, ++histories.sequence, histories.random);
            dealt.putIfAbsent(message, GeneratedMessage.of(line));
            lines.add(line);
          }
        }
      }
      java.util.Collections.shuffle(lines, histories.random);
      messages += lines.size();
      Files.write(program.folder().resolve("repairs-" + handIn + ".fix"), lines, ISO_8859_1);
      handIn(program, handIn, store);
      Map<String, Integer> historyOf = new HashMap<>();
      for (int i = 0; i < all.size(); i++) {
        for (RandomHistory.Message message : all.get(i)) {
          if (dealt.containsKey(message)) {
            historyOf.put(dealt.get(message).key().toString(), i);
          }
        }
      }
      Map<Integer, List<String>> published = published(program, historyOf);
      Map<String, int[]> days = new TreeMap<>();
      for (int i = 0; i < all.size(); i++) {
        List<GeneratedMessage> sent =
            all.get(i).stream().filter(dealt::containsKey).map(dealt::get).toList();
        List<String> expected = new ArrayList<>();
        new HistoryTruth(
                reference,
                GTC_DAYS,
                (table, cells) -> {
                  expected.add(row(table, cells));
                  count(table, cells, days);
                })
            .tell(sent);
        expected.sort(null);
        List<String> found = new ArrayList<>(published.getOrDefault(i, List.of()));
        found.sort(null);
        for (String row : expected) {
          rows.merge(row.substring(0, row.indexOf(' ')), 1L, Long::sum);
        }
        if (!expected.equals(found)) {
          throw new AssertionError(
              String.format(
                  Locale.ROOT,
                  "seed %d, history %d, hand-in %d%n%s%nexpected%n  %s%nfound%n  %s",
                  seed,
                  i,
                  handIn,
                  String.join("\n", sent.stream().map(GeneratedMessage::text).toList())
                      .replace('\1', '|'),
                  String.join("\n  ", minus(expected, found)),
                  String.join("\n  ", minus(found, expected))));
        }
      }
      requireDays(program, store, days, "seed " + seed + ", hand-in " + handIn);
      requireLateAsPublished(program, "seed " + seed + ", hand-in " + handIn);
      if (handIn == handIns - 1) {
        requireNoNews(program, store, seed);
        histories.requireSameWithout(
            days.keySet(),
            program,
            store,
            published,
            historyOf,
            date -> naming(all, dealt, date),
            seed);
      }
    }
    return String.format(
        Locale.ROOT,
        "%,d histories of seed %d: %,d messages in %d hand-ins; rows %s, all as expected",
        count,
        seed,
        messages,
        handIns,
        rows);
  }

  /** Histories of which a message names a date by itself (10836). */
  private static Set<Integer> naming(
      List<List<RandomHistory.Message>> all,
      Map<RandomHistory.Message, GeneratedMessage> dealt,
      String date) {
    Set<Integer> naming = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).stream()
          .anyMatch(it -> dealt.get(it).text().contains("\u000110836=" + date))) {
        naming.add(i);
      }
    }
    return naming;
  }

  /** What is linked does not depend on how it is parted: linked again, nothing changes. */
  private static void requireNoNews(Program program, List<String> store, long seed)
      throws Exception {
    for (int partitions : new int[] {1, 3, 16}) {
      List<String> link = new ArrayList<>(List.of("link", "--days=all", "--report=report.json"));
      link.add("--partitions=" + partitions);
      link.addAll(store);
      program.succeed(link.toArray(String[]::new));
      JsonNode days =
          new ObjectMapper()
              .readTree(program.folder().resolve("report.json").toFile())
              .at("/counts/days");
      for (JsonNode written : days) {
        if (written.asLong() != 0) {
          throw new AssertionError(
              "seed " + seed + ": in " + partitions + " partitions these rows differ: " + days);
        }
      }
    }
  }

  /** Drops a date, and links and publishes the others anew: rows stay as they were. */
  private void requireSameWithout(
      Set<String> dates,
      Program program,
      List<String> store,
      Map<Integer, List<String>> published,
      Map<String, Integer> historyOf,
      Function<String, Set<Integer>> naming,
      long seed)
      throws Exception {
    String dropped = List.copyOf(dates).get(random.nextInt(dates.size()));
    for (List<String> command :
        List.of(
            List.of("drop", "--days=" + dropped, "--yes"),
            List.of("link", "--days=all"),
            List.of("publish", "--days=all"))) {
      List<String> all = new ArrayList<>(command);
      all.addAll(store);
      program.succeed(all.toArray(String[]::new));
    }
    Map<Integer, List<String>> found = published(program, historyOf);
    published.forEach(
        (history, rows) -> {
          List<String> lost = minus(rows, found.getOrDefault(history, List.of()));
          // Of a parent that was not reported on the dropped date nobody can tell that any more.
          if (naming.apply(dropped).contains(history)) {
            lost.removeIf(row -> row.contains(" , ORPHAN , ") || row.contains(" , UNLINKED , "));
          }
          if (!lost.isEmpty()) {
            throw new AssertionError(
                String.format(
                    Locale.ROOT,
                    "seed %d, history %d: without %s%n  %s%nare%n  %s",
                    seed,
                    history,
                    dropped,
                    String.join("\n  ", lost),
                    String.join("\n  ", minus(found.getOrDefault(history, List.of()), rows))));
          }
        });
  }

  private static List<String> minus(List<String> rows, List<String> others) {
    List<String> left = new ArrayList<>(rows);
    left.removeAll(others);
    return left;
  }

  /** Events, orphans and faulty ones of each date. */
  private static void count(String table, List<String> cells, Map<String, int[]> days) {
    if (table.equals("events")) {
      String statuses = cells.get(7);
      int[] sums =
          days.computeIfAbsent(cells.get(cells.size() - 1).replace("-", ""), none -> new int[3]);
      sums[0]++;
      sums[1] += List.of(statuses.split(";", -1)).contains("ORPHAN") ? 1 : 0;
      sums[2] += statuses.isEmpty() ? 0 : 1;
    }
  }

  private static void requireDays(
      Program program, List<String> store, Map<String, int[]> expected, String words)
      throws Exception {
    List<String> days = new ArrayList<>(List.of("days", "--format=csv"));
    days.addAll(store);
    Map<String, String> found = new TreeMap<>();
    for (NamedCsvRecord day :
        CsvReader.builder().ofNamedCsvRecord(program.succeed(days.toArray(String[]::new)))) {
      if (!day.getField("events").equals("0")) {
        found.put(
            day.getField("date"),
            String.join(
                " ", day.getField("events"), day.getField("orphans"), day.getField("faulty")));
      }
    }
    Map<String, String> wanted = new TreeMap<>();
    expected.forEach((date, sums) -> wanted.put(date, sums[0] + " " + sums[1] + " " + sums[2]));
    if (!wanted.equals(found)) {
      throw new AssertionError(words + ": days " + found + ", expected " + wanted);
    }
  }

  /**
   * Nobody hears of LATE that no table has: link tells of events that are, ingest of no message
   * that says that it was sent before.
   */
  private static void requireLateAsPublished(Program program, String words) throws Exception {
    Set<String> late = new HashSet<>();
    program
        .sql("SELECT id FROM events WHERE errorStatus LIKE '%LATE%'")
        .forEach(row -> late.add(row.getField(0)));
    Map<String, List<String>> files = new HashMap<>();
    try (DirectoryStream<Path> told =
        Files.newDirectoryStream(
            program.folder().resolve("daisychain-data/rejects"), "feedback-*.csv")) {
      for (Path file : told) {
        boolean isLinks = file.toString().endsWith(".link.csv");
        for (NamedCsvRecord line : CsvReader.builder().ofNamedCsvRecord(file)) {
          if (line.getField("status").equals("LATE")
              && !(isLinks
                  ? late.contains(line.getField("id"))
                  : !message(program, line, files).contains("\u000197=Y"))) {
            throw new AssertionError(words + ": LATE of no table is told: " + line);
          }
        }
      }
    }
  }

  private static String message(
      Program program, NamedCsvRecord told, Map<String, List<String>> files) throws IOException {
    String name = told.getField("file");
    if (!files.containsKey(name)) {
      files.put(name, Files.readAllLines(program.folder().resolve(name), ISO_8859_1));
    }
    return files.get(name).get(Integer.parseInt(told.getField("line")) - 1);
  }

  private static void handIn(Program program, int handIn, List<String> store) throws Exception {
    List<String> ingest = new ArrayList<>(List.of("ingest", "--input=repairs-" + handIn + ".fix"));
    ingest.add("--reference=reference");
    ingest.addAll(store);
    program.succeed(ingest.toArray(String[]::new));
    List<String> link = new ArrayList<>(List.of("link", "--gtcDays=" + GTC_DAYS));
    link.add("--partitions=" + (1 + handIn));
    link.addAll(store);
    program.succeed(link.toArray(String[]::new));
    List<String> publish = new ArrayList<>(List.of("publish"));
    publish.addAll(store);
    program.succeed(publish.toArray(String[]::new));
  }

  private static void reference(Path folder) throws IOException {
    Path reference = Files.createDirectories(folder.resolve("reference"));
    StringBuilder participants = new StringBuilder("mpid,name,valid_from,valid_to\n");
    RandomHistory.PARTICIPANTS.forEach(firm -> participants.append(firm).append('\n'));
    Files.writeString(reference.resolve("participants.csv"), participants);
  }

  private static Map<Integer, List<String>> published(
      Program program, Map<String, Integer> historyOf) throws Exception {
    Map<Integer, List<String>> rows = new TreeMap<>();
    for (Map.Entry<String, String> table : HistoryTruth.QUERIES.entrySet()) {
      for (NamedCsvRecord record : program.sql(table.getValue())) {
        rows.computeIfAbsent(historyOf.get(record.getField("id")), none -> new ArrayList<>())
            .add(row(table.getKey(), record.getFields()));
      }
    }
    return rows;
  }

  private static String row(String table, List<String> cells) {
    return table + " , " + String.join(" , ", cells);
  }
}
