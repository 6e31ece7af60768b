package io.daisychain.fix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Messages as people write them, with {@code |} for SOH, and the shared examples where they are.
 */
final class Samples {
  private Samples() {}

  static byte[] fix(String text) {
    return text.replace('|', '\1').getBytes(ISO_8859_1);
  }

  static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, ISO_8859_1).replace('\1', '|');
  }

  /** {@code body} between a BeginString, the BodyLength and the CheckSum that are due to it. */
  static String framed(String body) {
    String head = "8=FIX.4.2|9=" + body.length() + "|" + body;
    int sum = 0;
    for (byte b : fix(head)) {
      sum += b & 0xFF;
    }
    return head + String.format("10=%03d|", sum & 0xFF);
  }

  /** A file that is handed out apart; the test is skipped where it is not there. */
  static byte[] shared(String name) throws IOException {
    Path file = Path.of(System.getProperty("shared", "../../shared"), name);
    Assumptions.assumeTrue(Files.exists(file), () -> "not here: " + file);
    return Files.readAllBytes(file);
  }
}
