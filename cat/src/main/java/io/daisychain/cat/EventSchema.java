package io.daisychain.cat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The fields of an event type in one version of CAT's specification, by their positions. */
final class EventSchema {
  private final String type;
  private final String version;
  private final List<Field> fields;
  private final Map<String, Integer> positions = new HashMap<>();
  private final int eventTimestamp;

  EventSchema(String type, String version, List<Field> fields) {
    this.type = type;
    this.version = version;
    this.fields = fields;
    for (int i = 0; i < fields.size(); i++) {
      positions.putIfAbsent(fields.get(i).name(), i);
    }
    eventTimestamp = position("eventTimestamp");
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

  /** Position of a field from 0; -1 where the type has none of that name. */
  int position(String name) {
    return positions.getOrDefault(name, -1);
  }
}
