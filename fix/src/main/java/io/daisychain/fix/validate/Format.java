package io.daisychain.fix.validate;

import io.daisychain.fix.FixVersion;

/**
 * Formats of values: FIX's data types, with further ones for a few tags. They are numbers, not an
 * enum, because the checker's tables hold them and its inner loop switches on them.
 */
final class Format {
  /** Any bytes. */
  static final int TEXT = 0;

  /** Any bytes, counted by a length field. */
  static final int DATA = 1;

  /** One byte. */
  static final int CHAR = 2;

  /** Y or N. */
  static final int BOOLEAN = 3;

  /** A whole number of either sign. */
  static final int INTEGER = 4;

  /** A whole number from 0 on: lengths, counts and sequence numbers. */
  static final int NATURAL = 5;

  /** A whole number from 1 on. */
  static final int POSITIVE = 6;

  /** A decimal of either sign. */
  static final int DECIMAL = 7;

  /** A decimal that is not negative: prices and quantities. */
  static final int AMOUNT = 8;

  /** Values of one byte each, with a space between them. */
  static final int MULTIPLE = 9;

  /** Date and time to the second, or to three, six or nine digits of its fraction. */
  static final int TIMESTAMP = 10;

  /** A timestamp of an event: one in the range of nanoseconds in 64 bits. */
  static final int EVENT_TIME = 11;

  /** Time of day, to the same precisions. */
  static final int TIME = 12;

  /** YYYYMMDD. */
  static final int DATE = 13;

  /** YYYYMM. */
  static final int MONTH = 14;

  /** 1 to 31. */
  static final int DAY_OF_MONTH = 15;

  /** A code of ISO 4217. */
  static final int CURRENCY = 16;

  /** The text of a UUID. */
  static final int UUID = 17;

  /** N, C or D; every other value is one that is not allowed. */
  static final int ACTION = 18;

  /** An amount that can be published as a quantity. */
  static final int QUANTITY = 19;

  /** An amount that can be published as a price. */
  static final int PRICE = 20;

  /** An amount whose digits before the point are those of a price: a quotient ends nowhere. */
  static final int AVERAGE = 21;

  /** YYYYMM, YYYYMMDD or YYYYMM and w1 to w5. */
  static final int MONTH_DATE_WEEK = 22;

  /** As {@link #MULTIPLE}, without spaces at the end. */
  static final int CHARACTERS = 23;

  /** As {@link #TIMESTAMP}, or to twelve digits. */
  static final int LONG_TIMESTAMP = 24;

  /** As {@link #EVENT_TIME}, or to twelve digits. */
  static final int LONG_EVENT_TIME = 25;

  private Format() {}

  /** Format of an event's time: FIX 4.2 has up to nine digits, all others up to twelve. */
  static int eventTime(FixVersion version) {
    return version == FixVersion.FIX42 ? EVENT_TIME : LONG_EVENT_TIME;
  }

  /**
   * Format of a field of data type {@code type}, as the dictionary of a version names it.
   *
   * @param listed whether its values are listed
   */
  static int of(String type, FixVersion version, boolean listed) {
    return switch (type) {
      case "STRING", "EXCHANGE", "COUNTRY", "LANGUAGE", "XMLDATA", "TZTIMEONLY", "TZTIMESTAMP" ->
          TEXT;
      case "DATA" -> DATA;
      case "CHAR" -> version.compareTo(FixVersion.FIX42) < 0 ? TEXT : CHAR;
      case "BOOLEAN" -> BOOLEAN;
      case "INT" -> INTEGER;
      case "NUMINGROUP", "LENGTH", "SEQNUM" -> NATURAL;
      case "AMT", "FLOAT", "PRICEOFFSET", "PERCENTAGE" -> DECIMAL;
      case "PRICE", "QTY" -> AMOUNT;
      case "MULTIPLEVALUESTRING", "MULTIPLESTRINGVALUE" -> listed ? MULTIPLE : TEXT;
      case "MULTIPLECHARVALUE" -> CHARACTERS;
      case "UTCTIMESTAMP", "TIME" -> version == FixVersion.FIX42 ? TIMESTAMP : LONG_TIMESTAMP;
      case "UTCTIMEONLY" -> TIME;
      case "UTCDATE", "UTCDATEONLY", "LOCALMKTDATE", "DATE" -> DATE;
      case "MONTHYEAR", "MONTH-YEAR" ->
          version.compareTo(FixVersion.FIX43) < 0 ? MONTH : MONTH_DATE_WEEK;
      case "DAYOFMONTH" -> DAY_OF_MONTH;
      case "CURRENCY" -> CURRENCY;
      default -> throw new IllegalArgumentException("no format for data type " + type);
    };
  }
}
