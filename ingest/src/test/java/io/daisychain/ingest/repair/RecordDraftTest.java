package io.daisychain.ingest.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cat.CatSchemas;
import io.daisychain.model.RowKey;
import io.daisychain.model.event.CatEventReader;
import io.daisychain.model.event.EventReader;
import io.daisychain.reporting.FeedbackEntry;
import io.daisychain.reporting.RecordErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordDraftTest {
  private static final String NAME = "0_ALFA_20261117_x_OrderEvents_000001.json";

  private final List<String> records = new ArrayList<>();
  private final List<String> feedback = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private CatSchemas.Versions versions = CatSchemas.Versions.ANNOUNCED;
  @TempDir private Path folder;

  private void add(String type, String id, String fields, String... codesAndFields) {
    records.add(
        ("{'actionType':'NEW','type':'%s','firmROEID':'20261116_%s','eventTimestamp':'20261116T09300%d',"
                + "'symbol':'IBM','orderKeyDate':'20261116T093001'%s}")
            .formatted(type, id, records.size() % 10, fields)
            .replace('\'', '"'));
    told(id, records.size(), codesAndFields);
  }

  private void told(String id, int line, String... codesAndFields) {
    List<String> errors = new ArrayList<>();
    for (int i = 0; i < codesAndFields.length; i += 2) {
      errors.add(
          "{\"code\":\"%s\",\"field\":\"%s\"}".formatted(codesAndFields[i], codesAndFields[i + 1]));
    }
    if (!errors.isEmpty()) {
      feedback.add(
          "{\"errorROEID\":%s,\"line\":%d,\"errors\":[%s]}"
              .formatted(roeId(id), line, String.join(",", errors)));
    }
  }

  private static String roeId(String id) {
    CatEventReader reader = new CatEventReader(EventReader.Rules.DEFAULT.dates());
    return reader
        .id("ALFA", "20261116_" + id)
        .map(key -> Long.toUnsignedString(key.high()))
        .orElse("null");
  }

  private List<String> repair(String output) throws IOException {
    Path in = folder.resolve("0_ALFA_20261116_OrderEvents_000001.json");
    Files.write(in, records);
    Path errors = folder.resolve("0_ALFA_20261116_OrderEvents_000001.linkage.json");
    Files.write(errors, feedback);
    assertTrue(RecordErrors.isOne(errors));
    Path draft = folder.resolve(output);
    RecordDraft.write(
        RecordErrors.read(errors),
        in.toString(),
        draft,
        EventReader.Rules.DEFAULT,
        versions,
        notes::add);
    return Files.readAllLines(draft);
  }

  @Test
  void ofATradeTheOrderThatIsMissingIsAsked() throws IOException {
    String order = "'orderID':'%s','side':'B'";
    add("MENO", "1", "," + order.formatted("a"));
    add(
        "MEOT",
        "2",
        ",'tradeID':'t','buyDetails':[{'orderKeyDate':'20261116T100000',%s}],"
                .formatted(order.formatted("a"))
            + "'sellDetails':[{'orderKeyDate':'20261116T100000',%s}]"
                .formatted(order.formatted("b")),
        "3502",
        "");

    List<String> sent = repair(NAME);

    assertEquals(1, sent.size(), sent::toString);
    assertTrue(sent.get(0).contains("\"RPR\"") && sent.get(0).contains("\"orderID\":\"a\""));
    assertTrue(sent.get(0).contains("\"orderID\":\"?\""), sent::toString);
  }

  @Test
  void ofSeveralWithOneKeyTheEarliestKeepsIt() throws IOException {
    add("MENO", "1", ",'orderID':'a'", "3004", "orderID");
    add("MENO", "2", ",'orderID':'a'", "3004", "orderID");
    add("MEOR", "3", ",'orderID':'a','routedOrderID':'r'", "8003", "routedOrderID");

    List<String> sent = repair(NAME);

    assertEquals(2, sent.size(), sent::toString);
    assertTrue(sent.get(0).contains("20261116_2") && sent.get(0).contains("\"orderID\":\"?\""));
    assertTrue(sent.get(1).contains("\"routedOrderID\":\"?\""), sent::toString);
    assertTrue(RecordSeal.isOne(folder.resolve(NAME)));
    assertEquals(2, RecordSeal.seal(folder.resolve(NAME), versions, notes::add).openLines());
    RepairDraft.check(folder.resolve(NAME)); // may be written over
  }

  @Test
  void whatCannotBeMendedIsLeftWithItsReason() throws IOException {
    records.add("{\"type\":");
    feedback.add(
        "{\"errorROEID\":null,\"line\":1,\"errors\":[{\"code\":\"2134\",\"field\":null}]}");
    feedback.add("{\"errorROEID\":null,\"line\":null,\"more\":7,\"errors\":[]}");
    add("MENO", "1", ",'orderID':'a'", "2132", "", "2011", "CATReporterIMID");
    add("MENO", "bad|id", ",'orderID':'a'", "2032", "firmROEID", "2999", "");
    add("MEXX", "3", "", "2105", "type");
    add("MENO", "4", ",'orderID':'a','CATReporterIMID':'BETA'", "2011", "CATReporterIMID");
    add(
        "MENO",
        "5",
        ",'x':1,'aggregatedOrders':7",
        "2133",
        "x",
        "2004",
        "aggregatedOrders[0].orderID");

    List<String> sent = repair(NAME);

    assertEquals(4, sent.size(), sent::toString);
    assertTrue(sent.get(0).matches(".*\"NEW\".*\"firmROEID\":\"\\?\".*"), sent.get(0));
    assertTrue(sent.get(1).matches(".*\"RPR\".*\"type\":\"\\?\".*"), sent.get(1));
    assertTrue(sent.get(2).contains("\"CATReporterIMID\":\"ALFA\""), sent.get(2));
    assertTrue(sent.get(3).contains("\"aggregatedOrders\":\"?\"}"), sent.get(3));
    assertTrue(notes.get(1).contains("report it anew"), notes::toString);
    assertEquals(4, notes.size(), notes::toString);
  }

  @Test
  void aNameThatDoesNotSayALaterTimeIsRefused() {
    add("MENO", "1", ",'orderID':'a'", "2096", "symbol");
    for (String name :
        List.of(
            "repair.json",
            "0_ALFA_20261115_OrderEvents_000001.json",
            "0_BETA_20261117_OrderEvents_000001.json")) {
      assertThrows(IllegalArgumentException.class, () -> repair(name), name);
    }
    told("never", 1, "2096", "symbol");
    assertThrows(IOException.class, () -> repair(NAME));
  }

  @Test
  void feedbackByFirmSaysTheSameAndWhatCatHasNoCodeFor() throws IOException {
    add("MENO", "1", ",'orderID':'a','side':'X','quantity':5");
    add("MEOM", "2", ",'orderID':'a','priorOrderID':'a','firmDesignatedID':'F'");
    add("MENO", "3", ",'orderID':'c','side':'B'");
    add("MENO", "4", ",'orderID':'d','side':'B'");
    records.set(2, records.get(2).replace("NEW", "COR"));
    records.set(3, records.get(3).replace("NEW", "DEL"));
    add("MENO", "5", ",'orderID':'e','side':'B'");
    add("MENO", "6", ",'orderID':'f','side':'B'");
    String file = "0_ALFA_20261116_OrderEvents_000001.json";
    List<FeedbackEntry> lines = new ArrayList<>();
    for (String told :
        List.of(
            "1 STRUCTURE 2095 side",
            "1 STRUCTURE 2095 side",
            "1 OVERFILL",
            "2 SIDE_MISMATCH",
            "2 OUT_OF_SEQUENCE",
            "2 SYMBOL_MISMATCH",
            "2 CYCLE",
            "2 UNKNOWN_CUSTOMER 3701 firmDesignatedID",
            "3 UNKNOWN_ORIGINAL",
            "4 UNKNOWN_ORIGINAL",
            "5 REJECTED too-many-days",
            "6 LATE")) {
      String[] parts = (told + " - -").split(" ", -1);
      lines.add(entry(file, parts[0], parts[1], parts[2].replace("-", " ").strip(), parts[3]));
    }
    lines.add(entry("", "7", "UNACCEPTED", "8004", ""));
    lines.add(entry("other.fix", "1", "LATE", "", ""));
    Files.writeString(folder.resolve("other.fix"), "8=FIX.4.2\u00019=5\u000135=D\u0001\n");
    Files.write(folder.resolve(file), records);
    Path draft = folder.resolve(NAME);

    RepairDraft.Counts counts =
        RecordDraft.write(
            lines.stream().map(RecordErrors::of).toList(),
            folder + "/*",
            draft,
            EventReader.Rules.DEFAULT,
            versions,
            notes::add);

    List<String> sent = Files.readAllLines(draft);
    assertEquals(5, sent.size(), sent::toString);
    assertTrue(
        sent.get(0).matches(".*\"RPR\".*\"side\":\"\\?\".*\"quantity\":\"\\?\".*"), sent.get(0));
    for (String field :
        List.of("side", "eventTimestamp", "symbol", "priorOrderID", "firmDesignatedID")) {
      assertTrue(sent.get(1).contains("\"" + field + "\":\"?\""), sent.get(1));
    }
    assertTrue(sent.get(2).matches(".*\"NEW\".*20261116_3.*\"side\":\"B\".*"), sent.get(2));
    assertTrue(sent.get(3).matches(".*\"DEL\".*\"firmROEID\":\"\\?\".*"), sent.get(3));
    assertTrue(sent.get(4).matches(".*\"NEW\".*\"eventTimestamp\":\"\\?\".*"), sent.get(4));
    assertEquals(new RepairDraft.Counts(14, 6, 2, 1, 2, 9, 0, 3), counts);
    assertEquals(3, notes.size(), notes::toString);
  }

  private static FeedbackEntry entry(
      String file, String id, String status, String reason, String field) {
    String name = "20261116_" + id;
    String row =
        new CatEventReader(EventReader.Rules.DEFAULT.dates())
            .id("ALFA", name)
            .map(RowKey::toString)
            .orElse("");
    long line = file.isEmpty() ? 0 : Long.parseLong(id);
    return new FeedbackEntry(
        "feedback-ALFA.csv:2",
        file,
        line,
        -1,
        "ALFA",
        "NEW",
        id,
        row,
        status,
        reason,
        0,
        field.replace("-", ""),
        "",
        "",
        "");
  }

  @Test
  void recordsAreReadByTheVersionThatTheReferenceSays() throws IOException {
    add(
        "MENO",
        "1",
        ",'orderID':'a','BFMMFlag':false,'side':'B','quantity':1,'orderType':'MKT','deptType':'O',"
            + "'manualFlag':false,'electronicDupFlag':false,'solicitationFlag':false,"
            + "'tradingSession':'REG','custDspIntrFlag':false",
        "2096",
        "symbol");
    Path draft = folder.resolve(NAME);

    repair(NAME);
    Files.writeString(draft, Files.readString(draft).replace("\"?\"", "\"IBM\""));
    RecordSeal.seal(draft, versions, notes::add);
    assertTrue(notes.stream().noneMatch(note -> note.contains("2133")), notes::toString);

    versions = CatSchemas.Versions.parse("cat-versions.csv", "version,valid_from\n4.0.0,\n");
    RecordSeal.seal(draft, versions, notes::add);
    assertTrue(notes.stream().anyMatch(note -> note.contains("2133 BFMMFlag")), notes::toString);
  }
}
