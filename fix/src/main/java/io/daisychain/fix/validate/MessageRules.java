package io.daisychain.fix.validate;

import io.daisychain.fix.FixTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The rules of a version of FIX for the fields of one message type: one number for each tag, so
 * that the checker makes one lookup. From low to high: five bits of {@link Format}, two bits of
 * section, flags, and a bit for each required tag.
 */
final class MessageRules {
  static final int FORMAT_MASK = 0x1F;
  static final int SECTION_MASK = 0x60;
  static final int HEADER = 0x00;
  static final int BODY = 0x20;
  static final int TRAILER = 0x40;

  /** The version knows the tag. */
  static final int KNOWN = 0x80;

  /** The message may have the tag, outside of repeating groups. */
  static final int DEFINED = 0x100;

  /** The tag counts the instances of a repeating group. */
  static final int GROUP_COUNT = 0x200;

  /** The tag belongs to a repeating group of this message type. */
  static final int GROUP_MEMBER = 0x400;

  /** The tag may only have values of a list. */
  static final int LISTED = 0x800;

  private static final int FIRST_REQUIRED = 0x1000;

  /** What is {@link Format#TEXT} where every value will do. */
  static final int FREE_TEXT_MASK = FORMAT_MASK | LISTED;

  /** A group's count and the members of an instance, in their order. */
  static final class Group {
    private final int countTag;
    private final int[] members;
    private final Group[] nested; // that a member counts, else null
    private final boolean inHeader;
    private final int[] required;
    private final long[] requiredBits; // of each member the bit of its place in required, or 0

    Group(
        int countTag,
        List<Integer> members,
        List<Group> nested,
        List<Integer> required,
        boolean inHeader) {
      this.countTag = countTag;
      this.inHeader = inHeader;
      this.required = required.stream().mapToInt(Integer::intValue).toArray();
      requiredBits = new long[members.size()];
      for (int i = 0; i < this.required.length; i++) {
        requiredBits[members.indexOf(this.required[i])] = 1L << i;
      }
      this.members = members.stream().mapToInt(Integer::intValue).toArray();
      this.nested = nested.toArray(new Group[0]);
    }

    /** Place of {@code tag} in an instance, from 0, or -1. */
    int place(int tag) {
      for (int i = 0; i < members.length; i++) {
        if (members[i] == tag) {
          return i;
        }
      }
      return -1;
    }

    /** Whether it stands in the header, where no user-defined field has a place. */
    boolean inHeader() {
      return inHeader;
    }

    /** The tags that an instance must have. */
    int[] required() {
      return required;
    }

    /** The member's bit among those that an instance must have; 0 if it may lack. */
    long requiredBit(int place) {
      return requiredBits[place];
    }

    /** The group that the member at a place counts, or null. */
    Group nested(int place) {
      return nested[place];
    }
  }

  private final Dictionary dictionary;
  private final int[] rules;
  private final List<Group> groups = new ArrayList<>();
  private int[] required = {};
  private int requiredBits;

  MessageRules(Dictionary dictionary, String header, String body, String trailer) {
    this.dictionary = dictionary;
    rules = new int[dictionary.tagLimit()];
    for (int tag = 1; tag < rules.length; tag++) {
      if (dictionary.isKnown(tag)) {
        rules[tag] = KNOWN | BODY | format(tag);
      }
    }
    readMembers(header, HEADER);
    readMembers(body, BODY);
    readMembers(trailer, TRAILER);
  }

  private int format(int tag) {
    return dictionary.format(tag) | (dictionary.values(tag) != null ? LISTED : 0);
  }

  /** Reads {@code 11! 109 453(448 802(523 803))}. */
  private void readMembers(String text, int section) {
    String spaced = text.replace("(", "( ").replace(")", " )").trim();
    Iterator<String> words = List.of(spaced.split(" +")).iterator();
    while (words.hasNext() && !spaced.isEmpty()) {
      String word = words.next();
      boolean counts = word.endsWith("(");
      int tag = add(counts ? word.substring(0, word.length() - 1) : word, section);
      if (counts) {
        groups.add(readGroup(tag, words, section));
      }
    }
  }

  private Group readGroup(int countTag, Iterator<String> words, int section) {
    rules[countTag] |= GROUP_COUNT;
    List<Integer> members = new ArrayList<>();
    List<Group> nested = new ArrayList<>();
    List<Integer> required = new ArrayList<>();
    for (String word = words.next(); !word.equals(")"); word = words.next()) {
      boolean counts = word.endsWith("(");
      int tag = Integer.parseInt(word.replaceAll("[!(]", ""));
      if (word.contains("!")) {
        required.add(tag);
      }
      rules[tag] = (rules[tag] & ~SECTION_MASK) | section | GROUP_MEMBER;
      members.add(tag);
      nested.add(counts ? readGroup(tag, words, section) : null);
    }
    return new Group(countTag, members, nested, required, section == HEADER);
  }

  private int add(String word, int section) {
    boolean isRequired = word.endsWith("!");
    int tag = Integer.parseInt(isRequired ? word.substring(0, word.length() - 1) : word);
    rules[tag] =
        (rules[tag] & (GROUP_MEMBER | GROUP_COUNT)) | KNOWN | DEFINED | section | format(tag);
    // Framing has looked at the first three and the last.
    boolean framing =
        tag == FixTag.BEGIN_STRING
            || tag == FixTag.BODY_LENGTH
            || tag == FixTag.MSG_TYPE
            || tag == FixTag.CHECK_SUM;
    if (isRequired && !framing) {
      int bit = Math.multiplyExact(FIRST_REQUIRED, 1 << required.length);
      rules[tag] |= bit;
      requiredBits |= bit;
      required = Arrays.copyOf(required, required.length + 1);
      required[required.length - 1] = tag;
    }
    return tag;
  }

  /** The rule of {@code tag}, which is at least 1; 0 for a tag that the version does not define. */
  int rule(int tag) {
    if (tag < rules.length) {
      return rules[tag];
    }
    return tag < FixTag.FIRST_USER_DEFINED ? 0 : userDefined(tag);
  }

  private static int userDefined(int tag) {
    int flags = KNOWN | DEFINED | BODY | LineageTags.format(tag);
    // Members of NoParents are also fields of their own, so only the count makes it a group.
    return tag == FixTag.NO_PARENTS ? flags | GROUP_COUNT : flags;
  }

  Dictionary dictionary() {
    return dictionary;
  }

  /** Required tags, except for those that {@link Framing} checks. */
  int[] required() {
    return required;
  }

  /** Whether the rules of a message's fields, all together, are without one that is required. */
  boolean lacksRequired(int seen) {
    return (seen & requiredBits) != requiredBits;
  }

  /** The group that {@code countTag} counts, or null. */
  Group group(int countTag) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).countTag == countTag) {
        return groups.get(i);
      }
    }
    return null;
  }
}
