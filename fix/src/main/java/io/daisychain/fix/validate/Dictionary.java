package io.daisychain.fix.validate;

import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MsgType;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The dictionary of a version of FIX as tables of numbers, read of its {@link DictionaryFile} when
 * it is first asked for; header and trailer of a message of FIXT.1.1 are those of its dictionary.
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

  private static final String FIELD = "field ";

  private static final Dictionary[] READ = new Dictionary[128];

  static {
    for (String line : DictionaryFile.resource("iso4217.currencies")) {
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
    Map<String, String> lines = DictionaryFile.lines(version.name());
    Map<String, String> session = fixt ? DictionaryFile.lines("FIXT11") : lines;
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
    for (String line : lines.values()) {
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

  private static int limit(Map<String, String> lines) {
    int last = 0;
    for (String line : lines.values()) {
      last = line.startsWith(FIELD) ? Math.max(last, tag(line.split(" ", 3))) : last;
    }
    return last + 1;
  }

  private static int tag(String[] words) {
    return Integer.parseInt(words[1]);
  }

  private void set(int format, int... tags) {
    for (int tag : tags) {
      if (isKnown(tag)) {
        formats[tag] = format;
      }
    }
  }

  private void readFields(Map<String, String> lines) {
    for (String line : lines.values()) {
      if (line.startsWith(FIELD)) {
        readField(line.split(" ", -1));
      }
    }
  }

  private void readField(String[] words) {
    int tag = tag(words);
    names[tag] = words[2];
    if (words.length == 3) {
      return; // no member of a message that is checked
    }
    formats[tag] = Format.of(words[3], version, words.length > 4);
    values[tag] = words.length > 4 ? new ValueSet(words, 4) : null;
  }

  private static String content(Map<String, String> lines, String keyword) {
    return lines.get(keyword).substring(keyword.length());
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
