package io.daisychain.explorer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.point.Kinds;
import io.daisychain.explorer.point.Points;
import io.daisychain.model.text.TextLines;

/** What the points know of an event, as JSON. */
final class EventJson {
  private EventJson() {}

  static ObjectNode put(ObjectNode node, Points points, int event) {
    Kinds.Kind kind = points.kinds.kind(points.kind.at(event));
    node.put("id", points.id(event).toString());
    node.put("time", TextLines.timeText(points.time[event]));
    node.put("nanos", "" + points.time[event]);
    node.put("symbol", points.symbols.at(event));
    node.put("reporter", points.reporters.at(event));
    node.put("customer", points.customers.at(event));
    node.put("type", kind.type());
    node.put("side", kind.side());
    node.put("status", kind.status());
    // As text: a script's numbers have some sixteen digits.
    node.put("price", points.price.text(event));
    node.put("quantity", points.quantity.text(event));
    return node;
  }
}
