package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.file.LineReader;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MessageClassifierTest {
  private static final String NOISE = "engine says hello";
  private static final String UNFRAMED = "35=D|49=ALFA|";

  @Test
  void everythingReadIsStoredSkippedOrRejectedHoweverTheFileIsCut() throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    for (int i = 0; i < 300; i++) {
      Random random = new Random(seed + i);
      List<String> parts = new ArrayList<>();
      int stored = add(parts, order("c" + i, "20260316-10:00:00", ""), random.nextInt(20));
      int session = add(parts, message("35=0|34=5|49=A|56=MRP|52=20260316-10:00:00"), 7);
      int status = add(parts, report("3"), random.nextInt(4));
      int noise = add(parts, NOISE, random.nextInt(9));
      int rejected = add(parts, UNFRAMED, random.nextInt(5));
      rejected += add(parts, order("c", "20260316-10:00:00", "").replace("|10=", "|10=9"), 3);
      rejected += add(parts, message("35=D|34=1|49=ALFA|56=MRP|52=20260316-10:00:00|55=IBM"), 2);
      int lists = add(parts, list("11=a|67=1", "11=b|67=2", "11=c|67=3"), random.nextInt(6));
      rejected += add(parts, list("11=a|67=1", "67=2", "11=c|67=3"), random.nextInt(3));
      stored += lists;
      Collections.shuffle(parts, random);
      byte[] file = file(parts, random);

      MessageCounts whole = read(file, Long.MAX_VALUE).counts;
      MessageCounts cut = read(file, 1 + random.nextInt(file.length)).counts;

      String which = "seed " + (seed + i);
      assertEquals(stored, whole.stored(), which);
      long events = whole.storedByDate().values().stream().mapToLong(Long::longValue).sum();
      assertEquals(stored + 2 * lists, events, which);
      assertEquals(
          Map.of("0", (long) session, "noise", (long) noise, "status", (long) status),
          withZeros(whole.skippedByKind()),
          which);
      assertEquals(rejected, whole.rejected(), which);
      assertEquals(whole.toJson(), cut.toJson(), which);
    }
  }

  @Test
  void readsEachMessageOfLinesLongerThanTheWindowOnceHoweverTheFileIsCut() throws IOException {
    String order = order("c1", "20260316-10:00:00", "");
    int many = (5 << 20) / order.length();
    String text =
        String.join(
            "\n",
            "w".repeat(9 << 20) + order, // words, and then a message after all
            (order + "\r").repeat(many), // the line ends of another system
            "w".repeat(5 << 20),
            "f=1|".repeat(5 << 18),
            "8=FIX.4.2|58=" + "x".repeat(6 << 20) + "|10=000| words " + order,
            order);
    byte[] file = text.replace('|', '\u0001').getBytes(ISO_8859_1);

    for (long rangeBytes : new long[] {Long.MAX_VALUE, 3_000_000, 5_000_001}) {
      MessageCounts counts = read(file, rangeBytes).counts;
      assertEquals(3 + many, counts.stored());
      assertEquals(Map.of("noise", 1L), counts.skippedByKind());
      assertEquals(Map.of("FRAMING", 2L), counts.rejectedByKind());
    }
  }

  @Test
  void findsWhatTheReferenceDataSays() throws IOException {
    assertEquals("UNKNOWN_REPORTER", statuses("|49=NOBODY|", "IBM", "20260316-10:00:00"));
    assertEquals("UNKNOWN_SYMBOL", statuses("|49=ALFA|", "NONE", "20260316-10:00:00"));
    assertEquals("DEPRECATED_SYMBOL", statuses("|49=ALFA|", "FB", "20260316-10:00:00"));
    assertEquals("", statuses("|49=ALFA|", "IBM", "20260316-10:00:00"));
  }

  @Test
  void isLateAfterEightInNewYorkOfTheNextWeekday() throws IOException {
    // A Friday in winter time: Monday 08:00 in New York is 13:00 UTC, but 12:00 after the clocks
    // moved.
    assertEquals("", late("20260227-15:00:00", "20260302-13:00:00"));
    assertEquals("LATE", late("20260227-15:00:00", "20260302-13:00:00.001"));
    assertEquals("", late("20260306-15:00:00", "20260309-12:00:00"));
    assertEquals("LATE", late("20260306-15:00:00", "20260309-12:00:00.001"));
    assertEquals("LATE", late("20260316-15:00:00", "20260317-12:00:00.001"));
  }

  @Test
  void isLateByItsFirstReportWhateverIsCorrectedLater() throws IOException {
    assertEquals("", late("20260316-15:00:00|10004=C", "20260319-12:00:00"));
    assertEquals("LATE", late("20260316-15:00:00|10004=N", "20260319-12:00:00"));
  }

  @Test
  void refusesOtherActionsAndFindsNoFaultInDeletions() throws IOException {
    assertEquals("STRUCTURE", statuses("|10004=X|49=ALFA|", "IBM", "20260316-10:00:00"));
    assertEquals("STRUCTURE", statuses("|10004=CD|49=ALFA|", "IBM", "20260316-10:00:00"));
    String nothing = "|49=NOBODY|56=MRP|10004=%s|60=20260316-10:00:00|54=X|";
    assertEquals(
        "STRUCTURE;UNKNOWN_REPORTER;UNKNOWN_SYMBOL",
        statuses(nothing.formatted("C"), "NONE", "20260316-10:00:00"));
    assertEquals("", statuses(nothing.formatted("D"), "NONE", "20260316-10:00:00"));
  }

  @Test
  void checksAnInstrumentThatTheReferenceNamesAndOtherwiseItsSymbol() throws IOException {
    String option = "%s|167=OPT|48=%s";
    String time = "20260316-10:00:00";
    String firm = "|49=ALFA|";
    assertEquals("", statuses(firm, option.formatted("IBM", "IBM260619C00150000"), time));
    assertEquals("", statuses(firm, option.formatted("OPT", "OPT260619C00150000"), time));
    assertEquals("", statuses(firm, "IBM   260619C00150000|167=OPT", time));
    assertEquals("UNKNOWN_SYMBOL", statuses(firm, "NONE  260619C00150000|167=OPT", time));
    assertEquals(
        "DEPRECATED_SYMBOL", statuses(firm, option.formatted("IBM", "IBM260313C00150000"), time));
    assertEquals(
        "UNKNOWN_SYMBOL", statuses(firm, option.formatted("OPT", "OPT260619P00150000"), time));
    assertEquals("STRUCTURE", statuses(firm, "IBM|167=OPT", time));
  }

  @Test
  void readsVersionsBesideOneAnotherAndThoseThatALogonSays() throws IOException {
    String order =
        "|49=ALFA|56=BRVO|52=20260316-10:00:00|11=A|21=1|55=IBM|54=1|60=20260316-10:00:00"
            + "|38=5|40=1";
    List<String> lines =
        List.of(
            of("FIX.4.4", "35=D|34=1" + order),
            of("FIX.4.0", "35=D|34=1" + order),
            of("FIXT.1.1", "35=D|34=1" + order),
            of("FIXT.1.1", "35=A|34=1|49=BRVO|56=ALFA|52=20260316-10:00:00|98=0|108=9|1137=7"),
            of("FIXT.1.1", "35=D|34=1" + order),
            of("FIXT.1.1", "35=D|1128=8|34=1" + order),
            of("FIX.4.5", "35=D|34=1" + order));
    byte[] file = String.join("\n", lines).replace('|', '\u0001').getBytes(ISO_8859_1);

    Taken taken = read(file, Long.MAX_VALUE);

    assertEquals(
        List.of("FIX.4.4", "FIX.4.0", "FIX.5.0SP2", "FIX.5.0", "FIX.5.0SP1"), taken.versions);
    assertEquals(Map.of("A", 1L), taken.counts.skippedByKind());
    assertEquals(Map.of("FRAMING", 1L), taken.counts.rejectedByKind());
  }

  private static String late(String event, String sent) throws IOException {
    String line = order("c1", sent, "|60=" + event);
    return read((line + "\n").replace('|', '\u0001').getBytes(ISO_8859_1), Long.MAX_VALUE)
        .statuses
        .toString();
  }

  private static String statuses(String reporter, String symbol, String time) throws IOException {
    String line =
        order("c1", time, "").replace("|49=ALFA|", reporter).replace("=IBM", "=" + symbol);
    line = message(line.substring(line.indexOf("35="), line.lastIndexOf("|10=")));
    return read((line + "\n").replace('|', '\u0001').getBytes(ISO_8859_1), Long.MAX_VALUE)
        .statuses
        .toString();
  }

  private static int add(List<String> parts, String part, int times) {
    for (int i = 0; i < times; i++) {
      parts.add(part);
    }
    return times;
  }

  /** One part a line, sometimes two messages on one, sometimes a carriage return before the LF. */
  private static byte[] file(List<String> parts, Random random) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      boolean alone = part.equals(NOISE) || part.equals(UNFRAMED);
      boolean beginsLine = text.length() == 0 || text.charAt(text.length() - 1) == '\n';
      if (alone && !beginsLine) {
        text.append('\n');
      }
      text.append(part);
      if (alone || random.nextInt(4) > 0) {
        text.append(random.nextBoolean() ? "\r\n" : "\n");
      }
    }
    return text.toString().replace('|', '\u0001').getBytes(ISO_8859_1);
  }

  private static Map<String, Long> withZeros(Map<String, Long> counts) {
    Map<String, Long> all = new java.util.HashMap<>(counts);
    List.of("0", "noise", "status").forEach(kind -> all.putIfAbsent(kind, 0L));
    return all;
  }

  private static Taken read(byte[] file, long rangeBytes) throws IOException {
    Taken taken = new Taken();
    byte[] window = LineReader.window(); // with what the range before has left in it
    long start = 0;
    do {
      InputRange range = new InputRange("file", start, Math.min(file.length, start + rangeBytes));
      MessageClassifier classifier =
          new MessageClassifier(EventReader.Rules.DEFAULT, reference(), taken);
      int from = (int) Math.max(0, start - 1);
      ReadMessagesFn.readLines(
          range,
          "file",
          new ByteArrayInputStream(file, from, file.length - from),
          window,
          classifier);
      taken.counts.add(classifier.counts());
      start = range.end();
    } while (start < file.length);
    return taken;
  }

  private static ReferenceData reference() {
    String symbols =
        """
        symbol,name,valid_from,valid_to,successor
        IBM,I,2000-01-01,,
        FB,F,2012-05-18,2022-06-08,META
        IBM   260313C00150000,I,2025-09-01,2026-03-13,
        OPT   260619C00150000,O,,,
        """;
    String participants = "mpid,name,valid_from,valid_to\nALFA,A,2000-01-01,";
    return ReferenceData.parse(Map.of("participants.csv", participants, "symbols.csv", symbols));
  }

  private static String order(String id, String sent, String more) {
    String time = more.isEmpty() ? "|60=" + sent : more;
    return message(
        "35=D|34=1|49=ALFA|56=MRP|52="
            + sent
            + "|11="
            + id
            + "|21=1|55=IBM|54=1"
            + time
            + "|38=5|40=1");
  }

  private static String list(String... orders) {
    StringBuilder text =
        new StringBuilder("35=E|34=3|49=ALFA|56=MRP|52=20260316-10:00:00|66=L|394=3|68=9|73=3");
    for (String order : orders) {
      text.append("|" + order + "|55=IBM|54=1|38=5|40=1");
    }
    return message(text.toString());
  }

  private static String report(String execTransType) {
    return message(
        "35=8|34=2|49=ALFA|56=MRP|52=20260316-10:00:00|37=o|17=x|20="
            + execTransType
            + "|150=0|39=0|55=IBM|54=1|151=5|14=0|6=0");
  }

  /** A message around its body, with the right length and sum; | stands for SOH. */
  private static String message(String body) {
    return of("FIX.4.2", body);
  }

  private static String of(String begin, String body) {
    String counted = "8=" + begin + "|9=" + (body.length() + 1) + "|" + body + "|";
    int sum = 0;
    for (byte b : counted.replace('|', '\u0001').getBytes(ISO_8859_1)) {
      sum += b & 0xff;
    }
    return counted + String.format(java.util.Locale.ROOT, "10=%03d|", sum & 0xff);
  }

  /** What an intake handed on. */
  private static final class Taken implements MessageClassifier.Output {
    final MessageCounts counts = new MessageCounts();
    final TreeSet<String> found = new TreeSet<>();
    final List<String> versions = new ArrayList<>();
    private String statuses = "";

    @Override
    public void event(
        OrderEvent event,
        ValidationFlags flags,
        PackedWriter content,
        ContentHash hash,
        long line) {
      versions.add(event.version().label());
      statuses = ErrorStatus.words(flags.statuses());
    }

    @Override
    public DateVerdict verdict(int date) {
      return DateVerdict.TAKEN;
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) {
      found.add(new String(buffer, from, to - from, ISO_8859_1));
    }

    @Override
    public void error(FeedbackLine error) {
      found.add(error.status());
    }
  }
}
