package io.daisychain.explorer.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** The alerts of a running watch, the newest in full. */
final class LiveAlerts extends LiveRows {
  private static final int MOST_SHOWN = 200;

  private KeptAlerts alerts = new KeptAlerts();
  private KeptAlerts gathered = new KeptAlerts();

  LiveAlerts(LiveSource source) {
    super(source, "alerts", Set.of(), Duration.ofMillis(50));
  }

  @Override
  void begin() {
    gathered = new KeptAlerts();
  }

  @Override
  void gather(String id, ObjectNode row, int length) {
    gathered.put(id, row, length);
  }

  @Override
  void showGathered() {
    // The moment at which an alert came is this program's to know.
    gathered.keepTimes(alerts);
    alerts = gathered;
  }

  @Override
  void change(String id, ObjectNode row, int length) {
    ObjectNode known = alerts.get(id);
    if (known == null) {
      row.put("came", Instant.now().toString());
      alerts.put(id, row, length);
    } else {
      known.setAll(row);
      alerts.put(id, known, length);
    }
  }

  @Override
  void remove(String id) {
    alerts.remove(id);
  }

  @Override
  void write(long seen, ObjectNode out) {
    out.put("count", alerts.size());
    out.put("more", alerts.isCut());
    ArrayNode newest = out.putArray("alerts");
    alerts.newest(MOST_SHOWN).forEach(row -> newest.add(row.deepCopy()));
  }
}
