package io.daisychain.ingest.repair;

import io.daisychain.reporting.RecordErrors.Told;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A record of CAT of which something is wrong, and what is being made of it. */
final class FaultyRecord {
  /** In place of a value that is to be filled in. */
  static final String OPEN = "?";

  private static final Pattern ELEMENT = Pattern.compile("(\\w+)\\[(\\d+)\\]\\.(\\w+)");

  final String where;

  /** errorROEID in decimal; empty where it has none. */
  final String id;

  final String firm;
  final Map<String, Object> values;
  final Map<String, Object> original;
  final List<Told> errors;

  /** Whether it was not stored. */
  final boolean isRefused;

  /** The key that it bears; null for none. */
  RecordKey key;

  String symbol = "";
  long eventTime;
  String action = "RPR";

  /** What is changed, or asked for; a record without goes with others, or is left. */
  boolean isChanged;

  /** Whether it is to be deleted as it was, and reported anew. */
  boolean isDeletedFirst;

  final List<String> left = new ArrayList<>();

  FaultyRecord(
      String where,
      String id,
      String firm,
      Map<String, Object> values,
      List<Told> errors,
      boolean isRefused) {
    this.where = where;
    this.id = id;
    this.firm = firm;
    this.values = values;
    this.original = new LinkedHashMap<>(values);
    this.errors = errors;
    this.isRefused = isRefused;
  }

  /** The object in which a field stands: the record, or an element of an array; null for none. */
  @SuppressWarnings("unchecked") // objects have names
  Map<String, Object> holder(String path) {
    Matcher element = ELEMENT.matcher(path);
    if (!element.matches()) {
      return values;
    }
    boolean isThere =
        values.get(element.group(1)) instanceof List<?> array
            && Integer.parseInt(element.group(2)) < array.size()
            && array.get(Integer.parseInt(element.group(2))) instanceof Map;
    return isThere
        ? (Map<String, Object>)
            ((List<?>) values.get(element.group(1))).get(Integer.parseInt(element.group(2)))
        : null;
  }

  static String simple(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  String text(String path) {
    Map<String, Object> holder = holder(path);
    Object value = holder == null ? null : holder.get(simple(path));
    return value == null ? "" : value.toString();
  }

  /** Sets a field; where its element is none, the array is asked for. */
  void set(String path, Object value) {
    Map<String, Object> holder = holder(path);
    if (holder == null) {
      values.put(path.substring(0, path.indexOf('[')), OPEN);
    } else {
      holder.put(simple(path), value);
    }
    isChanged = true;
  }

  void ask(String path) {
    set(path, OPEN);
  }

  void remove(String path) {
    Map<String, Object> holder = holder(path);
    if (holder != null) {
      holder.remove(simple(path));
      isChanged = true;
    }
  }

  /** Paths of the orders that an array of details names. */
  List<String> elements(String array) {
    List<String> paths = new ArrayList<>();
    if (values.get(array) instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        paths.add(array + "[" + i + "].orderID");
      }
    }
    return paths;
  }

  /** Names of the values that are to be filled in. */
  static List<String> open(Map<?, ?> values) {
    List<String> paths = new ArrayList<>();
    values.forEach((name, value) -> open(String.valueOf(name), value, paths));
    return paths;
  }

  private static void open(String path, Object value, List<String> into) {
    if (OPEN.equals(value)) {
      into.add(path);
    } else if (value instanceof Map<?, ?> inner) {
      inner.forEach((name, each) -> open(path + "." + name, each, into));
    } else if (value instanceof List<?> array) {
      for (int i = 0; i < array.size(); i++) {
        open(path + "[" + i + "]", array.get(i), into);
      }
    }
  }

  /** The deletion of what was reported: of that nothing but its identity counts. */
  Map<String, Object> toDelete() {
    Map<String, Object> identity = new LinkedHashMap<>(original);
    identity.keySet().retainAll(List.of("firmROEID", "type", "CATReporterIMID", "eventTimestamp"));
    return toSend("DEL", identity);
  }

  /** The record to be sent, with what it does before all else. */
  Map<String, Object> toSend(String what) {
    return toSend(what, values);
  }

  private Map<String, Object> toSend(String what, Map<String, Object> content) {
    Map<String, Object> sent = new LinkedHashMap<>();
    sent.put("actionType", what);
    if (what.equals("RPR")) {
      sent.put("errorROEID", new BigInteger(id));
    }
    content.forEach(
        (name, value) -> {
          if (!name.equals("actionType") && !name.equals("errorROEID")) {
            sent.put(name, value);
          }
        });
    return sent;
  }
}
