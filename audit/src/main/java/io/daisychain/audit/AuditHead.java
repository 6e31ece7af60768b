package io.daisychain.audit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an {@link AuditLog} ends, or ended once. Kept where those who can write the log cannot, it
 * proves all entries up to it: {@code 17:3b5d…}.
 *
 * @param number of its last entry
 * @param hash SHA-256 of that line
 */
public record AuditHead(long number, String hash) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,18}):([0-9a-f]{64})");

  /**
   * Reads the text of a head.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static AuditHead parse(String text) {
    Matcher found = TEXT.matcher(text.strip());
    if (!found.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no head of an audit log, such as 17:" + "3b5d".repeat(16));
    }
    return new AuditHead(Long.parseLong(found.group(1)), found.group(2));
  }

  @Override
  public String toString() {
    return number + ":" + hash;
  }
}
