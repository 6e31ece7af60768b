package io.daisychain.fix.validate;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageTemplate;
import java.util.Arrays;

/**
 * The checks of a {@link MessageTemplate} that are made once for all its messages: whether tags and
 * their order are right, and the format of each value.
 */
final class TemplateRules {
  private final MessageRules rules;
  private final TemplateRules others; // of the same tags in another version
  private final boolean valid;
  private final int[] fields;
  private final int[] formats;
  private final ValueSet[] listed;
  private final int[] counts; // of groups: each a field, and the instances behind it

  private TemplateRules(
      MessageRules rules,
      TemplateRules others,
      boolean valid,
      int[] fields,
      int[] formats,
      ValueSet[] listed,
      int[] counts) {
    this.rules = rules;
    this.others = others;
    this.valid = valid;
    this.fields = fields;
    this.formats = formats;
    this.listed = listed;
    this.counts = counts;
  }

  /**
   * The rules of a message's template; null if it has none.
   *
   * @param groups reads the groups of a template that comes for the first time
   */
  static TemplateRules of(FixMessage message, MessageRules rules, GroupCheck groups) {
    MessageTemplate shape = message.shape();
    if (shape == null) {
      return null;
    }
    TemplateRules first = (TemplateRules) shape.note();
    for (TemplateRules known = first; known != null; known = known.others) {
      if (known.rules == rules) {
        return known;
      }
    }
    TemplateRules found = find(message, shape, rules, first, groups);
    shape.note(found);
    return found;
  }

  private static TemplateRules find(
      FixMessage message,
      MessageTemplate shape,
      MessageRules rules,
      TemplateRules others,
      GroupCheck groups) {
    int count = shape.fieldCount() - 1;
    int[] fields = new int[count];
    int[] formats = new int[count];
    ValueSet[] listed = new ValueSet[count];
    int checked = 0;
    int section = MessageRules.HEADER;
    int seen = 0;
    boolean valid = hasRequired(shape, rules);
    for (int i = 3; i < count; i++) {
      int tag = shape.tag(i);
      int rule = rules.rule(tag);
      int own = rule & MessageRules.SECTION_MASK;
      valid &= (rule & (MessageRules.DEFINED | MessageRules.GROUP_MEMBER)) != 0;
      valid &= own >= section;
      section = own;
      seen |= rule;
      if ((rule & MessageRules.FREE_TEXT_MASK) != Format.TEXT) {
        fields[checked] = i;
        formats[checked] = rule & MessageRules.FORMAT_MASK;
        listed[checked] = (rule & MessageRules.LISTED) != 0 ? rules.dictionary().values(tag) : null;
        checked++;
      }
    }
    int[] counts = {};
    if (shape.hasRepeats()
        || (seen & (MessageRules.GROUP_COUNT | MessageRules.GROUP_MEMBER)) != 0) {
      counts = groups.counts(message, rules);
      valid &= counts != null;
    }
    return new TemplateRules(
        rules,
        others,
        valid,
        Arrays.copyOf(fields, checked),
        Arrays.copyOf(formats, checked),
        Arrays.copyOf(listed, checked),
        counts);
  }

  private static boolean hasRequired(MessageTemplate shape, MessageRules rules) {
    for (int tag : rules.required()) {
      if (!shape.has(tag)) {
        return false;
      }
    }
    return true;
  }

  /** Whether tags, their order and their groups are right, but for what the groups' counts say. */
  boolean isValid() {
    return valid;
  }

  /** Checks the values of a message of this template one by one. */
  void checkValues(FixMessage message, ValidationResult result) {
    byte[] bytes = message.buffer();
    for (int i = 0; i < fields.length; i++) {
      int field = fields[i];
      int offset = message.valueOffset(field);
      Reason reason =
          ValueCheck.check(formats[i], listed[i], bytes, offset, message.valueLength(field));
      if (reason != null) {
        result.add(reason, message, field);
      }
    }
    for (int i = 0; i < counts.length; i += 2) {
      GroupCheck.checkCount(message, counts[i], counts[i + 1], result);
    }
  }
}
