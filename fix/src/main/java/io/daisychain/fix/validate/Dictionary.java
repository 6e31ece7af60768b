package io.daisychain.fix.validate;

import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MsgType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The dictionary of a version of FIX as tables of numbers, read when it is first asked for from the
 * file named after the version, such as {@code fix42.dictionary}; header and trailer of a message
 * of FIXT.1.1 are those of {@code fixt11.dictionary}. The files say what their lines mean.
 */
final class Dictionary {
  // Whole numbers that cannot be negative. Their data type up to FIX 4.2 is plain int.
  private static final int[] NATURAL_TAGS = {
    FixTag.BODY_LENGTH, FixTag.MSG_SEQ_NUM, FixTag.LAST_MSG_SEQ_NUM_PROCESSED,
    FixTag.NO_ALLOCS, FixTag.NO_TRADING_SESSIONS, FixTag.NO_CONTRA_BROKERS,
    FixTag.SECURE_DATA_LEN, FixTag.SIGNATURE_LENGTH, FixTag.XML_DATA_LEN,
    FixTag.ENCODED_ISSUER_LEN, FixTag.ENCODED_SECURITY_DESC_LEN, FixTag.ENCODED_TEXT_LEN
  };

  // Numbers that are columns of the published tables, where anybody adds them up.
  private static final int[] PUBLISHED_QUANTITIES = {
    FixTag.ORDER_QTY, FixTag.LAST_SHARES, FixTag.CUM_QTY, FixTag.LEAVES_QTY, FixTag.LEG_RATIO_QTY
  };
  private static final int[] PUBLISHED_PRICES = {FixTag.PRICE, FixTag.STOP_PX, FixTag.LAST_PX};

  /** Codes of ISO 4217. */
  static final CurrencySet CURRENCIES = new CurrencySet();

  private static final Dictionary[] READ = new Dictionary[128];

  static {
    for (String line : lines("iso4217.currencies")) {
      CURRENCIES.addAll(line.split(" "));
    }
  }

  // Below what its making needs.
  static final Dictionary FIX42 = of(FixVersion.FIX42, false);

  private final FixVersion version;
  private final String[] names;
  private final int[] formats;
  private final ValueSet[] values;
  private final MessageRules[] rules = new MessageRules[MsgType.LIMIT];

  private Dictionary(FixVersion version, boolean fixt) {
    this.version = version;
    List<String> lines = lines(version.name().toLowerCase(Locale.ROOT) + ".dictionary");
    List<String> session = fixt ? lines("fixt11.dictionary") : lines;
    int limit = Math.max(limit(lines), limit(session));
    names = new String[limit];
    formats = new int[limit];
    values = new ValueSet[limit];
    readFields(lines);
    if (fixt) {
      readFields(session);
    }
    int time = Format.eventTime(version);
    set(Format.NATURAL, NATURAL_TAGS);
    set(time, FixTag.SENDING_TIME, FixTag.TRANSACT_TIME);
    // Shares are whole ones in FIX 4.0 and 4.1.
    boolean whole = formats[FixTag.ORDER_QTY] == Format.INTEGER;
    set(whole ? Format.NATURAL : Format.QUANTITY, PUBLISHED_QUANTITIES);
    set(Format.PRICE, PUBLISHED_PRICES);
    set(Format.AVERAGE, FixTag.AVG_PX);
    String header = content(session, "header");
    String trailer = content(session, "trailer");
    for (String line : lines) {
      if (line.startsWith("message ")) {
        String[] words = line.split(" ", 4); // message, type, name, members
        byte[] type = words[1].getBytes(StandardCharsets.US_ASCII);
        rules[MsgType.of(type, 0, type.length)] = new MessageRules(this, header, words[3], trailer);
      }
    }
  }

  /**
   * The dictionary of a version.
   *
   * @param fixt whether header and trailer are those of FIXT.1.1
   */
  static synchronized Dictionary of(FixVersion version, boolean fixt) {
    boolean ownSession = version.compareTo(FixVersion.FIX50) >= 0;
    int index = 2 * version.applVerId() + (fixt || ownSession ? 1 : 0);
    if (READ[index] == null) {
      READ[index] = new Dictionary(version, index % 2 == 1);
    }
    return READ[index];
  }

  private static int limit(List<String> lines) {
    String last = lines.get(lines.size() - 1); // fields come in the order of their tags
    return Integer.parseInt(last.split(" ", 3)[1]) + 1;
  }

  private void set(int format, int... tags) {
    for (int tag : tags) {
      if (isKnown(tag)) {
        formats[tag] = format;
      }
    }
  }

  private void readFields(List<String> lines) {
    for (String line : lines) {
      if (line.startsWith("field ")) {
        readField(line.split(" ", -1));
      }
    }
  }

  private void readField(String[] words) {
    int tag = Integer.parseInt(words[1]);
    names[tag] = words[2];
    if (words.length == 3) {
      return; // no member of a message that is checked
    }
    formats[tag] = Format.of(words[3], version, words.length > 4);
    values[tag] = words.length > 4 ? new ValueSet(words, 4) : null;
  }

  private static String content(List<String> lines, String keyword) {
    for (String line : lines) {
      if (line.startsWith(keyword)) {
        return line.substring(keyword.length());
      }
    }
    throw new IllegalStateException("the dictionary has no " + keyword);
  }

  /** The lines of a file beside this class, without comments. */
  static List<String> lines(String resource) {
    List<String> lines = new ArrayList<>();
    try (InputStream in = Dictionary.class.getResourceAsStream(resource);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.startsWith("#")) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
    return lines;
  }

  FixVersion version() {
    return version;
  }

  /** Tags of the version are below. */
  int tagLimit() {
    return names.length;
  }

  /** Name of {@code tag}, or null where neither FIX nor our user-defined tags have it. */
  String name(int tag) {
    return tag < names.length ? names[tag] : LineageTags.name(tag);
  }

  boolean isKnown(int tag) {
    return tag < names.length && names[tag] != null;
  }

  int format(int tag) {
    return tag < formats.length ? formats[tag] : LineageTags.format(tag);
  }

  /** The values that {@code tag} may have, or null where every value will do. */
  ValueSet values(int tag) {
    return tag < values.length ? values[tag] : null;
  }

  /** Rules of a {@link MsgType}, or null where that is not one to be checked. */
  MessageRules rules(int type) {
    return rules[type];
  }
}
