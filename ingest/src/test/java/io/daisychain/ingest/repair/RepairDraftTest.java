package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.TradeDates;
import io.daisychain.model.event.EventReader;
import io.daisychain.reporting.FeedbackReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drafts of repairs from feedback written down here, and their sealing; no store takes part. */
class RepairDraftTest {
  private static final String HEADER =
      "file,line,offset,reporter,eventType,EventId,id,status,reason,tag,text\n";
  private static final String LINK_HEADER = HEADER.strip() + ",role,counterparty\n";
  private static final String NOW = "20260317-12:00:00.000";
  private static final String ORDER =
      "35=D|34=1|49=ALFA|56=MRP|52=20260316-15:00:00|11=o1|21=1|60=20260316-14:59:59|55=IBM|54=1"
          + "|38=500|40=1|";

  @TempDir private Path folder;

  /** What was told, and the exit code of the command: 1 for a failure, 2 for bad usage. */
  private record Ended(int exitCode, String err) {}

  @BeforeAll
  static void useLocalFiles() {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
  }

  /** A message of fields from 35 on, framed and summed. */
  private static String framed(String fields) {
    String body = fields.replace('|', '\1');
    String head = "8=FIX.4.2\1" + "9=" + body.length() + "\1" + body;
    int sum = head.chars().sum() & 0xff;
    return head + String.format(Locale.ROOT, "10=%03d\1", sum);
  }

  private void hand(String... messages) throws IOException {
    Files.writeString(folder.resolve("day.fix"), String.join("\n", messages) + "\n", ISO_8859_1);
  }

  private Ended repair(String feedback) throws IOException {
    return repair("feedback-ALFA.csv", feedback);
  }

  private Ended repair(String name, String feedback) throws IOException {
    Path file = Files.writeString(folder.resolve(name), feedback);
    Path output = folder.resolve("repair.fix");
    StringBuilder told = new StringBuilder();
    try {
      RepairDraft.check(output);
    } catch (IOException e) {
      return new Ended(2, e.getMessage());
    }
    try {
      EventReader.Rules rules = new EventReader.Rules("MRP", TradeDates.UTC);
      RepairDraft.write(
          FeedbackReader.read(file), folder + "/day.*", output, rules, NOW, told::append);
      return new Ended(0, told.toString());
    } catch (IllegalArgumentException e) {
      return new Ended(2, e.getMessage());
    } catch (IOException e) {
      return new Ended(1, e.getMessage());
    }
  }

  private Ended seal() throws IOException {
    StringBuilder told = new StringBuilder();
    RepairSeal.Counts counts = RepairSeal.seal(folder.resolve("repair.fix"), told::append);
    return new Ended(counts.openLines() == 0 ? 0 : 1, told.toString());
  }

  private List<String> draft() throws IOException {
    return Files.readAllLines(folder.resolve("repair.fix"), ISO_8859_1).stream()
        .map(line -> line.replace('\1', '|'))
        .toList();
  }

  private static String fault(int line, String type, String id, String rest) {
    return "day.fix," + line + ",," + "ALFA," + type + "," + id + ",," + rest + "\n";
  }

  /** What a draft has of an order: between 9 and 10, with another 52. */
  private static String drafted(String fields) {
    return "8=FIX.4.2|9=0|" + fields.replace("20260316-15:00:00", NOW) + "10=000|";
  }

  @Test
  void severalFaultsOfAMessageAreOneCorrection() throws IOException {
    hand(framed(ORDER), framed(ORDER.replace("11=o1|21=1|", "11=o2|").replace("54=1", "54=X")));
    Ended ended =
        repair(
            HEADER
                + "day.fix,2,"
                + (framed(ORDER).length() + 1)
                + ",ALFA,NEW,o2,,STRUCTURE,5,54,x\n"
                + fault(2, "NEW", "o2", "STRUCTURE,1,21,x")
                    .replace(",,ALFA", "," + (framed(ORDER).length() + 1) + ",ALFA")
                + fault(2, "NEW", "o2", "UNKNOWN_SYMBOL,,55,x")
                    .replace(",,ALFA", "," + (framed(ORDER).length() + 1) + ",ALFA"));

    assertEquals(0, ended.exitCode(), ended::err);
    assertEquals(
        List.of(
            drafted(
                ORDER
                        .replace("11=o1|21=1|", "11=o2|")
                        .replace("54=1", "54=?")
                        .replace("55=IBM", "55=?")
                    + "21=?|10004=C|")),
        draft());
    Ended early = seal();
    assertAll(
        () -> assertEquals(1, early.exitCode()),
        () -> assertTrue(early.err().contains("repair.fix:1: 21=?, 54=?, 55=?"), early::err));
    fillIn("21=?", "21=1", "54=?", "54=2", "55=?", "55=IBM");
    Ended sealed = seal();
    assertEquals(0, sealed.exitCode(), sealed::err);
    String right =
        framed(
            ORDER
                    .replace("11=o1|21=1|", "11=o2|")
                    .replace("54=1", "54=2")
                    .replace("20260316-15:00:00", NOW)
                + "21=1|10004=C|");
    assertEquals(List.of(right.replace('\1', '|')), draft());
    seal();
    assertEquals(List.of(right.replace('\1', '|')), draft());
  }

  private void fillIn(String... pairs) throws IOException {
    Path file = folder.resolve("repair.fix");
    String text = Files.readString(file, ISO_8859_1);
    for (int i = 0; i < pairs.length; i += 2) {
      text = text.replace(pairs[i] + "\1", pairs[i + 1] + "\1");
    }
    Files.writeString(file, text, ISO_8859_1);
  }

  @Test
  void whatLinkFoundOpensWhatNamesTheParentAndWhatDisagrees() throws IOException {
    String route = ORDER.replace("49=ALFA|56=MRP|", "49=ALFA|56=MRP|128=BRVO|") + "10887=p1|";
    String aggregate = ORDER + "10073=3|10887=a|10887=b|10887=c|";
    String option = ORDER.replace("11=o1", "11=o5") + "167=OPT|200=202606|201=1|202=150|205=19|";
    String replace = ORDER.replace("35=D", "35=G").replace("11=o1", "41=p1|11=o2");
    hand(
        framed(route),
        framed(aggregate),
        "a log's words " + framed(ORDER) + framed(replace),
        framed(ORDER.replace("11=o1", "11=o9")),
        framed(option),
        framed(ORDER.replace("11=o1", "11=o6")));
    Ended ended =
        repair(
            LINK_HEADER
                + fault(1, "ROUTE", "o1", "SYMBOL_MISMATCH,,10887,55=IBM here,reporter,BRVO")
                + fault(5, "NEW", "o5", "INSTRUMENT_MISMATCH,,48,48=IBM here,reporter,")
                + fault(6, "NEW", "o6", "INSTRUMENT_MISMATCH,,48,48=IBM here,reporter,")
                + fault(2, "AGGREGATE", "o1", "ORPHAN,,10887,10887=b of ALFA on x,reporter,")
                + fault(3, "REPLACE", "o2", "OUT_OF_SEQUENCE,,41,earlier,reporter,")
                + fault(3, "REPLACE", "o2", "CYCLE,,41,is its own ancestor,reporter,")
                + fault(4, "NEW", "o9", "OVERFILL,,38,600 of 500,reporter,")
                + ",,,ALFA,ROUTE,x7,,UNACCEPTED,,128,ROUTE x7 of BRVO,named,BRVO\n"
                + fault(4, "NEW", "o9", "LATE,,52,late,reporter,"));

    assertEquals(0, ended.exitCode(), ended::err);
    assertEquals(
        List.of(
            drafted(route.replace("55=IBM", "55=?") + "10004=C|"),
            drafted(aggregate.replace("10887=b", "10887=?") + "10004=C|"),
            drafted(
                replace.replace("41=p1", "41=?").replace("60=20260316-14:59:59", "60=?")
                    + "10004=C|"),
            drafted(ORDER.replace("11=o1", "11=o9").replace("38=500", "38=?") + "10004=C|"),
            drafted(option.replaceAll("(20[0125])=\\d+", "$1=?") + "10004=C|"),
            drafted(ORDER.replace("11=o1", "11=o6") + "167=?|10004=C|")),
        draft());
    assertTrue(ended.err().contains("day.fix:4: LATE stays"), ended::err);
    assertTrue(ended.err().contains("1 line of feedback is about another firm's"), ended::err);
  }

  @Test
  void rejectedMessagesAreSentAsNewWithAllTheirFaultsAtOnce() throws IOException {
    String whole = framed(ORDER.replace("54=1", "54=X"));
    String cut = whole.substring(0, whole.indexOf("40=1"));
    String noId = framed(ORDER.replace("11=o1|", ""));
    hand(
        whole.replaceAll("10=\\d+\1", "10=000\1"),
        cut + "40",
        cut + "4",
        noId,
        ORDER.replace('|', '\1'));
    Ended ended =
        repair(
            HEADER
                + at(1, 0, "ALFA", "o1", "REJECTED,FRAMING,10,x")
                + at(2, offsetOf(2), "ALFA", "o1", "REJECTED,FRAMING,10,x")
                + at(3, offsetOf(3), "ALFA", "o1", "REJECTED,FRAMING,10,x")
                + at(4, offsetOf(4), "ALFA", "", "REJECTED,1,11,x")
                + at(5, offsetOf(5), "", "", "REJECTED,FRAMING,,a line of fields"));

    assertEquals(0, ended.exitCode(), ended::err);
    String wrongSide = ORDER.replace("54=1", "54=?");
    String cutOff = wrongSide.replace("40=1|", "40=?|");
    assertEquals(
        List.of(
            drafted(wrongSide),
            drafted(cutOff),
            drafted(cutOff),
            drafted(ORDER.replace("11=o1|", "") + "11=?|"),
            drafted(ORDER)),
        draft());
  }

  private long offsetOf(int line) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("day.fix"), ISO_8859_1);
    return lines.subList(0, line - 1).stream().mapToLong(each -> each.length() + 1).sum();
  }

  private static String at(int line, long offset, String reporter, String id, String rest) {
    return "day.fix," + line + "," + offset + "," + reporter + ",," + id + ",," + rest + "\n";
  }

  @Test
  void whatIsPartOfTheIdentityIsDeletedAndReportedAnew() throws IOException {
    String accept = ORDER.replace("49=ALFA|", "49=ALFA|115=SRCE|");
    String tagged =
        ORDER
            + "10001=e34f39c1-0fdf-4f6e-bbff-240cad50efa9|10003=e34f39c1-0fdf-4f6e-bbff-240cad50efaa|";
    hand(
        framed(accept.replace("11=o1", "11=a1")),
        framed(accept.replace("11=o1", "11=a2")),
        framed(tagged));
    String orphan = "ORPHAN,,11,11=%s of SRCE to ALFA on 20260316 was not reported,reporter,SRCE";
    repair(
        LINK_HEADER
            + fault(1, "ACCEPT", "a1", orphan.formatted("a1"))
            + fault(2, "ACCEPT", "a2", orphan.formatted("a2"))
            + fault(3, "INTERNAL", "o1", "ORPHAN,,10003,x,reporter,"));
    String deleted1 = drafted(accept.replace("11=o1", "11=a1") + "10004=D|");
    String deleted2 = drafted(accept.replace("11=o1", "11=a2") + "10004=D|");
    String anew = drafted(accept.replace("11=o1", "11=?"));
    assertEquals(
        List.of(
            deleted1,
            anew,
            deleted2,
            anew,
            drafted(tagged.replaceFirst("10003=.*", "10003=?|10004=C|"))),
        draft());

    // Of the first the id was wrong; the second is right as it is, and its route is to come.
    List<String> lines = new ArrayList<>(draft());
    lines.set(1, lines.get(1).replace("11=?", "11=a9"));
    lines.set(3, lines.get(3).replace("11=?", "11=a2"));
    lines.set(4, lines.get(4).replace("10003=?", "10003=e34f39c1-0fdf-4f6e-bbff-240cad50efab"));
    Files.writeString(
        folder.resolve("repair.fix"),
        lines.stream().map(line -> line.replace('|', '\1') + "\n").collect(Collectors.joining()),
        ISO_8859_1);
    Ended sealed = seal();
    assertEquals(0, sealed.exitCode(), sealed::err);
    assertEquals(
        List.of("D a1", " a9", "C a2", "C o1"),
        draft().stream()
            .map(
                line ->
                    line.replaceFirst("^((?!10004=).)*$", "N$0")
                            .replaceFirst(".*\\|10004=(.)\\|.*", "$1")
                            .replaceFirst("^N.*", "")
                        + " "
                        + line.replaceFirst(".*\\|11=([^|]*)\\|.*", "$1"))
            .toList());
  }

  @Test
  void aFileThatChangedIsToldAndNothingIsWritten() throws IOException {
    hand(framed(ORDER), framed(ORDER.replace("11=o1", "11=o2")));
    Ended moved = repair(HEADER + at(2, 3, "ALFA", "o2", "STRUCTURE,5,54,x"));
    Ended other = repair(LINK_HEADER + fault(2, "NEW", "o3", "OVERFILL,,38,x,reporter,"));
    Ended beyond = repair(LINK_HEADER + fault(3, "NEW", "o3", "OVERFILL,,38,x,reporter,"));
    Ended missing =
        repair(LINK_HEADER + fault(3, "NEW", "o3", "OVERFILL,,38,x,reporter,").replace("day", "x"));

    assertAll(
        () -> assertEquals(1, moved.exitCode()),
        () ->
            assertTrue(
                moved.err().contains("day.fix:2: there is no message o2 of ALFA at byte 3"),
                moved::err),
        () -> assertEquals(1, other.exitCode()),
        () -> assertTrue(other.err().contains("day.fix:2: there is no NEW o3 of ALFA"), other::err),
        () -> assertEquals(1, beyond.exitCode()),
        () -> assertEquals(2, missing.exitCode()),
        () ->
            assertTrue(
                missing.err().contains("feedback-ALFA.csv:2: no file is x.fix"), missing::err));
    assertTrue(Files.notExists(folder.resolve("repair.fix")));
  }

  @Test
  void packedFilesAndJsonAreRead() throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("day.fix.gz")))) {
      out.write(
          (framed(ORDER) + "\n" + framed(ORDER.replace("11=o1", "11=o2")) + "\n")
              .getBytes(ISO_8859_1));
    }
    String json =
        "{\"file\":\"day.fix.gz\",\"line\":2,\"offset\":%d,\"reporter\":\"ALFA\",\"eventType\":\"NEW\",\"EventId\":\"o2\",\"id\":null,\"status\":\"UNKNOWN_CUSTOMER\",\"reason\":null,\"tag\":55,\"text\":\"x\"}\n";
    Ended ended = repair("feedback-ALFA.jsonl", json.formatted(framed(ORDER).length() + 1));

    assertEquals(0, ended.exitCode(), ended::err);
    assertEquals(
        List.of(drafted(ORDER.replace("11=o1", "11=o2").replace("55=IBM", "55=?") + "10004=C|")),
        draft());
  }

  @Test
  void aFileOfOthersIsRefusedAndADraftReplaced() throws IOException {
    hand(framed(ORDER));
    String feedback = LINK_HEADER + fault(1, "NEW", "o1", "OVERFILL,,38,x,reporter,");
    Path output = folder.resolve("repair.fix");
    Files.writeString(output, "mine\n");
    Ended refused = repair(feedback);
    assertEquals(2, refused.exitCode());
    assertEquals("mine\n", Files.readString(output));

    Files.delete(output);
    assertEquals(0, repair(feedback).exitCode());
    assertEquals(0, repair(feedback).exitCode());
    fillIn("38=?", "38=600");
    assertEquals(0, seal().exitCode());
    String sealed = Files.readString(output);
    assertEquals(2, repair(feedback).exitCode(), "a sealed submission is somebody's work");
    assertEquals(sealed, Files.readString(output));
  }
}
