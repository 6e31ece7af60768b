package io.daisychain.watch.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class JournalAnswerTest {
  @Test
  void isReadAsItWasWritten() {
    JournalAnswer answer = new JournalAnswer(-7, 0, 1L << 40, "id/3 host:/a\tb");
    assertEquals(Optional.of(answer), JournalAnswer.of(answer.bytes()));
  }

  @Test
  void whatAStrangerSendsIsNone() {
    for (String sent :
        new String[] {
          "",
          "\t\t\t",
          "1\t2\t3",
          "1\t2\tx\tid",
          "99999999999\t0\t0\tid",
          "1\t0\t0\tid\nid2 there",
          "1\t0\t0\t" + "x".repeat(2_000)
        }) {
      assertEquals(Optional.empty(), JournalAnswer.of(sent.getBytes(UTF_8)), sent);
    }
  }
}
