package io.daisychain.cli.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.watch.WatchIT;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** New Order Lists from files to tables: what docs/input.md says of them, a rule a test. */
@ExtendWith(SharedStore.class)
class ListsIT {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_126);
  private static final int LISTS = 60;
  private static final String ORDER = "55=IBM|54=1|60=20260316-15:00:00|38=100|40=1|";

  private static RunningStore store;
  private static Path folder;
  private static Program program;
  private static List<String> messages;
  private static JsonNode once;

  @BeforeAll
  static void runAll(RunningStore shared, @TempDir Path temporary) throws Exception {
    store = shared;
    folder = temporary;
    program = Program.inProcess(folder);
    Files.writeString(
        folder.resolve("participants.csv"),
        "mpid,name,valid_from,valid_to\nALFA,Firm,,\nBRVO,Firm,,\n");
    messages = examples();
    messages.addAll(new Market(true).lines);
    once = run("all", messages);
  }

  private static List<String> examples() {
    List<String> all = new ArrayList<>();
    String limit = ORDER.replace("40=1|", "40=2|");
    all.add(
        list("", "11=x1|67=1|" + ORDER, "11=x2|67=2|" + limit, "11=x3|67=3|" + ORDER + "44=1|"));
    all.add(all.get(0));
    all.add(list("", "11=x1|67=1|" + ORDER.replace("38=100", "38=200"), "11=x4|67=2|" + ORDER));
    all.add(list("", "11=lost1|67=1|" + ORDER, "67=2|" + ORDER, "11=lost3|67=3|" + ORDER));
    all.add(list("", "11=m1|67=1|" + ORDER, "11=m2|67=2|" + ORDER).replace("73=2", "73=3"));
    all.add(list("128=BRVO|", "11=r1|67=1|" + ORDER + "10887=x1|", "11=r2|67=2|" + ORDER));
    all.add(list("", "11=t1|67=1|" + ORDER + "10004=C|", "11=t2|67=2|" + ORDER + "10004=N|"));
    all.replaceAll(line -> line.startsWith("35") ? FixLine.of(line) : line);
    String single = "66=L|67=1|68=1|11=v40|21=1|55=IBM|54=1|38=100|40=1|";
    all.add(FixLine.framed("FIX.4.0", (head("E", "") + single).replace('|', '\1')));
    all.add(FixLine.of(head("K", "") + "66=L|60=20260316-15:00:00|"));
    return all;
  }

  private static String head(String type, String parties) {
    return "35=" + type + "|34=1|49=ALFA|56=MRP|" + parties + "52=20260316-15:00:00|";
  }

  private static String list(String parties, String... orders) {
    return head("E", parties)
        + ("66=L|394=3|68=" + orders.length + "|73=" + orders.length + "|")
        + String.join("", orders);
  }

  /** Orders, routes, accepts, merged ones, versions and reports; as lists, or each as a D. */
  private static final class Market {
    final List<String> lines = new ArrayList<>();
    private final Random random = new Random(SEED);
    private final boolean listed;
    private final List<String> orders = new ArrayList<>();
    private final List<List<String>> routes = new ArrayList<>();
    private int seconds;

    Market(boolean listed) {
      this.listed = listed;
      for (int i = 0; i < LISTS; i++) {
        int size = 1 + random.nextInt(5);
        List<String> ids = new ArrayList<>();
        for (int k = 0; k < size; k++) {
          ids.add("o" + i + "_" + k);
        }
        switch (orders.size() < 2 ? 0 : random.nextInt(5)) {
          case 0 -> {
            batch("ALFA", "", ids, "");
            orders.addAll(ids);
          }
          case 1 -> batch("ALFA", "", ids, "10887=%1$s|");
          case 2 -> batch("ALFA", "", ids, "10073=2|10887=%1$s|10887=%2$s|");
          case 3 -> {
            batch("ALFA", "128=BRVO|", ids, "10887=%1$s|");
            routes.add(ids);
          }
          default -> {
            if (!routes.isEmpty()) {
              batch("BRVO", "115=ALFA|", routes.remove(random.nextInt(routes.size())), "");
            }
          }
        }
      }
    }

    private void batch(String firm, String parties, List<String> ids, String parents) {
      String head = "|34=1|49=" + firm + "|56=MRP|" + parties + "52=" + time() + "|";
      StringBuilder list = new StringBuilder();
      for (int k = 0; k < ids.size(); k++) {
        String id = ids.get(k);
        String terms =
            "55=%s|54=%s|60=%s|38=%d|40=%s|"
                .formatted(
                    random.nextInt(8) == 0 ? "MSFT" : "IBM",
                    random.nextInt(8) == 0 ? "2" : "1",
                    time(),
                    random.nextInt(12) == 0 ? 0 : 100,
                    random.nextInt(12) == 0 ? "2" : "1");
        String named = parents.formatted(any(), any());
        list.append("11=" + id + "|67=" + (k + 1) + "|" + terms + named);
        if (!listed) {
          lines.add(FixLine.of("35=D" + head + "11=" + id + "|21=1|" + terms + named));
        }
      }
      if (listed) {
        String of = "66=L|394=3|68=" + ids.size() + "|73=" + ids.size() + "|";
        lines.add(FixLine.of("35=E" + head + of + list));
      }
      for (String id : ids) {
        follow(firm, parties, id);
      }
    }

    /** Names nobody now and then. */
    private String any() {
      return orders.isEmpty() || random.nextInt(10) == 0
          ? "nobody"
          : orders.get(random.nextInt(orders.size()));
    }

    private void follow(String firm, String parties, String id) {
      String current = id;
      for (int i = random.nextInt(4); i > 0; i--) {
        String time = time();
        String head = "|34=1|49=" + firm + "|56=MRP|" + parties + "52=" + time + "|";
        String about = "|55=IBM|54=1|60=" + time + "|";
        if (random.nextInt(3) == 0) {
          String next = id + "v" + i;
          String type = random.nextBoolean() ? "G" : "F";
          String terms = type.equals("G") ? "21=1|38=100|40=1|" : "38=100|";
          lines.add(
              FixLine.of("35=" + type + head + "41=" + current + "|11=" + next + about + terms));
          current = next;
        } else {
          String fill = "37=O|11=%s|17=%s|20=0|150=1|39=1|32=60|31=10|151=0|14=0|6=10";
          lines.add(
              FixLine.of(
                  "35=8" + head + fill.formatted(current, id + "x" + i) + about + "38=100|"));
        }
      }
    }

    private String time() {
      seconds++;
      return String.format(
          "20260316-%02d:%02d:%02d", 15 + seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
  }

  @Test
  void anOrderOfAListIsTheEventThatItWouldBeByItself() throws Exception {
    JsonNode lists = run("listed", new Market(true).lines);
    JsonNode single = run("single", new Market(false).lines);
    assertEquals(single.at("/ingest/events"), lists.at("/ingest/events"));
    assertEquals(single.at("/publish/digests"), lists.at("/publish/digests"));
    assertTrue(lists.at("/link/orphans").asInt() > 3, lists::toString);
    assertTrue(lists.at("/ingest/stored").asInt() < single.at("/ingest/stored").asInt());
  }

  @Test
  void aListIsOneMessageOfSeveralEvents() {
    JsonNode ingest = once.get("ingest");
    assertEquals(messages.size(), ingest.get("read").asInt());
    assertEquals(1, ingest.at("/skippedByKind/K").asInt());
    assertEquals(1, ingest.get("rejected").asInt());
    assertEquals(messages.size() - 2, ingest.get("stored").asInt());
    assertTrue(ingest.get("events").asInt() > ingest.get("stored").asInt(), ingest::toString);
    JsonNode sums = once.at("/link/sums");
    assertEquals(ingest.get("events"), sums.get("stored"));
    assertEquals(3, sums.get("repeats").asInt(), sums::toString);
    assertEquals(1, sums.get("duplicates").asInt(), sums::toString);
    assertEquals(0, sums.get("uncounted").asInt(), sums::toString);
  }

  @Test
  void eachOrderHasItsOwnStatusesAndTypes() throws Exception {
    assertEquals(
        List.of(
            "m1 NEW STRUCTURE 73",
            "m2 NEW STRUCTURE 73",
            "r1 ROUTE UNACCEPTED ",
            "r2 ROUTE UNACCEPTED ",
            "t1 NEW UNKNOWN_ORIGINAL ",
            "t2 NEW  ",
            "v40 NEW  ",
            "x1 NEW DUPLICATE_KEY ",
            "x2 NEW STRUCTURE 44",
            "x3 NEW  ",
            "x4 NEW  "),
        rows(
            "SELECT concat(EventId, ' ', eventType, ' ', errorStatus, ' ', brokenTag) FROM events"
                + " WHERE NOT starts_with(EventId, 'o')"));
  }

  @Test
  void aListOfWhichOneOrderHasNoIdIsRejectedAsAWhole() throws Exception {
    List<String> told = told("told_lists_all/feedback-ALFA.csv", "REJECTED");
    assertTrue(
        told.stream().anyMatch(line -> line.endsWith("tag 11 (order 2 of the list)")),
        told::toString);
    assertTrue(told.stream().allMatch(line -> line.contains(",4,")), told::toString);
    assertEquals(List.of(), rows("SELECT EventId FROM events WHERE EventId LIKE 'lost%'"));
  }

  @Test
  void faultsAreToldByOrderAndTag() throws Exception {
    List<String> told = told("told_lists_all/feedback-ALFA.csv", ",STRUCTURE,");
    assertTrue(
        told.stream().anyMatch(line -> line.contains(",NEW,x2,") && line.contains(",1,44,")),
        told::toString);
    assertEquals(
        2, told.stream().filter(line -> line.contains(",GROUP,73,")).count(), told::toString);
  }

  @Test
  void aRepairIsTheListWithThatOrderAlone() throws Exception {
    Path feedback = folder.resolve("repair/feedback-ALFA.csv");
    Files.createDirectories(feedback.getParent());
    List<String> lines =
        Files.readAllLines(folder.resolve("told_lists_all/feedback-ALFA.csv"), ISO_8859_1);
    lines.removeIf(line -> line.matches(".*,o\\d.*")); // the market's own
    Files.write(feedback, lines, ISO_8859_1);
    program.succeed("repair", "--feedback=" + feedback, "--input=all/*", "--output=draft.fix");
    String draft = Files.readString(folder.resolve("draft.fix"), ISO_8859_1).replace('\1', '|');
    String broken = draft.lines().filter(line -> line.contains("|11=x2|")).findFirst().orElse("");
    assertTrue(broken.contains("|68=3|73=1|11=x2|67=2|"), draft);
    assertTrue(broken.contains("|44=?|") && broken.contains("|10004=C|"), draft);
    String rejected = draft.lines().filter(line -> line.contains("lost1")).findFirst().orElse("");
    assertTrue(rejected.contains("|73=3|11=lost1|") && rejected.contains("|11=?|67=2|"), draft);

    Path mended = folder.resolve("mended.fix");
    Files.writeString(
        mended,
        draft
            .replace("73=?", "73=2")
            .replace("44=?", "44=10")
            .replace("11=?", "11=lost2")
            .replace('|', '\1'),
        ISO_8859_1);
    program.succeed("repair", "--seal=mended.fix");
    String after = Files.readString(mended, ISO_8859_1);
    List<String> whole = new ArrayList<>(messages);
    whole.addAll(after.lines().toList());
    JsonNode counts = run("repaired", whole);
    assertEquals(1, counts.at("/ingest/rejected").asInt(), counts::toString);
    assertEquals(
        List.of("lost1", "lost2", "lost3", "x2"),
        rows(
            "lists_repaired",
            "SELECT EventId FROM events WHERE errorStatus IS NULL AND (EventId LIKE 'lost%' OR"
                + " EventId = 'x2')"));
  }

  @Test
  void areTheSameTablesInAnyOrderAndLate() throws Exception {
    List<String> shuffled = new ArrayList<>(messages);
    Collections.shuffle(shuffled, new Random(SEED));
    Files.createDirectories(folder.resolve("shuffled"));
    int third = shuffled.size() / 3;
    for (int i = 0; i < 3; i++) {
      List<String> part = shuffled.subList(i * third, i == 2 ? shuffled.size() : (i + 1) * third);
      Files.write(folder.resolve("shuffled/" + i + ".fix"), part, ISO_8859_1);
      program.succeed(table("ingest", "lists_late", "--input=shuffled/" + i + ".fix"));
      program.succeed(table("link", "lists_late"));
    }
    JsonNode late = program.counts(table("publish", "lists_late", "--output=late"));
    assertEquals(once.at("/publish/digests"), late.get("digests"));
  }

  @Test
  void areTheSameTablesLive(@TempDir Path live) throws Exception {
    Path incoming = Files.createDirectory(live.resolve("incoming"));
    Path parts = Files.createDirectory(live.resolve("parts"));
    int half = messages.size() / 2;
    Files.write(parts.resolve("1.fix"), messages.subList(half, messages.size()), ISO_8859_1);
    Files.write(parts.resolve("2.fix"), messages.subList(0, half), ISO_8859_1);
    Program.Command watch =
        new Program(live)
            .start(table("watch", "lists_live", "--input=incoming", "--reference=" + folder));
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    List<Path> files = WatchIT.handIn(parts, incoming);
    assertTrue(watch.awaitThat(() -> WatchIT.areDone(files)), () -> WatchIT.said(watch));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());

    Program after = Program.inProcess(live);
    JsonNode left = after.counts(table("link", "lists_live", "--days=all"));
    assertEquals(0, left.get("written").asLong(), left::toString);
    JsonNode published = after.counts(table("publish", "lists_live", "--output=published"));
    assertEquals(once.at("/publish/digests"), published.get("digests"));
  }

  private static List<String> told(String file, String words) throws Exception {
    return Files.readAllLines(folder.resolve(file), ISO_8859_1).stream()
        .filter(line -> line.contains(words) && !line.matches(".*,o\\d.*"))
        .toList();
  }

  private static JsonNode run(String name, List<String> lines) throws Exception {
    Files.createDirectories(folder.resolve(name));
    Files.write(folder.resolve(name + "/day.fix"), lines, ISO_8859_1);
    return program.counts(table("run", "lists_" + name, "--input=" + name + "/*"));
  }

  private static String[] table(String command, String table, String... more) {
    List<String> line =
        new ArrayList<>(List.of(command, "--store=" + store.address(), "--table=" + table));
    if (command.equals("run") || command.equals("ingest") || command.equals("link")) {
      line.add("--reference=" + folder);
    }
    if (command.equals("run") || command.equals("publish")) {
      line.add(warehouse(table));
    }
    if (command.equals("run")) {
      line.add("--rejects=told_" + table);
    }
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private static String warehouse(String table) {
    return "--warehouse=duckdb:" + folder.resolve(table + ".duckdb");
  }

  private static List<String> rows(String query) throws Exception {
    return rows("lists_all", query);
  }

  private static List<String> rows(String table, String query) throws Exception {
    String csv = program.succeed("sql", "--format=csv", warehouse(table), query);
    return csv.lines().skip(1).map(line -> line.replace("\"", "")).sorted().toList();
  }
}
