package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Writes files of FIX messages whose lineage has a shape that honest members never report, to try
 * ingest and link on. Arguments: shape ({@code chain}, {@code fills}, {@code merge}, {@code cycle},
 * {@code hot}), number of events, file.
 */
final class ExtremeShapes {
  private ExtremeShapes() {}

  public static void main(String[] args) throws IOException {
    int count = Integer.parseInt(args[1]);
    IntFunction<String> body =
        switch (args[0]) {
          case "chain" -> number -> number == 0 ? order(0, 1, "IBM") : replace(number, number - 1);
          case "executions" -> number -> number == 0 ? order(0, count, "IBM") : fill(number);
          case "merge" -> number -> number < count - 1 ? order(number, 1, "IBM") : merge(number);
          case "cycle" -> number -> replace(number, (number + 1) % count);
          case "hot" -> number -> hot(number);
          default -> throw new IllegalArgumentException("no shape " + args[0]);
        };
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(args[2])))) {
      for (int number = 0; number < count; number++) {
        out.write(framed(body.apply(number)));
        out.write('\n');
      }
    }
  }

  /** A message of FIX 4.2 around a body in which bars stand for SOH. */
  static byte[] framed(String body) {
    String message = "8=FIX.4.2|9=" + body.length() + "|" + body;
    int sum = 0;
    for (int i = 0; i < message.length(); i++) {
      sum += message.charAt(i) == '|' ? 1 : message.charAt(i);
    }
    String framed = message + String.format(Locale.ROOT, "10=%03d|", sum & 0xFF);
    return framed.replace('|', '\1').getBytes(US_ASCII);
  }

  private static String head(String type, int number) {
    return String.format(
        Locale.ROOT, "35=%s|34=%d|49=ALFA|56=MRP|52=20260316-18:00:00|", type, number + 1);
  }

  /** Symbol, side and a time of its own to the millisecond. */
  private static String values(int number, String symbol) {
    int second = number / 1_000;
    return String.format(
        Locale.ROOT,
        "|55=%s|54=1|60=20260316-%02d:%02d:%02d.%03d",
        symbol,
        9 + second / 3_600,
        second / 60 % 60,
        second % 60,
        number % 1_000);
  }

  private static String order(int number, int quantity, String symbol) {
    String id = head("D", number) + "11=A" + number + "|21=1";
    return id + values(number, symbol) + "|38=" + quantity + "|40=1|";
  }

  private static String replace(int number, int prior) {
    String id = head("G", number) + "41=A" + prior + "|11=A" + number + "|21=1";
    return id + values(number, "IBM") + "|38=1|40=1|";
  }

  private static String fill(int number) {
    return head("8", number)
        + "37=O|11=A0|17=E"
        + number
        + "|20=0|150=1|39=1"
        + values(number, "IBM")
        + "|32=1|31=10|14="
        + number
        + "|6=10|151=0|";
  }

  /** An order for all the orders before it. */
  private static String merge(int number) {
    StringBuilder body = new StringBuilder(order(number, number, "IBM"));
    body.append("10073=").append(number).append('|');
    for (int parent = 0; parent < number; parent++) {
      body.append("10887=A").append(parent).append('|');
    }
    return body.toString();
  }

  /** Orders with a fill each, every other pair in the same symbol. */
  private static String hot(int number) {
    String symbol = number / 2 % 2 == 0 ? "IBM" : "S" + number / 2 % 5_000;
    if (number % 2 == 0) {
      return order(number, 1, symbol);
    }
    return head("8", number)
        + "37=O|11=A"
        + (number - 1)
        + "|17=E"
        + number
        + "|20=0|150=2|39=2"
        + values(number, symbol)
        + "|38=1|32=1|31=10|14=1|6=10|151=0|";
  }
}
