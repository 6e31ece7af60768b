package io.daisychain.cat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A rule between fields, of those that CAT's list of codes says: a line of {@code rules.txt}.
 *
 * @param code of CAT
 * @param array the array that both fields are in an element of; empty where the record has them
 * @param field that the fault is told of
 * @param how what holds of it
 * @param other the field that it depends on
 * @param value with which the other field counts; empty where it only has to be there
 * @param isNot true where the other field counts with any value but this
 * @param kinds types behind ME, MO, ML that it is about; none where it is about all
 */
record FieldRule(
    String code,
    String array,
    String field,
    How how,
    String other,
    String value,
    boolean isNot,
    Set<String> kinds) {
  /** Digits of numbers that are compared. */
  private static final int LONGEST_NUMBER = 40;

  /** What holds of a field where the other one counts. */
  enum How {
    /** It is there. */
    NEEDED,
    /** It is not there. */
    ABSENT,
    /** It is another than the other field; of {@code CRD:IMID} counts IMID. */
    OTHER,
    /** It and its key date are not both those of the other field. */
    APART,
    /** It is not more than the other field. */
    MOST,
    /** It is 0, or not there. */
    ZERO
  }

  /** The rule of a line's words, behind the first. */
  static FieldRule of(List<String> words) {
    String[] path = words.get(2).split("\\.", -1);
    String[] other = words.get(4).replaceFirst(".*\\.", "").split("[=!]", -1);
    return new FieldRule(
        words.get(1),
        path.length == 1 ? "" : path[0],
        path[path.length - 1],
        How.valueOf(words.get(3).toUpperCase(Locale.ROOT)),
        other[0],
        other.length == 1 ? "" : other[1],
        words.get(4).indexOf('!') >= 0,
        words.size() < 6 ? Set.of() : Set.of(words.get(5).split(",", -1)));
  }

  /** A rule of a type that has both fields, and their positions. */
  record Bound(FieldRule rule, int field, int other) {
    boolean isBroken(CatRecord record, NewYorkTime times) {
      return rule.isBroken(record, record.slots[field], record.slots[other], times);
    }
  }

  boolean isAbout(String type) {
    return kinds.isEmpty() || kinds.contains(type.substring(2));
  }

  /** Whether two values break it; {@link CatRecord#ABSENT} for what is not there. */
  boolean isBroken(CatRecord record, int node, int otherNode, NewYorkTime times) {
    if (otherNode == CatRecord.ABSENT
        || (!value.isEmpty() && record.isText(otherNode, value) == isNot)) {
      return false;
    }
    boolean isThere = node != CatRecord.ABSENT;
    return switch (how) {
      case NEEDED -> !isThere;
      case ABSENT -> isThere;
      case OTHER ->
          isThere
              && (field.endsWith("IMID")
                  ? isSameFirm(record.text(node), record.text(otherNode))
                  : record.isSameText(node, otherNode));
      case APART ->
          isThere
              && record.isSameText(node, otherNode)
              && keyDate(record, field, times) == keyDate(record, other, times)
              && keyDate(record, field, times) != NewYorkTime.INVALID;
      case MOST ->
          isThere
              && isPlain(record, node)
              && isPlain(record, otherNode)
              && number(record, node).compareTo(number(record, otherNode)) > 0;
      case ZERO -> isThere && isPlain(record, node) && number(record, node).signum() != 0;
    };
  }

  private static boolean isSameFirm(String a, String b) {
    return !a.isEmpty() && firm(a).equals(firm(b));
  }

  /** The moment that stands beside an id as its key date. */
  private static long keyDate(CatRecord record, String id, NewYorkTime times) {
    int node = record.node(id.substring(0, id.length() - "ID".length()) + "KeyDate");
    return node == CatRecord.ABSENT || record.text(node).isEmpty()
        ? NewYorkTime.INVALID
        : times.of(record.bytes, record.from[node], record.to[node], record.isNumber(node));
  }

  private static String firm(String imid) {
    return imid.substring(imid.indexOf(':') + 1);
  }

  private static BigDecimal number(CatRecord record, int node) {
    return new BigDecimal(record.text(node));
  }

  private static boolean isPlain(CatRecord record, int node) {
    String text = record.isNumber(node) ? record.text(node) : "";
    return !text.isEmpty()
        && text.length() <= LONGEST_NUMBER
        && text.indexOf('e') < 0
        && text.indexOf('E') < 0;
  }

  /** What is wrong, for people. */
  String words() {
    String with = value.isEmpty() ? "with " + other : "where " + other + is() + value;
    return switch (how) {
      case NEEDED -> "is required " + with;
      case ABSENT -> "must not be there " + with;
      case OTHER -> "must not be that of " + other;
      case APART -> "must not be, with its key date, that of " + other;
      case MOST -> "is more than " + other;
      case ZERO -> "must be 0 or not there " + with;
    };
  }

  private String is() {
    return isNot ? " is not " : " is ";
  }
}
