package io.daisychain.cat;

import java.util.List;
import java.util.Set;

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
 * @param pairs names that an object may have
 */
record Field(
    String name,
    Kind kind,
    int digits,
    int decimals,
    Need need,
    Set<String> choices,
    String code,
    List<Field> elements,
    List<Field> pairs) {

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
