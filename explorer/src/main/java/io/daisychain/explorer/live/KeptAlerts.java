package io.daisychain.explorer.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Alerts by id, in the order in which they came; of too many, or too long ones, the newest. */
final class KeptAlerts {
  /** As many as are kept. */
  private static final int MOST = 10_000;

  /** Characters of all that are kept: who watches is not to be trusted with this heap. */
  private static final int MOST_CHARACTERS = 16 << 20;

  private record Alert(ObjectNode row, int characters) {}

  private final Map<String, Alert> alerts = new LinkedHashMap<>();
  private long characters;
  private boolean isCut;

  /** The alert of an id; null for none. */
  ObjectNode get(String id) {
    Alert alert = alerts.get(id);
    return alert == null ? null : alert.row();
  }

  /** Keeps an alert, in place of one of its id. */
  void put(String id, ObjectNode row, int length) {
    Alert before = alerts.put(id, new Alert(row, length));
    characters += length - (before == null ? 0 : before.characters());
    Iterator<Alert> oldest = alerts.values().iterator();
    while (alerts.size() > MOST || characters > MOST_CHARACTERS) {
      characters -= oldest.next().characters();
      oldest.remove();
      isCut = true;
    }
  }

  void remove(String id) {
    Alert removed = alerts.remove(id);
    characters -= removed == null ? 0 : removed.characters();
  }

  int size() {
    return alerts.size();
  }

  /** Whether some were forgotten. */
  boolean isCut() {
    return isCut;
  }

  /** The newest, newest first. */
  List<ObjectNode> newest(int most) {
    List<ObjectNode> all = new ArrayList<>();
    alerts.values().forEach(alert -> all.add(alert.row()));
    Collections.reverse(all);
    return all.subList(0, Math.min(most, all.size()));
  }

  /** What was noted of alerts when they came stays with those that are still there. */
  void keepTimes(KeptAlerts before) {
    alerts.forEach(
        (id, alert) -> {
          ObjectNode known = before.get(id);
          if (known != null && known.has("came")) {
            alert.row().set("came", known.get("came"));
          }
        });
  }
}
