package io.daisychain.ingest.convert;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cat.CatSchemas;
import io.daisychain.ingest.EventScan;
import io.daisychain.ingest.MessageCounts;
import io.daisychain.model.EventType;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was made of FIX is made FIX again. */
class FixConversionTest {
  private static final List<String> FIRMS = List.of("ALFA", "BRVO", "CHAR");

  /** Events whose identity is in the record. */
  private static final Set<String> NAMED =
      Set.of("NEW", "AGGREGATE", "ROUTE", "ACCEPT", "INTERNAL", "REPLACE", "PARTIAL_FILL", "FILL");

  private final List<String> lines = new ArrayList<>();
  @TempDir private Path folder;
  private int second;

  @Test
  void eachEventHasItsIdentityAndParentsAgain() throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      event(random, i);
    }
    Files.write(folder.resolve("in.fix"), lines, ISO_8859_1);
    CatConversion.Sums there =
        CatConversion.run(
            List.of(folder.resolve("in.fix").toString()),
            EventReader.Rules.DEFAULT,
            CatSchemas.Versions.ANNOUNCED,
            folder.resolve("cat"));
    CatConversion.Sums back = back("cat");

    String where = "seed " + seed + ": " + there + " " + back;
    assertTrue(there.written() > 500, where);
    assertEquals(there.written(), back.read(), where);
    assertEquals(back.read(), back.written() + back.skipped(), where);
    // A report names its order by its id, which reads as that of an order that was sent.
    assertEquals(0, back.rejected() + back.skipped(), where);
    Map<String, String> before = new TreeMap<>();
    Map<String, String> after = new TreeMap<>();
    assertEquals(0, scan(List.of(folder.resolve("in.fix")), before).rejected(), where);
    assertEquals(0, scan(files("fix"), after).rejected(), where);
    Set<String> said = new HashSet<>();
    for (Path file : files("cat")) {
      for (String line : Files.readAllLines(file)) {
        said.add(line.replaceAll(".*firmROEID\":\"\\d{8}_|\".*", ""));
      }
    }
    before.keySet().retainAll(said);
    after.keySet().retainAll(said);
    assertEquals(before, after, where);
  }

  @Test
  void aRefusedRouteIsRefusedAgain() throws IOException {
    String terms = "21=1|55=IBM|54=1|38=100|40=1|";
    add("ALFA", "D", "128=BRVO|11=r1|10887=o1|10836=20260313|" + terms);
    add("ALFA", "D", "128=BRVO|11=r2|10887=o1|" + terms);
    add("ALFA", "8", "128=BRVO|11=r1|37=x|17=e|20=0|150=8|39=8|55=IBM|54=1|38=100|14=0|151=0|6=0|");
    Path in = Files.write(folder.resolve("in.fix"), lines, ISO_8859_1);
    CatConversion.run(
        List.of(in.toString()),
        EventReader.Rules.DEFAULT,
        CatSchemas.Versions.ANNOUNCED,
        folder.resolve("cat"));

    assertEquals(2, back("cat").written());
    assertEquals(refused(List.of(in)), refused(files("fix")));
    assertEquals(1, refused(List.of(in)).size());
  }

  /** What reports of a refusal name. */
  private static List<String> refused(List<Path> files) throws IOException {
    List<String> named = new ArrayList<>();
    EventScan.scan(
        files.stream().map(Path::toString).toList(),
        EventReader.Rules.DEFAULT,
        (event, message) -> {
          if (event.type() == EventType.REJECTED) {
            named.add(event.parents().key(0) + "@" + event.parents().date(0));
          }
        });
    return named;
  }

  @Test
  void whatFixCannotSayIsCounted() throws IOException {
    String head =
        "'actionType':'%s','firmROEID':'20260316_%d','type':'%s','CATReporterIMID':'ALFA',";
    String at = "'symbol':'IBM','eventTimestamp':'20260316T100000',";
    String key = "'orderKeyDate':'20260316T100000','orderID':'%s',";
    String cancel =
        head + key + at + "'manualFlag':false,'cancelQty':5,'leavesQty':%d,'initiator':'C'";
    List<String> records =
        List.of(
            cancel.formatted("NEW", 1, "MEOC", "BRVO:o1", 0),
            cancel.formatted("NEW", 2, "MEOC", "o1", 5),
            cancel.formatted("RPR", 3, "MEOC", "o1", 0) + ",'errorROEID':5",
            cancel.formatted("NEW", 4, "MEOC", "", 0),
            cancel.formatted("NEW", 5, "MEXX", "o1", 0),
            cancel.formatted("NEW", 6, "MEOC", "o1", 0) + ",'originatingIMID':'BRVO'",
            "'a':");
    Files.createDirectories(folder.resolve("cat"));
    Files.writeString(
        folder.resolve("cat/0_ALFA_20260316_OrderEvents_000001.json"),
        "{" + String.join("}\n{", records).replace('\'', '"') + "}\n");

    CatConversion.Sums sums = back("cat");

    assertEquals(7, sums.read());
    assertEquals(1, sums.written(), sums::toString);
    assertEquals(2, sums.rejected(), sums::toString);
    assertEquals(
        Map.of(
            "cancels of a part of an order",
            1L,
            "records with a fault",
            1L,
            "references to an order of another firm",
            1L,
            "repairs, of which FIX does not know what they mend",
            1L),
        sums.skippedByKind());
    String line = Files.readString(files("fix").get(0), ISO_8859_1).replace('\u0001', '|');
    assertTrue(line.contains("|115=BRVO|") && line.contains("|11=o1|17=1|20=0|150=4|39=4|"), line);
  }

  @Test
  void refusesAFileOfFixByName() throws IOException {
    Files.createDirectories(folder.resolve("cat"));
    Files.writeString(
        folder.resolve("cat/a.fix"), "8=FIX.4.2\u00019=5\u000135=0\u000110=161\u0001\n");

    IOException refused = assertThrows(IOException.class, () -> back("cat"));

    assertTrue(refused.getMessage().endsWith("a.fix: no file of CAT"), refused.getMessage());
  }

  private CatConversion.Sums back(String from) throws IOException {
    List<String> input = files(from).stream().map(Path::toString).toList();
    return FixConversion.run(
        input, EventReader.Rules.DEFAULT, CatSchemas.Versions.ANNOUNCED, folder.resolve("fix"));
  }

  private List<Path> files(String in) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve(in))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Of each event whose identity CAT has: type, symbol, side and parents. */
  private static MessageCounts scan(List<Path> files, Map<String, String> into) throws IOException {
    return EventScan.scan(
        files.stream().map(Path::toString).toList(),
        EventReader.Rules.DEFAULT,
        (event, message) -> {
          if (NAMED.contains(event.type().name())) {
            ParentReferences parents = event.parents();
            Set<String> named = new TreeSet<>();
            for (int i = 0; i < parents.count(); i++) {
              named.add(parents.key(i) + "@" + parents.date(i));
            }
            String type = event.type().name().replace("PARTIAL_FILL", "FILL");
            into.putIfAbsent(
                event.key().toString(),
                type + " " + event.symbol() + " " + event.eventTime() + " " + named);
          }
        });
  }

  private void event(Random random, int number) {
    String firm = FIRMS.get(random.nextInt(3));
    String sender = FIRMS.get((FIRMS.indexOf(firm) + 1) % 3);
    String of = random.nextInt(2) == 0 ? "" : "115=" + sender + "|";
    String id = "o" + random.nextInt(300);
    String own = "11=n" + number + "|";
    String side = "54=" + (1 + random.nextInt(2)) + "|";
    String terms = "21=1|55=IBM|" + side + "38=100|40=2|44=10.5|";
    String report = "37=x|17=e%d|20=0|55=IBM|%s38=100|14=40|151=60|6=10|".formatted(number, side);
    String day = random.nextInt(4) == 0 ? "10836=20260313|" : "";
    switch (random.nextInt(10)) {
      case 0, 1 -> add(firm, "D", "11=" + id + "|" + terms);
      case 2 -> add(firm, "D", of + "11=" + id + "|" + terms);
      case 3 -> add(firm, "D", "128=" + sender + "|" + own + "10887=" + id + "|" + day + terms);
      case 4 -> add(firm, "D", own + "10887=" + id + "|10835=" + sender + "|" + day + terms);
      case 5 -> add(firm, "G", of + own + "41=" + id + "|" + day + terms);
      case 6 -> add(firm, "F", of + own + "41=" + id + "|" + day + "55=IBM|38=100|" + side);
      case 7 -> add(firm, "8", of + "11=" + id + "|" + report + day + "150=1|39=1|31=10|32=40|");
      case 8 ->
          add(
              firm,
              "8",
              "128=%s|11=n%d|".formatted(sender, random.nextInt(number + 1))
                  + report
                  + "150=8|39=8|");
      default ->
          add(
              firm,
              "D",
              own + "10073=2|10887=" + id + "|10889=5|10887=p" + number + "|10835=ZULU|" + terms);
    }
  }

  private void add(String firm, String type, String fields) {
    second++;
    String time =
        "20260316-%02d:%02d:%02d".formatted(14 + second / 3600, second / 60 % 60, second % 60);
    String header = "35=%s|34=1|49=%s|56=MRP|52=%s|".formatted(type, firm, time);
    String body = (header + fields + "60=" + time + "|").replace('|', '\u0001');
    String framed = "8=FIX.4.2\u00019=" + body.length() + "\u0001" + body;
    lines.add(framed + "10=%03d\u0001".formatted(framed.chars().sum() % 256));
  }
}
