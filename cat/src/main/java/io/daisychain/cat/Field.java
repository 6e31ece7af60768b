package io.daisychain.cat;

import java.util.List;

/**
 * A field of an event type, or of the elements of one of its arrays.
 *
 * @param name as in CAT's specification
 * @param kind what its values are
 * @param digits most digits before the point of a number, most characters of a text; 0 for any
 * @param decimals most digits after the point
 * @param need whether it has to be there
 * @param choices the values it may have; none where others decide
 * @param code CAT's code of a fault in it; empty where CAT's list has none
 * @param elements fields of an array's elements; none where these are values
 * @param pairs names that an object may have, with what their values are
 * @param names of the elements' fields, or of pairs, by their places in these lists
 */
record Field(
    String name,
    Kind kind,
    int digits,
    int decimals,
    Need need,
    ByteWords choices,
    String code,
    List<Field> elements,
    List<Field> pairs,
    ByteWords names) {

  Field(
      String name,
      Kind kind,
      int digits,
      int decimals,
      Need need,
      ByteWords choices,
      String code,
      List<Field> elements,
      List<Field> pairs) {
    this(
        name,
        kind,
        digits,
        decimals,
        need,
        choices,
        code,
        elements,
        pairs,
        names(elements.isEmpty() ? pairs : elements));
  }

  private static ByteWords names(List<Field> fields) {
    return fields.isEmpty()
        ? ByteWords.NONE
        : new ByteWords(fields.stream().map(Field::name).toList());
  }

  /** Whether a field has to be there. */
  enum Need {
    REQUIRED,
    CONDITIONAL,
    OPTIONAL
  }

  /** What values of a field are. */
  enum Kind {
    STRING,
    NUMBER,
    BOOLEAN,
    /** A time of New York in digits, or nanoseconds since 1970. */
    TIME,
    /** A date in eight digits. */
    DATE,
    OBJECT,
    ARRAY,
    /** A position without a meaning: nothing may be there. */
    NOTHING
  }
}
