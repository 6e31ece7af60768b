package io.daisychain.warehouse.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Random;
import org.junit.jupiter.api.Test;

class VisibleTextTest {
  private static final long SEED = 7;

  /** What terminals and viewers obey: C0, DEL, C1, bidirectional controls, line ends, no widths. */
  private static final String OBEYED =
      "[\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff]";

  @Test
  void noCharacterIsLeftThatATerminalObeys() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder drawn = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        int range = random.nextInt(3);
        drawn.append(
            (char)
                (range == 0
                    ? random.nextInt(0xa0)
                    : range == 1 ? 0x2000 + random.nextInt(0x70) : random.nextInt(0x10000)));
      }
      String text = drawn.toString();

      String shown = VisibleText.line(text);

      String told = "seed " + SEED + " round " + round;
      assertEquals(text.length(), shown.length(), told);
      assertFalse(shown.matches("(?s).*" + OBEYED + ".*"), told);
      for (int i = 0; i < text.length(); i++) {
        if (shown.charAt(i) != text.charAt(i)) {
          assertEquals(VisibleText.REPLACEMENT, shown.charAt(i), told);
        }
      }
      assertEquals(text.chars().filter(c -> c == '\n').count(), lineEnds(text), told);
    }
  }

  private static long lineEnds(String text) {
    return VisibleText.lines(text).chars().filter(c -> c == '\n').count();
  }

  @Test
  void escapeSequencesAndOverridesShow() {
    assertEquals("a\ufffd[31mb\ufffd2J\ufffdc", VisibleText.line("a\u001b[31mb\u009b2J\u202ec"));
    assertEquals("one\ufffdtwo", VisibleText.line("one\ntwo"));
    assertEquals("one\ntwo\ufffd", VisibleText.lines("one\ntwo\r"));
  }

  @Test
  void ordinaryTextStaysAsItIs() {
    String text = "Größe 10 € 中 \ud83d\ude00";
    assertSame(text, VisibleText.line(text));
  }
}
