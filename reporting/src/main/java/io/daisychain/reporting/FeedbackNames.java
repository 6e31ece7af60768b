package io.daisychain.reporting;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.model.cell.FeedbackCell;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Names of files of feedback, such as any file system takes.
 *
 * <p>Letters, digits, {@code -} and {@code _} stay; every other byte, and a {@code _} at the front,
 * becomes {@code %XX}. A name that is too long is cut and ends with a digest of the whole. Names
 * with a {@code _} at the front are ours.
 */
public final class FeedbackNames {
  /** Of errors whose reporter cannot be read. */
  static final String UNKNOWN = "_unknown";

  /** Begins the names of files that many reporters share. */
  static final String OTHERS = "_others-";

  /** With prefix, suffix and digest a name stays below the 143 bytes of encrypted folders. */
  private static final int LONGEST = 80;

  private FeedbackNames() {}

  /** 128 bits of SHA-256 over a text of one byte a character, in hex. */
  public static String digest(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(ISO_8859_1));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** A reporter's name, cut where it is longer than any real one; no two become the same. */
  static String ofReporter(String reporter) {
    return reporter.length() <= FeedbackCell.LONGEST
        ? reporter
        : reporter.substring(0, LONGEST) + "...~" + digest(reporter);
  }

  /** A reporter in the summary: as in the name of its file where that is one of ours. */
  static String inSummary(String reporter) {
    if (reporter.isEmpty()) {
      return UNKNOWN;
    }
    return reporter.startsWith("_") ? escaped("_") + reporter.substring(1) : reporter;
  }

  static String file(String reporter, String suffix) {
    if (reporter.isEmpty()) {
      return "feedback-" + UNKNOWN + suffix;
    }
    String name = escaped(reporter);
    return name.length() <= LONGEST ? "feedback-" + name + suffix : marked(reporter, name, suffix);
  }

  /** Name of a reporter's file where {@link #file} is another's but for capital letters. */
  static String markedFile(String reporter, String suffix) {
    return marked(reporter, escaped(reporter), suffix);
  }

  /** Name of the file for reporters of a shard that have none of their own. */
  static String others(int shard, String suffix) {
    return String.format(Locale.ROOT, "feedback-%s%02d%s", OTHERS, shard, suffix);
  }

  /** What file systems that know no capital letters make of a name. */
  static String folded(String name) {
    return name.toUpperCase(Locale.ROOT);
  }

  /** Name of what is about a file, begun with the file's. */
  static String ofFile(String base, String suffix) {
    String name = ofBase(base);
    return (name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "~" + digest(base))
        + suffix;
  }

  /** The same where another file's is called so. */
  static String markedOfFile(String base, String file, String suffix) {
    String name = ofBase(base);
    String start = name.substring(0, Math.min(LONGEST, name.length()));
    return start + "~" + digest(file) + suffix;
  }

  /** Files of CAT have names with a point, and none is hidden. */
  private static String ofBase(String base) {
    String name = escaped(base).replace("%2E", ".").replaceFirst("^%5F", "_");
    return name.startsWith(".") ? escaped(".") + name.substring(1) : name;
  }

  private static String marked(String reporter, String name, String suffix) {
    String start = name.substring(0, Math.min(LONGEST, name.length()));
    return "feedback-" + start + "~" + digest(reporter) + suffix; // no name has a ~ of its own
  }

  private static String escaped(String reporter) {
    StringBuilder name = new StringBuilder();
    for (byte b : reporter.getBytes(ISO_8859_1)) {
      boolean plain =
          (b >= '0' && b <= '9')
              || (b >= 'A' && b <= 'Z')
              || (b >= 'a' && b <= 'z')
              || (b == '_' && name.length() > 0)
              || b == '-';
      if (plain) {
        name.append((char) b);
      } else {
        name.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
      }
    }
    return name.toString();
  }
}
