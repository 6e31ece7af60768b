package io.daisychain.fix.validate;

import io.daisychain.fix.FixTag;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The file {@code fix42.dictionary}, read once when this class is loaded, as tables of numbers. The
 * file says what its lines mean.
 */
final class Dictionary {
  /** Tags of FIX 4.2 are below. */
  static final int TAG_LIMIT = 512;

  // Whole numbers that cannot be negative. Their data type in FIX 4.2 is plain int.
  private static final int[] NATURAL_TAGS = {
    FixTag.BODY_LENGTH, FixTag.MSG_SEQ_NUM, FixTag.LAST_MSG_SEQ_NUM_PROCESSED,
    FixTag.NO_ALLOCS, FixTag.NO_TRADING_SESSIONS, FixTag.NO_CONTRA_BROKERS,
    FixTag.SECURE_DATA_LEN, FixTag.SIGNATURE_LENGTH, FixTag.XML_DATA_LEN,
    FixTag.ENCODED_ISSUER_LEN, FixTag.ENCODED_SECURITY_DESC_LEN, FixTag.ENCODED_TEXT_LEN
  };

  // Numbers that are columns of the published tables, where anybody adds them up.
  private static final int[] PUBLISHED_QUANTITIES = {
    FixTag.ORDER_QTY, FixTag.LAST_SHARES, FixTag.CUM_QTY, FixTag.LEAVES_QTY
  };
  private static final int[] PUBLISHED_PRICES = {FixTag.PRICE, FixTag.STOP_PX, FixTag.LAST_PX};

  // Below the constants that its making needs.
  static final Dictionary FIX42 = new Dictionary();

  private final String[] names = new String[TAG_LIMIT];
  private final int[] formats = new int[TAG_LIMIT];
  private final ValueSet[] values = new ValueSet[TAG_LIMIT];
  private final MessageRules[] rules = new MessageRules[128];
  private final CurrencySet currencies = new CurrencySet();

  private Dictionary() {
    List<String> layout = new ArrayList<>();
    for (String line : lines("fix42.dictionary")) {
      if (line.startsWith("field ")) {
        readField(line.split(" "));
      } else {
        layout.add(line);
      }
    }
    for (int tag : NATURAL_TAGS) {
      formats[tag] = Format.NATURAL;
    }
    formats[FixTag.SENDING_TIME] = Format.EVENT_TIME;
    formats[FixTag.TRANSACT_TIME] = Format.EVENT_TIME;
    for (int tag : PUBLISHED_QUANTITIES) {
      formats[tag] = Format.QUANTITY;
    }
    for (int tag : PUBLISHED_PRICES) {
      formats[tag] = Format.PRICE;
    }
    formats[FixTag.AVG_PX] = Format.AVERAGE;
    String header = content(layout, "header ");
    String trailer = content(layout, "trailer ");
    for (String line : layout) {
      if (line.startsWith("message ")) {
        String[] words = line.split(" ", 4); // message, type, name, members
        char type = words[1].charAt(0);
        rules[type] = new MessageRules(this, header, words[3], trailer);
      }
    }
    for (String line : lines("iso4217.currencies")) {
      currencies.addAll(line.split(" "));
    }
  }

  private void readField(String[] words) {
    int tag = Integer.parseInt(words[1]);
    names[tag] = words[2];
    formats[tag] = Format.of(words[3]);
    if (words.length > 4) {
      values[tag] = new ValueSet(words, 4);
    }
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

  /** Name of {@code tag}, or null where neither FIX 4.2 nor our user-defined tags have it. */
  String name(int tag) {
    return tag < TAG_LIMIT ? names[tag] : LineageTags.name(tag);
  }

  boolean isKnown(int tag) {
    return tag < TAG_LIMIT && names[tag] != null;
  }

  int format(int tag) {
    return formats[tag];
  }

  /** The values that {@code tag} may have, or null where every value will do. */
  ValueSet values(int tag) {
    return values[tag];
  }

  CurrencySet currencies() {
    return currencies;
  }

  /** Rules of the message type {@code type}, or null where that is not one to be checked. */
  MessageRules rules(byte type) {
    return type >= 0 ? rules[type] : null;
  }
}
