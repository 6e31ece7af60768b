package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.List;

/** The fields of an event type in one version of CAT's specification, by their positions. */
final class EventSchema {
  /** Of a position whose name an earlier one has. */
  private static final byte[] NO_NAME = {};

  private final String type;
  private final String version;
  private final List<Field> fields;

  /** A hash table of names with open addressing: a record is asked for some 40 fields. */
  private final String[] table;

  private final int[] positionOf;
  private final byte[][] names;
  private final int eventTimestamp;
  private final List<FieldRule.Bound> rules;

  EventSchema(String type, String version, List<Field> fields, List<FieldRule> all) {
    this.type = type;
    this.version = version;
    this.fields = fields;
    names = new byte[fields.size()][];
    table = new String[Integer.highestOneBit(fields.size() + 1) * 4];
    positionOf = new int[table.length];
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.get(i).name();
      int slot = slotOf(name);
      boolean isFirst = table[slot] == null;
      if (isFirst) {
        table[slot] = name.intern(); // as literals are: most are compared by reference alone
        positionOf[slot] = i;
      }
      names[i] = isFirst ? name.getBytes(ISO_8859_1) : NO_NAME;
    }
    eventTimestamp = position("eventTimestamp");
    rules =
        all.stream()
            .filter(rule -> rule.isAbout(type))
            .filter(rule -> position(rule.field()) >= 0 && position(rule.other()) >= 0)
            .map(rule -> new FieldRule.Bound(rule, position(rule.field()), position(rule.other())))
            .toList();
  }

  /** Rules between fields that the type has. */
  List<FieldRule.Bound> rules() {
    return rules;
  }

  String type() {
    return type;
  }

  String version() {
    return version;
  }

  List<Field> fields() {
    return fields;
  }

  /** Position of the field that says when the event was, from 0. */
  int eventTimestamp() {
    return eventTimestamp;
  }

  /**
   * Position of a field from 0; -1 where the type has none of that name. Names mostly come in the
   * order of the schema.
   *
   * @param first the position that is looked at first
   */
  int position(byte[] bytes, int from, int to, int first) {
    int length = to - from;
    for (int i = first; i < names.length; i++) {
      if (is(names[i], bytes, from, length)) {
        return i;
      }
    }
    for (int i = Math.min(first, names.length) - 1; i >= 0; i--) {
      if (is(names[i], bytes, from, length)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean is(byte[] name, byte[] bytes, int from, int length) {
    return length > 0
        && name.length == length
        && name[0] == bytes[from]
        && Arrays.equals(name, 0, length, bytes, from, from + length);
  }

  /** Position of a field from 0; -1 where the type has none of that name. */
  int position(String name) {
    int slot = slotOf(name);
    return table[slot] == null ? -1 : positionOf[slot];
  }

  /** Where a name is, or where it goes. */
  private int slotOf(String name) {
    int hash = name.hashCode();
    int slot = (hash ^ hash >>> 16) & table.length - 1;
    while (table[slot] != null && !table[slot].equals(name)) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }
}
