package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.List;

/**
 * The values of one record, JSON or CSV alike: by position in the schema of its type and date.
 *
 * <p>A value is a node; those of an object or array follow it, each with its name, if it has one.
 * Reusable, not thread-safe; valid until the next record is read into it.
 */
public final class CatRecord {
  /** In place of a node: there is none. */
  public static final int ABSENT = -1;

  private static final List<String> FIRST =
      List.of("actionType", "errorROEID", "firmROEID", "type", "CATReporterIMID");

  static final byte STRING = 1;
  static final byte NUMBER = 2;
  static final byte TRUE = 3;
  static final byte FALSE = 4;
  static final byte NULL = 5;
  static final byte OBJECT = 6;
  static final byte ARRAY = 7;

  byte[] bytes = {};
  byte[] kind = new byte[128];
  int[] nameFrom = new int[128];
  int[] nameTo = new int[128];
  int[] from = new int[128];
  int[] to = new int[128];

  /** By node: the one behind it and all that is in it. */
  int[] next = new int[128];

  int nodes;
  EventSchema schema;
  int[] slots = {};

  /** Nodes of the record that the schema does not know. */
  int[] unknown = new int[4];

  int unknowns;
  long eventTime;

  /** Bytes of the record as it came. */
  int length;

  void clear() {
    nodes = 0;
    unknowns = 0;
    schema = null;
  }

  int add(byte nodeKind, int nameStart, int nameEnd, int start, int end) {
    if (nodes == kind.length) {
      int room = 2 * nodes;
      kind = Arrays.copyOf(kind, room);
      nameFrom = Arrays.copyOf(nameFrom, room);
      nameTo = Arrays.copyOf(nameTo, room);
      from = Arrays.copyOf(from, room);
      to = Arrays.copyOf(to, room);
      next = Arrays.copyOf(next, room);
    }
    kind[nodes] = nodeKind;
    nameFrom[nodes] = nameStart;
    nameTo[nodes] = nameEnd;
    from[nodes] = start;
    to[nodes] = end;
    next[nodes] = nodes + 1;
    return nodes++;
  }

  void addUnknown(int node) {
    if (unknowns == unknown.length) {
      unknown = Arrays.copyOf(unknown, 2 * unknowns);
    }
    unknown[unknowns++] = node;
  }

  /** Gives each node of the record its place. */
  void bind(EventSchema of) {
    schema = of;
    unknowns = 0;
    if (slots.length < of.fields().size()) {
      slots = new int[of.fields().size()];
    }
    Arrays.fill(slots, ABSENT);
  }

  /** What is null is not there. */
  void forgetNulls() {
    for (int i = 0; i < schema.fields().size(); i++) {
      if (slots[i] != ABSENT && kind[slots[i]] == NULL) {
        slots[i] = ABSENT;
      }
    }
  }

  /** Name of the event type, as MENO. */
  public String type() {
    return schema.type();
  }

  /** The version of CAT's specification by which it is read. */
  public String version() {
    return schema.version();
  }

  /** When the event was, in nanoseconds since 1970. */
  public long eventTime() {
    return eventTime;
  }

  /** The value of a field; {@link #ABSENT} where the type has no such field too. */
  public int node(String field) {
    int position = schema.position(field);
    return position < 0 ? ABSENT : slots[position];
  }

  /** The array that holds all values. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where a value begins in {@link #bytes}. */
  public int from(int node) {
    return from[node];
  }

  /** Where it ends. */
  public int to(int node) {
    return to[node];
  }

  /** A value's text, a character a byte; empty for what is none, or is not there. */
  public String text(int node) {
    return node == ABSENT || kind[node] >= NULL
        ? ""
        : new String(bytes, from[node], to[node] - from[node], ISO_8859_1);
  }

  /** The same of a field. */
  public String text(String field) {
    return text(node(field));
  }

  /**
   * What a record says in one of the first five fields, which all types have, however far it could
   * be read; empty for nothing.
   */
  public String said(String field) {
    if (schema != null) {
      return text(field);
    }
    if (nodes == 0) {
      return "";
    }
    int node = kind[0] == OBJECT ? inside(0, field) : FIRST.indexOf(field);
    return node < nodes ? text(node) : "";
  }

  /** True for a field that says true. */
  public boolean isTrue(String field) {
    int node = node(field);
    return node != ABSENT && kind[node] == TRUE;
  }

  /** Whether a value is a number, as against a text. */
  public boolean isNumber(int node) {
    return kind[node] == NUMBER;
  }

  /** First node within an object or array; {@link #ABSENT} for none. */
  public int first(int node) {
    return node == ABSENT || kind[node] < OBJECT || next[node] == node + 1 ? ABSENT : node + 1;
  }

  /** The node behind another in an object or array; {@link #ABSENT} for none. */
  public int following(int node, int within) {
    return next[node] < next[within] ? next[node] : ABSENT;
  }

  /** What an element of an array has under a name; {@link #ABSENT} for nothing. */
  public int inside(int element, String name) {
    for (int node = first(element); node != ABSENT; node = following(node, element)) {
      if (isNamed(node, name)) {
        return node;
      }
    }
    return ABSENT;
  }

  boolean isNamed(int node, String name) {
    return is(nameFrom[node], nameTo[node], name);
  }

  /** True of a value whose text is a word. */
  boolean isText(int node, String word) {
    return node != ABSENT && kind[node] < NULL && is(from[node], to[node], word);
  }

  /** True of two values with the same text, which is not empty. */
  boolean isSameText(int node, int other) {
    return kind[node] < NULL
        && kind[other] < NULL
        && to[node] > from[node]
        && Arrays.equals(bytes, from[node], to[node], bytes, from[other], to[other]);
  }

  private boolean is(int start, int end, String word) {
    if (end - start != word.length()) {
      return false;
    }
    for (int i = start; i < end; i++) {
      if (bytes[i] != word.charAt(i - start)) {
        return false;
      }
    }
    return true;
  }

  /** Name of a value in an object, a character a byte. */
  public String nameOf(int node) {
    return name(node);
  }

  String name(int node) {
    return new String(bytes, nameFrom[node], nameTo[node] - nameFrom[node], ISO_8859_1);
  }
}
