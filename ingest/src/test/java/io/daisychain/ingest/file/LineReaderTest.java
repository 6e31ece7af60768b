package io.daisychain.ingest.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageFinder;
import io.daisychain.fix.MessageFinder.Found;
import io.daisychain.ingest.PlainReading;
import io.daisychain.ingest.Trickle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines and pieces of lines; | stands for SOH. */
class LineReaderTest {
  private static final int WINDOW = 64;
  private static final long SEED = Long.getLong("daisychain.seed", System.nanoTime());

  @Test
  void readsWhatANaiveSplitterReads() throws IOException {
    for (int i = 0; i < 3_000; i++) {
      byte[] file = shortLines(new Random(SEED + i));

      LineReader lines = new LineReader(new ByteArrayInputStream(file), 0, new byte[WINDOW]);
      List<String> read = new ArrayList<>();
      while (lines.next()) {
        assertTrue(lines.beginsLine(), "short lines come whole");
        assertEquals(read.size() + 1, lines.lines());
        assertEquals(lines.lineOffset(), lines.fileOffset(lines.from()));
        read.add(text(lines));
      }

      assertEquals(split(file), read, "seed " + (SEED + i));
    }
  }

  @Test
  void findsWhatAPlainReaderFindsInAWindowOfAnySize() throws IOException {
    for (int i = 0; i < 60_000; i++) {
      long seed = SEED + i;
      Random random = new Random(seed);
      byte[] file = stream(random);
      for (int window : new int[] {WINDOW, WINDOW + random.nextInt(80), 300}) {
        assertEquals(
            expected(file),
            found(file, window, random),
            () -> "window " + window + " of " + shown(file) + ", seed " + seed);
      }
    }
  }

  @Test
  void losesNoMessageWhereverItBeginsInTheWindow() throws IOException {
    for (String before : List.of("", "|", " ")) {
      for (String words : List.of("w", "8", "|", "\r", "\0", "8=FI", "10=1")) {
        for (int length = 0; length < 4 * WINDOW; length++) {
          String lead = words.repeat(length / words.length() + 1).substring(0, length) + before;
          String line = lead + "8=FIX|35=0|10=1|8=FIX|35=1|10=1|";
          byte[] file = (line + "\n8=FIX|35=2|10=1|\n").replace('|', '\1').getBytes(ISO_8859_1);
          List<String> messages = new ArrayList<>();
          for (String item : found(file, WINDOW, new Random(1))) {
            if (item.contains("MESSAGE")) {
              messages.add(item);
            }
          }
          int at = lead.length();
          assertEquals(
              List.of(
                  "line 1: MESSAGE " + at + " to " + (at + 16),
                  "line 1: MESSAGE " + (at + 16) + " to " + (at + 32),
                  "line 2: MESSAGE " + (at + 33) + " to " + (at + 49)),
              messages,
              lead);
        }
      }
    }
  }

  @Test
  void knowsDataThatLookLikeMessagesWhereverTheyLieInTheWindow() throws IOException {
    String data = "a|10=1| 8=FIX|b";
    String message = "8=FIX|95=" + data.length() + "|96=" + data + "|10=1|";
    for (int length = 0; length < 1024; length++) {
      String line = "8=FIX|10=1|" + "w".repeat(length) + message + message + "\n";
      byte[] file = line.replace('|', '\1').getBytes(ISO_8859_1);
      assertEquals(expected(file), found(file, 256, new Random(1)));
    }
  }

  @Test
  void marksStretchesThatAreLongerThanTheWindow() throws IOException {
    String text = "8=FIX|" + "x".repeat(3 * WINDOW) + "\r\n8=FIX|y\n";
    byte[] file = text.replace('|', '\1').getBytes(ISO_8859_1);
    LineReader lines = new LineReader(new ByteArrayInputStream(file), 0, new byte[WINDOW]);

    assertTrue(lines.next());
    assertTrue(lines.isOversized() && lines.isOpen() && !lines.isContinuation());
    StringBuilder all = new StringBuilder(text(lines));
    while (lines.isOpen()) {
      assertTrue(lines.next());
      assertTrue(lines.isContinuation() && !lines.beginsLine());
      all.append(text(lines));
    }

    assertEquals("8=FIX\1" + "x".repeat(3 * WINDOW), all.toString());
    assertEquals(1, lines.lines());
    assertTrue(lines.next());
    assertEquals("8=FIX\1y", text(lines));
    assertFalse(lines.isOversized());
    assertEquals(2, lines.lines());
    assertFalse(lines.next());
  }

  /** What the plain reader finds, a line each. */
  private static List<String> expected(byte[] file) {
    PlainReading plain = new PlainReading().read(file, file.length);
    List<String> items = new ArrayList<>();
    for (int i = 0; i < plain.count(); i++) {
      String kind =
          switch (plain.kind(i)) {
            case NOISE -> "NOISE";
            case UNFRAMED -> "UNFRAMED";
            default -> "MESSAGE";
          };
      items.add(item(plain.line(i), kind, plain.from(i), plain.to(i)));
    }
    return items;
  }

  /** What the pieces of a reader have, as an intake takes them. */
  private static List<String> found(byte[] file, int window, Random random) throws IOException {
    LineReader lines =
        new LineReader(new Trickle(file, file.length, random.nextLong()), 0, new byte[window]);
    MessageFinder finder = new MessageFinder();
    FixMessage message = new FixMessage();
    List<String> items = new ArrayList<>();
    Found stretch = Found.END;
    int from = 0;
    while (lines.next()) {
      int shift = (int) lines.fileOffset(0);
      int begins = (int) lines.lineOffset();
      assertTrue(begins == 0 || file[begins - 1] == '\n');
      if (!lines.isContinuation()) {
        from = shift + lines.from();
        finder.line(lines.buffer(), lines.from(), lines.to());
        stretch = finder.next(message);
      }
      if (lines.isOversized()) {
        // Fields before a line's first message are the message's own line's, and nothing to tell.
        boolean ends = !lines.isOpen();
        if (ends && (stretch == Found.MESSAGE || endsLine(file, shift + lines.to()))) {
          items.add(item(lines, window, file, stretch, from, shift + lines.to()));
        }
        continue;
      }
      for (Found found = stretch; found != Found.END; found = finder.next(message)) {
        items.add(item(lines, window, file, found, shift + finder.from(), shift + finder.to()));
      }
    }
    return items;
  }

  private static boolean endsLine(byte[] file, int to) {
    int at = to < file.length && file[to] == '\r' ? to + 1 : to;
    return at == file.length || file[at] == '\n';
  }

  private static String item(
      LineReader lines, int window, byte[] file, Found found, int from, int to) {
    int begins = (int) lines.lineOffset();
    if (found == Found.MESSAGE || begins == from) {
      return item((int) lines.lines(), "" + found, from, to);
    }
    // The front of a long line without a message may be missing, as long as it has no SOH.
    assertTrue(to - begins > window - 8);
    for (int at = begins; at < from; at++) {
      assertFalse(file[at] == 1);
    }
    return item((int) lines.lines(), "" + found, begins, to);
  }

  private static String item(int line, String kind, int from, int to) {
    return "line " + line + ": " + kind + " " + from + " to " + to;
  }

  /** Everything that a log may have, at every alignment. */
  private static byte[] stream(Random random) {
    String[] parts = {
      "8=FIX|",
      "8=FIX",
      "8=FIX.4.2|9=5|35=0|10=123|",
      "8=FIX|10=1|",
      "8=FIX|35=D|11=x|",
      "|8=FIX|",
      "\n",
      "\r\n",
      "\r",
      "|",
      "\0",
      "\u00ff",
      "8",
      "8=FI",
      "8=F",
      "=",
      "10=",
      "|10=",
      "|10=1|",
      "|1",
      "words ",
      "w"
    };
    StringBuilder text = new StringBuilder();
    for (int part = random.nextInt(24); part > 0; part--) {
      switch (random.nextInt(8)) {
        case 0 -> text.append("w".repeat(random.nextInt(3 * WINDOW)));
        case 1 -> text.append("8=FIX|").append("f=1|".repeat(random.nextInt(WINDOW)));
        case 2 -> text.append("8=FIX.4.2|").append("x".repeat(random.nextInt(12))).append("|10=1|");
        case 3 -> text.append("f=12|".repeat(random.nextInt(8)));
        default -> text.append(parts[random.nextInt(parts.length)]);
      }
    }
    return text.toString().replace('|', '\1').getBytes(ISO_8859_1);
  }

  private static byte[] shortLines(Random random) {
    StringBuilder text = new StringBuilder();
    for (int line = random.nextInt(6); line > 0; line--) {
      for (int length = random.nextInt(40); length > 0; length--) {
        text.append("abc8=FI\r\u0001".charAt(random.nextInt(9)));
      }
      text.append(line > 1 || random.nextBoolean() ? "\n" : "");
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private static List<String> split(byte[] file) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= file.length; i++) {
      if (i == file.length ? start < i : file[i] == '\n') {
        lines.add(new String(file, start, i - start, ISO_8859_1));
        start = i + 1;
      }
    }
    return lines;
  }

  private static String text(LineReader lines) {
    return new String(lines.buffer(), lines.from(), lines.to() - lines.from(), ISO_8859_1);
  }

  private static String shown(byte[] file) {
    return new String(file, ISO_8859_1)
        .replace('\1', '|')
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }
}
