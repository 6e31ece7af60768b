package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.linkage.plan.LinkDays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random graphs over several trade dates, handed in piece by piece in any order and linked after
 * each piece in any way: the rows are those of one run over everything, and what brute force says.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeveralDatesIT {
  private static final int ROUNDS = Integer.getInteger("daisychain.rounds", 2);
  private static final int GRAPHS = 4;
  private static final long[] PRICES = {0, 3, 1_000_000};

  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());
  private EmulatedStore store;
  private int tables;
  private int folders;

  @TempDir Path rejects;

  @BeforeAll
  void startStore() throws Exception {
    store = EmulatedStore.start();
  }

  @AfterAll
  void stopStore() throws IOException {
    store.close();
  }

  @Test
  void anyHandInsAndRunsEndInWhatBruteForceSays() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      check(seed + round);
    }
  }

  @Test
  void nativeParentsAreFoundOnEarlierDatesInAnyOrderOfHandIns() throws IOException {
    for (int round = 0; round < ROUNDS / 2; round++) {
      checkNative(seed + round);
    }
  }

  /** Of small news only the lines of what changed are told anew. */
  @Test
  void feedbackThatGoesOnFromWhatWasToldIsThatOfAWhole() throws IOException {
    Random random = new Random(seed);
    List<byte[]> messages = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String date = "2026031" + (3 + random.nextInt(3));
      String fields = "|55=" + (char) ('A' + random.nextInt(2));
      fields += random.nextInt(4) == 0 ? "" : "|10887=O" + random.nextInt(40);
      String firm = "49=" + List.of("ALFA", "BRVO", "XVNA").get(random.nextInt(3));
      // Two of one id are other contents of one event.
      String text = new String(Messages.order(i % 36, "O", date, fields), ISO_8859_1);
      messages.add(text.replace("49=ALFA", firm).getBytes(ISO_8859_1));
    }
    Collections.shuffle(messages, random);
    String table = table();
    store.report(table, messages.subList(0, 20));
    store.link(table, LinkDays.CHANGED, 0, 2, folder());
    Set<Object> files = new HashSet<>();
    int shared = 0;
    for (int from = 20; from < messages.size(); ) {
      int to = Math.min(messages.size(), from + 1 + random.nextInt(3));
      store.report(table, messages.subList(from, to));
      from = to;
      JsonNode counts = store.link(table, LinkDays.CHANGED, 0, 2, folder());
      assertToldAsAWhole(table, counts, "seed " + seed + ", " + to + " messages");
      try (Stream<Path> run = Files.list(rejects.resolve("" + folders))) {
        for (Path file : run.filter(f -> f.toString().endsWith(".link.csv")).toList()) {
          Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
          shared += files.add(key) ? 0 : 1;
        }
      }
    }
    assertTrue(shared > 0, "seed " + seed + ": each run wrote all files");
  }

  private void checkNative(long roundSeed) throws IOException {
    Random random = new Random(roundSeed);
    List<byte[]> messages = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      String date = "2026031" + (3 + random.nextInt(5));
      String symbol = "|55=" + (char) ('A' + random.nextInt(3));
      String parent = i == 0 ? "" : "|10887=O" + random.nextInt(i);
      messages.add(Messages.order(i, "O", date, symbol + parent));
    }
    String once = table();
    store.report(once, messages);
    store.link(once, 2, folder());
    Map<String, String> expected = store.cells(once);

    String dealt = table();
    Collections.shuffle(messages, random);
    long price = 0;
    for (int from = 0; from < messages.size(); ) {
      int to = Math.min(messages.size(), from + 1 + random.nextInt(messages.size() / 2));
      store.report(dealt, messages.subList(from, to));
      from = to;
      price = PRICES[random.nextInt(PRICES.length)];
      store.link(dealt, LinkDays.CHANGED, price, 2, folder());
    }
    String words = "seed " + roundSeed + ", last price " + price;
    CellText.assertSame(expected, store.cells(dealt), words);
    assertEquals(
        0, store.link(dealt, LinkDays.ALL, price, 2, folder()).get("written").asInt(), words);
    long found =
        expected.values().stream().filter(text -> text.matches("(?s).* depth=[1-9].*")).count();
    assertTrue(found > 3, words + ": " + found + " parents found");
  }

  private void check(long roundSeed) throws IOException {
    Random random = new Random(roundSeed);
    List<ReportedEvent> events = new ArrayList<>();
    Map<UUID, String> lineages = new TreeMap<>();
    for (int graph = 0; graph < GRAPHS; graph++) {
      List<ReportedEvent> some = new RandomMarket(roundSeed * GRAPHS + graph).eventsOverDates();
      events.addAll(some);
      lineages.putAll(new BruteForce(some, Set.of("ALFA", "BRVO", "XVNA")).lineages());
    }
    String once = table();
    store.report(once, Messages.of(events));
    store.link(once, 0, rejects);
    Map<String, String> expected = store.cells(once);
    assertEquals(new TreeMap<>(lineages), lineagesOf(expected), "seed " + roundSeed);

    String dealt = table();
    Collections.shuffle(events, random);
    for (int from = 0; from < events.size(); ) {
      int to = Math.min(events.size(), from + 1 + random.nextInt(events.size() / 2 + 1));
      store.report(dealt, Messages.of(events.subList(from, to)));
      from = to;
      linkSome(dealt, random);
      if (random.nextInt(3) == 0) {
        linkAndCompare(dealt, events.subList(0, to), random, "seed " + roundSeed);
      }
    }
    linkAndCompare(dealt, events, random, "seed " + roundSeed);
    CellText.assertSame(expected, store.cells(dealt), "seed " + roundSeed);
  }

  /** What a run says of the dates that it touched is what brute force says of their events. */
  private void linkAndCompare(
      String table, List<ReportedEvent> events, Random random, String message) throws IOException {
    long price = PRICES[random.nextInt(PRICES.length)];
    String words = message + ", price " + price;
    JsonNode changed = store.link(table, LinkDays.CHANGED, price, 0, folder());
    List<String> told = feedback();
    assertToldAsAWhole(table, changed, words);
    Map<String, Long> counts = new TreeMap<>();
    assertEquals(
        errorsOf(events, datesOf(changed), counts),
        told.stream().map(SeveralDatesIT::ids).distinct().sorted().toList(),
        words);
    counts.forEach((name, count) -> assertEquals(count, changed.get(name).asLong(), words + name));

    JsonNode all = store.link(table, LinkDays.ALL, price, 0, folder());
    assertEquals(0, all.get("written").asInt(), words);
    Set<UUID> touched = new TreeSet<>();
    events.stream()
        .filter(event -> datesOf(changed).contains(event.date()))
        .forEach(event -> touched.add(event.id));
    assertEquals(
        feedback().stream().filter(line -> touched.contains(idOf(line))).toList(), told, words);
  }

  /** The files of a run that went on from what was told are those of one that tells all anew. */
  private void assertToldAsAWhole(String table, JsonNode counts, String words) throws IOException {
    Path run = rejects.resolve("" + folders);
    Path whole = rejects.resolve("whole" + folders);
    Set<Integer> dates = new TreeSet<>();
    datesOf(counts).forEach(date -> dates.add((int) date.toEpochDay()));
    store.tellWhole(table, dates, whole);
    assertEquals(files(whole), files(run), words);
  }

  private static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file :
            files.filter(f -> !f.getFileName().toString().startsWith("told-")).toList()) {
          texts.put(file.getFileName().toString(), Files.readString(file, UTF_8));
        }
      }
    }
    return texts;
  }

  private static Set<LocalDate> datesOf(JsonNode counts) {
    Set<LocalDate> dates = new TreeSet<>();
    counts
        .get("days")
        .fieldNames()
        .forEachRemaining(day -> dates.add(LocalDate.parse(day, DateTimeFormatter.BASIC_ISO_DATE)));
    return dates;
  }

  /** Ids and statuses of the events of some dates, by brute force, and their counts. */
  private static List<String> errorsOf(
      List<ReportedEvent> events, Set<LocalDate> dates, Map<String, Long> counts) {
    Map<UUID, String> lineages = new BruteForce(events, Set.of("ALFA", "BRVO", "XVNA")).lineages();
    List<String> errors = new ArrayList<>();
    for (String name : List.of("events", "edges", "lifecycles", "orphans", "faulty")) {
      counts.put(name, 0L);
    }
    for (ReportedEvent event : events) {
      if (!dates.contains(event.date())) {
        continue;
      }
      String lineage = lineages.get(event.id);
      String edges = lineage.replaceAll(".* edges=(\\S*) .*", "$1");
      String statuses = lineage.replaceAll(".* statuses=\\[(.*)]", "$1");
      counts.merge("events", 1L, Long::sum);
      counts.merge("edges", edges.isEmpty() ? 0L : edges.split(",", -1).length, Long::sum);
      counts.merge("lifecycles", lineage.contains(" cycle=" + event.id) ? 1L : 0, Long::sum);
      counts.merge("orphans", statuses.contains("ORPHAN") ? 1L : 0, Long::sum);
      counts.merge("faulty", statuses.isEmpty() ? 0L : 1, Long::sum);
      for (String status : statuses.isEmpty() ? new String[0] : statuses.split(", ", -1)) {
        errors.add(event.id + " " + status);
      }
    }
    return errors.stream().sorted().toList();
  }

  /** Id and status of a line of feedback. */
  private static String ids(String line) {
    String[] cells = line.split(",", -1);
    return cells[6] + " " + cells[7];
  }

  private static UUID idOf(String line) {
    return UUID.fromString(line.split(",", -1)[6]);
  }

  /** A folder of its own for the next run's feedback. */
  private Path folder() {
    return rejects.resolve("" + ++folders);
  }

  /** Lines of the last run's feedback. */
  private List<String> feedback() throws IOException {
    List<String> lines = new ArrayList<>();
    Path folder = rejects.resolve("" + folders);
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".link.csv")).toList()) {
          if (file.getFileName().toString().startsWith("feedback-")) {
            Files.readAllLines(file, UTF_8).stream().skip(1).forEach(lines::add);
          }
        }
      }
    }
    return lines.stream().sorted().toList();
  }

  private void linkSome(String table, Random random) throws IOException {
    long price = PRICES[random.nextInt(PRICES.length)];
    LinkDays days = LinkDays.CHANGED;
    if (random.nextInt(3) == 0) {
      Set<Integer> given = new TreeSet<>();
      for (int date : store.dates(table)) {
        if (random.nextBoolean()) {
          given.add(date);
        }
      }
      days = given.isEmpty() ? LinkDays.ALL : new LinkDays(false, given);
    }
    if (random.nextInt(4) == 0) {
      int written = random.nextInt(4);
      store.linkHalf(table, days, price, 0, rejects, change -> random.nextInt(4) >= written);
    } else if (random.nextInt(5) > 0) {
      store.link(table, days, price, 0, rejects);
    }
  }

  private static Map<UUID, String> lineagesOf(Map<String, String> cells) {
    Map<UUID, String> lineages = new TreeMap<>();
    cells.forEach(
        (name, text) -> {
          if (name.startsWith("LINK:Grandparent", 37)) {
            lineages.put(
                UUID.fromString(name.substring(0, 36)), text.replaceAll("(?s) details=.*", ""));
          }
        });
    return lineages;
  }

  private String table() throws IOException {
    String table = "dates" + ++tables;
    store.create(table);
    return table;
  }
}
