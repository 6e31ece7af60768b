package io.daisychain.fix.validate;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageTemplate;
import java.util.Arrays;

/**
 * The checks of a {@link MessageTemplate} that are made once for all its messages: whether tags and
 * their order are right, and the format of each value.
 */
final class TemplateRules {
  private final boolean valid;
  private final boolean groups;
  private final int[] fields;
  private final int[] formats;
  private final ValueSet[] listed;

  private TemplateRules(
      boolean valid, boolean groups, int[] fields, int[] formats, ValueSet[] listed) {
    this.valid = valid;
    this.groups = groups;
    this.fields = fields;
    this.formats = formats;
    this.listed = listed;
  }

  /** The rules of a message's template; null if it has none. */
  static TemplateRules of(FixMessage message, MessageRules rules) {
    MessageTemplate shape = message.shape();
    if (shape == null) {
      return null;
    }
    if (shape.note() instanceof TemplateRules known) {
      return known;
    }
    TemplateRules found = find(shape, rules);
    shape.note(found);
    return found;
  }

  private static TemplateRules find(MessageTemplate shape, MessageRules rules) {
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
        listed[checked] = (rule & MessageRules.LISTED) != 0 ? Dictionary.FIX42.values(tag) : null;
        checked++;
      }
    }
    boolean groups =
        shape.hasRepeats() || (seen & (MessageRules.GROUP_COUNT | MessageRules.GROUP_MEMBER)) != 0;
    return new TemplateRules(
        valid,
        groups,
        Arrays.copyOf(fields, checked),
        Arrays.copyOf(formats, checked),
        Arrays.copyOf(listed, checked));
  }

  private static boolean hasRequired(MessageTemplate shape, MessageRules rules) {
    for (int tag : rules.required()) {
      if (!shape.has(tag)) {
        return false;
      }
    }
    return true;
  }

  /** Whether tags and their order are right, except for groups and repeated tags. */
  boolean isValid() {
    return valid;
  }

  /** Whether there are groups or repeated tags, which depend on the message. */
  boolean hasGroups() {
    return groups;
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
  }
}
