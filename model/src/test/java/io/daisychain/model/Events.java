package io.daisychain.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import java.util.LinkedHashMap;
import java.util.Map;

/** Messages as people write them, with {@code |} for SOH, and the events in them. */
public final class Events {
  /** What a message has unless a test says otherwise. */
  private static final Map<String, String> HEADER = new LinkedHashMap<>();

  static {
    HEADER.put("49", "REP");
    HEADER.put("56", "MRP");
    HEADER.put("52", "20260316-09:02:00.5");
    HEADER.put("60", "20260316-09:01:00");
  }

  private Events() {}

  /**
   * A message with {@code fields}, which begin with 35, and the usual values of 49, 56, 52 and 60
   * where the fields do not name them. {@code ~60} leaves 60 out; {@code $1} is a UUID.
   */
  static byte[] message(String fields) {
    boolean isLater = fields.startsWith("35=AB|") || fields.startsWith("35=AC|");
    StringBuilder text = new StringBuilder(isLater ? "8=FIX.4.4|9=0|" : "8=FIX.4.2|9=0|");
    String all = "|" + fields + "|";
    int msgTypeEnd = all.indexOf('|', 1);
    text.append(all, 1, msgTypeEnd + 1);
    HEADER.forEach(
        (tag, value) -> {
          if (!all.contains("|" + tag + "=") && !all.contains("|~" + tag + "|")) {
            text.append(tag).append('=').append(value).append('|');
          }
        });
    text.append(all, msgTypeEnd + 1, all.length()).append("10=000|");
    String message = text.toString().replaceAll("~\\d+\\|", "");
    return keys(message).replace('|', '\1').getBytes(ISO_8859_1);
  }

  /** {@code $1} to {@code $9} written out as UUIDs. */
  public static String keys(String text) {
    String digit4 = "$1$1$1$1";
    String tail = "-4$1$1$1-8$1$1$1-" + digit4 + digit4 + digit4;
    return text.replaceAll("\\$(\\d)", digit4 + digit4 + "-" + digit4 + tail);
  }

  public static FixMessage indexed(String fields) {
    byte[] bytes = message(fields);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    return message;
  }
}
