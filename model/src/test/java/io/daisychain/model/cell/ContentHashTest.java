package io.daisychain.model.cell;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

/** Stored columns are named after it, so it must never change. */
class ContentHashTest {
  private final ContentHash hash = new ContentHash();

  /** The first is the example of NIST for SHA-512/256: 53048e2681941ef99b2e29b76b4c7dab... */
  @Test
  void isTheFirstHalfOfSha512t256() {
    assertEquals("53048e2681941ef99b2e29b76b4c7dab", of("abc"));
    assertEquals("c672b8d1ef56ed28ab87c3622c511406", of(""));
    assertEquals("53048e2681941ef99b2e29b76b4c7dab", of("abc"), "nothing of the last is left");
  }

  @Test
  void bothHalvesDependOnEveryByte() {
    String content = "35=D\00149=ALFA\00111=O1\001";
    hash.of(content.getBytes(ISO_8859_1), 0, content.length());
    long high = hash.high();
    long low = hash.low();
    for (int i = 0; i < content.length(); i++) {
      byte[] other = content.getBytes(ISO_8859_1);
      other[i]++;
      hash.of(other, 0, other.length);
      assertNotEquals(high, hash.high());
      assertNotEquals(low, hash.low());
    }
  }

  private String of(String text) {
    byte[] bytes = ("x" + text).getBytes(ISO_8859_1);
    hash.of(bytes, 1, text.length());
    return String.format("%016x%016x", hash.high(), hash.low());
  }
}
