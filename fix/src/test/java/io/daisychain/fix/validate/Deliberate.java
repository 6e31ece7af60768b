package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.DataFields;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MsgType;
import java.util.Set;

/** Every kind of error that we report and QuickFIX/J does not, on purpose. */
enum Deliberate {
  BODY_LENGTH("BodyLength (9) that does not count the bytes up to the CheckSum"),
  CHECK_SUM_DIGITS("CheckSum (10) that is right and not of three digits"),
  TAG_SPELLING("tags with a zero first, with a plus, or of more than nine digits"),
  COUNT_SPELLING("a plus before the count of a group: an int of FIX has none"),
  NESTED_COUNT("the count of a group inside of an instance more than once in it"),
  FIXT_HEADER("header fields of FIXT.1.1 that are required and missing"),
  APPL_VER_ID("an ApplVerID (1128) of a version before FIX 4.0"),
  REPEATED_HEADER("a field of header or trailer more than once; QuickFIX/J sees the last one only"),
  REPEATED_IN_INSTANCE("a user-defined field more than once in an instance of a group"),
  IMPOSSIBLE_TIME("times that calendar or clock lack, or in FIX 4.2 finer than nanoseconds"),
  DISTANT_TIME("SendingTime or TransactTime that 64 bits of nanoseconds cannot tell"),
  LOCAL_DATE("local dates, months and days of a month that do not exist"),
  CURRENCY("currencies that ISO 4217 lacks"),
  NEGATIVE("prices, quantities, lengths, counts and sequence numbers below zero"),
  MANY_DIGITS("published prices and quantities of more digits than can be added up"),
  ZERO_QUANTITY("an order or a fill of zero shares, a leg of ratio zero"),
  ONLY_SPACES("nothing but spaces where values of one character belong"),
  CROSS_FIELD("a field that another one calls for or contradicts: the rules between fields above"),
  DATA_LENGTH("a data field whose length is missing, not right before it, or not its own"),
  LINEAGE_VALUE("the form of the user-defined tags that carry lineage"),
  LINEAGE_GROUP("the instances of NoParents (10073), which also end a group of FIX");

  private static final Set<Integer> CALLED_FOR =
      Set.of(44, 99, 432, 126, 19, 32, 200, 205, 201, 202, 610, 611, 608, 612);

  private final String meaning;

  Deliberate(String meaning) {
    this.meaning = meaning;
  }

  /** What it is about, as docs/checks.md has it. */
  String meaning() {
    return meaning;
  }

  /** The kind of error number {@code index}; null where QuickFIX/J ought to have found it. */
  static Deliberate of(ValidationResult result, int index, FixMessage message) {
    int tag = result.tag(index);
    int field = result.field(index);
    Deliberate kind = ofReason(result, index, message);
    boolean replaced =
        field != ValidationResult.NO_FIELD
            && isOutside(tag, result.dictionary())
            && comesAgain(message, field);
    return kind == null && replaced ? REPEATED_HEADER : kind;
  }

  private static Deliberate ofReason(ValidationResult result, int index, FixMessage message) {
    int tag = result.tag(index);
    int field = result.field(index);
    Dictionary dictionary = result.dictionary();
    String value = field == ValidationResult.NO_FIELD ? null : value(message, field);
    return switch (result.reason(index)) {
      case FRAMING -> ofFraming(tag, value, message);
      case INVALID_TAG_NUMBER -> ofTag(message, field);
      case REQUIRED_TAG_MISSING ->
          CALLED_FOR.contains(tag)
              ? CROSS_FIELD
              : isLength(tag)
                  ? DATA_LENGTH
                  : FixVersion.isFixt(message) && isOutside(tag, dictionary)
                      ? FIXT_HEADER
                      : ofOtherGroup(tag, message, dictionary);
      case INCORRECT_VALUE ->
          tag == FixTag.APPL_VER_ID ? APPL_VER_ID : ofValue(tag, value, dictionary);
      case INCORRECT_FORMAT -> ofFormat(tag, value, dictionary);
      case ORDER -> DataFields.lengthTag(tag) != 0 ? DATA_LENGTH : null;
      case REPEATED ->
          isOutside(tag, result.dictionary())
              ? REPEATED_HEADER
              : tag >= FixTag.FIRST_USER_DEFINED ? REPEATED_IN_INSTANCE : null;
      case GROUP ->
          LineageTags.name(tag) != null ? LINEAGE_GROUP : ofGroup(tag, field, message, dictionary);
      case CONSISTENCY ->
          tag == FixTag.LEAVES_QTY || tag == FixTag.LEG_REF_ID
              ? CROSS_FIELD
              : isLength(tag) ? DATA_LENGTH : null;
      case NO_VALUE -> ofNoValue(tag, field, message);
      case TAG_NOT_DEFINED -> ofOtherGroup(tag, message, dictionary);
      case INVALID_MSG_TYPE -> null;
    };
  }

  /** QuickFIX/J takes the last of several user-defined fields in an instance for the only one. */
  private static Deliberate ofNoValue(int tag, int field, FixMessage message) {
    if (tag >= FixTag.FIRST_USER_DEFINED && comesAgain(message, field)) {
      return LineageTags.name(tag) != null ? LINEAGE_GROUP : REPEATED_IN_INSTANCE;
    }
    return DataFields.lengthTag(tag) != 0 ? DATA_LENGTH : null;
  }

  private static Deliberate ofGroup(int tag, int field, FixMessage message, Dictionary dictionary) {
    Deliberate ended = ofOtherGroup(tag, message, dictionary);
    boolean nested = false;
    for (int i = 0; i < message.fieldCount(); i++) {
      nested |= i != field && message.tag(i) == tag && isGroup(tag, dictionary);
    }
    return ended == null && nested ? NESTED_COUNT : ended;
  }

  /** Whether some message of the version has the tag in header or trailer. */
  private static boolean isOutside(int tag, Dictionary dictionary) {
    int rule = dictionary.rules('D').rule(tag);
    return (rule & MessageRules.KNOWN) != 0
        && (rule & MessageRules.SECTION_MASK) != MessageRules.BODY;
  }

  /** Whether the tag counts a group of the version or is a member of one. */
  private static boolean isGroup(int tag, Dictionary dictionary) {
    int seen = 0;
    for (int type = 0; type < MsgType.LIMIT && tag < FixTag.FIRST_USER_DEFINED; type++) {
      MessageRules rules = dictionary.rules(type);
      seen |= rules == null ? 0 : rules.rule(tag);
    }
    return (seen & (MessageRules.GROUP_COUNT | MessageRules.GROUP_MEMBER)) != 0;
  }

  private static Deliberate ofOtherGroup(int tag, FixMessage message, Dictionary dictionary) {
    boolean ended = isGroup(tag, dictionary) && message.find(FixTag.NO_PARENTS) >= 0;
    return ended ? LINEAGE_GROUP : null;
  }

  private static boolean comesAgain(FixMessage message, int field) {
    for (int i = field + 1; i < message.fieldCount(); i++) {
      if (message.tag(i) == message.tag(field)) {
        return true;
      }
    }
    return false;
  }

  private static Deliberate ofFraming(int tag, String value, FixMessage message) {
    if (value == null) {
      for (int i = 0; i < message.fieldCount(); i++) {
        if (message.tag(i) <= 0 && ofTag(message, i) != null) {
          return TAG_SPELLING; // it is there, spelt otherwise
        }
      }
      return null;
    }
    if (tag == FixTag.BODY_LENGTH && value.matches("-?[0-9]+")) {
      return BODY_LENGTH;
    }
    boolean rightSum =
        tag == FixTag.CHECK_SUM
            && value.matches("-?[0-9]+")
            && Integer.parseInt(value) == message.computedCheckSum();
    return rightSum ? CHECK_SUM_DIGITS : null;
  }

  private static Deliberate ofTag(FixMessage message, int field) {
    int code = message.tag(field);
    boolean plus = message.buffer()[message.tagOffset(field)] == '+';
    boolean spelling =
        code == FixMessage.LEADING_ZERO
            || code == FixMessage.OVERLONG_TAG
            || (code == FixMessage.NOT_DIGITS && plus);
    return spelling ? TAG_SPELLING : null;
  }

  private static Deliberate ofValue(int tag, String value, Dictionary dictionary) {
    return switch (dictionary.format(tag)) {
      case Format.EVENT_TIME, Format.LONG_EVENT_TIME -> DISTANT_TIME;
      case Format.CURRENCY -> CURRENCY;
      case Format.AMOUNT, Format.NATURAL, Format.QUANTITY, Format.PRICE, Format.AVERAGE ->
          value.startsWith("-")
              ? NEGATIVE
              : isLong(value)
                  ? MANY_DIGITS
                  : tag == FixTag.STRIKE_PRICE || tag == FixTag.LEG_STRIKE_PRICE
                      ? CROSS_FIELD
                      : tag == FixTag.ORDER_QTY
                              || tag == FixTag.LAST_SHARES
                              || tag == FixTag.LEG_RATIO_QTY
                          ? ZERO_QUANTITY
                          : null;
      case Format.MULTIPLE -> value.isBlank() ? ONLY_SPACES : null;
      case Format.ACTION, Format.POSITIVE -> LINEAGE_VALUE;
      default -> null;
    };
  }

  private static Deliberate ofFormat(int tag, String value, Dictionary dictionary) {
    if (LineageTags.name(tag) != null) {
      return LINEAGE_VALUE;
    }
    return switch (dictionary.format(tag)) {
      case Format.EVENT_TIME,
          Format.TIMESTAMP,
          Format.LONG_EVENT_TIME,
          Format.LONG_TIMESTAMP,
          Format.TIME ->
          value.matches("[0-9]{8}-[0-9:]{8}([.][0-9]{3,12})?") ? IMPOSSIBLE_TIME : null;
      case Format.DATE, Format.MONTH, Format.MONTH_DATE_WEEK, Format.DAY_OF_MONTH -> LOCAL_DATE;
      case Format.CURRENCY -> CURRENCY;
      case Format.NATURAL, Format.INTEGER ->
          isGroup(tag, dictionary) && value.startsWith("+") ? COUNT_SPELLING : null;
      default -> null;
    };
  }

  /** Of more digits than a price has before its point, or than a quantity has after it. */
  private static boolean isLong(String value) {
    return value.matches("[0-9]{11,}.*|[0-9]*[.][0-9]{7,}");
  }

  private static boolean isLength(int tag) {
    return DataFields.lengthTag(tag + 1) == tag || tag == FixTag.SIGNATURE_LENGTH;
  }

  static String value(FixMessage message, int field) {
    return new String(
        message.buffer(), message.valueOffset(field), message.valueLength(field), ISO_8859_1);
  }
}
