package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Damages a message in one to three places. Most outcomes are framed again, so that more is seen.
 */
final class Mutation {
  private static final String[] VALUES = {
    "",
    "0",
    "-1",
    "-0",
    "1",
    "01",
    "x",
    "XX",
    "Y",
    "N",
    " ",
    "1 2",
    "1 ",
    "1.5",
    "-1.5",
    ".",
    "5.",
    "+1",
    "1e3",
    "99999999999",
    "USD",
    "usd",
    "USX",
    "20260316",
    "20261316",
    "20260231",
    "20260316-09:02:00",
    "20261316-09:02:00",
    "20260316-25:02:00",
    "20260316-09:02:00.123456",
    "20260316-09:02:00.1",
    "20260316-09:02:00.123456789012",
    "99991231-23:59:59",
    "20161231-23:59:60",
    "202603",
    "202613",
    "31",
    "32",
    "09bab95c-3cf9-4dcf-ab5d-1b100f5f8110",
    "4",
    "6",
    "B",
    "\u00e9",
    "a=b",
    "8=FIX.4.2"
  };
  private static final int[] TAGS = {
    8,
    9,
    10,
    35,
    34,
    49,
    52,
    56,
    43,
    115,
    89,
    93,
    90,
    91,
    11,
    41,
    19,
    20,
    150,
    39,
    38,
    14,
    151,
    40,
    44,
    99,
    59,
    432,
    126,
    78,
    79,
    80,
    386,
    336,
    382,
    375,
    337,
    437,
    438,
    448,
    447,
    452,
    453,
    802,
    523,
    803,
    555,
    600,
    623,
    654,
    627,
    628,
    1128,
    15,
    120,
    200,
    205,
    64,
    354,
    355,
    348,
    349,
    101,
    261,
    447,
    4999,
    5000,
    6005,
    10001,
    10003,
    10073,
    10887,
    10835,
    10836,
    10889,
    2147483647
  };
  private static final String BYTES = "\1=0123456789-+. xYN\0\u00ff8";

  private Mutation() {}

  static byte[] mutate(List<String> valid, Random random) {
    return mutate(valid, FixVersion.FIX42, random);
  }

  static byte[] mutate(List<String> valid, FixVersion version, Random random) {
    List<String> fields = new ArrayList<>(valid);
    int damages = 1 + Math.max(0, random.nextInt(6) - 3);
    boolean framed = random.nextInt(8) > 0;
    for (int i = 0; i < damages; i++) {
      damage(fields, framed ? 1 : 0, random);
    }
    byte[] body = (String.join("\1", fields) + "\1").getBytes(ISO_8859_1);
    if (random.nextInt(6) == 0) {
      body = damageBytes(body, random);
    }
    byte[] message = Messages.framed(version, body);
    return framed ? message : damageBytes(message, random);
  }

  private static void damage(List<String> fields, int from, Random random) {
    int at =
        Math.min(from, fields.size())
            + random.nextInt(fields.size() + 1 - Math.min(from, fields.size()));
    String field = at < fields.size() ? fields.get(at) : "58=end";
    String tag = field.substring(0, Math.max(0, field.indexOf('=')));
    String value = field.substring(field.indexOf('=') + 1);
    int other = TAGS[random.nextInt(TAGS.length)];
    String otherValue = VALUES[random.nextInt(VALUES.length)];
    switch (random.nextInt(8)) {
      case 0 -> remove(fields, at);
      case 1 -> fields.add(random.nextInt(fields.size() + 1), field);
      case 2 -> {
        remove(fields, at);
        fields.add(random.nextInt(fields.size() + 1), field);
      }
      case 3 -> set(fields, at, other + "=" + value);
      case 4 -> set(fields, at, tag + "=");
      case 5, 6 -> set(fields, at, tag + "=" + otherValue);
      default -> fields.add(at, other + "=" + otherValue);
    }
  }

  private static void remove(List<String> fields, int at) {
    if (at < fields.size() && fields.size() > 1) {
      fields.remove(at);
    }
  }

  private static void set(List<String> fields, int at, String field) {
    if (at < fields.size()) {
      fields.set(at, field);
    }
  }

  private static byte[] damageBytes(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    byte by = (byte) BYTES.charAt(random.nextInt(BYTES.length()));
    String text = new String(bytes, ISO_8859_1);
    String replaced = String.valueOf((char) (by & 0xFF));
    String changed =
        switch (random.nextInt(5)) {
          case 0 -> text.substring(0, at) + replaced + text.substring(at);
          case 1 -> text.substring(0, at) + text.substring(at + 1);
          case 2 -> text.substring(0, at + 1);
          default -> text.substring(0, at) + replaced + text.substring(at + 1);
        };
    return changed.getBytes(ISO_8859_1);
  }
}
