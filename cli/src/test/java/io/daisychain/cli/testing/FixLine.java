package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Makes messages of what people can read: {@code |} stands for SOH. */
public final class FixLine {
  private FixLine() {}

  /** A framed message, without the line's end; {@code fields} start with 35 and end with SOH. */
  public static String of(String fields) {
    return framed(fields.replace('|', '\u0001'));
  }

  /** The same of fields that have SOH already. */
  static String framed(String body) {
    return framed("FIX.4.2", body);
  }

  /** The same with another BeginString. */
  public static String framed(String begin, String body) {
    String framed = "8=" + begin + "\u00019=" + body.length() + "\u0001" + body;
    int sum = 0;
    for (byte octet : framed.getBytes(ISO_8859_1)) {
      sum += octet & 0xff;
    }
    return framed + String.format("10=%03d\u0001", sum % 256);
  }
}
