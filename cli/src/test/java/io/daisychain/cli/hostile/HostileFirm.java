package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.luben.zstd.ZstdOutputStream;
import io.daisychain.cli.testing.FixLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A firm, or some thousands under its control, that hands in whatever may stop, slow or change
 * others: drawn from a seed. It does not name itself as another firm, nor other firms' events as
 * parents of its own, since whom a message is from is for others to check, and joining a lifecycle
 * is what lineage is for.
 */
final class HostileFirm {
  private static final String DATE = "20260316";
  private static final char SOH = 1;

  /** What damages messages most. */
  private static final String BYTES = "\u0001=0123456789-. xYN\u0000\u00ff8";

  private final Random random;
  private final List<String> lines = new ArrayList<>();

  /** Native keys and tagged ids of honest events. */
  private final List<String> nativeKeys;

  private final List<String> taggedIds;
  private final List<String> copied = new ArrayList<>();
  private int number;

  HostileFirm(Random random, List<String> nativeKeys, List<String> taggedIds) {
    this.random = random;
    this.nativeKeys = nativeKeys;
    this.taggedIds = taggedIds;
  }

  /** What it does; a round draws some of them. */
  private enum Deed {
    MUTATIONS,
    FLOOD,
    LONG_NAMES,
    LONG_IDS,
    HUGE_NUMBERS,
    FOREIGN_NATIVE_KEYS,
    COPIED_IDS,
    CRAFTED_KEYS,
    TIME_ORDERED_KEYS,
    MANY_REPORTERS,
    MANY_SYMBOLS,
    CONTENTS_OF_ONE_KEY,
    AGGREGATES,
    CHAINS_AND_CYCLES,
    STAR,
    SEQUENCES_OF_TAGS,
    TAGS_OF_ONE_MESSAGE,
    FAULTS_OF_ONE_MESSAGE,
    DATA_FIELDS,
    CROWDED_LINES,
    OTHER_INPUT,
    CELLS_THAT_RUN
  }

  /** Ids of honest events that it also used, with earlier SendingTimes and later ones. */
  List<String> copied() {
    return copied;
  }

  /**
   * Writes its files.
   *
   * @param whole folder for files that can be read to their end
   * @param damaged folder for those that cannot
   * @return what it did
   */
  String write(Path whole, Path damaged) throws IOException {
    List<Deed> deeds = new ArrayList<>(Arrays.asList(Deed.values()));
    Collections.shuffle(deeds, random);
    deeds = deeds.subList(0, 4 + random.nextInt(6));
    for (Deed deed : deeds) {
      commit(deed);
    }
    Collections.shuffle(lines, random);
    byte[] text = (String.join("\n", lines) + "\n").getBytes(ISO_8859_1);
    int cut = random.nextInt(lines.size());
    byte[] first = bytes(lines.subList(0, cut));
    byte[] rest = bytes(lines.subList(cut, lines.size()));
    Files.write(whole.resolve("hostile-0.fix"), first);
    if (random.nextBoolean()) {
      Files.write(whole.resolve("hostile-1.fix.gz"), gz(rest));
    } else {
      Files.write(whole.resolve("hostile-1.fix.zst"), zst(rest));
    }
    damage(damaged, text.length > 100_000 ? Arrays.copyOf(text, 100_000) : text);
    return deeds.toString();
  }

  private static byte[] bytes(List<String> lines) {
    return (String.join("\n", lines) + "\n").getBytes(ISO_8859_1);
  }

  private void commit(Deed deed) {
    switch (deed) {
      case MUTATIONS -> times(400, () -> lines.add(mutated(order(firm(), symbol(), "", ""))));
      case FLOOD ->
          times(600, () -> lines.add(FixLine.of(body(firm(), "IBM").replace("21=1|", ""))));
      case LONG_NAMES -> {
        for (int length : new int[] {300, 1_000, 1_001, 5_000, 200_000}) {
          lines.add(order("H" + "N".repeat(length - 1), symbol(), "", ""));
        }
      }
      case LONG_IDS -> {
        for (int tag : new int[] {11, 37, 55, 109, 115, 128, 10887, 10835}) {
          lines.add(
              order(firm(), symbol(), "", tag + "=" + "I".repeat(990 + random.nextInt(20)) + "|"));
          lines.add(order(firm(), symbol(), "", tag + "=" + "I".repeat(100_000) + "|"));
        }
      }
      case HUGE_NUMBERS -> {
        for (int digits : new int[] {18, 29, 500, 999, 1_000, 1_001, 200_000, 900_000}) {
          String value = (random.nextBoolean() ? "9" : "0.0").repeat(1) + "7".repeat(digits);
          lines.add(order(firm(), symbol(), "", "").replace(SOH + "38=100", SOH + "38=" + value));
          lines.add(order(firm(), symbol(), "", "44=" + value + "|"));
        }
        reframe();
      }
      case FOREIGN_NATIVE_KEYS -> times(100, () -> lines.add(tagged(any(nativeKeys), "", early())));
      case COPIED_IDS ->
          times(
              5,
              () -> {
                String id = any(taggedIds);
                copied.add(id);
                lines.add(tagged(id, "", random.nextInt(4) == 0 ? late() : early()));
              });
      case CRAFTED_KEYS -> {
        for (int i = 1; i <= 400; i++) {
          lines.add(tagged(crafted(i), i == 1 ? "" : crafted(i - 1), late()));
        }
      }
      case TIME_ORDERED_KEYS -> {
        for (int i = 0; i < 300; i++) {
          UUID key =
              new UUID(
                  0x0195_a000_0000_7000L | i, 0x8000_0000_0000_0000L | random.nextLong() >>> 2);
          lines.add(tagged(key.toString(), "", late()));
        }
      }
      case MANY_REPORTERS ->
          times(400, () -> lines.add(order("H" + random.nextInt(1 << 30), "IBM", "", "")));
      case MANY_SYMBOLS ->
          times(400, () -> lines.add(order("HOST", "Z" + random.nextInt(1 << 30), "", "")));
      case CONTENTS_OF_ONE_KEY -> {
        String key =
            new UUID((random.nextLong() & ~0xf000L) | 0x4000, random.nextLong()).toString();
        times(200, () -> lines.add(tagged(key, "", random.nextBoolean() ? early() : late())));
      }
      case AGGREGATES -> times(3, this::aggregate);
      case CHAINS_AND_CYCLES -> {
        int from = number;
        for (int i = 0; i < 300; i++) {
          int prior = i % 100 == 0 ? from + i + 99 : from + i - 1;
          lines.add(
              order("HOST", "IBM", "C" + (from + i), "41=C" + prior + "|").replace("35=D", "35=G"));
        }
        reframe();
        number += 300;
      }
      case STAR -> {
        String root = "R" + number++;
        lines.add(order("HOST", "IBM", root, ""));
        times(400, () -> lines.add(order("HOST", symbol(), "", "10887=" + root + "|")));
      }
      case SEQUENCES_OF_TAGS ->
          times(
              500,
              () ->
                  lines.add(
                      order(
                          firm(),
                          "IBM",
                          "",
                          (5_000 + random.nextInt(4_000))
                              + "=x|"
                              + (9_000 + random.nextInt(900))
                              + "=y|")));
      case TAGS_OF_ONE_MESSAGE -> {
        StringBuilder more = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
          more.append(5_000 + i * 16_384).append("=a|");
        }
        lines.add(order(firm(), "IBM", "", more.toString()));
      }
      case FAULTS_OF_ONE_MESSAGE -> {
        lines.add(order(firm(), "IBM", "", "54=|".repeat(5_000)));
        lines.add(order(firm(), "IBM", "X".repeat(5_000), "1=|2=b|".repeat(5_000)));
      }
      case DATA_FIELDS -> {
        lines.add(
            order(firm(), "IBM", "", "95=" + "0".repeat(20_000) + "9|" + "96=a|".repeat(5_000)));
        lines.add(order(firm(), "IBM", "", "95=4|96=a|b||354=99999|355=x|"));
      }
      case CROWDED_LINES -> {
        StringBuilder line = new StringBuilder("engine words ");
        times(200, () -> line.append(order(firm(), symbol(), "", "")).append(" words "));
        lines.add(line.toString());
        lines.add(
            order(firm(), "IBM", "", "58=" + "x".repeat((1 << 20) + random.nextInt(100)) + "|"));
      }
      case OTHER_INPUT -> {
        times(100, () -> lines.add(order(firm(), "IBM", "", "").replace("FIX.4.2", "FIX.4.5")));
        times(100, () -> lines.add(order(firm(), "IBM", "", "").replace(SOH, '|')));
        times(
            100, () -> lines.add(FixLine.of(body(firm(), "IBM").replace("35=D", "35=" + word(3)))));
        times(20, () -> lines.add("noise " + word(50)));
        lines.add("\0\0\0" + SOH + "=" + SOH);
      }
      case CELLS_THAT_RUN -> {
        for (String cell :
            List.of(
                "=cmd|' /C calc'!A0",
                "+1",
                "@SUM(A1)",
                "\"\"",
                "a,b",
                "\u001b[2J",
                "../x",
                "a/b",
                ".",
                "CON")) {
          String safe = cell.replace('|', '!');
          lines.add(order("H" + safe, safe, "", "58=" + safe + "|"));
          lines.add(order(safe + "H", "IBM", safe, "54=|"));
        }
      }
    }
  }

  /** An order for many others, some of which were never reported. */
  private void aggregate() {
    int parents = 1 + random.nextInt(2_000);
    int from = number;
    StringBuilder more = new StringBuilder("10073=" + parents + "|");
    for (int i = 0; i < parents; i++) {
      more.append("10887=P").append(from + i).append('|');
      if (i % 20 == 0) {
        lines.add(order("HOST", symbol(), "P" + (from + i), ""));
      }
    }
    number += parents;
    lines.add(order("HOST", "IBM", "", more.toString()));
  }

  private static void times(int count, Runnable deed) {
    for (int i = 0; i < count; i++) {
      deed.run();
    }
  }

  private String any(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }

  private String firm() {
    return random.nextInt(3) == 0 ? "HOST" + random.nextInt(50) : "HOST";
  }

  private String symbol() {
    return random.nextBoolean() ? "IBM" : "Z" + random.nextInt(1_000);
  }

  private static String early() {
    return DATE + "-00:00:00.000";
  }

  private static String late() {
    return DATE + "-23:00:00.000";
  }

  private String order(String firm, String symbol, String id, String more) {
    return FixLine.of(body(firm, symbol, id, more, late()));
  }

  private String body(String firm, String symbol) {
    return body(firm, symbol, "", "", late());
  }

  private String body(String firm, String symbol, String id, String more, String sent) {
    return "35=D|49="
        + firm
        + "|56=MRP|34=1|52="
        + sent
        + "|11="
        + (id.isEmpty() ? "N" + number++ : id)
        + "|21=1|55="
        + symbol
        + "|54="
        + (1 + random.nextInt(2))
        + "|60="
        + DATE
        + String.format(
            "-10:%02d:%02d.%03d", random.nextInt(60), random.nextInt(60), random.nextInt(1_000))
        + "|38=100|40=1|"
        + more;
  }

  private String tagged(String id, String parent, String sent) {
    String more = "10001=" + id + "|" + (parent.isEmpty() ? "" : "10003=" + parent + "|");
    return FixLine.of(body("HOST", symbol(), "", more, sent));
  }

  /** Of those that a mix of the halves without secret would give one hash. */
  private static String crafted(int i) {
    long low = 0x8000_0000_0000_0000L | i * 0x10001L;
    long mixed = 0x1234_5678_9abc_def0L - low;
    long shifted = mixed;
    for (int bits = 29; bits < Long.SIZE; bits += 29) {
      shifted = mixed ^ shifted >>> 29;
    }
    long inverse = 0x9e3779b97f4a7c15L;
    for (int step = 0; step < 6; step++) {
      inverse *= 2 - 0x9e3779b97f4a7c15L * inverse;
    }
    return new UUID(shifted * inverse ^ Long.rotateLeft(low, 32), low).toString();
  }

  private String word(int length) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append((char) ('A' + random.nextInt(26)));
    }
    return word.toString();
  }

  /** Gives messages whose body was changed the lengths and sums that they ought to have. */
  private void reframe() {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      int body = line.indexOf(SOH + "35=");
      int end = line.lastIndexOf(SOH + "10=");
      if (line.startsWith("8=FIX.4.2" + SOH) && body > 0 && end > body) {
        lines.set(i, FixLine.of(line.substring(body + 1, end + 1)));
      }
    }
  }

  /** Damaged in a few bytes; never so that it would be another firm's. */
  private String mutated(String message) {
    StringBuilder text = new StringBuilder(message);
    int damages = 1 + random.nextInt(3);
    for (int i = 0; i < damages; i++) {
      int at = random.nextInt(text.length());
      char by = BYTES.charAt(random.nextInt(BYTES.length()));
      switch (random.nextInt(3)) {
        case 0 -> text.insert(at, by);
        case 1 -> text.deleteCharAt(at);
        default -> text.setCharAt(at, by);
      }
    }
    String changed = text.toString();
    int body = changed.indexOf(SOH + "35=");
    int end = changed.lastIndexOf(SOH + "10=");
    boolean framed = random.nextInt(4) > 0 && body > 0 && end > body;
    return framed ? FixLine.of(changed.substring(body + 1, end + 1)) : changed;
  }

  private void damage(Path folder, byte[] text) throws IOException {
    byte[] third = Arrays.copyOf(text, text.length / 3);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    members.write(gz(third));
    int second = members.size();
    members.write(gz(third));
    byte[] file = members.toByteArray();
    switch (random.nextInt(5)) {
      case 0 -> {
        file[second + random.nextInt(3)] ^= (byte) (1 << random.nextInt(8));
        Files.write(folder.resolve("member.fix.gz"), file);
      }
      case 1 -> {
        members.write("tail of garbage".getBytes(ISO_8859_1));
        Files.write(folder.resolve("tail.fix.gz"), members.toByteArray());
      }
      case 2 -> {
        file[second / 2] ^= (byte) (1 << random.nextInt(8));
        Files.write(folder.resolve("middle.fix.gz"), file);
      }
      case 3 -> {
        byte[] whole = zst(text);
        Files.write(folder.resolve("cut.fix.zst"), Arrays.copyOf(whole, whole.length / 2));
      }
      default -> {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
          zip.putNextEntry(new ZipEntry("a.fix"));
          zip.write(text);
        }
        Files.write(folder.resolve("archive.fix.zip"), archive.toByteArray());
      }
    }
  }

  private static byte[] gz(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] zst(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream zstd = new ZstdOutputStream(out)) {
      zstd.write(bytes);
    }
    return out.toByteArray();
  }
}
