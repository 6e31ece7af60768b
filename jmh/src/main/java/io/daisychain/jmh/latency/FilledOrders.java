package io.daisychain.jmh.latency;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Orders with three fills each, of a few firms, a thousand open at a time. */
final class FilledOrders {
  static final int FIRMS = 4;

  /** Lifecycles that are open at a time. */
  static final int OPEN = 1_000;

  private static final int PASSES = 4;

  /** Messages after which all that were open are filled. */
  static final int BLOCK = OPEN * PASSES;

  private FilledOrders() {}

  /** Messages in blocks of {@value #OPEN} lifecycles: all orders, then each fill of all. */
  static void write(Path file, long first, int count) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file, ISO_8859_1)) {
      for (long i = first; i < first + count; i++) {
        long pass = i % BLOCK / OPEN;
        long root = i - pass * OPEN;
        long millis = i % 36_000_000;
        String time =
            "20260316-"
                + digits(8 + millis / 3_600_000, 2)
                + ":"
                + digits(millis / 60_000 % 60, 2)
                + ":"
                + digits(millis / 1_000 % 60, 2)
                + "."
                + digits(millis % 1_000, 3);
        String body =
            "35="
                + (pass == 0 ? "D" : "8")
                + "|34=1|49=FIRM"
                + root % FIRMS
                + "|56=MRP|52="
                + time
                + "|"
                + (pass == 0 ? order(root) : fill(root, pass))
                + "60="
                + time
                + "|10001="
                + key(i)
                + "|";
        writer.write(framed(body));
        writer.write('\n');
      }
    }
  }

  static String order(long root) {
    return "11=o" + root + "|21=1|55=S" + root % 100 + "|54=1|38=300|40=2|44=10|";
  }

  private static String fill(long root, long pass) {
    boolean isLast = pass == PASSES - 1;
    return "37=x"
        + root
        + "|11=o"
        + root
        + "|17=f"
        + root
        + "-"
        + pass
        + "|20=0|150="
        + (isLast ? "2|39=2" : "1|39=1")
        + "|55=S"
        + root % 100
        + "|54=1|38=300|32=100|31=10|151="
        + (300 - 100 * pass)
        + "|14="
        + 100 * pass
        + "|6=10|";
  }

  /** A message of its fields, {@code |} for SOH. */
  static String framed(String fields) {
    String body = fields.replace('|', '\u0001');
    String message = "8=FIX.4.2\u00019=" + body.length() + "\u0001" + body;
    int sum = 0;
    for (int i = 0; i < message.length(); i++) {
      sum += message.charAt(i);
    }
    return message + "10=" + digits(sum & 0xFF, 3) + "\u0001";
  }

  /** A number of so many digits; a format costs as much as watch takes to read the message. */
  private static String digits(long number, int count) {
    String text = Long.toString(number);
    return "000".substring(0, Math.max(0, count - text.length())) + text;
  }

  /** A random UUID in form, whose lower half has the message's number. */
  private static UUID key(long message) {
    long high = (message + 1) * 0x9E37_79B9_7F4A_7C15L;
    return new UUID((high & ~0xF000L) | 0x4000L, Long.MIN_VALUE | message);
  }

  /** The number of a message by the lower half of its key. */
  static long messageOf(long low) {
    return low & Long.MAX_VALUE;
  }
}
