package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.Field.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values of a line of CAT's CSV: by position, without quotes. Not thread-safe. */
final class CsvParser {
  /** Names of all fields of elements, which CSV does not say: they stand behind the record. */
  private static final byte[] NAMES;

  private static final Map<String, Integer> PLACES = new HashMap<>();

  static {
    StringBuilder names = new StringBuilder();
    for (String version : CatSchemas.versions()) {
      for (String type : CatSchemas.types(version)) {
        for (Field field : CatSchemas.schema(version, type).fields()) {
          for (Field element : field.elements()) {
            if (PLACES.putIfAbsent(element.name(), names.length()) == null) {
              names.append(element.name());
            }
          }
        }
      }
    }
    NAMES = names.toString().getBytes(ISO_8859_1);
  }

  private int names;

  /** Makes a node of each value. */
  void split(byte[] source, int from, int to, CatRecord into) {
    names = to - from;
    byte[] bytes = Arrays.copyOf(Arrays.copyOfRange(source, from, to), names + NAMES.length);
    System.arraycopy(NAMES, 0, bytes, names, NAMES.length);
    into.bytes = bytes;
    int start = 0;
    for (int at = 0; at <= names; at++) {
      if (at == names || bytes[at] == ',') {
        into.add(CatRecord.STRING, 0, 0, start, at);
        start = at + 1;
      }
    }
  }

  /** Reads a value as a field has it; the node of it. */
  int value(CatRecord into, int node, Field field) {
    int from = into.from[node];
    int to = into.to[node];
    switch (field.kind()) {
      case OBJECT -> {
        return pairs(into, from, to, field);
      }
      case ARRAY -> {
        return field.elements().isEmpty()
            ? values(into, from, to)
            : elements(into, from, to, field.elements());
      }
      default -> {
        into.kind[node] = RecordReader.kindOf(into.bytes, from, to, field.kind());
        return node;
      }
    }
  }

  private static int end(byte[] bytes, int from, int to, char separator) {
    int at = from;
    while (at < to && bytes[at] != separator) {
      at++;
    }
    return at;
  }

  private static int close(CatRecord into, int node) {
    into.next[node] = into.nodes;
    return node;
  }

  private static int values(CatRecord into, int from, int to) {
    int array = into.add(CatRecord.ARRAY, 0, 0, from, to);
    for (int at = from; at <= to; ) {
      int end = end(into.bytes, at, to, '|');
      into.add(CatRecord.STRING, 0, 0, at, end);
      at = end + 1;
    }
    return close(into, array);
  }

  private int elements(CatRecord into, int from, int to, List<Field> fields) {
    int array = into.add(CatRecord.ARRAY, 0, 0, from, to);
    for (int at = from; at <= to; ) {
      int end = end(into.bytes, at, to, '|');
      int element = into.add(CatRecord.OBJECT, 0, 0, at, end);
      int place = 0;
      for (int inner = at; inner <= end; place++) {
        int innerEnd = end(into.bytes, inner, end, '@');
        if (innerEnd > inner) {
          // One beyond the last has no name, which no field has.
          boolean isNamed = place < fields.size();
          int name = isNamed ? names + PLACES.get(fields.get(place).name()) : 0;
          into.add(
              RecordReader.kindOf(
                  into.bytes, inner, innerEnd, isNamed ? fields.get(place).kind() : Kind.STRING),
              name,
              name + (isNamed ? fields.get(place).name().length() : 0),
              inner,
              innerEnd);
        }
        inner = innerEnd + 1;
      }
      close(into, element);
      at = end + 1;
    }
    return close(into, array);
  }

  private static int pairs(CatRecord into, int from, int to, Field of) {
    int object = into.add(CatRecord.OBJECT, 0, 0, from, to);
    for (int at = from; at <= to; ) {
      int end = end(into.bytes, at, to, '|');
      int equals = end(into.bytes, at, end, '=');
      if (equals == end) {
        into.add(CatRecord.TRUE, at, end, end, end);
      } else {
        int known = of.names().find(into.bytes, at, equals);
        Kind kind = known < 0 ? Kind.STRING : of.pairs().get(known).kind();
        into.add(
            RecordReader.kindOf(into.bytes, equals + 1, end, kind), at, equals, equals + 1, end);
      }
      at = end + 1;
    }
    return close(into, object);
  }
}
