package io.daisychain.ingest.convert;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cat.CatSchemas;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatConversionTest {
  private static final String NAME = "0_ALFA_20260316_daisychain_OrderEvents_000001.json";
  private static final String ORDER =
      "21=1|55=IBM|54=1|60=20260316-14:00:00|38=100|40=2|44=010.50|";
  private static final String REPORT =
      "37=x|55=IBM|54=1|38=100|14=40|151=0|6=0|60=20260316-14:00:01|";

  private final List<String> lines = new ArrayList<>();
  @TempDir private Path folder;
  private CatConversion.Sums sums;

  @BeforeEach
  void anOrder() {
    add("D", "11=o1|109=C1|" + ORDER);
  }

  @Test
  void tellsReadAsWrittenSkippedAndRejected() throws IOException {
    add("8", "11=o1|17=e0|20=0|150=0|39=0|" + REPORT);
    add("D", "11=o2|" + ORDER.replace("54=1", "54=8"));
    add("D", "11=r1|128=BRVO|" + ORDER);
    add("D", "11=r2|128=TOOLONGNAME|10887=o1|" + ORDER);
    add("D", "11=r3|128=BRVO|10887=o1|" + ORDER.replace("IBM", "AAPL"));
    add("D", "11=a\"b|" + ORDER);
    add("D", "11=op|167=OPT|" + ORDER);
    add("0", "");
    lines.add("8=FIX.4.2\u00019=5\u000135=D\u000110=000\u0001");
    lines.add("noise");

    String written = convert().get(NAME);

    assertEquals(1, written.lines().count(), written);
    assertEquals(11, sums.read());
    assertEquals(sums.read(), sums.written() + sums.skipped() + sums.rejected());
    assertEquals(
        Map.of(
            "0",
            1L,
            "noise",
            1L,
            Unsayable.REPORT.words(),
            1L,
            Unsayable.NO_ORDER.words(),
            1L,
            Unsayable.IMID.words(),
            1L,
            Unsayable.OTHER_SYMBOL.words(),
            1L,
            Unsayable.NO_EQUITY.words(),
            1L,
            "value of side",
            1L,
            "value of orderID",
            1L),
        sums.skippedByKind());
    assertTrue(written.contains("\"orderID\":\"o1\",\"symbol\":\"IBM\""), written);
    assertTrue(written.contains("\"price\":10.50,\"quantity\":100"), written);
    assertTrue(written.contains("\"firmDesignatedID\":\"C1\""), written);
  }

  @Test
  void anAggregateNamesItsOrdersWithFirmDateAndQuantity() throws IOException {
    add(
        "D",
        "11=sum|" + ORDER + "10073=2|10887=o1|10889=040.50|10887=o2|10835=BRVO|10836=20260313|");

    String written = convert().get(NAME);

    String noon = "1773662400000000000";
    String before = "1773403200000000000";
    assertTrue(
        written.contains(
            "\"aggregatedOrders\":[{\"orderID\":\"o1\",\"orderKeyDate\":%s,\"quantity\":40.50},"
                    .formatted(noon)
                + "{\"orderID\":\"BRVO:o2\",\"orderKeyDate\":%s}]".formatted(before)),
        written);
  }

  @Test
  void aRouteOrItsChangeSaysThatItWasRefused() throws IOException {
    add("8", "128=BRVO|11=r1|17=e1|20=0|150=8|39=8|" + REPORT);
    add("8", "128=BRVO|11=r4|17=e2|20=0|150=8|39=8|" + REPORT);
    add("8", "11=r2|17=e3|20=0|150=8|39=8|" + REPORT);
    for (String route : List.of("r1", "r2", "r3")) {
      add("D", "11=" + route + "|128=BRVO|10887=o1|" + ORDER);
    }
    add("G", "11=r4|41=r3|128=BRVO|" + ORDER);

    String written = convert().get(NAME);

    List<String> refused =
        written
            .lines()
            .filter(line -> line.contains("\"routeRejectedFlag\":true"))
            .map(line -> line.replaceAll(".*\"routedOrderID\":\"|\".*", ""))
            .toList();
    assertEquals(List.of("r1", "r4"), refused, written);
    assertEquals(2, written.lines().filter(line -> line.contains("Flag\":false,\"dup")).count());
  }

  @Test
  void aReportOfACancelThatComesLaterNamesItsOrder() throws IOException {
    add("8", "11=c1|41=o1|17=e1|20=0|150=4|39=4|" + REPORT);
    add("F", "11=c1|41=o1|55=IBM|54=1|60=20260316-14:00:00|38=100|");

    String written = convert().get(NAME);

    assertEquals(3, sums.written(), written);
    String report = written.lines().filter(line -> line.contains("\"MEOC\"")).findFirst().get();
    assertTrue(report.contains("\"orderID\":\"o1\""), report);
    assertTrue(report.contains("\"cancelQty\":60,\"leavesQty\":0"), report);
  }

  @Test
  void aReportOfACancelOfAnotherSymbolCannotNameTheOrder() throws IOException {
    add("F", "11=c1|41=o1|55=AAPL|54=1|60=20260316-14:00:00|38=100|");
    add("8", "11=c1|41=o1|17=e1|20=0|150=4|39=4|" + REPORT.replace("IBM", "AAPL"));

    convert();

    assertEquals(1, sums.written());
    assertEquals(Map.of(Unsayable.OTHER_SYMBOL.words(), 2L), sums.skippedByKind());
  }

  @Test
  void whatBecomesOfATradeIsWrittenInTheOrderInWhichItWasSent() throws IOException {
    add("8", "11=o1|17=e3|19=e2|20=1|150=1|39=1|31=9|32=30|" + REPORT, "16:00:00");
    add("8", "11=o1|17=e2|19=e1|20=2|150=1|39=1|31=9|32=30|" + REPORT, "15:00:00");
    add("8", "11=o1|17=e1|20=0|150=1|39=1|31=8|32=40|" + REPORT);
    add("8", "11=o1|17=e4|19=never|20=1|150=1|39=1|31=9|32=30|" + REPORT);

    List<String> trades =
        convert().get(NAME).lines().filter(line -> line.contains("\"MEOT\"")).toList();

    assertEquals(3, trades.size(), trades.toString());
    assertTrue(trades.get(0).contains("\"NEW\"") && trades.get(0).contains("\"quantity\":40"));
    assertTrue(trades.get(1).contains("\"COR\"") && trades.get(1).contains("\"quantity\":30"));
    assertTrue(trades.get(2).contains("\"cancelFlag\":true"), trades.get(2));
    assertEquals(
        1,
        trades.stream()
            .map(line -> line.replaceAll(".*firmROEID\":\"|\".*", ""))
            .distinct()
            .count());
    assertEquals(1, sums.skippedByKind().get(Unsayable.NO_TRADE.words()));
  }

  @Test
  void replacesWhatAnEarlierRunWroteAndNothingElse() throws IOException {
    convert();
    Path out = folder.resolve("out");
    Files.writeString(out.resolve("mine.json"), "{}");
    lines.clear();
    add("D", "11=o1|" + ORDER.replace("20260316", "20260317"));

    Map<String, String> files = convert();

    assertEquals(2, files.size(), files::toString);
    assertFalse(files.containsKey(NAME));
    assertEquals("{}", files.get("mine.json"));
  }

  @Test
  void refusesToReplaceAFileOfOthers() throws IOException {
    convert();
    Path foreign = folder.resolve("out").resolve(NAME.replace("ALFA", "BRVO"));
    Files.writeString(foreign, "{}");

    IOException refused = assertThrows(IOException.class, this::convert);

    assertTrue(refused.getMessage().contains("BRVO"), refused.getMessage());
    assertEquals("{}", Files.readString(foreign));
  }

  @Test
  void showsAllFilesByOneLink() throws IOException {
    convert();
    Path out = folder.resolve("out");
    Path first = Files.readSymbolicLink(out.resolve(".converted"));
    Path killed = Files.createDirectory(out.resolve(".converted-killed"));
    Files.writeString(killed.resolve(NAME), "half");

    String again = convert().get(NAME);

    assertEquals(Path.of(".converted", NAME), Files.readSymbolicLink(out.resolve(NAME)));
    assertFalse(Files.exists(killed));
    assertFalse(Files.exists(out.resolve(first)));
    assertTrue(again.startsWith("{\"actionType\""), again);
  }

  @Test
  void refusesAFileOfCatByName() throws IOException {
    String written = convert().get(NAME);
    lines.clear();
    lines.add(written);

    IOException refused = assertThrows(IOException.class, this::convert);

    assertTrue(refused.getMessage().endsWith("in.fix: no file of FIX"), refused.getMessage());
    assertTrue(Files.exists(folder.resolve("out").resolve(NAME)));
  }

  private void add(String type, String fields) {
    add(type, fields, "14:30:00");
  }

  private void add(String type, String fields, String sent) {
    String header = "35=" + type + "|34=1|49=ALFA|56=MRP|52=20260316-" + sent + "|";
    String body = (header + fields).replace('|', '\u0001');
    String framed = "8=FIX.4.2\u00019=" + body.length() + "\u0001" + body;
    int sum = framed.chars().sum();
    lines.add(framed + "10=%03d\u0001".formatted(sum % 256));
  }

  private Map<String, String> convert() throws IOException {
    Path input = folder.resolve("in.fix");
    Files.write(input, lines, ISO_8859_1);
    Path output = folder.resolve("out");
    sums =
        CatConversion.run(
            List.of(input.toString()),
            EventReader.Rules.DEFAULT,
            CatSchemas.Versions.ANNOUNCED,
            output);
    Map<String, String> files = new java.util.TreeMap<>();
    try (Stream<Path> all = Files.list(output)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file.getFileName().toString(), Files.readString(file, ISO_8859_1));
      }
    }
    return files;
  }
}
