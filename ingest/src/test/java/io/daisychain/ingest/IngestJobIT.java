package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The whole job on a store, Bigtable's emulator, from files that are cut within their lines. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IngestJobIT {
  /** 2026-03-16. */
  private static final int MONDAY = 20_528;

  private static final int FRIDAY = MONDAY - 3;
  private static final int TUESDAY = MONDAY + 1;
  private static final String TIME = "20260316-15:00:00";
  private static final ReferenceData REFERENCE =
      ReferenceData.parse(
          Map.of(
              "participants.csv",
              "mpid,name,valid_from,valid_to\nALFA,A,,\nGONE,G,,2026-03-15\n",
              "customers.csv",
              "customer_id,mpid,valid_from,valid_to\nC1,ALFA,,\n",
              "symbols.csv",
              "symbol,name,valid_from,valid_to,successor\nIBM,I,,,\nFB,F,,2022-06-08,META\n"));

  private Path dir;
  private IngestRuns runs;

  @BeforeAll
  void startStore(@TempDir Path folder) throws Exception {
    dir = folder;
    runs = new IngestRuns(folder);
  }

  @AfterAll
  void stopStore() throws IOException {
    runs.close();
  }

  @Test
  void theTableIsTheSameHoweverTheMessagesAreHandedIn() throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    List<String> lines = mixture(random);
    byte[] file = file(lines, "\n");
    String plain = runs.table();
    JsonNode counts = ingest(plain, runs.write("plain/a.fix", file), 1 << 20);
    Map<String, String> cells = runs.cells(plain);
    String what = "seed " + seed;
    assertEquals(lines.size(), counts.get("read").asInt(), what);
    assertEquals(
        lines.size(),
        counts.get("stored").asInt()
            + counts.get("skipped").asInt()
            + counts.get("rejected").asInt(),
        what);
    assertTrue(counts.get("stored").asInt() > 0 && counts.get("rejected").asInt() > 0, what);

    String cut = runs.table();
    JsonNode cutCounts = ingest(cut, runs.write("cut/a.fix", file), 300);
    assertEquals(cells, runs.cells(cut), what);
    assertEquals(kinds(counts), kinds(cutCounts), what);
    assertEquals(kinds(counts), kinds(ingest(cut, dir.resolve("cut/a.fix"), 700)), what);
    assertEquals(cells, runs.cells(cut), "handed in twice, " + what);

    for (String name : List.of("gz/a.fix.gz", "zst/a.fix.zst")) {
      String compressed = runs.table();
      ingest(compressed, runs.write(name, file), 300);
      assertEquals(cells, runs.cells(compressed), name + " " + what);
    }

    Collections.shuffle(lines, random);
    int half = lines.size() / 2;
    runs.write("some/1.fix", file(lines.subList(0, half), "\r\n"));
    runs.write("some/2.fix.gz", file(lines.subList(half, lines.size()), "\n"));
    String shuffled = runs.table();
    assertEquals(kinds(counts), kinds(ingest(shuffled, dir.resolve("some/*"), 500)), what);
    assertEquals(cells, runs.cells(shuffled), "shuffled, " + what);
  }

  @Test
  void tellsReportersWhatIsWrongAndKeepsRejectsByteForByte() throws IOException {
    String good = message("ALFA", "A1", "55=IBM");
    String broken = message("ALFA", "A2", "55=IBM|54=Z");
    String sum = message("BRVO", "B1", "55=IBM").replaceAll("10=\\d+", "10=xyz");
    String noId = IngestRuns.framed("35=D|34=1|49=BRVO|56=MRP|52=" + TIME + "|55=I\u00e9\0");
    String fields = "35=D|49=ALFA|";
    List<String> lines = List.of("noise", good, "log: " + broken + " words", sum, fields, noId);
    byte[] file = file(lines, "\n");
    Path input = runs.write("told/a.fix", file);
    for (int rangeBytes : new int[] {1 << 20, 130}) {
      Path rejects = dir.resolve("rejects" + rangeBytes);
      runs.ingest(runs.table(), input, rangeBytes, rejects, ReferenceData.NONE);

      int[] offsets = offsets(file);
      Map<String, List<String>> feedback = IngestRuns.feedback(rejects);
      assertEquals(
          List.of("ALFA", "BRVO", "_unknown"), List.copyOf(feedback.keySet()), "" + rangeBytes);
      List<String> alfa = feedback.get("ALFA");
      assertTrue(
          alfa.get(0).startsWith("a.fix,3," + (offsets[2] + 5) + ",ALFA,NEW,A2,"), alfa.get(0));
      assertTrue(alfa.stream().anyMatch(line -> line.contains(",STRUCTURE,5,54,")), alfa + "");
      assertTrue(
          feedback.get("BRVO").get(0).startsWith("a.fix,4," + offsets[3] + ",BRVO,,B1,,REJECTED"),
          feedback + "");
      assertTrue(
          feedback.get("BRVO").stream().anyMatch(line -> line.startsWith("a.fix,6,")),
          feedback + "");
      assertTrue(
          feedback
              .get("_unknown")
              .get(0)
              .startsWith("a.fix,5," + offsets[4] + ",,,,,REJECTED,FRAMING,,"),
          feedback + "");
      assertEquals(
          IngestRuns.soh(sum + "\n" + fields + "\n" + noId + "\n"), IngestRuns.rejected(rejects));
    }
  }

  @Test
  void findsWhatTheReferenceDataAndTheClockSay() throws IOException {
    Map<String, String> expected = new TreeMap<>();
    List<String> lines = new ArrayList<>();
    add(lines, expected, message("ALFA", "k1", "55=IBM|109=C1"), "");
    add(lines, expected, message("NOBODY", "k2", "55=IBM"), "UNKNOWN_REPORTER");
    add(lines, expected, message("GONE", "k3", "55=IBM"), "UNKNOWN_REPORTER");
    add(lines, expected, message("ALFA", "k4", "55=IBM|109=C2"), "UNKNOWN_CUSTOMER");
    add(lines, expected, message("ALFA", "k5", "55=XYZ"), "UNKNOWN_SYMBOL");
    add(lines, expected, message("ALFA", "k6", "55=FB"), "DEPRECATED_SYMBOL");
    String bad = message("NOBODY", "k7", "55=XYZ|109=C2");
    add(lines, expected, bad, "UNKNOWN_REPORTER;UNKNOWN_CUSTOMER;UNKNOWN_SYMBOL");
    // Friday's events are due on Monday at 08:00 in New York: 13:00 UTC in winter, 12:00 in summer.
    add(lines, expected, late("k8", "20260306-20:00:00", "20260309-12:00:00"), "");
    add(lines, expected, late("k9", "20260306-20:00:00", "20260309-12:00:00.000000001"), "LATE");
    add(lines, expected, late("l1", "20260227-20:00:00", "20260302-13:00:00"), "");
    add(lines, expected, late("l2", "20260227-20:00:00", "20260302-13:00:00.001"), "LATE");
    add(lines, expected, late("l3", "20260302-20:00:00", "20260303-13:00:00.001"), "LATE");
    add(lines, expected, late("l4", "20260307-20:00:00", "20260309-12:00:00"), "");
    String table = runs.table();
    runs.ingest(
        table, runs.write("checked/a.fix", file(lines, "\n")), 400, dir.resolve("r"), REFERENCE);

    Map<String, String> cells = runs.cells(table);
    Map<String, String> found = new TreeMap<>();
    cells.forEach(
        (name, value) -> {
          if (name.contains(" DATA:e")) {
            String status = cells.get(name.substring(0, 36) + " ERROR:status");
            String words = status == null ? "" : status.substring(status.indexOf(' ') + 1);
            found.put(clOrdId(value), words);
          }
        });
    assertEquals(expected, found);
    assertEquals(3, cells.keySet().stream().filter(n -> n.endsWith("ReporterIdValid")).count());
    assertEquals(2, cells.keySet().stream().filter(n -> n.endsWith("CustomerIdValid")).count());
    assertEquals(3, cells.keySet().stream().filter(n -> n.endsWith("SymbolValid")).count());
  }

  @Test
  void eachEventIsStoredOnItsTradeDateAndNewsThere() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      String day = List.of("20260316", "20260313", "20260317").get(i % 3);
      lines.add(late("d" + i, day + "-20:00:00", "20260318-01:00:00"));
    }
    lines.add(lines.get(0));
    Path input = runs.write("days/a.fix", file(lines, "\n"));
    String table = runs.table();

    JsonNode counts = ingest(table, input, 300);

    assertEquals("{\"20260313\":3,\"20260316\":4,\"20260317\":3}", counts.get("days").toString());
    List<StoredDate> dates = Dates.list(runs.events(table));
    assertEquals(
        List.of(FRIDAY, MONDAY, TUESDAY), dates.stream().map(StoredDate::epochDay).toList());
    try (Dates news = Dates.open(runs.events(table))) {
      for (StoredDate date : dates) {
        Map<String, String> cells = runs.cells(table, date.epochDay());
        List<String> ids = cells.values().stream().map(IngestJobIT::clOrdId).sorted().toList();
        int first = date.epochDay() == MONDAY ? 0 : date.epochDay() == FRIDAY ? 1 : 2;
        assertEquals(
            List.of("d" + first, "d" + (first + 3), "d" + (first + 6)),
            ids.stream().filter(id -> !id.isEmpty()).toList());
        assertEquals(
            cells.keySet().stream().map(cell -> cell.substring(0, 36)).distinct().toList(),
            news.newsOf(date).orElseThrow().stream().map(RowKey::toString).toList());
        assertEquals(
            List.of(date.epochDay() == MONDAY ? 4L : 3L),
            date.news().stream().map(StoredDate.Change::count).toList());
      }
    }
  }

  @Test
  void messagesOfADroppedDateAndOfTooManyDatesAreRejected() throws IOException {
    String table = runs.table();
    String monday = late("m1", "20260316-20:00:00", "20260317-01:00:00");
    String friday = message("ALFA", "f1", "55=IBM").replace(TIME, "20260313-15:00:00");
    friday = IngestRuns.framed(friday.substring(friday.indexOf("35="), friday.lastIndexOf("|10=")));
    String byFiftyTwo = friday.replaceFirst("\\|60=[^|]*", "");
    byFiftyTwo =
        IngestRuns.framed(
            byFiftyTwo.substring(byFiftyTwo.indexOf("35="), byFiftyTwo.lastIndexOf("|10=")));
    Path first = runs.write("dropped/first.fix", file(List.of(friday, monday), "\n"));
    ingest(table, first, 1 << 20);
    try (Dates dates = Dates.open(runs.events(table))) {
      dates.drop(List.of(FRIDAY), "drop1");
    }
    String tuesday = late("t1", "20260317-20:00:00", "20260318-01:00:00");
    List<String> lines = List.of(friday, tuesday, monday, byFiftyTwo);
    Path input = runs.write("dropped/a.fix", file(lines, "\n"));
    Path rejects = dir.resolve("rejects-dropped");

    JsonNode counts = runs.ingest(table, input, 1 << 20, rejects, ReferenceData.NONE, 1);

    assertEquals(4, counts.get("read").asInt());
    assertEquals("{\"20260316\":1}", counts.get("days").toString());
    assertEquals(
        "{\"dropped day\":2,\"too many days\":1}", counts.get("rejectedByKind").toString());
    List<String> told = IngestRuns.feedback(rejects).get("ALFA");
    assertEquals(3, told.stream().filter(line -> line.matches(".*,REJECTED,[a-z ]+,.*")).count());
    assertTrue(told.get(0).startsWith("a.fix,1,0,ALFA,,f1,,REJECTED,dropped day,60,"), told + "");
    assertTrue(told.get(1).contains(",t1,,REJECTED,too many days,60,"), told + "");
    assertTrue(
        told.stream().anyMatch(line -> line.contains(",f1,,REJECTED,dropped day,52,")), told + "");
    assertEquals(
        IngestRuns.soh(friday + "\n" + tuesday + "\n" + byFiftyTwo + "\n"),
        IngestRuns.rejected(rejects));
    assertEquals(
        List.of(MONDAY),
        Dates.list(runs.events(table)).stream().map(StoredDate::epochDay).toList());
  }

  @Test
  void aRepeatKeepsItsEarliestSendingTimeAndTwoContentsAreBothKept() throws IOException {
    List<String> repeats = new ArrayList<>();
    for (String sent : List.of("15:00:02", "15:00:01.500", "15:00:03", "15:00:01.500")) {
      repeats.add(sent("A1", "20260316-" + sent, "58=same"));
    }
    repeats.add(sent("A2", "20260316-15:00:09", "58=one"));
    repeats.add(sent("A2", "20260316-15:00:08", "58=two"));
    String first = null;
    for (int order = 0; order < 3; order++) {
      String table = runs.table();
      Path input = runs.write("repeats" + order + "/a.fix", file(repeats, "\n"));
      JsonNode counts = ingest(table, input, 1 << 20);
      assertEquals(6, counts.get("stored").asInt());
      Map<String, String> cells = runs.cells(table);
      first = first == null ? cells.toString() : first;
      assertEquals(first, cells.toString());
      assertEquals(
          6, cells.size(), "one content of A1, two of A2, each with its parent references");
      String earliest =
          cells.values().stream().filter(value -> clOrdId(value).equals("A1")).findAny().orElse("");
      EventCell cell = read(earliest);
      assertEquals(1_500_000_000L, cell.sendingTime() % 60_000_000_000L);
      Collections.reverse(repeats);
      Collections.rotate(repeats, 1);
    }
  }

  @Test
  void oneFilesDamageStopsNoOtherAndEachFileIsToldByWhatItIs() throws IOException {
    byte[] good = file(List.of(message("ALFA", "d1", "55=IBM")), "\n");
    Path folder = runs.write("kinds/LATER.FIX.GZ", good).getParent();
    byte[] first = new Archive(good, true, new Random(1)).whole();
    byte[] second = file(List.of(message("ALFA", "d2", "55=IBM")), "\n");
    byte[] cut = new Archive(second, true, new Random(1)).whole();
    Files.write(folder.resolve("b-damaged"), concat(first, Arrays.copyOf(cut, cut.length - 1)));
    Files.write(folder.resolve("c.zip"), new byte[] {'P', 'K', 3, 4, 0, 0});
    String wire = message("ALFA", "d3", "55=IBM").replace("56=MRP", "56=XYZ");
    wire = IngestRuns.framed(wire.substring(wire.indexOf("35="), wire.lastIndexOf("|10=")));
    Files.write(folder.resolve("d.fix"), file(List.of(wire), "\n"));
    Files.write(folder.resolve("e.fix"), file(List.of(message("ALFA", "d4", "55=IBM")), "\n"));

    String table = runs.table();
    JsonNode counts = ingest(table, folder.resolve("*"), 10_000);

    assertEquals(5, counts.get("stored").asInt());
    assertEquals(5, counts.get("read").asInt());
    JsonNode inputs = counts.get("inputs");
    assertEquals(5, inputs.get("files").asInt());
    assertEquals(1, inputs.get("damagedFiles").asInt());
    String damaged = inputs.get("damaged").get(0).toString();
    assertTrue(damaged.contains("b-damaged"), damaged);
    assertTrue(damaged.contains("the file ends within a gzip checksum"), damaged);
    assertEquals(2, inputs.get("toldFiles").asInt());
    String told = inputs.get("told").toString();
    assertTrue(told.contains("not read: a zip archive"), told);
    assertTrue(told.contains("give --receiver=XYZ"), told);
    assertEquals(4, inputs.get("submissions").asInt());
    assertEquals(1, inputs.get("receivers").get("XYZ").asInt());
  }

  @Test
  void progressCountsTheBytesOfFilesAsTheyAreStored() throws IOException {
    byte[] text = file(mixture(new Random(7)), "\n");
    Path folder = runs.write("progress/plain.fix", text).getParent();
    Path packed = runs.write("progress/packed.fix.gz", text);

    ingest(runs.table(), folder.resolve("*"), 3_000);

    assertEquals(text.length + Files.size(packed), runs.bytesRead());
  }

  private static byte[] concat(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  @Test
  void anEmptyFileIsReadAndStoresNothing() throws IOException {
    String table = runs.table();
    JsonNode counts = ingest(table, runs.write("empty/a.fix", new byte[0]), 300);
    assertEquals(0, counts.get("read").asInt());
    assertTrue(runs.cells(table).isEmpty());
    try (Stream<Path> handedBack = Files.walk(dir.resolve("rejects-" + table))) {
      assertEquals(
          Set.of("receipt.csv"),
          handedBack
              .filter(Files::isRegularFile)
              .map(file -> file.getFileName().toString())
              .collect(Collectors.toSet()));
    }
  }

  private static void add(
      List<String> lines, Map<String, String> expected, String message, String statuses) {
    lines.add(message);
    expected.put(message.replaceAll("(?s).*\\|11=([^|]*)\\|.*", "$1"), statuses);
  }

  /** One message or noise a line, some of them broken, some repeated; no two contents of a key. */
  private static List<String> mixture(Random random) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      String line =
          switch (random.nextInt(8)) {
            case 0 -> "engine starts " + i;
            case 1 -> IngestRuns.framed("35=0|34=1|49=ALFA|56=MRP|52=" + TIME);
            case 2 -> message("ALFA", "x" + i, "55=IBM").replaceAll("9=\\d+", "9=1");
            case 3 -> "35=D|11=A" + i + "|";
            case 4 -> message("ALFA", "b" + i, "55=IBM|54=Z");
            default -> message("ALFA", "g" + i, "55=IBM|58=" + "t".repeat(random.nextInt(200)));
          };
      lines.add(line);
      if (random.nextInt(5) == 0) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static String message(String reporter, String id, String fields) {
    String side = fields.contains("54=") ? "" : "|54=1";
    return IngestRuns.framed(
        "35=D|34=1|49="
            + reporter
            + "|56=MRP|52="
            + TIME
            + "|11="
            + id
            + "|21=1|60="
            + TIME
            + "|38=5|40=1|"
            + fields
            + side);
  }

  private static String late(String id, String event, String sent) {
    String order = "35=D|34=1|49=ALFA|56=MRP|52=" + sent + "|11=" + id + "|21=1|60=" + event;
    return IngestRuns.framed(order + "|38=5|40=1|55=IBM|54=1");
  }

  private static String sent(String id, String sent, String fields) {
    String order = "35=D|34=1|49=ALFA|56=MRP|52=" + sent + "|11=" + id + "|21=1|60=" + TIME;
    return IngestRuns.framed(order + "|38=5|40=1|55=IBM|54=1|" + fields);
  }

  private static byte[] file(List<String> lines, String lineEnd) {
    return IngestRuns.soh(String.join(lineEnd, lines) + lineEnd).getBytes(ISO_8859_1);
  }

  private static int[] offsets(byte[] file) {
    List<Integer> starts = new ArrayList<>(List.of(0));
    for (int i = 0; i < file.length; i++) {
      if (file[i] == '\n') {
        starts.add(i + 1);
      }
    }
    return starts.stream().mapToInt(Integer::intValue).toArray();
  }

  private JsonNode ingest(String table, Path input, long rangeBytes) throws IOException {
    Path rejects = dir.resolve("rejects-" + table);
    return runs.ingest(table, input, rangeBytes, rejects, ReferenceData.NONE);
  }

  /** The counts that do not depend on how lines end. */
  private static String kinds(JsonNode counts) {
    return counts.get("stored")
        + " "
        + counts.get("skippedByKind")
        + " "
        + counts.get("rejectedByKind")
        + " "
        + counts.get("faultyByStatus");
  }

  private static EventCell read(String value) {
    byte[] bytes = HexFormat.of().parseHex(value.substring(value.indexOf(' ') + 1));
    return new EventCell().read(bytes, 0, bytes.length);
  }

  /** ClOrdID of an event's cell; empty for another value. */
  private static String clOrdId(String value) {
    String hex = value.substring(value.indexOf(' ') + 1);
    String marker = HexFormat.of().formatHex(IngestRuns.soh("|11=").getBytes(ISO_8859_1));
    int at = hex.indexOf(marker);
    if (at < 0) {
      return "";
    }
    int from = at + marker.length();
    String id = new String(HexFormat.of().parseHex(hex.substring(from)), ISO_8859_1);
    return id.substring(0, id.indexOf('\1'));
  }
}
