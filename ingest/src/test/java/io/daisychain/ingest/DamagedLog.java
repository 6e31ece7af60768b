package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.ingest.file.LineReader;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes messages as logs of engines have them, damaged in every way, one after another into one
 * array. Without a String, so that it keeps pace with what reads them.
 */
final class DamagedLog {
  private static final int CAPACITY = 4 << 20;
  private static final byte SOH = 1;
  private static final byte[] BYTES = bytes("||||==0123456789-+. xYN\0\r\n\u00ff8FIX");
  private static final byte[] TYPES = bytes("DFG89DFG890A12345EjV*");
  private static final byte[] HEAD = bytes("8=FIX.4.2|9=");
  private static final byte[][] WORDS = {
    bytes("20260316-09:02:00.000 in: "),
    bytes(" {25 usec}"),
    bytes("<"),
    bytes("|"),
    bytes("words|49=X|"),
    bytes("8=FI"),
    bytes("8=FIX"),
    bytes("10=000|"),
    bytes("\0\0"),
    bytes("\u00ff\u00fe")
  };
  private static final byte[][] FIELDS = {
    bytes("8=FIX.4.2|"),
    bytes("8=FIX"),
    bytes("9=12|"),
    bytes("10=000|"),
    bytes("10=|"),
    bytes("010=1|"),
    bytes("35=8|"),
    bytes("35=|"),
    bytes("20=3|"),
    bytes("20=|"),
    bytes("49=|"),
    bytes("56=MRP|"),
    bytes("52=|"),
    bytes("60=20261316-09:02:00|"),
    bytes("11=|"),
    bytes("17=|"),
    bytes("10001=x|"),
    bytes("10073=2|10887=a|10887=|"),
    bytes("354=3|355=a|b|"),
    bytes("354=9|355=a|10=1|b|"),
    bytes("96=a|10=1|"),
    bytes("95=10|"),
    bytes("95=999999999|"),
    bytes("93=6|89=8=FIX.|"),
    bytes("93=8|89=a|8=FIX|"),
    bytes("78=2|79=a|80=1|"),
    bytes("|"),
    bytes("=|"),
    bytes("x=1|")
  };
  private static final byte[][] VALUES = {
    bytes(""),
    bytes("0"),
    bytes("-1"),
    bytes("00"),
    bytes("x"),
    bytes(" "),
    bytes("99999999999"),
    bytes("20260316-09:02:00.123456789"),
    bytes("a=b"),
    bytes("8=FIX"),
    bytes("FIX.4.2")
  };

  private final byte[][] bodies;
  private final byte[] work = new byte[CAPACITY];
  private int size;
  private final byte[] log = new byte[2 * CAPACITY];
  private int length;
  private SplittableRandom random = new SplittableRandom(0);

  /**
   * Damages the messages given.
   *
   * @param valid the fields from MsgType up to the CheckSum, each without its SOH
   */
  DamagedLog(List<List<String>> valid) {
    bodies = new byte[valid.size()][];
    for (int i = 0; i < bodies.length; i++) {
      bodies[i] = (String.join("\1", valid.get(i)) + "\1").getBytes(ISO_8859_1);
    }
  }

  private static byte[] bytes(String text) {
    return text.replace('|', '\1').getBytes(ISO_8859_1);
  }

  /** Replaces the log by a new one of {@code messages} messages, which the seed decides. */
  void write(int messages, long seed) {
    random = new SplittableRandom(seed);
    length = 0;
    for (int i = 0; i < messages && length < CAPACITY; i++) {
      writeMessage();
    }
  }

  byte[] log() {
    return log;
  }

  int length() {
    return length;
  }

  private void writeMessage() {
    if (oneIn(16)) {
      writeOtherLine();
    }
    if (oneIn(4)) {
      put(WORDS[random.nextInt(WORDS.length)]);
    }
    int start = length;
    byte[] body = bodies[random.nextInt(bodies.length)];
    System.arraycopy(body, 0, work, 0, body.length);
    size = body.length;
    for (int damages = random.nextInt(4); damages > 0; damages--) {
      damageFields();
    }
    if (oneIn(500_000)) {
      pad();
    }
    frame();
    if (oneIn(8)) {
      for (int damages = 1 + random.nextInt(3); damages > 0; damages--) {
        log[start + random.nextInt(length - start)] = BYTES[random.nextInt(BYTES.length)];
      }
    } else if (oneIn(32)) {
      length = start + random.nextInt(length - start); // cut
    }
    if (oneIn(4)) {
      put(WORDS[random.nextInt(WORDS.length)]);
    }
    switch (random.nextInt(16)) {
      case 0 -> {} // the next one goes on the same line
      case 1 -> put((byte) ' ');
      case 2 -> put((byte) '\r');
      case 3, 4, 5 -> {
        put((byte) '\r');
        put((byte) '\n');
      }
      default -> put((byte) '\n');
    }
  }

  private void writeOtherLine() {
    switch (random.nextInt(4)) {
      case 0 -> put(bytesOf(WORDS));
      case 1 -> put(bytesOf(FIELDS));
      case 2 -> {} // an empty one
      default -> {
        for (int i = random.nextInt(100); i > 0; i--) {
          put((byte) random.nextInt());
        }
      }
    }
    put((byte) '\n');
  }

  private byte[] bytesOf(byte[][] choice) {
    return choice[random.nextInt(choice.length)];
  }

  /** One damage to the fields, so that some outcomes are still framed right. */
  private void damageFields() {
    if (size == 0) {
      return;
    }
    int at = random.nextInt(size);
    int from = fieldStart(at);
    int to = fieldEnd(at);
    switch (random.nextInt(10)) {
      case 0 -> work[at] = BYTES[random.nextInt(BYTES.length)];
      case 1 -> replace(at, at, BYTES, random.nextInt(BYTES.length), 1);
      case 2 -> replace(at, at + 1, BYTES, 0, 0);
      case 3 -> replace(from, to, BYTES, 0, 0);
      case 4 -> repeat(from, to);
      case 5 -> {
        repeat(from, to);
        int moved = fieldStart(random.nextInt(size));
        replace(moved, fieldEnd(moved), BYTES, 0, 0);
      }
      case 6 -> {
        byte[] field = bytesOf(FIELDS);
        replace(from, from, field, 0, field.length);
      }
      case 7 -> {
        byte[] field = bytesOf(FIELDS);
        replace(from, to, field, 0, field.length);
      }
      case 8 -> {
        byte[] value = bytesOf(VALUES);
        int equals = from;
        while (equals < to - 1 && work[equals] != '=') {
          equals++;
        }
        replace(Math.min(equals + 1, to - 1), to - 1, value, 0, value.length);
      }
      default -> {
        if (size > 3) {
          work[3] = TYPES[random.nextInt(TYPES.length)];
        }
      }
    }
  }

  private void repeat(int from, int to) {
    int at = fieldStart(random.nextInt(size));
    byte[] field = Arrays.copyOfRange(work, from, to);
    replace(at, at, field, 0, field.length);
  }

  private int fieldStart(int at) {
    int from = at;
    while (from > 0 && work[from - 1] != SOH) {
      from--;
    }
    return from;
  }

  /** Behind the field's SOH, if it has one. */
  private int fieldEnd(int at) {
    int to = at;
    while (to < size && work[to] != SOH) {
      to++;
    }
    return Math.min(to + 1, size);
  }

  private void replace(int from, int to, byte[] by, int offset, int count) {
    int end = Math.max(from, to);
    System.arraycopy(work, end, work, from + count, size - end);
    System.arraycopy(by, offset, work, from, count);
    size += count - (end - from);
  }

  /** To about the longest that a message may be. */
  private void pad() {
    int room = LineReader.MAX_MESSAGE - size - 40 + random.nextInt(40);
    System.arraycopy(work, 3, work, 3 + room, size - 3);
    Arrays.fill(work, 3, 3 + room, (byte) 'x');
    size += room;
  }

  private void frame() {
    int start = length;
    put(HEAD);
    put(Integer.toString(size).getBytes(ISO_8859_1));
    put(SOH);
    System.arraycopy(work, 0, log, length, size);
    length += size;
    int sum = 0;
    for (int i = start; i < length; i++) {
      sum += log[i];
    }
    sum &= 0xff;
    put((byte) '1');
    put((byte) '0');
    put((byte) '=');
    put((byte) ('0' + sum / 100));
    put((byte) ('0' + sum / 10 % 10));
    put((byte) ('0' + sum % 10));
    put(SOH);
  }

  private void put(byte[] bytes) {
    System.arraycopy(bytes, 0, log, length, bytes.length);
    length += bytes.length;
  }

  private void put(byte single) {
    log[length++] = single;
  }

  private boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }
}
