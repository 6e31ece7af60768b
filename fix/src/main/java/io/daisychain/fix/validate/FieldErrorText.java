package io.daisychain.fix.validate;

import io.daisychain.fix.DataFields;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.Instrument;
import io.daisychain.fix.Limits;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The text of a field error: its reason, the field, and the right value, such as {@code 5: value is
 * incorrect (out of range) for tag 54 Side: 'X' is not one of 1 (BUY), 2 (SELL)}.
 *
 * <p>Texts are made only for errors that are reported, from the message; the checks themselves make
 * none.
 */
final class FieldErrorText {
  private static final int SHOWN_BYTES = 40;

  private final FixMessage message;
  private final Dictionary dictionary;
  private final Reason reason;
  private final int tag;
  private final int field;
  private final int expected;
  private final StringBuilder text;

  /**
   * The text of an error.
   *
   * @param text room for it, whatever it holds
   * @param tag 0 where the field has no readable one
   * @param field its index in the message, or {@link ValidationResult#NO_FIELD}
   * @param expected the number that would have been right, or {@link
   *     ValidationResult#NO_EXPECTATION}
   */
  FieldErrorText(
      StringBuilder text,
      FixMessage message,
      Dictionary dictionary,
      Reason reason,
      int tag,
      int field,
      int expected) {
    this.text = text;
    this.message = message;
    this.dictionary = dictionary;
    this.reason = reason;
    this.tag = tag;
    this.field = field;
    this.expected = expected;
  }

  String text() {
    text.setLength(0);
    text.append(reason.code()).append(": ").append(reason.meaning());
    if (tag > 0) {
      text.append(" for ");
      appendName(tag);
    }
    if (isOversized()) {
      return text.append(": the message has ")
          .append(message.length())
          .append(" bytes, and may have ")
          .append(expected)
          .toString();
    }
    if (field == ValidationResult.NO_FIELD) {
      text.append(": not there");
    } else {
      // A field without a readable tag is shown whole.
      int from = tag > 0 ? message.valueOffset(field) : message.tagOffset(field);
      int end = message.valueOffset(field) + message.valueLength(field);
      text.append(": ");
      appendQuoted(from, end - from);
    }
    appendWhatIsRight();
    return text.toString();
  }

  /** A message that is too long has its error behind its end: see {@link Framing}. */
  private boolean isOversized() {
    return reason == Reason.FRAMING && field == ValidationResult.NO_FIELD && expected >= 0;
  }

  private void appendWhatIsRight() {
    switch (reason) {
      case REQUIRED_TAG_MISSING -> appendWhatRequiresIt();
      case INCORRECT_VALUE, INCORRECT_FORMAT -> appendAllowed();
      case FRAMING -> appendFraming();
      case GROUP -> {
        if (expected != ValidationResult.NO_EXPECTATION) {
          text.append(", should be ").append(expected).append(", as many as follow");
        }
      }
      case CONSISTENCY -> appendContradiction();
      default -> {}
    }
  }

  private void appendAllowed() {
    int length = message.valueLength(field);
    if (length > Limits.LONGEST_NAME) { // see LengthCheck
      text.append(", longer than ").append(Limits.LONGEST_NAME).append(" bytes");
      return;
    }
    ValueSet listed = dictionary.values(tag);
    int format = dictionary.format(tag);
    if (listed != null) {
      text.append(isMultiple(format) ? " has a value that is" : " is");
      text.append(" not one of ").append(listed.shown());
      text.append(isMultiple(format) ? ", with a space between" : "");
    } else {
      boolean formed = reason == Reason.INCORRECT_VALUE;
      text.append(", should be ").append(formed ? inRange(format) : formed(format));
    }
  }

  /** What values of the right form there are. */
  private String inRange(int format) {
    boolean isStrike = tag == FixTag.STRIKE_PRICE && Instrument.isOption(message);
    if (isStrike || tag == FixTag.LEG_STRIKE_PRICE) {
      return amount(Instrument.STRIKE_INTEGER_DIGITS, Instrument.STRIKE_FRACTION_DIGITS);
    }
    return switch (format) {
      case Format.NATURAL -> "0 or more";
      case Format.POSITIVE -> "1 or more";
      case Format.AMOUNT -> isNegative() ? "0 or more" : "more than 0";
      case Format.QUANTITY ->
          amount(Limits.QUANTITY_INTEGER_DIGITS, Limits.QUANTITY_FRACTION_DIGITS);
      case Format.PRICE -> amount(Limits.PRICE_INTEGER_DIGITS, Limits.PRICE_FRACTION_DIGITS);
      case Format.AVERAGE ->
          isNegative()
              ? "0 or more"
              : "of at most " + Limits.PRICE_INTEGER_DIGITS + " digits before the point";
      case Format.EVENT_TIME, Format.LONG_EVENT_TIME -> "of the years 1677 to 2262";
      case Format.CURRENCY -> "a currency of ISO 4217, such as USD";
      case Format.MULTIPLE -> "values of one character with a space between, such as 1 G";
      case Format.ACTION -> "N (new), C (correction) or D (deletion)";
      default -> "another value";
    };
  }

  private String amount(int integerDigits, int fractionDigits) {
    int length = message.valueLength(field);
    if (FixValue.fits(
        message.buffer(), message.valueOffset(field), length, integerDigits, fractionDigits)) {
      return isNegative() ? "0 or more" : "more than 0";
    }
    return "of at most %d digits before the point and %d after it"
        .formatted(integerDigits, fractionDigits);
  }

  private static boolean isMultiple(int format) {
    return format == Format.MULTIPLE || format == Format.CHARACTERS;
  }

  private boolean isNegative() {
    return message.buffer()[message.valueOffset(field)] == '-';
  }

  private static String formed(int format) {
    return switch (format) {
      case Format.CHAR -> "one character";
      case Format.BOOLEAN -> "Y or N";
      case Format.INTEGER, Format.NATURAL, Format.POSITIVE -> "a whole number, such as 100";
      case Format.DECIMAL, Format.AMOUNT, Format.QUANTITY, Format.PRICE, Format.AVERAGE ->
          "a number, such as 10.25";
      case Format.TIMESTAMP, Format.EVENT_TIME, Format.LONG_TIMESTAMP, Format.LONG_EVENT_TIME ->
          "a time of UTC, such as 20260316-13:30:00 or 20260316-13:30:00.123";
      case Format.TIME -> "a time of day, such as 13:30:00 or 13:30:00.123";
      case Format.DATE -> "a date, such as 20260316";
      case Format.MONTH -> "a month, such as 202603";
      case Format.MONTH_DATE_WEEK ->
          "a month, a date or a week, such as 202603, 20260316 or 202603w3";
      case Format.CHARACTERS -> "characters with a space between, such as 1 G";
      case Format.DAY_OF_MONTH -> "a day of a month, from 1 to 31";
      case Format.CURRENCY -> "a currency of ISO 4217, such as USD";
      case Format.UUID -> "a UUID, such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427";
      default -> "another value";
    };
  }

  private void appendFraming() {
    if (tag == FixTag.BEGIN_STRING) {
      text.append(
          field == ValidationResult.NO_FIELD
              ? " as the first field"
              : ", should be FIX.4.0 to FIX.4.4 or FIXT.1.1");
    } else if (field == ValidationResult.NO_FIELD) {
      text.append(
          switch (tag) {
            case FixTag.BODY_LENGTH -> " as the second field";
            case FixTag.MSG_TYPE -> " as the third field";
            default -> " as the last field";
          });
    } else if (expected != ValidationResult.NO_EXPECTATION) {
      String right = tag == FixTag.CHECK_SUM ? "%03d" : "%d";
      text.append(", should be ").append(String.format(Locale.ROOT, right, expected));
    } else if (tag == FixTag.CHECK_SUM) {
      text.append(", should be three digits and an SOH, and end the message");
    }
  }

  /** Fields that another field of the message asks for: see {@link CrossFieldCheck}. */
  private void appendWhatRequiresIt() {
    int asking =
        switch (tag) {
          case FixTag.PRICE, FixTag.STOP_PX -> FixTag.ORD_TYPE;
          case FixTag.EXPIRE_DATE, FixTag.EXPIRE_TIME -> FixTag.TIME_IN_FORCE;
          case FixTag.EXEC_REF_ID ->
              dictionary.version().hasExecTransType() ? FixTag.EXEC_TRANS_TYPE : FixTag.EXEC_TYPE;
          case FixTag.LAST_SHARES -> FixTag.EXEC_TYPE;
          case FixTag.MATURITY_MONTH_YEAR,
              FixTag.MATURITY_DAY,
              FixTag.PUT_OR_CALL,
              FixTag.STRIKE_PRICE ->
              Instrument.optionTag(message);
          default -> 0;
        };
    int data = dataCounted();
    if (data > 0) {
      text.append(", and required right before ");
      appendName(data);
    } else if (asking > 0 && message.find(asking) >= 0) {
      text.append(", and required where ");
      appendField(asking);
    }
  }

  /** Names the other fields, with their values, and what would agree with them. */
  private void appendContradiction() {
    if (expected != ValidationResult.NO_EXPECTATION) {
      text.append(", should be ").append(expected).append(", the number of bytes of ");
      appendName(dataCounted());
      return;
    }
    if (tag == FixTag.LEG_REF_ID) {
      text.append(", which a leg before it has");
      return;
    }
    text.append(", where ");
    appendField(FixTag.ORDER_QTY);
    text.append(", ");
    appendField(FixTag.CUM_QTY);
    text.append(" and ");
    appendField(FixTag.ORD_STATUS);
    BigDecimal open = number(FixTag.ORDER_QTY).subtract(number(FixTag.CUM_QTY));
    int status = message.find(FixTag.ORD_STATUS);
    byte state = status < 0 ? 0 : message.buffer()[message.valueOffset(status)];
    text.append(", should be ");
    if (open.signum() <= 0 || state == '2') {
      text.append('0');
    } else {
      text.append(state == '0' || state == '1' ? "" : "no more than ").append(open.toPlainString());
    }
  }

  /** Tag of the data whose length the field in error holds, 0 if there is none. */
  private int dataCounted() {
    for (int i = 0; i < message.fieldCount(); i++) {
      if (tag > 0 && DataFields.lengthTag(message.tag(i)) == tag) {
        return message.tag(i);
      }
    }
    return 0;
  }

  private BigDecimal number(int of) {
    int at = message.find(of);
    String value =
        new String(
            message.buffer(),
            message.valueOffset(at),
            message.valueLength(at),
            StandardCharsets.ISO_8859_1);
    return new BigDecimal(value);
  }

  private void appendField(int of) {
    appendName(of);
    int at = message.find(of);
    text.append(" is ");
    if (at < 0) {
      text.append("not there");
    } else {
      appendQuoted(message.valueOffset(at), message.valueLength(at));
    }
  }

  private void appendName(int of) {
    text.append("tag ").append(of);
    String name = dictionary.name(of);
    if (name != null) {
      text.append(' ').append(name);
    }
  }

  private void appendQuoted(int offset, int length) {
    int shown = Math.min(length, SHOWN_BYTES);
    text.append('\'');
    for (int i = offset; i < offset + shown; i++) {
      char character = (char) (message.buffer()[i] & 0xff); // ISO 8859-1
      text.append(Character.isISOControl(character) ? '?' : character);
    }
    text.append(length > shown ? "...'" : "'");
  }
}
