package io.daisychain.datagen.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;

/**
 * Puts errors of CAT's own kinds into records as {@code convert} writes them: by what they do to
 * the text, with the code that CAT tells.
 */
public final class RecordDamage {
  /**
   * A damaged record.
   *
   * @param line with its line feed, a character a byte
   * @param code CAT's
   * @param field what it is about
   */
  public record Damaged(String line, String code, String field) {}

  /**
   * A way to damage a record.
   *
   * @param pattern what it needs to find, a regular expression
   * @param replacement what it puts there
   */
  private record Way(String code, String field, String pattern, String replacement) {}

  /** Keys, sides and quantities stay: what is wrong is told, and all else as it was. */
  private static final List<Way> FAULTS =
      List.of(
          new Way("2133", "surprise", "}\n$", ",\"surprise\":1}\n"),
          new Way("2041", "manualFlag", "\"manualFlag\":false,", ""),
          new Way("2041", "manualFlag", "\"manualFlag\":false", "\"manualFlag\":\"no\""),
          new Way("2104", "tradingSession", "(\"tradingSession\":)\"REG\"", "$1\"DUSK\""),
          new Way("2101", "timeInForce", "(\"timeInForce\":)\\{[^}]*}", "$1{\"TODAY\":true}"),
          new Way("2015", "capacity", "(\"capacity\":)\"A\"", "$1\"Z\""),
          new Way("2038", "initiator", "(\"initiator\":)\"[CF]\"", "$1\"Z\""),
          new Way("2012", "cancelQty", "(\"cancelQty\":)[0-9.]+", "$10.1234567"),
          new Way("2067", "price", "(\"price\":)[0-9.]+", "$11.123456789"));

  /** What is rejected. */
  private static final List<Way> REJECTS =
      List.of(
          new Way("2134", "", "(?s)^(.{40}).*$", "$1\n"),
          new Way("2105", "", "(\"type\":)\"[A-Z]+\"", "$1\"MEZZZ\""),
          new Way("2032", "", "(\"firmROEID\":\"[0-9]{8})_", "$1"),
          new Way("2027", "", "(\"eventTimestamp\":)[0-9]+", "$1\"noon\""),
          new Way("2011", "", "(\"CATReporterIMID\":)\"[^\"]*\"", "$1\"ELSE\""));

  private RecordDamage() {}

  /** A fault, by a number any; the record is stored with it. */
  public static Damaged fault(byte[] line, long number) {
    return damage(FAULTS, line, number);
  }

  /** What has a record rejected, by a number any. */
  public static Damaged reject(byte[] line, long number) {
    return damage(REJECTS, line, number);
  }

  private static Damaged damage(List<Way> ways, byte[] line, long number) {
    String record = new String(line, ISO_8859_1);
    for (int i = 0; i < ways.size(); i++) {
      Way way = ways.get((int) Math.floorMod(number + i, (long) ways.size()));
      String damaged = record.replaceFirst(way.pattern(), way.replacement());
      if (!damaged.equals(record)) {
        return new Damaged(damaged, way.code(), way.field());
      }
    }
    throw new IllegalArgumentException("no record of convert: " + record);
  }
}
