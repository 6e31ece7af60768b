package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageDraft;
import io.daisychain.model.event.EventReader;
import io.daisychain.reporting.FeedbackReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drafts have causes and nothing that goes with them, as messages and as a table. */
class RepairCausesTest {
  private static final String NOW = "20260317-12:00:00.000";
  private static final String HEADER =
      "file,line,offset,reporter,eventType,EventId,id,status,reason,tag,text,role,counterparty\n";

  @TempDir private Path folder;
  private final List<String> told = new ArrayList<>();
  private final List<String> day = new ArrayList<>();
  private final StringBuilder feedback = new StringBuilder(HEADER);

  @BeforeAll
  static void useLocalFiles() {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
  }

  private static String sealed(String fields) {
    byte[] bytes = ("8=FIX.4.2|" + fields).replace('|', '\1').getBytes(ISO_8859_1);
    FixMessage indexed = new FixMessage();
    indexed.index(bytes, 0, bytes.length);
    MessageDraft message = MessageDraft.of(indexed);
    message.seal();
    return new String(message.toBytes(), ISO_8859_1);
  }

  private static String order(String id, String more) {
    return ("35=D|34=1|49=ALFA|56=MRP|%s52=20260316-15:00:00|11=%s|21=1|60=20260316-15:00:00|55=IBM"
            + "|54=1|38=300|40=1|")
        .formatted(more, id);
  }

  private static String fill(String id, String order, int shares, int sum, int second) {
    return ("35=8|34=1|49=ALFA|56=MRP|52=20260316-15:01:00|37=1|11=%s|17=%s|20=0|150=1|39=1|55=IBM"
            + "|54=1|38=300|32=%d|31=10.5|151=0|14=%d|6=10.5|60=20260316-15:01:%02d|")
        .formatted(order, id, shares, sum, second);
  }

  /** Hands in a message, and what is told of it. */
  private void hand(String fields, String... faults) {
    day.add(sealed(fields));
    tell(faults);
  }

  private void tell(String... faults) {
    for (String fault : faults) {
      feedback.append("day.fix,").append(day.size()).append(",,ALFA,").append(fault).append('\n');
    }
  }

  private RepairDraft.Counts repair(String output) throws IOException {
    Files.write(folder.resolve("day.fix"), day, ISO_8859_1);
    Path file = Files.writeString(folder.resolve("feedback-ALFA.csv"), feedback);
    return RepairDraft.write(
        FeedbackReader.read(file),
        folder + "/day.*",
        folder.resolve(output),
        EventReader.Rules.DEFAULT,
        NOW,
        told::add);
  }

  private List<String> draft() throws IOException {
    return Files.readAllLines(folder.resolve("repair.fix"), ISO_8859_1).stream()
        .map(line -> line.replace('\1', '|').replaceFirst(".*[|]11=", "11="))
        .toList();
  }

  @Test
  void ofARejectedOrderOnlyTheOrderIsSentAgain() throws IOException {
    day.add(sealed(order("o1", "")).replaceFirst("10=[0-9]*", "10=999"));
    tell("NEW,o1,,REJECTED,FRAMING,10,x,,");
    for (int i = 1; i <= 3; i++) {
      hand(
          fill("e" + i, "o1", 100, 100 * i, i),
          "PARTIAL_FILL,e%d,,ORPHAN,,11,11=o1 of ALFA on 20260316 was not reported,reporter,"
              .formatted(i));
    }

    RepairDraft.Counts counts = repair("repair.fix");

    assertEquals(List.of(1, 3), List.of(draft().size(), (int) counts.following()));
    assertTrue(draft().get(0).startsWith("11=o1|"), draft()::toString);
    assertEquals(
        List.of("day.fix:1 clears what is told of 3 more: day.fix:2, day.fix:3, day.fix:4"), told);
  }

  @Test
  void anOrderThatSeveralNameIsReported() throws IOException {
    for (int i = 1; i <= 2; i++) {
      hand(
          fill("e" + i, "o1", 100, 100 * i, i),
          "PARTIAL_FILL,e%d,,ORPHAN,,11,11=o1 of ALFA on 20260316 was not reported,reporter,"
              .formatted(i));
    }
    hand(
        fill("e3", "o7", 100, 100, 3),
        "PARTIAL_FILL,e3,,ORPHAN,,11,11=o7 of ALFA on 20260316 was not reported,reporter,");

    RepairDraft.Counts counts = repair("repair.fix");

    assertEquals(List.of("11=o1|55=IBM|54=1|21=?|60=?|38=300|40=?|10=000|"), draft().subList(0, 1));
    assertTrue(draft().get(1).startsWith("11=?|17=e3|"), draft()::toString);
    assertEquals(
        List.of(1L, 1L, 2L), List.of(counts.asNew(), counts.corrections(), counts.following()));
  }

  @Test
  void ofAnOverfillTheFillIsAskedFor() throws IOException {
    hand(order("o1", ""), "NEW,o1,,OVERFILL,,38,500 filled of 300,reporter,");
    hand(fill("e1", "o1", 100, 100, 1));
    hand(fill("e2", "o1", 300, 200, 2));
    hand(fill("e3", "o1", 100, 300, 3));

    repair("repair.csv");

    List<String> rows = Files.readAllLines(folder.resolve("repair.csv"));
    assertEquals(2, rows.size(), rows::toString);
    assertTrue(
        rows.get(1)
            .startsWith(
                "1,day.fix:3,e2,correct,32,LastShares,300,,100,OVERFILL: 500 filled of 300: its 14"
                    + " says that it was 100; it may be 32=100,8=FIX.4.2|9=0|35=8|"),
        rows::toString);
  }

  @Test
  void anOrderWhoseReportsSayMoreIsAskedForItsQuantity() throws IOException {
    hand(order("o1", "").replace("38=300", "38=30"), "NEW,o1,,OVERFILL,,38,x,reporter,");
    hand(fill("e1", "o1", 200, 200, 1));

    repair("repair.csv");

    String row = Files.readAllLines(folder.resolve("repair.csv")).get(1);
    assertTrue(row.startsWith("1,day.fix:1,o1,correct,38,OrderQty,30,,300,"), row);
  }

  @Test
  void aFaultInATagThatIsNotAskedForIsTold() throws IOException {
    hand(order("o1", ""));
    hand(
        fill("e1", "o1", 200, 200, 1),
        "FILL,e1,,OUT_OF_SEQUENCE,,11,earlier than its parent NEW o1 by 2 s,reporter,");

    repair("repair.csv");

    String row = Files.readAllLines(folder.resolve("repair.csv")).get(1);
    assertTrue(row.contains(",OUT_OF_SEQUENCE: earlier than its parent NEW o1 by 2 s,8="), row);
  }

  @Test
  void aTableThatIsFilledInBecomesASubmission() throws IOException {
    hand(
        order("o1", "").replace("54=1", "54=X").replace("55=IBM", "55=a,|\"".replace("|", "")),
        "NEW,o1,,STRUCTURE,5,54,5: value 'X' is not one of 1 (BUY); 2 (SELL),reporter,",
        "NEW,o1,,UNKNOWN_SYMBOL,,55,x,reporter,");
    hand(
        order("o2", ""),
        "NEW,o2,,SYMBOL_MISMATCH,,55,55=IBM here and 55=FB2 in its child FILL e1,reporter,BRVO");
    repair("repair.csv");
    Path table = folder.resolve("repair.csv");
    Path output = folder.resolve("repair.fix");
    String text = Files.readString(table);
    assertTrue(text.contains(",55,Symbol,IBM,,FB2 (as FILL e1),"), text);

    assertEquals(3, FilledTable.toDraft(table, output, told::add));

    // As a spreadsheet of another country saves it, with the second message left out.
    String saved =
        "\ufeff"
            + text.lines()
                .filter(line -> !line.startsWith("2,"))
                .map(line -> line.replace(",54,Side,X,,", ",54,Side,X,2,"))
                .map(line -> line.replace(",55,Symbol,\"a,\"\"\",,", ",55,Symbol,\"a,\"\"\",IBM,"))
                .reduce("", (all, line) -> all + line + "\r\n");
    Files.writeString(table, saved, UTF_8);
    told.clear();
    assertEquals(0, FilledTable.toDraft(table, output, told::add), told::toString);
    RepairSeal.Counts sealed = RepairSeal.seal(output, told::add);

    assertEquals(new RepairSeal.Counts(1, 0), sealed);
    assertTrue(draft().get(0).contains("|55=IBM|54=2|"), draft()::toString);
  }

  @Test
  void whatIsNoTableIsNamedByItsRow() throws IOException {
    hand(order("o1", ""), "NEW,o1,,UNKNOWN_SYMBOL,,55,x,reporter,");
    repair("repair.csv");
    Path table = folder.resolve("repair.csv");
    String text = Files.readString(table);

    assertEquals(
        table + ":2: new: 55 of o1 is not filled in; delete its rows to leave the message out",
        complaint(table, text));
    assertTrue(
        complaint(table, text.replace("8=FIX.4.2|", ""))
            .endsWith(":2: draft: this is no message as 'repair' drafts it, or not all of it"));
    assertTrue(
        complaint(table, text.replace(",draft", ""))
            .contains(":1: a draft has the columns message,place,"));
    assertTrue(
        complaint(table, text.replace(",55,Symbol,IBM,,", ",54,Symbol,IBM,1,"))
            .endsWith(":2: tag: the draft has no open '54'"));
  }

  private String complaint(Path table, String text) throws IOException {
    Files.writeString(table, text);
    told.clear();
    try {
      FilledTable.toDraft(table, folder.resolve("repair.fix"), told::add);
      return told.get(0);
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
