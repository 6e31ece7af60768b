package io.daisychain.fix.validate;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.TagTable;

/**
 * Repeating groups, and with them what it means for a tag to be repeated. Only messages that have
 * either come here.
 *
 * <p>As QuickFIX/J does it: an instance begins with the group's first member, the others follow in
 * the dictionary's order, and the group ends with the first field of FIX 4.2 that is no member. A
 * user-defined field between is the instance's own, so that each instance may have it; before the
 * first instance it is an error. Members outside of their group are not defined for the message.
 *
 * <p>The instances of NoParents (10073) begin with 10887 or 10003, the other members come in any
 * order, and the group ends with any other field. While 10073 is there, its members have no place
 * outside of it.
 */
final class GroupCheck {
  private final TagTable inMessage = new TagTable();
  private final TagTable inInstance = new TagTable();

  private FixMessage message;
  private ValidationResult result;

  // The open group: one of FIX 4.2, or that of NoParents, or none.
  private MessageRules.Group group;
  private boolean inParents;
  private int countField;
  private long told;
  private int instances;
  private int place;

  void check(FixMessage checked, MessageRules rules, ValidationResult found) {
    message = checked;
    result = found;
    group = null;
    inParents = false;
    inMessage.clear();
    boolean hasParents = checked.find(FixTag.NO_PARENTS) >= 0;
    int count = checked.fieldCount();
    for (int i = 0; i < count; i++) {
      int tag = checked.tag(i);
      if (tag > 0 && !isInGroup(i, tag)) {
        checkOutside(i, tag, rules, hasParents);
      }
    }
    endGroup();
  }

  private void checkOutside(int field, int tag, MessageRules rules, boolean hasParents) {
    int rule = rules.rule(tag);
    if ((rule & MessageRules.DEFINED) == 0) {
      if ((rule & MessageRules.GROUP_MEMBER) != 0) {
        result.add(Reason.TAG_NOT_DEFINED, message, field);
      }
      return; // all others the checker has seen
    }
    if (hasParents && LineageTags.isGroupMember(tag)) {
      result.add(Reason.GROUP, message, field);
      return;
    }
    boolean empty = message.valueLength(field) == 0;
    if (!empty && !inMessage.putFirst(tag, field)) {
      result.add(Reason.REPEATED, message, field);
    }
    if ((rule & MessageRules.GROUP_COUNT) != 0) {
      startGroup(field, tag, rules, empty);
    }
  }

  private void startGroup(int field, int tag, MessageRules rules, boolean empty) {
    endGroup();
    if (tag == FixTag.NO_PARENTS) {
      inParents = !empty;
    } else {
      group = rules.group(tag);
    }
    countField = field;
    instances = 0;
    told =
        FixValue.integer(message.buffer(), message.valueOffset(field), message.valueLength(field));
  }

  private void endGroup() {
    // A count that cannot be read is an error already.
    if ((group != null || inParents) && told != FixValue.INVALID && told != instances) {
      result.add(Reason.GROUP, message, countField, instances);
    }
    group = null;
    inParents = false;
  }

  /** Whether the field is part of the open group; ends the group where it is not. */
  private boolean isInGroup(int field, int tag) {
    if (inParents) {
      return isInParents(field, tag);
    }
    if (group == null) {
      return false;
    }
    int memberPlace = group.place(tag);
    if (memberPlace >= 0) {
      checkPlace(field, memberPlace);
      return true;
    }
    if (tag < FixTag.FIRST_USER_DEFINED) {
      endGroup();
      return false;
    }
    if (instances == 0) {
      result.add(Reason.GROUP, message, field);
      return false;
    }
    if (LineageTags.name(tag) != null) {
      return false; // the message's own, wherever it stands
    }
    if (message.valueLength(field) > 0 && !inInstance.putFirst(tag, field)) {
      result.add(Reason.REPEATED, message, field);
    }
    return true;
  }

  private void checkPlace(int field, int memberPlace) {
    if (memberPlace == 0) {
      instances++;
      inInstance.clear();
    } else if (instances == 0 || memberPlace <= place) {
      result.add(Reason.GROUP, message, field);
    }
    place = memberPlace;
  }

  private boolean isInParents(int field, int tag) {
    if (!LineageTags.isGroupMember(tag)) {
      endGroup();
      return false;
    }
    if (LineageTags.startsInstance(tag)) {
      instances++;
      inInstance.clear();
    } else if (instances == 0 || !inInstance.putFirst(tag, field)) {
      result.add(Reason.GROUP, message, field);
    }
    return true;
  }
}
