package io.daisychain.fix.validate;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.TagTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Repeating groups, and with them what it means for a tag to be repeated. Only messages that have
 * either come here.
 *
 * <p>As QuickFIX/J does it: an instance begins with the group's first member, the others follow in
 * the dictionary's order, and the group ends with the first field of FIX that is no member. A
 * member that counts a group of its own may stand anywhere behind the first, once. A user-defined
 * field between is the instance's own, so that each instance may have it; before the first instance
 * it is an error. Members outside of their group are not defined for the message.
 *
 * <p>The instances of NoParents (10073) begin with 10887 or 10003, the other members come in any
 * order, and the group ends with any other field. While 10073 is there, its members have no place
 * outside of it.
 */
final class GroupCheck {
  private final TagTable inMessage = new TagTable();
  private final List<Open> frames = new ArrayList<>();

  private FixMessage message;
  private ValidationResult result;
  private int depth; // of the open groups, each in an instance of the one before

  // Field and number of instances of each group that has ended.
  private int[] counts = new int[8];
  private int counted;
  private boolean broken;

  /** A group that is open: one of FIX, or that of NoParents. */
  private static final class Open {
    private final TagTable inInstance = new TagTable();
    private MessageRules.Group group;
    private int countField;
    private int instances;
    private int place;
    private long lacking; // bits of what the instance must have, and has not yet

    boolean isParents() {
      return group == null;
    }
  }

  void check(FixMessage checked, MessageRules rules, ValidationResult found) {
    message = checked;
    result = found;
    depth = 0;
    counted = 0;
    broken = false;
    inMessage.clear();
    boolean hasParents = checked.find(FixTag.NO_PARENTS) >= 0;
    int count = checked.fieldCount();
    for (int i = 0; i < count; i++) {
      int tag = checked.tag(i);
      if (tag > 0 && !isInGroup(i, tag)) {
        checkOutside(i, tag, rules, hasParents);
      }
    }
    endGroups();
  }

  /**
   * The groups of a message, each by its count's field and the number of its instances; null where
   * more than a count may be wrong with them.
   */
  int[] counts(FixMessage checked, MessageRules rules) {
    check(checked, rules, new ValidationResult());
    return broken ? null : Arrays.copyOf(counts, counted);
  }

  /** Whether a count is that of the instances; one that cannot be read is an error already. */
  static void checkCount(
      FixMessage message, int countField, int instances, ValidationResult result) {
    long told =
        FixValue.integer(
            message.buffer(), message.valueOffset(countField), message.valueLength(countField));
    if (told != FixValue.INVALID && told != instances) {
      result.add(Reason.GROUP, message, countField, instances);
    }
  }

  private void add(Reason reason, int field) {
    broken = true;
    result.add(reason, message, field);
  }

  private void checkOutside(int field, int tag, MessageRules rules, boolean hasParents) {
    int rule = rules.rule(tag);
    if ((rule & MessageRules.DEFINED) == 0) {
      if ((rule & MessageRules.GROUP_MEMBER) != 0) {
        add(Reason.TAG_NOT_DEFINED, field);
      }
      return; // all others the checker has seen
    }
    if (hasParents && LineageTags.isGroupMember(tag)) {
      add(Reason.GROUP, field);
      return;
    }
    boolean empty = message.valueLength(field) == 0;
    if (!empty && !inMessage.putFirst(tag, field)) {
      add(Reason.REPEATED, field);
    }
    if ((rule & MessageRules.GROUP_COUNT) != 0) {
      endGroups();
      if (tag != FixTag.NO_PARENTS) {
        open(field, rules.group(tag));
      } else if (!empty) {
        open(field, null);
      }
    }
  }

  private void open(int field, MessageRules.Group group) {
    if (depth == frames.size()) {
      frames.add(new Open());
    }
    Open open = frames.get(depth++);
    open.group = group;
    open.countField = field;
    open.instances = 0;
    open.place = 0;
    open.lacking = 0;
  }

  private void endGroups() {
    while (depth > 0) {
      endGroup();
    }
  }

  private void endGroup() {
    Open open = frames.get(--depth);
    endInstance(open);
    checkCount(message, open.countField, open.instances, result);
    if (counted == counts.length) {
      counts = Arrays.copyOf(counts, 2 * counted);
    }
    counts[counted++] = open.countField;
    counts[counted++] = open.instances;
  }

  /** Of an instance, too, what is missing counts as at the message's end. */
  private void endInstance(Open open) {
    for (long rest = open.lacking; rest != 0; rest &= rest - 1) {
      int tag = open.group.required()[Long.numberOfTrailingZeros(rest)];
      broken = true;
      result.addMissing(Reason.REQUIRED_TAG_MISSING, message, tag);
    }
  }

  /** Whether the field is part of an open group; ends the groups of which it is not. */
  private boolean isInGroup(int field, int tag) {
    while (depth > 0) {
      Open open = frames.get(depth - 1);
      if (open.isParents()) {
        return isInParents(open, field, tag);
      }
      int place = open.group.place(tag);
      if (place >= 0) {
        takeMember(open, field, place);
        return true;
      }
      if (tag >= FixTag.FIRST_USER_DEFINED && !open.group.inHeader()) {
        return isInInstance(open, field, tag);
      }
      endGroup();
    }
    return false;
  }

  private boolean isInInstance(Open open, int field, int tag) {
    if (open.instances == 0) {
      add(Reason.GROUP, field);
      return false;
    }
    if (LineageTags.name(tag) != null) {
      return false; // the message's own, wherever it stands
    }
    if (message.valueLength(field) > 0 && !open.inInstance.putFirst(tag, field)) {
      add(Reason.REPEATED, field);
    }
    return true;
  }

  private void takeMember(Open open, int field, int place) {
    MessageRules.Group nested = open.group.nested(place);
    if (place == 0) {
      endInstance(open);
      open.instances++;
      open.inInstance.clear();
      open.place = 0;
      open.lacking = (1L << open.group.required().length) - 1;
    } else if (open.instances == 0) {
      add(Reason.GROUP, field);
    } else if (nested == null) {
      if (place <= open.place) {
        add(Reason.GROUP, field);
      }
      open.place = place;
    } else if (!open.inInstance.putFirst(message.tag(field), field)) {
      add(Reason.GROUP, field);
    }
    open.lacking &= ~open.group.requiredBit(place);
    if (nested != null) {
      open(field, nested);
    }
  }

  private boolean isInParents(Open open, int field, int tag) {
    if (!LineageTags.isGroupMember(tag)) {
      endGroup();
      return false;
    }
    if (LineageTags.startsInstance(tag)) {
      open.instances++;
      open.inInstance.clear();
    } else if (open.instances == 0 || !open.inInstance.putFirst(tag, field)) {
      add(Reason.GROUP, field);
    }
    return true;
  }
}
