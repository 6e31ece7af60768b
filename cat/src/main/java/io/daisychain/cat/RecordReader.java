package io.daisychain.cat;

import io.daisychain.cat.Field.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a {@link CatRecord} of the bytes of one record. Not thread-safe.
 *
 * <p>Only a record that cannot be read, of a type that no version has, or without a time is refused
 * here; what else is wrong {@link RecordCheck} says.
 */
public final class RecordReader {
  /** CAT's code: the record cannot be read. */
  public static final String UNREADABLE = "2134";

  private static final String REPEATED = "no JSON: a name comes twice";

  /** CAT's code: no such event type. */
  public static final String TYPE = "2105";

  /** CAT's code: no time. */
  public static final String TIME = "2027";

  private final CatSchemas.Versions versions;
  private final NewYorkTime times = new NewYorkTime();
  private final JsonParser json = new JsonParser();
  private final CsvParser csv = new CsvParser();
  private final List<Map<String, EventSchema>> known = new ArrayList<>();
  private String code = "";
  private String words = "";

  public RecordReader(CatSchemas.Versions versions) {
    this.versions = versions;
    versions.names().forEach(name -> known.add(new HashMap<>()));
  }

  /** After a refusal: CAT's code. */
  public String code() {
    return code;
  }

  /** After a refusal: what is wrong, for people. */
  public String words() {
    return words;
  }

  /**
   * Reads a record.
   *
   * @return false where it is refused
   */
  public boolean read(boolean isJson, byte[] source, int from, int to, CatRecord into) {
    into.clear();
    into.length = to - from;
    return isJson ? readJson(source, from, to, into) : readCsv(source, from, to, into);
  }

  private EventSchema known(int version, String type) {
    return known
        .get(version)
        .computeIfAbsent(type, name -> CatSchemas.schemaNear(versions, version, name));
  }

  private boolean refuse(String withCode, String why) {
    code = withCode;
    words = why;
    return false;
  }

  private boolean readJson(byte[] source, int from, int to, CatRecord into) {
    String fault = json.parse(source, from, to, into);
    if (fault != null) {
      return refuse(UNREADABLE, fault);
    }
    int type = into.inside(0, "type");
    if (type == CatRecord.ABSENT || into.kind[type] != CatRecord.STRING) {
      return JsonParser.isRepeated(into) ? refuse(UNREADABLE, REPEATED) : refuse(TYPE, "no type");
    }
    int timestamp = into.inside(0, "eventTimestamp");
    EventSchema schema = schema(into, type, timestamp);
    if (schema == null) {
      return JsonParser.isRepeated(into) ? refuse(UNREADABLE, REPEATED) : false;
    }
    into.bind(schema);
    int last = -1;
    boolean isRepeated = false;
    for (int node = into.first(0); node != CatRecord.ABSENT; node = into.following(node, 0)) {
      int position = schema.position(into.bytes, into.nameFrom[node], into.nameTo[node], last + 1);
      if (position < 0) {
        into.addUnknown(node);
      } else {
        last = position;
        isRepeated |= into.slots[position] != CatRecord.ABSENT;
        into.slots[position] = node;
      }
    }
    if (isRepeated || (into.unknowns > 1 && JsonParser.isRepeated(into))) {
      return refuse(UNREADABLE, REPEATED);
    }
    into.forgetNulls();
    return true;
  }

  private EventSchema schema(CatRecord record, int type, int timestamp) {
    String name = record.to[type] - record.from[type] > 5 ? "" : record.text(type);
    if (known(0, name) == null) {
      refuse(TYPE, "no event type of this name");
      return null;
    }
    if (timestamp == CatRecord.ABSENT) {
      refuse(TIME, "no eventTimestamp");
      return null;
    }
    record.eventTime =
        record.kind[timestamp] == CatRecord.STRING || record.kind[timestamp] == CatRecord.NUMBER
            ? times.of(
                record.bytes,
                record.from[timestamp],
                record.to[timestamp],
                record.kind[timestamp] == CatRecord.NUMBER)
            : NewYorkTime.INVALID;
    if (record.eventTime == NewYorkTime.INVALID) {
      refuse(TIME, "eventTimestamp is no time");
      return null;
    }
    return known(versions.of(NewYorkTime.day(record.eventTime)), name);
  }

  private boolean readCsv(byte[] source, int from, int to, CatRecord into) {
    csv.split(source, from, to, into);
    int values = into.nodes;
    if (values < 4) {
      return refuse(UNREADABLE, "fewer than four values");
    }
    String type = into.to[3] - into.from[3] > 5 ? "" : into.text(3);
    EventSchema any = known(versions.names().size() - 1, type);
    if (any == null) {
      return refuse(TYPE, "no event type of this name");
    }
    int at = any.eventTimestamp();
    boolean isThere = at < values && into.to[at] > into.from[at];
    if (isThere) {
      // Without letters it is a number.
      into.kind[at] = CatRecord.STRING;
    }
    EventSchema schema = schema(into, 3, isThere ? at : CatRecord.ABSENT);
    // Without a time too: whoever mends it asks for the values.
    bind(into, schema == null ? any : schema, values);
    return schema != null;
  }

  private void bind(CatRecord into, EventSchema schema, int values) {
    into.bind(schema);
    List<Field> fields = schema.fields();
    for (int value = 0; value < values; value++) {
      if (into.to[value] == into.from[value]) {
        continue;
      }
      if (value >= fields.size()) {
        into.addUnknown(value);
      } else {
        into.slots[value] = csv.value(into, value, fields.get(value));
      }
    }
  }

  /** The kind that a scalar of CSV has in the place of a field. */
  static byte kindOf(byte[] bytes, int from, int to, Kind wanted) {
    return switch (wanted) {
      case BOOLEAN ->
          isWord(bytes, from, to, "true")
              ? CatRecord.TRUE
              : isWord(bytes, from, to, "false") ? CatRecord.FALSE : CatRecord.STRING;
      case NUMBER, DATE -> isNumber(bytes, from, to) ? CatRecord.NUMBER : CatRecord.STRING;
      default -> CatRecord.STRING;
    };
  }

  private static boolean isWord(byte[] bytes, int from, int to, String word) {
    boolean same = to - from == word.length();
    for (int i = 0; same && i < word.length(); i++) {
      same = (bytes[from + i] | 0x20) == word.charAt(i);
    }
    return same;
  }

  private static boolean isNumber(byte[] bytes, int from, int to) {
    int at = from < to && bytes[from] == '-' ? from + 1 : from;
    int digits = 0;
    boolean point = false;
    for (; at < to; at++) {
      if (bytes[at] >= '0' && bytes[at] <= '9') {
        digits++;
      } else if (bytes[at] == '.' && !point) {
        point = true;
      } else {
        return false;
      }
    }
    return digits > 0;
  }
}
