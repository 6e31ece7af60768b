package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drafts as tables, as spreadsheets of many kinds save what a person filled in. */
class FilledTableTest {
  private static final int MESSAGE = 0;
  private static final int ACTION = 3;
  private static final int TAG = 4;
  private static final int NEW = 7;
  private static final int DRAFT = 10;
  private static final String DELETED = draft("11=o1|54=1|55=IBM|38=100|10004=D|");
  private static final String ANEW = draft("11=?|54=1|55=IBM|38=100|");
  private static final String ORDER = draft("11=o2|54=?|55=IBM|38=?|10004=C|");

  @TempDir private Path folder;
  private final List<String> told = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private Path table;
  private Path output;

  private static String draft(String fields) {
    return "8=FIX.4.2|9=0|35=D|34=1|49=ALFA|56=MRP|52=20260316-15:00:00|21=1|60=20260316-15:00:00|"
        + "40=1|"
        + fields
        + "10=000|";
  }

  @BeforeEach
  void aDraft() {
    table = folder.resolve("repair.csv");
    output = folder.resolve("repair.fix");
    rows.add(DraftTable.COLUMNS);
    row("1", "a.fix:1", "o1", "delete", "", "", "", "", "", "UNACCEPTED: x, \"y\"", DELETED);
    row("2", "a.fix:1", "o1", "report", "11", "ClOrdID", "o1", "o3", "", "x", ANEW);
    row("3", "a.fix:2", "o2", "correct", "54", "Side", "X", "2", "1 (BUY) | 2 (SELL)", "x", ORDER);
    row("3", "a.fix:2", "o2", "correct", "38", "OrderQty", "1.5e", "100", "", "x", ORDER);
  }

  private void row(String... cells) {
    rows.add(new ArrayList<>(List.of(cells)));
  }

  private void save(String separator, String lineEnd, Charset charset, String mark)
      throws IOException {
    String text =
        rows.stream()
            .map(
                cells ->
                    cells.stream()
                        .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                        .collect(Collectors.joining(separator)))
            .collect(Collectors.joining(lineEnd, mark, lineEnd));
    Files.writeString(table, text, charset);
  }

  private List<String> seal() throws IOException {
    assertEquals(0, FilledTable.toDraft(table, output, told::add), told::toString);
    assertEquals(List.of(), told);
    RepairSeal.seal(output, told::add);
    assertEquals(List.of(), told, "ingest finds nothing");
    List<String> messages = new ArrayList<>();
    for (String line : Files.readAllLines(output, ISO_8859_1)) {
      messages.add(
          line.replace('\1', '|').replaceFirst(".*[|]40=1[|]", "").replaceFirst("10=.*", ""));
    }
    return messages;
  }

  private static List<String> filledIn() {
    return List.of(
        "11=o1|54=1|55=IBM|38=100|10004=D|",
        "11=o3|54=1|55=IBM|38=100|",
        "11=o2|54=2|55=IBM|38=100|10004=C|");
  }

  @Test
  void separatorsMarksLineEndsAndEncodings() throws IOException {
    for (String separator : List.of(",", ";", "\t")) {
      for (String lineEnd : List.of("\n", "\r\n")) {
        save(separator, lineEnd, UTF_8, "");
        assertEquals(filledIn(), seal());
        save(separator, lineEnd, UTF_8, "\ufeff");
        assertEquals(filledIn(), seal());
        save(separator, lineEnd, UTF_16LE, "\ufeff");
        assertEquals(filledIn(), seal());
        save(separator, lineEnd, UTF_8, "\ufeffsep=" + separator + lineEnd);
        assertEquals(filledIn(), seal());
      }
    }
  }

  @Test
  void rowsAndColumnsInAnyOrderAndNoMoreThanAreNeeded() throws IOException {
    List<String> header = rows.remove(0);
    Collections.reverse(rows);
    rows.add(0, header);
    rows.replaceAll(
        cells ->
            List.of(
                cells.get(DRAFT), "my own", cells.get(NEW), cells.get(TAG), cells.get(MESSAGE)));
    rows.add(List.of("", "", "", "", ""));
    save(";", "\r\n", UTF_8, "");
    assertEquals(filledIn(), seal());
  }

  @Test
  void columnsThatAreNeededAreNamed() throws IOException {
    rows.replaceAll(cells -> List.of(cells.get(0), cells.get(1), cells.get(2)));
    save(",", "\n", UTF_8, "");
    String message = assertThrows(IOException.class, this::seal).getMessage();
    assertTrue(
        message.startsWith(table + ":1: a draft has the columns message,place,")
            && message.endsWith("and here is no tag, no new, no draft among message,place,EventId"),
        message);
  }

  @Test
  void aMessageWhoseRowsAreDeletedIsLeftOut() throws IOException {
    rows.subList(1, 3).clear();
    save(",", "\n", UTF_8, "");
    assertEquals(filledIn().subList(2, 3), seal());
    rows.remove(1);
    assertEquals("2: tag: the row for 54 of this message is gone", complaint());
    rows.remove(1);
    save(",", "\n", UTF_8, "");
    assertTrue(assertThrows(IOException.class, this::seal).getMessage().endsWith("it has no row"));
  }

  @Test
  void aChoiceMayBeCopiedWhole() throws IOException {
    rows.get(3).set(NEW, "2 (SELL)");
    save(",", "\n", UTF_8, "");
    assertEquals(filledIn(), seal());
  }

  @Test
  void anApostropheBeforeAFormulaIsNoPartOfTheValue() throws IOException {
    rows.get(2).set(NEW, "'=o3");
    save(",", "\n", UTF_8, "");
    assertEquals("11==o3|54=1|55=IBM|38=100|", seal().get(1));
    rows.get(2).set(NEW, "'o3");
    save(",", "\n", UTF_8, "");
    assertEquals("11='o3|54=1|55=IBM|38=100|", seal().get(1));
  }

  @Test
  void whatSpreadsheetsMakeOfNumbersIsNamed() throws IOException {
    String quantity = "5: new: 6: incorrect data format for value for tag 38 OrderQty: ";
    rows.get(4).set(NEW, "1,000");
    assertTrue(complaint().startsWith(quantity + "'1,000'"), complaint());
    rows.get(4).set(NEW, "1.000,00");
    assertTrue(complaint().startsWith(quantity), complaint());
    rows.get(4).set(NEW, "1E+05");
    assertEquals("5: new: '1E+05' is a number that a spreadsheet shortened", complaint());
    rows.get(4).set(NEW, "100");
    rows.get(2).set(NEW, "1.23457E+17");
    assertEquals("3: new: '1.23457E+17' is a number that a spreadsheet shortened", complaint());
    rows.get(2).set(NEW, "o3");
    rows.get(3).set(MESSAGE, "1,003");
    assertEquals("4: message: '1,003' is no number of a message, as it was written", complaint());
    rows.get(3).set(MESSAGE, "3");
    rows.get(3).set(TAG, "54.0");
    assertEquals("4: tag: the draft has no open '54.0'", complaint());
  }

  @Test
  void valuesThatIngestWouldRefuseAreNamed() throws IOException {
    rows.get(3).set(NEW, "buy");
    assertTrue(
        complaint().startsWith("4: new: 6: incorrect data format for value for tag 54"),
        complaint());
    rows.get(3).set(NEW, "?");
    assertEquals(
        "4: new: 54 of o2 is not filled in; delete its rows to leave the message out", complaint());
    rows.get(3).set(NEW, "2\u20ac");
    assertEquals("4: new: it has a character that FIX has not", complaint());
  }

  @Test
  void whatIsNotToBeChangedIsNamed() throws IOException {
    rows.get(3).set(ACTION, "delete");
    assertEquals("4: action: what a draft does cannot be changed here", complaint());
    rows.get(3).set(ACTION, "correct");
    rows.get(4).set(DRAFT, ANEW);
    assertEquals("5: draft: it is another than in line 4", complaint());
    rows.get(3).set(DRAFT, ORDER.substring(0, 40));
    assertEquals(
        "4: draft: this is no message as 'repair' drafts it, or not all of it", complaint());
  }

  @Test
  void anotherEncodingIsNamedByItsLine() throws IOException {
    rows.get(3).set(NEW, "\u00e9");
    save(",", "\n", ISO_8859_1, "");
    assertEquals(
        table + ":4: a character is not UTF-8: save it so",
        assertThrows(IOException.class, this::seal).getMessage());
  }

  @Test
  void ofManyRowsTheFirstAreTold() throws IOException {
    for (int i = 4; i < 40; i++) {
      row(Integer.toString(i), "", "", "", "54", "", "", "", "", "", ORDER);
    }
    save(",", "\n", UTF_8, "");
    assertEquals(36, FilledTable.toDraft(table, output, told::add));
    assertEquals("... and 16 more rows", told.get(20));
    assertFalse(Files.exists(output));
  }

  /** The first complaint about the rows, without the file; nothing is written then. */
  private String complaint() throws IOException {
    save(",", "\n", UTF_8, "");
    Files.deleteIfExists(output);
    told.clear();
    assertTrue(FilledTable.toDraft(table, output, told::add) > 0);
    assertFalse(Files.exists(output));
    String first = told.get(0);
    assertTrue(first.startsWith(table + ":"), first);
    return first.substring(table.toString().length() + 1);
  }
}
