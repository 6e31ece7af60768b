package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.Field.Kind;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A record as names and values, JSON or CSV alike, to be changed. */
public final class RecordTree {
  private static final int LONGEST_NUMBER = 100;
  private static final Pattern ELEMENT = Pattern.compile("(\\w+)\\[\\d+\\]\\.(\\w+)");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,20}(\\.\\d{1,20})?");
  private static final Pattern ISO =
      Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})[T ](\\d{2}):(\\d{2}):(\\d{2})(\\.\\d{1,9})?(Z?)");

  private RecordTree() {}

  /** Its values: texts, numbers, booleans, null, lists, and maps by name. */
  public static Map<String, Object> of(CatRecord record) {
    Map<String, Object> values = new LinkedHashMap<>();
    if (record.schema == null) {
      if (record.nodes > 0 && record.kind[0] == CatRecord.OBJECT) {
        putAll(record, 0, values);
      }
      return values;
    }
    List<Field> fields = record.schema.fields();
    for (int i = 0; i < fields.size(); i++) {
      if (record.slots[i] != CatRecord.ABSENT) {
        values.put(fields.get(i).name(), value(record, record.slots[i]));
      }
    }
    for (int i = 0; i < record.unknowns; i++) {
      values.put(record.name(record.unknown[i]), value(record, record.unknown[i]));
    }
    return values;
  }

  private static void putAll(CatRecord record, int object, Map<String, Object> into) {
    for (int node = record.first(object);
        node != CatRecord.ABSENT;
        node = record.following(node, object)) {
      into.put(record.name(node), value(record, node));
    }
  }

  private static Object value(CatRecord record, int node) {
    switch (record.kind[node]) {
      case CatRecord.TRUE -> {
        return true;
      }
      case CatRecord.FALSE -> {
        return false;
      }
      case CatRecord.NULL -> {
        return null;
      }
      case CatRecord.OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        putAll(record, node, object);
        return object;
      }
      case CatRecord.ARRAY -> {
        List<Object> array = new ArrayList<>();
        for (int element = record.first(node);
            element != CatRecord.ABSENT;
            element = record.following(element, node)) {
          array.add(value(record, element));
        }
        return array;
      }
      default -> {
        String text = record.text(node);
        // One with an exponent would be as long as that says wherever it is written.
        boolean isNumber =
            record.kind[node] == CatRecord.NUMBER
                && text.length() <= LONGEST_NUMBER
                && text.indexOf('e') < 0
                && text.indexOf('E') < 0;
        return isNumber ? new BigDecimal(text) : text;
      }
    }
  }

  /**
   * A value as CAT takes it, where its form alone is wrong: a number as text, letters of the wrong
   * case, blanks around it, zeros that say nothing, a time of ISO 8601.
   *
   * @param field as {@code aggregatedOrders[1].orderID}
   * @return none where it is wrong otherwise
   */
  public static Optional<Object> inForm(CatRecord record, String field, Object value) {
    Field schema = record.schema == null ? null : find(record.schema, field);
    if (schema == null || value == null || value instanceof List || value instanceof Map) {
      return schema == null && field.equals("eventTimestamp") ? time(value) : Optional.empty();
    }
    String text =
        value instanceof BigDecimal number ? number.toPlainString() : value.toString().strip();
    return switch (schema.kind()) {
      case BOOLEAN ->
          text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
              ? Optional.of(Boolean.valueOf(text.toLowerCase(Locale.ROOT)))
              : Optional.empty();
      case NUMBER, DATE -> number(schema, text);
      case TIME -> time(text);
      case STRING -> text(schema, text);
      default -> Optional.empty();
    };
  }

  private static Field find(EventSchema schema, String path) {
    Matcher element = ELEMENT.matcher(path);
    boolean isElement = element.matches();
    int position = schema.position(isElement ? element.group(1) : path);
    if (position < 0) {
      return null;
    }
    Field field = schema.fields().get(position);
    return !isElement
        ? field
        : field.elements().stream()
            .filter(inner -> inner.name().equals(element.group(2)))
            .findFirst()
            .orElse(null);
  }

  private static Optional<Object> number(Field field, String text) {
    if (!NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(text).stripTrailingZeros();
    BigDecimal plain = number.scale() < 0 ? number.setScale(0) : number;
    int whole = plain.precision() - plain.scale();
    boolean isDate =
        field.kind() != Kind.DATE
            || NewYorkTime.date(text.getBytes(ISO_8859_1), 0, text.length()) != Integer.MIN_VALUE;
    boolean fits =
        field.kind() == Kind.DATE || (whole <= field.digits() && plain.scale() <= field.decimals());
    return isDate && fits ? Optional.of(plain) : Optional.empty();
  }

  private static Optional<Object> text(Field field, String text) {
    if (text.isEmpty() || (field.digits() > 0 && text.length() > field.digits())) {
      return Optional.empty();
    }
    if (field.choices().isEmpty()) {
      return text.chars().allMatch(c -> c >= ' ' && c <= '~' && ",|@\"".indexOf(c) < 0)
          ? Optional.of(text)
          : Optional.empty();
    }
    return field.choices().stream()
        .filter(choice -> choice.equalsIgnoreCase(text))
        .findFirst()
        .map(choice -> (Object) choice);
  }

  private static Optional<Object> time(Object value) {
    Matcher iso = ISO.matcher(String.valueOf(value).strip());
    if (!iso.matches()) {
      return Optional.empty();
    }
    String fraction = iso.group(7) == null ? "" : iso.group(7);
    if (iso.group(8).isEmpty()) {
      return Optional.of(
          iso.group(1)
              + iso.group(2)
              + iso.group(3)
              + "T"
              + iso.group(4)
              + iso.group(5)
              + iso.group(6)
              + fraction);
    }
    try {
      Instant instant = Instant.parse(iso.group().replace(' ', 'T'));
      return Optional.of(
          BigDecimal.valueOf(instant.getEpochSecond())
              .movePointRight(9)
              .add(BigDecimal.valueOf(instant.getNano())));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
