package io.daisychain.cli.provenance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.audit.AuditEntry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The events of a lifecycle as an object-centric event log: OCEL 2.0, JSON (Berti et al., 2024). An
 * event has the time at which its message was sent (52), else that of what happened (60).
 */
public final class LifecycleOcel {
  private static final List<String> EVENT_ATTRIBUTES =
      List.of(
          "EventId",
          "timestamp",
          "quantity",
          "price",
          "lastShares",
          "lastPx",
          "version",
          "errorStatus",
          "format");

  /** Attributes of objects by type; all are texts. */
  private static final Map<String, List<String>> OBJECT_TYPES =
      new TreeMap<>(
          Map.of(
              "lifecycle", List.of("GrandParent"),
              "order", List.of("clOrdId", "side", "quantity"),
              "firm", List.of(),
              "symbol", List.of(),
              "customer", List.of(),
              "file", List.of("path")));

  private record Relationship(String object, String qualifier) {}

  private static final class Thing {
    final String type;
    final Map<String, String> attributes = new LinkedHashMap<>();
    final Set<Relationship> relationships = new LinkedHashSet<>();
    String time;

    Thing(String type) {
      this.type = type;
    }
  }

  private final Map<String, Thing> objects = new LinkedHashMap<>();
  private final Map<String, Thing> events = new LinkedHashMap<>();

  private LifecycleOcel() {}

  public static ObjectNode of(PublishedLifecycle lifecycle, Origins origins) {
    LifecycleOcel log = new LifecycleOcel();
    Map<String, String> orders = new HashMap<>();
    for (Map<String, String> event : lifecycle.events()) {
      log.event(event, lifecycle.id(), orders);
    }
    for (Map<String, String> link : lifecycle.links()) {
      String order = orders.get(link.get("child"));
      String parent = orders.get(link.get("parent"));
      if (order != null && parent != null && !order.equals(parent)) {
        log.objects.get(order).relationships.add(new Relationship(parent, link.get("relation")));
      }
    }
    origins
        .contents()
        .forEach(
            (content, places) ->
                places.forEach(place -> log.readFrom(content.event(), origins.file(place))));
    return log.json();
  }

  private void readFrom(String event, AuditEntry entry) {
    String file = object("file", entry.text("sha256"));
    put(objects.get(file), "path", entry.text("path"));
    if (events.containsKey(event)) {
      relate(events.get(event), file, "read from");
    }
  }

  /** An object, made if need be; null where there is none. */
  private String object(String type, String name) {
    if (name == null) {
      return null;
    }
    String id = type + ':' + name;
    objects.computeIfAbsent(id, none -> new Thing(type));
    return id;
  }

  private void event(Map<String, String> row, String lifecycle, Map<String, String> orders) {
    Thing event = new Thing(row.get("eventType"));
    event.time = row.get(row.get("sendingTime") == null ? "timestamp" : "sendingTime");
    if (event.time == null) {
      return; // a moment before 1677, which no format here can say
    }
    // An id may be an event of each of several trade dates.
    String id = row.get("id");
    events.put(events.containsKey(id) ? id + '/' + row.get("tradeDate") : id, event);
    EVENT_ATTRIBUTES.forEach(name -> put(event, name, row.get(name)));
    String whole = object("lifecycle", lifecycle);
    put(objects.get(whole), "GrandParent", row.get("GrandParent"));
    relate(event, whole, "of");
    String reporter = row.get("ReporterId");
    if (reporter != null && row.get("clOrdId") != null) {
      String order = object("order", reporter + ' ' + row.get("clOrdId"));
      orders.put(id, order);
      Thing thing = objects.get(order);
      for (String name : OBJECT_TYPES.get("order")) {
        put(thing, name, row.get(name));
      }
      thing.relationships.add(new Relationship(whole, "part of"));
      relate(event, order, "about");
    }
    relate(event, object("firm", reporter), "reported by");
    relate(event, object("firm", row.get("source")), "from");
    relate(event, object("firm", row.get("destination")), "to");
    relate(event, object("symbol", row.get("symbol")), "in");
    relate(event, object("customer", row.get("CustomerId")), "for");
  }

  private static void put(Thing thing, String name, String value) {
    if (value != null) {
      thing.attributes.putIfAbsent(name, value);
    }
  }

  private static void relate(Thing event, String object, String qualifier) {
    if (object != null) {
      event.relationships.add(new Relationship(object, qualifier));
    }
  }

  private ObjectNode json() {
    ObjectNode log = JsonNodeFactory.instance.objectNode();
    ArrayNode objectTypes = log.putArray("objectTypes");
    OBJECT_TYPES.forEach((name, attributes) -> type(objectTypes, name, attributes));
    ArrayNode eventTypes = log.putArray("eventTypes");
    Set<String> types = new TreeSet<>();
    events.values().forEach(event -> types.add(event.type));
    types.forEach(name -> type(eventTypes, name, EVENT_ATTRIBUTES));
    // Attributes of an object have the time from which they hold: here that of its first event.
    String first =
        events.values().stream().map(event -> event.time).sorted().findFirst().orElse("");
    things(log.putArray("objects"), objects, first);
    things(log.putArray("events"), events, "");
    return log;
  }

  private static void type(ArrayNode types, String name, List<String> attributes) {
    ArrayNode list = types.addObject().put("name", name).putArray("attributes");
    attributes.forEach(attribute -> list.addObject().put("name", attribute).put("type", "string"));
  }

  private static void things(ArrayNode list, Map<String, Thing> things, String since) {
    things.forEach(
        (id, thing) -> {
          ObjectNode node = list.addObject().put("id", id).put("type", thing.type);
          if (thing.time != null) {
            node.put("time", thing.time);
          }
          ArrayNode attributes = node.putArray("attributes");
          thing.attributes.forEach(
              (name, value) -> {
                ObjectNode attribute = attributes.addObject().put("name", name).put("value", value);
                if (!since.isEmpty()) {
                  attribute.put("time", since);
                }
              });
          ArrayNode relationships = node.putArray("relationships");
          for (Relationship each : thing.relationships) {
            relationships
                .addObject()
                .put("objectId", each.object())
                .put("qualifier", each.qualifier());
          }
        });
  }
}
