package io.daisychain.fix.validate;

import io.daisychain.fix.DataFields;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MsgType;
import io.daisychain.fix.OrderList;

/**
 * Checks a message of type D, F, G, 8, 9, E, AB, AC, J, P or AS against its version of FIX and
 * reports all field errors.
 *
 * <p>It is at least as strict as QuickFIX/J 2.3.2 with its dictionary of that version and without
 * the check of user-defined fields; the one exception is NoParents (10073), whose members
 * QuickFIX/J takes for repeated fields. Beyond QuickFIX/J it checks:
 *
 * <ul>
 *   <li>framing: BodyLength's value, a CheckSum of three digits ({@link Framing});
 *   <li>tags with leading zeros or a plus, and repeated fields in header and trailer;
 *   <li>dates and times that do not exist, months, days of a month, times of more than nanoseconds,
 *       event times that nanoseconds cannot tell;
 *   <li>currencies; negative prices, quantities, lengths, counts and sequence numbers;
 *   <li>data fields: the length right before them, and as long as they are;
 *   <li>the user-defined tags that carry lineage;
 *   <li>names and numbers of no more than 1,000 bytes ({@link LengthCheck});
 *   <li>a few rules between fields ({@link CrossFieldCheck}).
 * </ul>
 *
 * <p>If the framing is wrong, nothing else is reported, since all fields of such a message are in
 * doubt. An empty field is not reported as missing as well. Wrong data throws no exception.
 * Reusable, without garbage, not thread-safe.
 */
public final class MessageChecker {
  private final GroupCheck groups = new GroupCheck();
  private final CrossFieldCheck crossFields = new CrossFieldCheck();
  private final Dictionary[] dictionaries = new Dictionary[128];

  /**
   * Replaces what {@code result} holds by the field errors of {@code message}.
   *
   * @param version of the message, see {@link FixVersion#of}
   */
  public void check(FixMessage message, FixVersion version, ValidationResult result) {
    result.clear();
    Framing.check(message, result);
    if (result.framingError()) {
      return;
    }
    boolean fixt = FixVersion.isFixt(message);
    Dictionary dictionary = dictionary(version, fixt);
    result.by(dictionary);
    int type = MsgType.of(message);
    MessageRules rules = dictionary.rules(type);
    if (rules == null) {
      result.add(Reason.INVALID_MSG_TYPE, message, 2);
      return;
    }
    TemplateRules known = TemplateRules.of(message, rules, groups);
    if (known != null && known.isValid()) {
      known.checkValues(message, result);
    } else {
      checkAll(message, rules, result);
    }
    if (fixt && FixVersion.named(message, FixTag.APPL_VER_ID) == null) {
      checkApplVerId(message, result);
    }
    crossFields.check(message, type, dictionary, result);
    LengthCheck.check(message, result);
    if (known == null && result.count() == 0) {
      message.rememberShape();
    }
  }

  /**
   * The same for one order of a list, in the message that has it alone. What is asked of a New
   * Order Single between its fields is asked of it too.
   *
   * @param of the list, whose NoOrders may be wrong
   */
  public void checkOrder(
      FixMessage order, OrderList of, FixVersion version, ValidationResult result) {
    check(order, version, result);
    if (result.framingError()) {
      return;
    }
    crossFields.check(order, 'D', dictionary(version, FixVersion.isFixt(order)), result);
    int number = of.isMiscounted() ? order.find(FixTag.NO_ORDERS) : FixMessage.NOT_FOUND;
    if (number >= 0) {
      result.withdraw(FixTag.NO_ORDERS, Reason.GROUP);
      GroupCheck.checkCount(order, number, of.count(), result);
    }
  }

  private Dictionary dictionary(FixVersion version, boolean fixt) {
    int index = 2 * version.applVerId() + (fixt ? 1 : 0);
    if (dictionaries[index] == null) {
      dictionaries[index] = Dictionary.of(version, fixt);
    }
    return dictionaries[index];
  }

  /** FIX lists versions before 4.0, of which nobody has a dictionary. */
  private static void checkApplVerId(FixMessage message, ValidationResult result) {
    byte id = message.character(FixTag.APPL_VER_ID);
    if (id == '0' || id == '1') {
      result.add(Reason.INCORRECT_VALUE, message, message.find(FixTag.APPL_VER_ID));
    }
  }

  private void checkAll(FixMessage message, MessageRules rules, ValidationResult result) {
    int seen = checkFields(message, rules, result);
    boolean hasGroups = (seen & (MessageRules.GROUP_COUNT | MessageRules.GROUP_MEMBER)) != 0;
    if (hasGroups || message.hasRepeats()) {
      groups.check(message, rules, result);
    }
    if (!rules.lacksRequired(seen)) {
      return;
    }
    for (int tag : rules.required()) {
      if (!isThere(message, tag)) {
        result.addMissing(Reason.REQUIRED_TAG_MISSING, message, tag);
      }
    }
  }

  /** Checks the fields between MsgType and CheckSum one by one; all their rules together. */
  private static int checkFields(FixMessage message, MessageRules rules, ValidationResult result) {
    byte[] bytes = message.buffer();
    int last = message.fieldCount() - 1;
    int section = MessageRules.HEADER;
    int seen = 0;
    for (int i = 3; i < last; i++) {
      int tag = message.tag(i);
      int rule = tag > 0 ? rules.rule(tag) : 0;
      seen |= rule;
      if ((rule & (MessageRules.DEFINED | MessageRules.GROUP_MEMBER)) == 0) {
        boolean known = (rule & MessageRules.KNOWN) != 0;
        result.add(known ? Reason.TAG_NOT_DEFINED : Reason.INVALID_TAG_NUMBER, message, i);
        section = Math.max(section, MessageRules.BODY);
        continue;
      }
      int own = rule & MessageRules.SECTION_MASK;
      if (own < section) {
        result.add(Reason.ORDER, message, i);
      }
      section = Math.max(section, own);
      int length = message.valueLength(i);
      if (length == 0) {
        result.add(Reason.NO_VALUE, message, i);
        continue;
      }
      if ((rule & MessageRules.FREE_TEXT_MASK) == Format.TEXT) {
        continue;
      }
      int format = rule & MessageRules.FORMAT_MASK;
      if (format == Format.DATA) {
        checkDataLength(message, i, result);
      }
      ValueSet listed = (rule & MessageRules.LISTED) != 0 ? rules.dictionary().values(tag) : null;
      Reason reason = ValueCheck.check(format, listed, bytes, message.valueOffset(i), length);
      if (reason != null) {
        result.add(reason, message, i);
      }
    }
    return seen;
  }

  /**
   * "All data fields are immediately preceded by a length field": FIX 4.2, volume 1, data types.
   */
  private static void checkDataLength(FixMessage message, int field, ValidationResult result) {
    int lengthTag = DataFields.lengthTag(message.tag(field));
    int lengthField = message.tag(field - 1) == lengthTag ? field - 1 : message.find(lengthTag);
    if (lengthField < 0) {
      result.addMissing(Reason.REQUIRED_TAG_MISSING, message, lengthTag);
      return;
    }
    if (lengthField != field - 1) {
      result.add(Reason.ORDER, message, field);
    }
    int offset = message.valueOffset(lengthField);
    long told = FixValue.integer(message.buffer(), offset, message.valueLength(lengthField));
    int length = message.valueLength(field);
    if (told != FixValue.INVALID && told != length) {
      result.add(Reason.CONSISTENCY, message, lengthField, length);
    }
  }

  /** Whether {@code tag} has a field, if only an empty one, which is an error of its own. */
  static boolean isThere(FixMessage message, int tag) {
    if (message.find(tag) >= 0) {
      return true;
    }
    if (message.hasEmptyValues()) {
      for (int i = 0; i < message.fieldCount(); i++) {
        if (message.tag(i) == tag) {
          return true;
        }
      }
    }
    return false;
  }
}
