package io.daisychain.jmh.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Damages a message in one place, in one of the ways in which messages get damaged: a bit flipped,
 * a field lost, repeated, moved or under another tag, a value lost or replaced, the end cut off.
 *
 * <p>A change that leaves the message valid for {@link DaisychainEngine} is drawn again: two fields
 * of a body may change places, and an order may have another id.
 */
final class Mutation {
  private static final char SOH = 1;
  private static final int KINDS = 8;

  private static final String[] VALUES = {
    "0",
    "-1",
    "1.5",
    "x",
    "XX",
    "Y",
    " ",
    "1 2",
    "+1",
    "1e3",
    "99999999999",
    "USD",
    "20260316",
    "20261316-09:02:00",
    "20260316-25:02:00",
    "20260316-09:02:00.1",
    "AAPL",
    "B",
    "\u00e9",
    "a=b"
  };
  private static final String[] TAGS = {
    "8", "9", "10", "35", "34", "49", "52", "56", "43", "115", "11", "41", "19", "20", "150", "39",
    "38", "14", "40", "44", "99", "59", "432", "78", "382", "15", "200", "64", "447", "4999",
    "10001", "10003", "10887", "010", "x", ""
  };

  private final Random random;
  private final DaisychainEngine checks = new DaisychainEngine();

  Mutation(Random random) {
    this.random = random;
  }

  /**
   * The message, damaged.
   *
   * @param framed whether only what is between BodyLength and CheckSum is damaged, and both of them
   *     are made right again
   */
  String damaged(String message, boolean framed) {
    String damaged = message;
    while (isValid(damaged)) {
      damaged = framed ? frame(damage(body(message))) : damage(message);
    }
    return damaged;
  }

  private boolean isValid(String message) {
    byte[] bytes = message.getBytes(ISO_8859_1);
    return checks.accepts(bytes, 0, bytes.length);
  }

  private static String body(String message) {
    int lengthEnd = message.indexOf(SOH, message.indexOf(SOH) + 1);
    return message.substring(lengthEnd + 1, message.lastIndexOf(SOH, message.length() - 2) + 1);
  }

  private static String frame(String content) {
    String body = content.charAt(content.length() - 1) == SOH ? content : content + SOH;
    String message = "8=FIX.4.2" + SOH + "9=" + body.length() + SOH + body;
    int sum = 0;
    for (byte b : message.getBytes(ISO_8859_1)) {
      sum += b;
    }
    return message + String.format("10=%03d", sum & 0xFF) + SOH;
  }

  private String damage(String text) {
    return switch (random.nextInt(KINDS)) {
      case 0 -> flipped(text);
      case 1 -> text.substring(0, 1 + random.nextInt(text.length() - 1));
      default -> withFieldDamaged(text);
    };
  }

  private String flipped(String text) {
    char[] chars = text.toCharArray();
    chars[random.nextInt(chars.length)] ^= (char) (1 << random.nextInt(8));
    return new String(chars);
  }

  private String withFieldDamaged(String text) {
    List<String> fields = new ArrayList<>(Arrays.asList(text.split("\u0001", 0)));
    int at = random.nextInt(fields.size());
    String field = fields.get(at);
    int valueAt = field.indexOf('=') + 1;
    switch (random.nextInt(KINDS - 2)) {
      case 0 -> fields.remove(at);
      case 1 -> fields.add(random.nextInt(fields.size() + 1), field);
      case 2 -> fields.add(random.nextInt(fields.size()), fields.remove(at));
      case 3 -> fields.set(at, pick(TAGS) + "=" + field.substring(valueAt));
      case 4 -> fields.set(at, field.substring(0, valueAt));
      default -> fields.set(at, field.substring(0, valueAt) + pick(VALUES));
    }
    return String.join("\u0001", fields) + SOH;
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }
}
