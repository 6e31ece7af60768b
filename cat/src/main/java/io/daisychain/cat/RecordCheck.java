package io.daisychain.cat;

import io.daisychain.cat.Field.Kind;
import io.daisychain.cat.Field.Need;
import java.util.Arrays;
import java.util.List;

/** Says what is wrong in a record that could be read. Not thread-safe. */
public final class RecordCheck {
  /** Most bytes of a record. */
  static final int LONGEST = 8_190;

  private static final int NO_ELEMENT = -1;
  private static final String OVERSIZED = "2132";
  private static final String UNKNOWN = "2133";

  /** Characters that a text may have. */
  private static final boolean[] IS_TAKEN = new boolean[256];

  static {
    for (char b = ' '; b <= '~'; b++) {
      IS_TAKEN[b] = ",\"|@".indexOf(b) < 0;
    }
  }

  private final NewYorkTime times = new NewYorkTime();
  private CatRecord record;
  private RecordFaults faults;

  /** What the fields that are looked at are in: an array's path and an element's place; or none. */
  private String array = "";

  private int place = NO_ELEMENT;

  /** By field of an array's element, whose fields have none themselves: its node. */
  private int[] inElement = {};

  /** Replaces what {@code into} has by the faults of a record, in the order of its fields. */
  public void check(CatRecord of, RecordFaults into) {
    record = of;
    faults = into;
    faults.clear();
    int action = of.node("actionType");
    boolean isDeletion = of.isText(action, "DEL");
    if (of.length > LONGEST) {
      faults.add(OVERSIZED, "", "the record has more than " + LONGEST + " bytes");
    }
    List<Field> fields = of.schema.fields();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (of.slots[i] != CatRecord.ABSENT) {
        value(of.slots[i], field);
      } else if (field.need() == Need.REQUIRED && !isDeletion) {
        faults.add(field.code(), field.name(), "is required");
      }
    }
    for (int i = 0; i < of.unknowns; i++) {
      String name = shown(of.name(of.unknown[i]));
      faults.add(UNKNOWN, name, "no field of " + of.type());
    }
    combinations(action, isDeletion);
  }

  private static String shown(String name) {
    return name.length() > 64 ? name.substring(0, 64) + "..." : name;
  }

  /** Path of a field, from the record on: made of faults alone. */
  private String path(String field) {
    return place == NO_ELEMENT ? field : array + "[" + place + "]." + field;
  }

  private void value(int node, Field field) {
    switch (field.kind()) {
      case NOTHING -> {
        if (record.to[node] > record.from[node]) {
          faults.add(field.code(), path(field.name()), "has no meaning: nothing may be there");
        }
      }
      case OBJECT -> pairs(node, field);
      case ARRAY -> array(node, field);
      default -> {
        String wrong = scalar(node, field);
        if (wrong != null) {
          faults.add(field.code(), path(field.name()), wrong);
        }
      }
    }
  }

  private void pairs(int node, Field field) {
    if (record.kind[node] != CatRecord.OBJECT) {
      faults.add(field.code(), path(field.name()), "is no name/value pairs");
      return;
    }
    for (int pair = record.first(node);
        pair != CatRecord.ABSENT;
        pair = record.following(pair, node)) {
      int place = place(field, pair);
      Field known = place < 0 ? null : field.pairs().get(place);
      if (known == null) {
        // Some objects are open: of them the list of names is not known.
        if (!field.pairs().isEmpty()) {
          faults.add(field.code(), path(field.name()), "no such name: " + shown(record.name(pair)));
        }
      } else if (known.kind() != Kind.ARRAY) {
        String wrong = scalar(pair, known);
        if (wrong != null) {
          faults.add(field.code(), path(field.name()), known.name() + " " + wrong);
        }
      }
    }
  }

  private void array(int node, Field field) {
    if (record.kind[node] != CatRecord.ARRAY || record.first(node) == CatRecord.ABSENT) {
      faults.add(field.code(), path(field.name()), "is no array of values");
      return;
    }
    String outerArray = array;
    int outerPlace = place;
    String path = path(field.name());
    int elements = 0;
    for (int element = record.first(node);
        element != CatRecord.ABSENT;
        element = record.following(element, node)) {
      if (field.elements().isEmpty()) {
        if (record.kind[element] != CatRecord.STRING || !isText(element)) {
          faults.add(field.code(), path + "[" + elements + "]", "is no text");
        }
      } else if (record.kind[element] != CatRecord.OBJECT) {
        faults.add(field.code(), path + "[" + elements + "]", "is no object");
      } else {
        array = path;
        place = elements;
        element(element, field);
        array = outerArray;
        place = outerPlace;
      }
      elements++;
    }
    if (elements > 1 && CatSchemas.limit(field.name()) != null) {
      faults.add(CatSchemas.limit(field.name()), path, "has more than one element");
    }
  }

  private void element(int element, Field of) {
    List<Field> fields = of.elements();
    if (inElement.length < fields.size()) {
      inElement = new int[fields.size()];
    }
    Arrays.fill(inElement, CatRecord.ABSENT);
    boolean areKnown = true;
    for (int node = record.first(element);
        node != CatRecord.ABSENT;
        node = record.following(node, element)) {
      int at = place(of, node);
      areKnown &= at >= 0;
      if (at >= 0 && record.kind[node] != CatRecord.NULL) {
        inElement[at] = node;
      }
    }
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (inElement[i] != CatRecord.ABSENT) {
        value(inElement[i], field);
      } else if (field.need() == Need.REQUIRED) {
        faults.add(field.code(), path(field.name()), "is required");
      }
    }
    for (FieldRule rule : CatSchemas.rulesOf(of.name())) {
      int node = record.inside(element, rule.field());
      if (rule.isBroken(record, node, record.inside(element, rule.other()), times)) {
        faults.add(rule.code(), path(rule.field()), rule.words());
      }
    }
    for (int node = areKnown ? CatRecord.ABSENT : record.first(element);
        node != CatRecord.ABSENT;
        node = record.following(node, element)) {
      if (place(of, node) < 0) {
        faults.add(UNKNOWN, path(shown(record.name(node))), "no field of " + of.name());
      }
    }
  }

  /** The place of a node's name among those of a field's elements or pairs; -1 for none of them. */
  private int place(Field of, int node) {
    return of.names().find(record.bytes, record.nameFrom[node], record.nameTo[node]);
  }

  /** What is wrong with a value; null for nothing. */
  private String scalar(int node, Field field) {
    byte kind = record.kind[node];
    return switch (field.kind()) {
      case BOOLEAN ->
          kind == CatRecord.TRUE || kind == CatRecord.FALSE ? null : "is neither true nor false";
      case NUMBER -> number(node, field);
      case TIME -> {
        boolean isScalar = kind == CatRecord.STRING || kind == CatRecord.NUMBER;
        yield isScalar
                && times.of(
                        record.bytes, record.from[node], record.to[node], kind == CatRecord.NUMBER)
                    != NewYorkTime.INVALID
            ? null
            : "is no time";
      }
      case DATE ->
          kind == CatRecord.NUMBER
                  && NewYorkTime.date(record.bytes, record.from[node], record.to[node])
                      != Integer.MIN_VALUE
              ? null
              : "is no date";
      default -> text(node, field);
    };
  }

  private String text(int node, Field field) {
    if (record.kind[node] != CatRecord.STRING) {
      return "is no text";
    }
    if (!isText(node)) {
      return "is empty, or has a character that CAT does not take";
    }
    int length = record.to[node] - record.from[node];
    if (field.digits() > 0 && length > field.digits()) {
      return "has more than " + field.digits() + " characters";
    }
    return field.choices().isEmpty()
            || field.choices().find(record.bytes, record.from[node], record.to[node]) >= 0
        ? null
        : "is none of the values that it may have";
  }

  private boolean isText(int node) {
    for (int i = record.from[node]; i < record.to[node]; i++) {
      if (!IS_TAKEN[record.bytes[i] & 0xff]) {
        return false;
      }
    }
    return record.to[node] > record.from[node];
  }

  private String number(int node, Field field) {
    if (record.kind[node] != CatRecord.NUMBER) {
      return "is no number";
    }
    int whole = 0;
    int fraction = 0;
    boolean behind = false;
    for (int i = record.from[node]; i < record.to[node]; i++) {
      byte b = record.bytes[i];
      if (b == '.') {
        behind = true;
      } else if ((b | 0x20) == 'e') {
        return "has an exponent";
      } else if (b != '-') {
        whole += behind ? 0 : 1;
        fraction += behind ? 1 : 0;
      }
    }
    return whole > field.digits() || fraction > field.decimals()
        ? "has more than "
            + field.digits()
            + " digits before the point or "
            + field.decimals()
            + " after it"
        : null;
  }

  /** Rules between fields: what is about actions and dates, and those of rules.txt. */
  private void combinations(int action, boolean isDeletion) {
    boolean hasError = record.node("errorROEID") != CatRecord.ABSENT;
    if (hasError && record.isText(action, "NEW")) {
      faults.add("2026", "errorROEID", "is not for NEW");
    } else if (!hasError && record.isText(action, "RPR")) {
      faults.add("2026", "errorROEID", "is required of RPR");
    }
    if (isDeletion) {
      return;
    }
    int id = record.node("firmROEID");
    if (id != CatRecord.ABSENT
        && record.to[id] - record.from[id] >= 8
        && NewYorkTime.date(record.bytes, record.from[id], record.from[id] + 8)
            != NewYorkTime.day(record.eventTime)) {
      faults.add("2033", "firmROEID", "its date is not that of eventTimestamp");
    }
    for (FieldRule.Bound bound : record.schema.rules()) {
      if (bound.isBroken(record, times)) {
        FieldRule rule = bound.rule();
        faults.add(rule.code(), rule.field(), rule.words());
      }
    }
  }
}
