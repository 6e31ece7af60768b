package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  private static final int WINDOW = 64;

  @Test
  void readsWhatANaiveSplitterReads() throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    for (int i = 0; i < 3_000; i++) {
      byte[] file = randomFile(new Random(seed + i), 40);

      LineReader lines = new LineReader(new ByteArrayInputStream(file), 0, WINDOW);
      List<String> read = new ArrayList<>();
      while (lines.next()) {
        assertTrue(lines.beginsLine(), "short lines come whole");
        assertEquals(read.size() + 1, lines.lines());
        read.add(text(lines));
      }

      assertEquals(split(file), read, "seed " + (seed + i));
    }
  }

  @Test
  void losesNoByteOfLongLinesAndCutsThemBeforeMessages() throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    for (int i = 0; i < 3_000; i++) {
      byte[] file = randomFile(new Random(seed + i), 4 * WINDOW);

      LineReader lines = new LineReader(new ByteArrayInputStream(file), 0, WINDOW);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      long before = 0;
      while (lines.next()) {
        if (lines.beginsLine() && before > 0) {
          all.write('\n');
        }
        if (!lines.beginsLine() && !lines.isContinuation()) {
          assertTrue(text(lines).startsWith("8=FIX"), "seed " + (seed + i));
        }
        assertEquals(all.size(), lines.fileOffset(lines.from()), "seed " + (seed + i));
        all.write(lines.buffer(), lines.from(), lines.to() - lines.from());
        before = lines.lines();
      }

      boolean endsLine = file.length > 0 && file[file.length - 1] == '\n';
      if (endsLine) {
        all.write('\n');
      }
      assertArrayEquals(file, all.toByteArray(), "seed " + (seed + i));
      assertEquals(split(file).size(), before, "seed " + (seed + i));
    }
  }

  @Test
  void marksStretchesThatAreLongerThanTheWindow() throws IOException {
    byte[] file = ("8=FIX|" + "x".repeat(3 * WINDOW) + "\n8=FIX|y\n").getBytes(ISO_8859_1);
    LineReader lines = new LineReader(new ByteArrayInputStream(file), 0, WINDOW);

    assertTrue(lines.next());
    assertTrue(lines.isOversized() && lines.isOpen() && !lines.isContinuation());
    while (lines.isOpen()) {
      assertTrue(lines.next());
      assertTrue(lines.isContinuation());
    }

    assertEquals(1, lines.lines());
    assertTrue(lines.next());
    assertEquals("8=FIX|y", text(lines));
    assertFalse(lines.isOversized());
    assertEquals(2, lines.lines());
    assertFalse(lines.next());
  }

  private static byte[] randomFile(Random random, int longest) {
    StringBuilder text = new StringBuilder();
    for (int line = random.nextInt(6); line > 0; line--) {
      for (int length = random.nextInt(longest); length > 0; length--) {
        text.append(
            random.nextInt(12) == 0 ? "\u00018=FIX" : "abc8=FI\r\u0001".charAt(random.nextInt(9)));
      }
      text.append(line > 1 || random.nextBoolean() ? "\n" : "");
    }
    byte[] bytes = text.toString().getBytes(ISO_8859_1);
    return longest > WINDOW ? bytes : shorten(bytes);
  }

  /** Lines of less than the window, whatever the chance put together. */
  private static byte[] shorten(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int length = 0;
    for (byte b : bytes) {
      length = b == '\n' ? 0 : length + 1;
      if (length < WINDOW - 1) {
        out.write(b);
      }
    }
    return out.toByteArray();
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
}
